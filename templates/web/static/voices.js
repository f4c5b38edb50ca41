// Patrons speak: each element that comes into the page with data-call is said aloud, a voice a seat, with a caption.
"use strict";

(() => {
  const button = document.getElementById("voices-on");
  const caption = document.getElementById("captions");
  const said = new WeakSet();
  const queue = [];
  let on = false, speaking = false;
  try {
    on = localStorage.getItem("dealerkit-voices") === "on";
  } catch {
    on = false;
  }

  function voices() {
    if (!("speechSynthesis" in window)) return [];
    const language = document.documentElement.lang || "en";
    const all = speechSynthesis.getVoices();
    const own = all.filter((one) => one.localService);
    return [own.filter((one) => one.lang.startsWith(language)), own, all].find((some) => some.length) || [];
  }

  function next() {
    const one = queue.shift();
    if (!one || !on) { speaking = false; return; }
    speaking = true;
    caption.hidden = false;
    const who = document.createElement("bdi");
    who.textContent = one.seat ? `Seat ${one.seat}: ` : "";
    caption.replaceChildren(who, `\u201c${one.call}\u201d`);
    let done = false;
    const go = () => { if (!done) { done = true; next(); } };
    if ("speechSynthesis" in window) {
      const words = new SpeechSynthesisUtterance(one.call);
      const known = voices();
      if (known.length) words.voice = known[one.seat % known.length];
      words.pitch = 0.8 + ((one.seat * 37) % 50) / 100;
      words.rate = 1.1;
      words.onend = go;
      words.onerror = () => setTimeout(go, 900);
      speechSynthesis.speak(words);
    }
    setTimeout(go, 4000);  // a browser without voices shows the captions alone
  }

  function take(root) {
    for (const one of [...(root.matches?.("[data-call]") ? [root] : []), ...(root.querySelectorAll?.("[data-call]") || [])]) {
      if (said.has(one)) continue;
      said.add(one);
      if (on && one.dataset.call) queue.push({ call: one.dataset.call, seat: Number(one.dataset.seat || 0) });
    }
    if (queue.length > 12) queue.splice(0, queue.length - 12);
    if (!speaking) next();
  }

  function show() {
    button.setAttribute("aria-pressed", String(on));
    button.textContent = on ? "Voices on" : "Voices";
    if (on) return;
    queue.length = 0;
    caption.hidden = true;
    if ("speechSynthesis" in window) speechSynthesis.cancel();
  }

  button.addEventListener("click", () => {
    on = !on;
    try {
      localStorage.setItem("dealerkit-voices", on ? "on" : "off");
    } catch { /* it holds for this page alone */ }
    show();
  });
  for (const one of document.querySelectorAll("[data-call]")) said.add(one);
  new MutationObserver((changes) => {
    for (const change of changes) for (const node of change.addedNodes) if (node.nodeType === 1) take(node);
  }).observe(document.body, { childList: true, subtree: true });
  show();
})();
