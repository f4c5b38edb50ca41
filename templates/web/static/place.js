// Somebody's place in a class: the page tells every few seconds that it is there and how many acts wait in it; the class
// answers how it stands. Pages that hold acts back say how many: document.documentElement.dataset.waiting.
"use strict";

(() => {
  const bar = document.getElementById("class-place") || document.getElementById("here");
  if (!bar) return;
  const by = (id) => document.getElementById(id);
  const waits = bar.dataset.waits === "yes";
  let lost = 0, ours = waits, closing = false;

  function word() {
    const held = Number.parseInt(document.documentElement.dataset.waiting || "0", 10);
    return { waiting: Number.isFinite(held) ? held : 0, hidden: document.hidden };
  }

  function post(said, keepalive = false) {
    return fetch(bar.dataset.beat, {
      method: "POST", keepalive, body: JSON.stringify(said),
      headers: { "Content-Type": "application/json", Accept: "application/json", "X-Token": token() },
      ...(keepalive ? {} : { signal: AbortSignal.timeout(8000) }),
    });
  }

  function stop(title, said, to) {
    const dialog = by("class-stop");
    if (!dialog) return;
    const shown = Boolean(title);
    if (dialog.hidden === !shown && by("class-stop-title").textContent === title) return;
    by("class-stop-title").textContent = title;
    by("class-stop-said").textContent = said;
    by("class-stop-to").hidden = !to;
    dialog.hidden = !shown;
    for (const one of document.querySelectorAll("main, header.top")) if (!one.contains(dialog)) one.inert = shown;
    if (shown) by("class-stop-title").focus();
  }

  function told(answer) {
    if (!answer.room) {
      if (waits) location.replace("/join");
      return;
    }
    if (waits) {
      if (answer.to) location.replace(answer.to);
      else if (answer.state === "ended" && !document.querySelector("[data-over]")) {
        by("class-said").textContent = "The class is over. Thank you.";
      }
      return;
    }
    ours = (answer.to && (answer.to === location.pathname || location.pathname.startsWith(`${answer.to}/`))) || (answer.state === "ended" && ours);
    bar.hidden = !ours;
    if (!ours) return;
    by("class-who").textContent = answer.name;
    by("class-code").textContent = answer.room;
    const who = answer.by || "Your instructor";
    if (answer.state === "paused") stop("Hands off: the class is paused", `${who} will resume in a moment. Nothing is lost.`, false);
    else if (answer.state === "ended") { by("class-stop-to").href = answer.here; stop("The class is over", answer.done, true); }
    else stop("", "", false);
  }

  async function beat() {
    try {
      const answer = await post(word());
      if (!answer.ok) throw new Error(String(answer.status));
      lost = 0;
      by("class-net").textContent = "";
      by("class-net").classList.remove("problem");
      told(await answer.json());
    } catch {
      lost = lost || Date.now();
      if (ours) {
        by("class-net").classList.add("problem");
        by("class-net").textContent = waits ? "No network; this page will try again." : "No network: keep going; this page holds your work and sends it later.";
      }
    }
    setTimeout(beat, waits ? 2500 : 4000);
  }

  // While the class pauses no key of the table does anything.
  addEventListener("keydown", (event) => {
    const dialog = by("class-stop");
    if (dialog && !dialog.hidden && !["Tab", "Enter"].includes(event.key)) event.stopImmediatePropagation();
  }, true);
  addEventListener("pagehide", () => { closing = true; if (ours) post({ closed: true }, true).catch(() => {}); });
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
  document.addEventListener("visibilitychange", () => { if (ours && !closing) post(word()).catch(() => {}); });
  beat();
})();
