// The reel: what is dragged to is fetched and put in its place; the newest wish wins, and the address follows.
"use strict";

const place = document.getElementById("moment");
let wanted = 0;

const show = async (address, keep = true) => {
  const mine = ++wanted;
  let answer;
  try {
    answer = await fetch(address, { headers: { "HX-Request": "true" } });
  } catch {
    return;
  }
  const text = await answer.text();
  if (mine !== wanted) return;
  if (!answer.ok) {
    location.assign(address);
    return;
  }
  const open = place.querySelector("details.acts")?.open;
  const focused = document.activeElement?.id || document.activeElement?.rel;
  place.innerHTML = text;
  if (open) place.querySelector("details.acts").open = true;
  if (focused) (place.querySelector(`#${CSS.escape(focused)}`) || place.querySelector(`[rel="${CSS.escape(focused)}"]`))?.focus();
  if (keep) history.replaceState(null, "", address);
};

place.addEventListener("input", (event) => {
  if (event.target.id !== "at") return;
  const form = event.target.form;
  form.querySelector("output").textContent = `act ${event.target.value} of ${event.target.max}`;
  show(`${form.action}?at=${event.target.value}`);
});

place.addEventListener("submit", (event) => event.preventDefault());

place.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link || event.ctrlKey || event.metaKey || !link.pathname.startsWith("/records/")) return;
  event.preventDefault();
  show(link.href);
});

addEventListener("keydown", (event) => {
  if (event.target.closest("input, textarea, select") || event.altKey || event.ctrlKey || event.metaKey) return;
  const way = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  if (way) place.querySelector(`a[rel="${way}"]`).click();
});
