// Watching a dealer: marks are made in the page and sent when there is a network, in order, each once by its key.
"use strict";

const root = document.getElementById("observe");
const state = JSON.parse(root.dataset.state);
const place = `dealerkit-observe-${state.id}`;
const began = Date.now() / 1000 - state.elapsed;
const by = (id) => document.getElementById(id);

// What was marked in this browser and is not in the page as it came. A mark whose answer has come stays here until a page comes that
// has it: the page that is loaded next may have been made before it was kept, and would show less than there is. It is then sent
// once more, which the server answers from its key.
let keeps = true;
let made = JSON.parse(stored(place) || "[]");
const known = new Set(state.keys);
made = made.filter((one) => !known.has(one.key));
let waiting = [...made];
const marks = [...state.marks];
for (const mark of made) take(mark);

const seconds = () => Math.max(0, Date.now() / 1000 - began);

// What the server makes of a mark, made here too, so that the page shows it without the network.
function take(mark) {
  if (mark.what === "undo") return marks.pop();
  if (mark.what === "pause") marks.push({ ...mark, what: paused() ? "on" : "pause" });
  else marks.push(mark);
  return mark;
}

function paused() {
  for (let at = marks.length - 1; at >= 0; at -= 1) {
    if (marks[at].what === "pause") return true;
    if (marks[at].what === "on") return false;
  }
  return false;
}

function stored(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    keeps = false;
    return null;
  }
}

function store(name, text) {
  try {
    localStorage.setItem(name, text);
  } catch {
    keeps = false;
  }
}

function key() {
  const drawn = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(drawn, (one) => one.toString(16).padStart(2, "0")).join("");
}

function mark(what, code = "") {
  const one = { key: key(), what, at: Number(seconds().toFixed(2)), code };
  const gone = take(one);
  made.push(one);
  waiting.push(one);
  store(place, JSON.stringify(made));
  show();
  send();
  return gone;
}

function words(one) {
  if (one.what === "slip") return state.titles[one.code] || one.code;
  return { hand: "hand over", pause: "clock stopped", on: "clock on" }[one.what];
}

function said(text) {
  by("said").textContent = "";
  requestAnimationFrame(() => { by("said").textContent = text; });
}

function time(at) {
  const whole = Math.floor(at);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = String(whole % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

// Seconds of dealing up to now, and of each hand that is over: pauses are taken off.
function dealing() {
  let last = 0, spent = 0, whole = 0, running = true;
  const times = [];
  for (const one of marks) {
    if (running) { spent += Math.max(0, one.at - last); whole += Math.max(0, one.at - last); }
    last = one.at;
    if (one.what === "hand") { times.push(spent); spent = 0; }
    else if (one.what !== "slip") running = one.what === "on";
  }
  if (running) whole += Math.max(0, seconds() - last);
  return { whole, times };
}

function tick() {
  by("clock").textContent = time(dealing().whole);
}

function show() {
  const { times } = dealing();
  const spent = times.reduce((sum, one) => sum + one, 0);
  by("hands").textContent = times.length;
  by("pace").textContent = spent ? Math.round((times.length * 3600) / spent) : "–";
  by("slips").textContent = marks.filter((one) => one.what === "slip").length;
  const stands = paused();
  by("pause").setAttribute("aria-pressed", String(stands));
  by("pause").textContent = stands ? "Start clock" : "Stop clock";
  by("clock").classList.toggle("stands", stands);
  const open = marks.slice(marks.map((one) => one.what).lastIndexOf("hand") + 1);
  for (const button of document.querySelectorAll(".slip-button")) {
    const count = open.filter((one) => one.code === button.dataset.code).length;
    const shown = button.querySelector(".times");
    shown.hidden = !count;
    shown.textContent = count ? `${count}×` : "";
  }
  by("no-marks").hidden = marks.length > 0;
  const list = by("log");
  list.replaceChildren();
  const hands = [];
  let hand = 1;
  for (const one of marks) {
    hands.push(hand);
    if (one.what === "hand") hand += 1;
  }
  marks.slice(-8).reverse().forEach((one, at) => {
    const row = document.createElement("li");
    const when = document.createElement("span");
    when.className = "when";
    when.textContent = time(one.at);
    row.append(when, ` ${words(one)}`);
    if (one.what === "hand") row.append(` (${hands[marks.length - 1 - at]})`);
    row.className = `is-${one.what}`;
    list.append(row);
  });
  list.start = marks.length;
  by("undo").disabled = !marks.length;
  net();
  tick();
}

let sending = false, failed = false, stopped = "";
function net() {
  const count = waiting.length;
  const offline = failed && count ? `No network: ${count === 1 ? "1 mark waits" : `${count} marks wait`} in this page.` : "";
  const careful = keeps ? "" : "This browser saves nothing: do not close the page until everything is sent.";
  by("net").textContent = stopped || [offline, count ? careful : "All saved."].filter(Boolean).join(" ");
  by("net").classList.toggle("problem", Boolean(stopped));
  by("end").disabled = count > 0 && !stopped;
  by("unsent").hidden = !(count > 0 && failed);
}

async function send() {
  if (sending || !waiting.length || stopped) return;
  sending = true;
  try {
    while (waiting.length) {
      const some = waiting.slice(0, 100);
      const answer = await fetch(state.url, {
        method: "POST",
        headers: { "Content-Type": "application/json", Accept: "application/json", "X-Token": token() },
        body: JSON.stringify({ marks: some }),
        signal: AbortSignal.timeout(10000),
      });
      if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) {
        stopped = (await answer.json()).error || "The server does not accept these marks; load the page again.";
        break;
      }
      if (!answer.ok) throw new Error(String(answer.status));
      const kept = new Set((await answer.json()).keys);
      waiting = waiting.filter((one) => !kept.has(one.key));
      failed = false;
      net();
    }
  } catch {
    failed = true;
  }
  sending = false;
  net();
}

root.addEventListener("click", (event) => {
  const button = event.target.closest(".slip-button");
  if (!button) return;
  mark("slip", button.dataset.code);
  button.classList.remove("hit");
  void button.offsetWidth;
  button.classList.add("hit");
  said(`${state.titles[button.dataset.code]}, ${button.dataset.severity}`);
  if (navigator.vibrate) navigator.vibrate(20);
});
by("hand").addEventListener("click", () => {
  mark("hand");
  said(`hand ${dealing().times.length} over`);
});
by("pause").addEventListener("click", () => {
  mark("pause");
  said(paused() ? "the clock is stopped" : "the clock is running");
});
by("undo").addEventListener("click", () => {
  const gone = mark("undo");
  said(gone && gone.what !== "undo" ? `taken back: ${words(gone)}` : "nothing to take back");
});

// The keys of `dealerkit observe`: letters mark, Enter ends the hand, space stops the clock, backspace takes back, / seeks.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const at = event.target;
  const field = at.matches("input, textarea, select") && !at.matches('[type="radio"]');
  if (field || at.closest("#ending")) {
    if (event.key === "Escape" && at === by("seek")) { at.value = ""; seek(); at.blur(); }
    return;
  }
  const pressed = at.closest("button, a, summary");
  if (event.key === "Enter" || event.key === " ") {
    if (pressed) return;
    event.preventDefault();
    by(event.key === "Enter" ? "hand" : "pause").click();
  } else if (event.key === "Backspace") {
    event.preventDefault();
    if (!by("undo").disabled) by("undo").click();
  } else if (event.key === "/") {
    event.preventDefault();
    by("seek").focus();
  } else if (event.key.length === 1) {
    const button = root.querySelector(`.slip-button[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
    if (button) button.click();
  }
});

function seek() {
  const wanted = by("seek").value.toLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  for (const button of by("rest").children) {
    const title = `${button.querySelector(".what").textContent} ${button.dataset.code}`.toLowerCase();
    const fits = wanted.length > 0 && wanted.every((word) => title.includes(word));
    button.hidden = !fits || found >= 12;
    found += fits ? 1 : 0;
  }
  by("nothing").hidden = !wanted.length || found > 0;
}
by("seek").addEventListener("input", seek);

by("ending").querySelector("form").addEventListener("submit", () => {
  by("seconds").value = seconds().toFixed(2);
  if (!waiting.length) store(place, "[]");
});
const notes = by("notes");
notes.value = stored(`${place}-notes`) || "";
notes.addEventListener("input", () => store(`${place}-notes`, notes.value));

addEventListener("online", send);
setInterval(tick, 500);
setInterval(send, 3000);
show();
send();
