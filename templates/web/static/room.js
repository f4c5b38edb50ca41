// Pages that are brought up to date while somebody looks: one stream of events a tab, closed while nobody looks.
"use strict";

(() => {
  const root = document.querySelector("[data-part]");
  if (!root) return;
  const into = document.getElementById(root.dataset.into);
  const net = document.getElementById("class-net");
  let stream = null, asked = false, again = false, last = "", late = 0;

  async function refresh() {
    if (asked) { again = true; return; }
    asked = true;
    again = false;
    try {
      const answer = await fetch(root.dataset.part, { headers: { "HX-Request": "true" }, signal: AbortSignal.timeout(15000) });
      if (!answer.ok) throw new Error(String(answer.status));
      put(await answer.text());
      if (net) net.textContent = "";
      late = 0;
    } catch {
      late = late || Date.now();
      if (net) net.textContent = `Nothing from the server since ${new Date(late).toLocaleTimeString()}; this page will try again.`;
    }
    setTimeout(() => { asked = false; if (again) refresh(); }, 700);
  }

  // Put in what is new, without taking the focus or an opened fold from under a hand.
  function put(text) {
    if (text === last) return;
    last = text;
    const within = into.contains(document.activeElement) ? document.activeElement : null;
    const name = within && (within.getAttribute("href") || within.value || within.textContent);
    const open = [...into.querySelectorAll("details[open]")].map((one) => one.className);
    into.innerHTML = text;
    for (const kind of open) if (kind) into.querySelector(`details.${kind}`)?.setAttribute("open", "");
    if (name) {
      const same = [...into.querySelectorAll("a, button, summary")].find((one) => (one.getAttribute("href") || one.value || one.textContent) === name);
      same?.focus({ preventScroll: true });
    }
  }

  function look() {
    if (stream || document.hidden) return;
    if (root.dataset.every) {
      stream = { close: clearInterval.bind(null, setInterval(refresh, Number(root.dataset.every) * 1000)) };
    } else {
      stream = new EventSource(root.dataset.events);
      stream.addEventListener("changed", refresh);
      stream.addEventListener("beat", refresh);
      stream.onerror = () => {
        if (stream && stream.readyState === EventSource.CLOSED) { stop(); setTimeout(look, 3000); }
        refresh();
      };
    }
    refresh();
  }

  function stop() {
    if (stream) stream.close();
    stream = null;
  }

  document.addEventListener("visibilitychange", () => (document.hidden ? stop() : look()));
  addEventListener("pagehide", stop);
  addEventListener("pageshow", look);
  look();
})();
