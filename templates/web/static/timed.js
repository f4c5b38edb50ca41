// A drill on real chips or cards against the clock. A try waits in this page until the server has kept it, and is kept once.
"use strict";
(() => {
  const page = document.getElementById("timed");
  if (!page) return;
  const by = (id) => document.getElementById(id);
  const go = by("go"), watch = by("watch"), judge = by("judge"), keep = by("keep"), net = by("net"), list = by("tries");
  const fails = JSON.parse(page.dataset.fails), target = Number(page.dataset.target), name = `dealerkit/timed${location.pathname}${location.search}`;
  let number = Number(page.dataset.number), since = 0, seconds = 0, timer = 0, faults = [], waiting = [], busy = false;
  try { waiting = JSON.parse(localStorage.getItem(name) || "[]").filter((one) => one.number >= number); } catch { waiting = []; }

  const words = (text, one) => { go.firstChild.textContent = `${text} `; if (one) one.focus({ preventScroll: true }); };
  const tick = () => { watch.textContent = `${((performance.now() - since) / 1000).toFixed(1)} s`; };
  function toggle() {
    if (!judge.hidden) return;
    if (!timer) {
      since = performance.now();
      timer = setInterval(tick, 100);
      words("Stop", go);
      return;
    }
    seconds = (performance.now() - since) / 1000;
    clearInterval(timer);
    timer = 0;
    tick();
    watch.classList.toggle("over", seconds > target);
    faults = [];
    judge.hidden = false;
    go.hidden = true;
    say();
    keep.focus({ preventScroll: true });
  }
  function say() {
    for (const one of judge.querySelectorAll(".fault")) {
      const times = faults.filter((fault) => fault === one.dataset.fault).length;
      one.querySelector(".times").textContent = times ? `\u00d7${times}` : "";
      one.setAttribute("aria-pressed", String(times > 0));
    }
    const failed = Object.entries(fails).some(([fault, count]) => faults.filter((one) => one === fault).length >= count);
    keep.textContent = !faults.length ? "Right" : failed ? "Save: it fails the round" : "Save it with these";
  }
  function again() {
    judge.hidden = true;
    go.hidden = false;
    watch.textContent = "0.0 s";
    watch.classList.remove("over");
    words("Start", go);
  }
  function done() {
    waiting.push({ number, seconds: Math.round(seconds * 1000) / 1000, faults });
    const row = document.createElement("li");
    row.dataset.right = faults.length ? "0" : "1";
    row.dataset.seconds = seconds;
    row.textContent = `${seconds.toFixed(1)} s: ${faults.join("; ") || "right"}`;
    list.append(row);
    sum();
    number += 1;
    store();
    send();
    again();
  }
  function sum() {
    const rows = [...list.children], times = rows.map((one) => Number(one.dataset.seconds)).sort((a, b) => a - b);
    if (!rows.length) return;
    const half = times.length / 2, middle = times.length % 2 ? times[Math.floor(half)] : (times[half - 1] + times[half]) / 2;
    by("sum").textContent = `${rows.filter((one) => one.dataset.right === "1").length} of ${rows.length} right, ${middle.toFixed(1)} s median`;
  }
  function store() {
    try { if (waiting.length) localStorage.setItem(name, JSON.stringify(waiting)); else localStorage.removeItem(name); } catch { /* then it waits in this page alone */ }
    document.documentElement.dataset.waiting = waiting.length;
  }
  async function send() {
    if (busy) return;
    busy = true;
    while (waiting.length) {
      try {
        const answer = await fetch(page.dataset.to, {
          method: "POST", body: JSON.stringify(waiting[0]), signal: AbortSignal.timeout(10000),
          headers: { "Content-Type": "application/json", Accept: "application/json", "X-Token": document.querySelector('meta[name="token"]').content },
        });
        if (answer.status >= 500 || answer.status === 429) throw new Error(String(answer.status));
        const said = await answer.json();
        if (said.again && !answer.ok) { // signed out, or a page of another session: it waits until the page was loaded again
          net.textContent = said.error;
          break;
        }
        waiting.shift();
        store();
        net.textContent = answer.ok ? "" : said.error;
      } catch {
        net.textContent = `No network: ${waiting.length === 1 ? "1 try waits" : `${waiting.length} tries wait`} in this page.`;
        await new Promise((next) => setTimeout(next, 1500));
      }
    }
    busy = false;
  }
  go.addEventListener("click", toggle);
  keep.addEventListener("click", done);
  by("back").addEventListener("click", () => { faults = []; say(); });
  by("drop").addEventListener("click", again);
  for (const one of judge.querySelectorAll(".fault")) one.addEventListener("click", () => { faults.push(one.dataset.fault); say(); });
  addEventListener("keydown", (event) => {
    if (event.key !== " " || event.target.closest("button, a, input") || event.repeat) return;
    event.preventDefault();
    toggle();
  });
  for (const one of waiting) {
    const row = document.createElement("li");
    row.dataset.right = one.faults.length ? "0" : "1";
    row.dataset.seconds = one.seconds;
    row.textContent = `${one.seconds.toFixed(1)} s: ${one.faults.join("; ") || "right"}`;
    list.append(row);
    number = one.number + 1;
  }
  sum();
  send();
})();
