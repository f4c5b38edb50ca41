// What every page needs: forms that scripts send bring the token along, and one thing is sent once.
"use strict";

const token = () => document.querySelector('meta[name="token"]').content;

document.addEventListener("htmx:config:request", (event) => {
  const request = event.detail.ctx ? event.detail.ctx.request : event.detail;
  if (request && request.headers) request.headers["X-Token"] = token();
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.dataset.sent && !form.hasAttribute("data-again")) {
    event.preventDefault();
    return;
  }
  form.dataset.sent = "yes";
  setTimeout(() => delete form.dataset.sent, 4000);
});

addEventListener("pageshow", () => {
  for (const form of document.forms) delete form.dataset.sent;
});
