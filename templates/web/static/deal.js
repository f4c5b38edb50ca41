// The table under your hands. What is touched becomes an act by the gestures that the page brings along; whether it was right is the
// server's business. What is said waits here in its order until the server has kept it, and is sent once.

const token = () => document.querySelector('meta[name="token"]').content;
const wait = (time) => new Promise((done) => setTimeout(done, time));
const fresh = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (one) => one.toString(16).padStart(2, "0")).join("");

const PATIENCE = 12_000; // milliseconds; then it is sent once more

// What is said and not yet kept. `name` is what it is stored by in this browser, `address(item)` where it is sent, `told(answer, item)`
// is called with each answer, `changed(waiting, offline, since)` whenever something waits or no longer does.
export class Sayings {
  constructor(name, { address, told, changed = () => {} }) {
    Object.assign(this, { name: `dealerkit/${name}`, address, told, changed, offline: false, since: 0, busy: false });
    this.items = this.stored();
    this.ours = new Set(this.items.map((one) => one.body.key)); // all that this window has said, or taken over
    addEventListener("online", () => this.go());
  }
  stored() {
    try {
      return JSON.parse(localStorage.getItem(this.name) || "[]");
    } catch {
      return []; // a browser that keeps nothing
    }
  }
  get waiting() {
    return this.items.length;
  }
  keep() {
    const theirs = this.stored().filter((one) => !this.ours.has(one.body.key)); // what waits in another window at this table
    const all = [...theirs, ...this.items];
    try {
      if (all.length) localStorage.setItem(this.name, JSON.stringify(all));
      else localStorage.removeItem(this.name);
    } catch {
      // a browser that keeps nothing: then it waits in this page alone
    }
    this.changed(this.items.length, this.offline, this.since);
  }
  rename(name) {
    const waiting = this.items;
    this.items = [];
    this.keep(); // nothing of ours waits under the old name
    Object.assign(this, { name: `dealerkit/${name}`, items: waiting });
    this.keep();
  }
  // Say something: `kind` is the last part of its address, `body` what is sent besides its key.
  say(kind, body) {
    const key = fresh();
    this.ours.add(key);
    this.items.push({ kind, body: { key, ...body } });
    this.keep();
    this.go();
  }
  async go() {
    if (this.busy) return;
    this.busy = true;
    let pause = 400;
    while (this.items.length) {
      const item = this.items[0];
      try {
        const answer = await fetch(await this.address(item), {
          method: "POST",
          headers: { "Content-Type": "application/json", Accept: "application/json", "X-Token": token() },
          body: JSON.stringify(item.body),
          signal: AbortSignal.timeout(PATIENCE), // a network that is gone without a word answers never
        });
        if (answer.status === 423) { // the class pauses: what was done waits here
          this.offline = false;
          this.changed(this.items.length, false, 0, true);
          await wait(1500);
          continue;
        }
        if (answer.status >= 500 || answer.status === 429 || answer.status === 408) throw new Error(String(answer.status));
        const said = await answer.json();
        if (said.again && !answer.ok) { // with a good answer it is what was done before, when its answer was lost
          // signed out, or a page of another session: it waits until the page was loaded again
          await this.told(said, item, false);
          break;
        }
        this.items.shift();
        if (said.stale || answer.status === 410) this.items = []; // 410: the class is over
        this.offline = false;
        this.keep();
        await this.told(said, item, answer.ok);
        pause = 400;
      } catch (error) {
        if (!(error instanceof TypeError) && error.name !== "TimeoutError" && !/^\d+$/.test(error.message)) console.warn(error);
        if (!this.offline) this.since = Date.now();
        this.offline = true;
        this.changed(this.items.length, true, this.since);
        await wait(pause);
        pause = Math.min(pause * 1.7, 5000);
      }
    }
    this.busy = false;
  }
}

const page = document.getElementById("deal");
if (page) start();

function start() {
  const hands = JSON.parse(page.dataset.hands);
  const felt = document.getElementById("felt");
  const panel = document.getElementById("panel");
  const options = document.getElementById("options");
  const inHand = document.getElementById("in-hand");
  const bubbles = document.getElementById("bubbles");
  const asked = document.getElementById("asked");
  const net = document.getElementById("net");
  const pad = document.getElementById("pad");
  let at = Number(page.dataset.at);
  const began = at;
  let mark = JSON.parse(page.dataset.mark);
  let dealt = page.dataset.dealt === "yes"; // as much as was to be: nothing more is taken
  let held = null; // what is taken up: {id, card}
  let n = 1;
  let face = "";
  let apart = false;
  let id = page.dataset.id;

  const sayings = new Sayings(`table/${id || "first"}`, {
    address: async (item) => {
      if (!id) await open();
      return `/deal/${id}/${item.kind}`;
    },
    told: (answer, item, good) => {
      if (good && answer.felt !== undefined) show(answer);
      else tell(answer.error || "Not understood; load the page again.");
    },
    changed: (waiting, offline, since, pauses = false) => {
      document.documentElement.dataset.waiting = waiting;
      const time = since ? new Date(since).toTimeString().slice(0, 5) : "";
      net.textContent = pauses ? `the class is paused: ${waiting} waiting` : offline ? `offline since ${time}: ${waiting} waiting` : waiting > 1 ? `${waiting} waiting` : "";
      net.classList.toggle("offline", offline);
    },
  });

  async function open() {
    const answer = await fetch("/deal/first", { method: "POST", headers: { "Content-Type": "application/json", Accept: "application/json", "X-Token": token() }, body: "{}" });
    if (!answer.ok) throw new Error(String(answer.status));
    const { url } = await answer.json();
    id = url.split("/").pop();
    history.replaceState(null, "", url);
    sayings.rename(`table/${id}`);
    listen();
  }

  function send(kind, body) {
    sayings.say(kind, sayings.waiting ? body : { at, ...body });
  }
  const say = (...acts) => send("say", { acts });

  // -- what is shown

  function show(answer) {
    const focused = document.activeElement && felt.contains(document.activeElement) ? document.activeElement.dataset.thing : null;
    const wordsOpen = felt.querySelector("details.words")?.open;
    const moved = answer.at !== at;
    at = answer.at;
    if (at > began) {
      page.querySelector(".dare")?.remove(); // it was of the first card
      page.querySelector(".mode")?.removeAttribute("hidden");
    }
    felt.innerHTML = answer.felt;
    if (wordsOpen) felt.querySelector("details.words").open = true;
    panel.innerHTML = answer.panel;
    const over = panel.querySelector(".round-over strong");
    page.querySelector(".over").textContent = over ? over.textContent : "";
    if (over && moved) held = null; // the next round begins with empty hands
    mark = answer.mark;
    if (mark?.take && held && held.id !== mark.take) held = null; // a touch on what is marked is to take it up, not to get what is in the hand
    if (moved && mark?.take && held) asDue();
    dealt = answer.dealt;
    if (!answer.refused && !(answer.again && bubbles.childElementCount)) asked.replaceChildren();
    if (answer.slips.length || !answer.again) showSlips(answer.slips);
    clock.base = answer.clock;
    clock.left = answer.left ?? null;
    clock.since = performance.now();
    const desk = document.getElementById("to-desk");
    if (desk) desk.href = desk.href.replace(/act=\d+/, `act=${at}`);
    if (focused) thing(focused)?.focus({ preventScroll: true });
    showHeld();
  }

  function showSlips(slips) {
    bubbles.replaceChildren();
    for (const one of slips) {
      const bubble = document.createElement("div");
      bubble.className = "bubble";
      bubble.setAttribute("role", "alert");
      bubble.innerHTML = `${one.html}<button type="button" class="close" aria-label="Close">×</button>`;
      bubble.querySelector(".close").addEventListener("click", () => bubble.remove());
      bubbles.append(bubble);
      place(bubble, thing(one.thing));
    }
  }

  function place(bubble, spot) {
    if (!spot || innerWidth < 600) {
      bubble.classList.add("flat");
      return;
    }
    spot.classList.add("slipped");
    const box = spot.getBoundingClientRect();
    const frame = page.getBoundingClientRect();
    const wide = bubble.offsetWidth;
    const left = Math.max(0, Math.min(box.left - frame.left + box.width / 2 - wide / 2, frame.width - wide));
    bubble.style.left = `${left}px`;
    const below = box.bottom - frame.top + 10;
    bubble.style.top = `${below}px`;
    bubble.style.setProperty("--tip", `${box.left - frame.left + box.width / 2 - left}px`);
  }

  function tell(words) {
    const said = document.createElement("p");
    said.className = "note problem";
    said.textContent = words;
    asked.replaceChildren(said);
  }

  // -- things

  const thing = (name) => felt.querySelector(`.thing[data-thing="${CSS.escape(name)}"]`);
  const kinds = (el) => el.dataset.kinds.split(" ");

  function between(take, put, card) {
    const mine = card ? ["card"] : kinds(take);
    const fits = hands.gestures.filter((one) => mine.includes(one.take) && (put ? one.put && kinds(put).includes(one.put) : !one.put));
    if (!put) return fits;
    return fits.filter((one, number) => number === 0 || (one.other && one.take === fits[0].take));
  }

  const ASKED = ["n", "face", "together", "amount", "signed", "word", "card"];
  const asks = (act) => act.filter((word) => word[0] === "{" && ASKED.includes(word.slice(1, -1))).map((word) => word.slice(1, -1));

  function filled(act, take, put, given) {
    const known = {};
    if (take) {
      known.take = known.place = take.dataset.name;
      known["take.seat"] = known.seat = take.dataset.seat;
      known.pot = kinds(take).includes("main_pot") ? "" : take.dataset.name;
      known.next = take.dataset.next;
    }
    if (put) {
      known.put = put.dataset.name;
      known["put.seat"] = put.dataset.seat;
    }
    const words = [];
    for (const word of act) {
      const name = word[0] === "{" ? word.slice(1, -1) : "";
      let value = name ? (ASKED.includes(name) ? given[name] || "" : known[name]) : word;
      if (name === "n" && value === "1" && ["deal", "burn"].includes(act[1])) value = "";
      if (value) words.push(value);
    }
    return words.join(" ");
  }

  // Do a gesture or a button; what it asks for and the tray does not say is asked by the pad.
  function perform(one, take, put, more = {}) {
    const given = { n: String(n), face, together: n > 1 && !apart ? "together" : "", card: held?.card || "", ...more };
    const wanted = asks(one.act).filter((name) => ["amount", "signed", "word"].includes(name) || (name === "n" && !one.act.includes("{face}") && !more.n));
    if (!wanted.length || more.done) {
      say(filled(one.act, take, put, given));
      after(take);
      return;
    }
    const row = (put && kinds(put).includes("mark") ? put : take)?.dataset.name;
    const words = one.words && one.words.length ? one.words : wanted.includes("word") ? hands.words[row] || [] : [];
    const lying = put && put.dataset.amount && put.dataset.amount !== "0" && kinds(put).includes("bet") ? put : take;
    const about = put || take;
    const title = about && !kinds(about).includes("seat") ? `, ${capital(about.dataset.title)}` : "";
    const whom = about?.dataset.seat ? `: seat ${about.dataset.seat.slice(1)}${title}` : title.replace(", ", ": ");
    // where it is the act that is marked, what it asks for is said on the page already
    const marks = mark && mark.say === one.say && (!mark.take || mark.take === take?.dataset.thing) && (!mark.put || mark.put === put?.dataset.thing);
    const done = (answers) => {
      say(filled(one.act, take, put, { ...given, ...answers }));
      after(take);
    };
    ask(`${one.say}${whom}`, wanted, words, lying?.dataset.amount, done, marks ? mark.given : {});
  }

  function after(take) {
    if (!take) return; // words leave in the hand what is in it
    const stays = take && ["stock", "rack"].some((kind) => kinds(take).includes(kind));
    n = 1;
    apart = false;
    if (!stays) held = null;
    showHeld();
  }

  function touch(el) {
    bubbles.replaceChildren();
    const take = held && thing(held.id);
    if (take && take !== el) {
      const found = between(take, el, held.card);
      if (found.length === 1) return perform(found[0], take, el);
      if (found.length) return choose(found, take, el);
    }
    if (held && held.id === el.dataset.thing && !held.card) {
      held = null;
      n = 1;
      face = "";
      return showHeld();
    }
    held = { id: el.dataset.thing };
    asDue();
    showHeld();
  }

  // What is taken up where it is marked is taken as it is due: so many cards, up or down.
  function asDue() {
    const due = mark && held && held.id === mark.take ? mark.given : {};
    n = Number(due.n) || 1;
    face = due.face || "";
    apart = false;
  }

  function choose(found, take, put) {
    options.replaceChildren(...found.map((one) => button(one.say, () => perform(one, take, put))));
    options.firstChild?.focus();
  }

  function button(words, done, name = "") {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = words;
    made.className = name;
    made.addEventListener("click", done);
    return made;
  }

  const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

  // The tray: what is in the hand, and what can be done with it.
  function showHeld() {
    for (const one of felt.querySelectorAll(".held")) one.classList.remove("held");
    const take = held && thing(held.id);
    options.replaceChildren();
    if (dealt) {
      held = null;
      inHand.textContent = page.dataset.after ? "Everything is dealt." : "Everything is dealt. Wait for the others.";
      if (page.dataset.after) {
        const on = document.createElement("a");
        on.className = "button primary";
        on.href = page.dataset.after;
        on.textContent = page.dataset.afterWords;
        options.append(on);
      }
      letters();
      return;
    }
    if (!take) {
      held = null;
      inHand.textContent = "Your hands are empty. Touch what you pick up, then where it goes.";
      showMark();
      letters();
      return;
    }
    take.classList.add("held");
    const what = held.card && held.card !== "??" ? `${held.card} of ${take.dataset.title}` : capital(take.dataset.title);
    const whose = take.dataset.seat && !kinds(take).includes("seat") ? `, seat ${take.dataset.seat.slice(1)}` : "";
    inHand.textContent = kinds(take).includes("stock") ? `${what}: touch where it goes.` : `${what}${whose}: choose, or touch where it goes.`;
    if (kinds(take).includes("stock")) {
      const count = document.createElement("span");
      count.className = "count-row";
      count.setAttribute("role", "group");
      count.setAttribute("aria-label", "How many cards");
      for (const number of [1, 2, 3, 4, 5]) {
        const made = button(number === 1 ? "1 card" : String(number), () => ((n = number), showHeld()), number === n ? "on" : "");
        made.setAttribute("aria-pressed", String(number === n));
        made.setAttribute("aria-label", number === 1 ? "1 card" : `${number} cards`);
        made.dataset.count = number;
        count.append(made);
      }
      options.append(count);
      for (const [value, words] of [["up", "Face up"], ["down", "Face down"]]) {
        const made = button(words, () => ((face = face === value ? "" : value), showHeld()), face === value ? "on" : "");
        made.setAttribute("aria-pressed", String(face === value));
        made.dataset.face = value;
        options.append(made);
      }
      if (n > 1) {
        const made = button("One by one", () => ((apart = !apart), showHeld()), apart ? "on" : "");
        made.setAttribute("aria-pressed", String(apart));
        options.append(made);
      }
    }
    if (!held.card) {
      const cards = (take.dataset.cards || "").split(" ").filter(Boolean);
      const pair = (one) => `${one.take} ${one.act.join(" ")}`;
      const seen = new Set();
      for (const one of between(take, null)) {
        if (seen.has(pair(one))) continue;
        seen.add(pair(one));
        const made = button(one.say, () => perform(one, take, null));
        made.dataset.gesture = one.say;
        options.append(made);
        if (one.as_much && Number(take.dataset.amount)) {
          const same = button(`${one.say}: the amount there`, () => perform(one, take, null, { amount: take.dataset.amount, done: true }));
          same.dataset.same = one.say;
          options.append(same);
        }
      }
      const seated = take.dataset.seat && (kinds(take).includes("seat") || kinds(take).includes("seat_hand"));
      for (const one of hands.buttons) {
        if (kinds(take).includes(one.on) || (one.on === "seat" && seated)) {
          const made = button(one.say, () => perform(one, take, null));
          made.dataset.button = one.id;
          options.append(made);
        }
      }
      if (cards.length && cards.length <= 14 && !kinds(take).includes("stock")) {
        for (const card of cards) options.append(pickCard(take, card));
      }
    } else {
      for (const one of between(take, null, held.card)) options.append(button(one.say, () => perform(one, take, null)));
    }
    options.append(button("Put it down", () => ((held = null), showHeld()), "quiet"));
    showMark();
    letters();
  }

  function pickCard(take, card) {
    const made = button("", () => ((held = { id: take.dataset.thing, card }), showHeld()), "card-pick");
    made.setAttribute("aria-label", card === "??" ? "a card face down" : card);
    made.dataset.card = card;
    made.innerHTML = `<svg class="pc" viewBox="0 0 16 22.4" aria-hidden="true"><use href="/deal/cards-colour.svg#c-${card === "??" ? "back" : card}"/></svg>`;
    return made;
  }

  // -- what comes next, where somebody learns

  function showMark() {
    marked(mark);
    const next = page.querySelector(".next"), tray = document.getElementById("tray");
    if (!next || tray.contains(next)) return;
    if (next.matches(".call")) return handUp(next);
    const at = next.getBoundingClientRect(), line = tray.getBoundingClientRect();
    const foot = Math.abs(line.bottom - innerHeight) < 2 ? line.top : innerHeight; // the tray's line sticks to it
    // whoever does what is marked need not look for it
    if (at.top < 0 || at.bottom > foot) next.scrollIntoView({ block: "center" });
  }

  // What is to be said is said from the cards that lie there, always at the same spot: the line below the felt has its button,
  // and nothing beside it that somebody could touch instead.
  function handUp(call) {
    const words = call.getAttribute("aria-label") || call.textContent.trim();
    const made = button(words, () => call.click(), "due next");
    call.classList.remove("next");
    options.replaceChildren(made, ...options.querySelectorAll(".quiet"));
    inHand.textContent = call.dataset.spoken ? "Say now:" : "Do now:";
    const line = made.getBoundingClientRect();
    const cards = felt.querySelector(".middle").getBoundingClientRect();
    if (cards.top < 0 || line.top < 0 || line.bottom > innerHeight) made.scrollIntoView({ block: "end" });
  }

  function marked(way) {
    for (const one of options.querySelectorAll(".due")) one.remove();
    for (const one of page.querySelectorAll(".next")) one.classList.remove("next");
    if (!way) return;
    if (way.act) { // hands cannot do it: it is said whole
      options.prepend(button(way.say, () => say(way.act), "due next"));
      if (!held) inHand.textContent = "One touch:";
      return;
    }
    if (way.button && !way.take) {
      for (const one of page.querySelectorAll(`.call[data-button="${CSS.escape(way.button)}"]`)) {
        if (one.dataset.n === undefined || one.dataset.n === way.given.n) {
          one.classList.add("next");
          one.closest("details")?.setAttribute("open", "");
        }
      }
      return;
    }
    const inMine = held && held.id === way.take;
    if (!inMine) thing(way.take)?.classList.add("next");
    else if (way.given.card && held.card !== way.given.card) {
      const picked = [...options.querySelectorAll(".card-pick")].find((one) => one.dataset.card === way.given.card);
      (picked || thing(way.put))?.classList.add("next");
    } else if (way.put) thing(way.put)?.classList.add("next");
    else {
      const selector = way.button ? `[data-button="${CSS.escape(way.button)}"]` : `[data-gesture="${CSS.escape(way.say)}"]`;
      options.querySelector(selector)?.classList.add("next");
    }
    if (inMine && way.given) {
      if (way.given.n && way.given.n !== String(n)) options.querySelector(`[data-count="${CSS.escape(way.given.n)}"]`)?.classList.add("next");
      if (way.given.face && way.given.face !== face) options.querySelector(`[data-face="${way.given.face}"]`)?.classList.add("next");
    }
  }

  // -- the pad

  let padDone = null;
  let untouched = false; // what stands in the pad was put there by the page: the first key takes its place
  function ask(title, wanted, words, lying, done, due = {}) {
    const sum = document.getElementById("pad-sum");
    const numbers = wanted.some((name) => ["amount", "signed", "n"].includes(name));
    document.getElementById("pad-title").textContent = title;
    const asked_for = wanted.find((one) => ["amount", "signed", "n"].includes(one));
    sum.value = due[asked_for] || "";
    untouched = sum.value !== "";
    sum.removeAttribute("aria-invalid");
    sum.hidden = !numbers;
    pad.querySelector(".pad-keys").hidden = !numbers;
    const row = document.getElementById("pad-words");
    let word = "";
    row.replaceChildren();
    if (wanted.includes("word")) {
      for (const one of words) {
        row.append(
          button(one.replaceAll("-", " ").replaceAll("_", " "), (event) => {
            word = word === one ? "" : one;
            for (const other of row.children) other.setAttribute("aria-pressed", String(other === event.currentTarget && word !== ""));
          }),
        );
      }
      const other = document.createElement("input");
      other.placeholder = "another word";
      other.setAttribute("aria-label", "another word");
      other.maxLength = 30;
      other.addEventListener("input", () => (word = other.value.trim().split(/\s+/).join("-").toLowerCase()));
      row.append(other);
    }
    const same = document.getElementById("pad-same");
    same.hidden = !(wanted.includes("amount") && Number(lying)) || (untouched && sum.value !== lying); // half a pot is due
    same.textContent = "The amount there";
    padDone = (value) => {
      const plain = value.trim().replace(",", ".");
      if (numbers && !/^-?\d*\.?\d+$/.test(plain)) {
        sum.setAttribute("aria-invalid", "true");
        sum.focus();
        return;
      }
      sum.removeAttribute("aria-invalid");
      pad.close();
      const name = wanted.find((one) => ["amount", "signed", "n"].includes(one));
      done({ word, ...(name ? { [name]: plain } : {}) });
    };
    same.onclick = () => padDone(lying);
    pad.showModal();
    (numbers ? sum : row.firstChild)?.focus();
    if (untouched) sum.select();
    if (due.word && words.includes(due.word)) row.children[words.indexOf(due.word)].click();
  }
  pad.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    event.stopPropagation();
    padDone?.(document.getElementById("pad-sum").value);
  });
  document.getElementById("pad-no").addEventListener("click", () => pad.close());
  for (const key of pad.querySelectorAll("[data-key]")) {
    key.addEventListener("click", () => {
      const sum = document.getElementById("pad-sum");
      if (untouched) sum.value = "";
      untouched = false;
      sum.value = key.dataset.key === "back" ? sum.value.slice(0, -1) : sum.value + key.dataset.key;
    });
  }

  // -- taps and clicks

  let dragged = false;
  felt.addEventListener("click", (event) => {
    const el = event.target.closest(".thing");
    if (el && !dragged) touch(el);
    dragged = false;
  });

  page.addEventListener("click", (event) => {
    const call = event.target.closest(".call");
    if (call) {
      const one = { act: call.dataset.act.split(" "), say: call.textContent.trim().replace(/ …$/, ""), words: (call.dataset.words || "").split(" ").filter(Boolean) };
      if (call.dataset.n !== undefined) say(filled(one.act, null, null, { n: call.dataset.n }));
      else perform(one, null, null, { n: "" });
      return;
    }
    const choice = event.target.closest(".choice");
    if (choice) {
      if (choice.dataset.line) send("say", { line: choice.dataset.line });
      else if (choice.dataset.asks) ask(choice.textContent, ["amount"], [], "", ({ amount }) => say(...choice.dataset.acts.split("\n").map((one) => one.replace("{amount}", amount))));
      else say(...choice.dataset.acts.split("\n"));
      return;
    }
    const question = event.target.closest("[data-ask]");
    if (question) look(question.dataset.ask);
  });

  async function look(what) {
    if (!id) {
      try {
        await open();
      } catch {
        return tell("Can't reach the server; try again.");
      }
    }
    try {
      const answer = await fetch(`/deal/${id}/ask/${what}`, { headers: { Accept: "application/json" } });
      const said = await answer.json();
      if (said.html) asked.innerHTML = said.html;
      else tell(said.error);
      if (said.mark) marked((mark = said.mark));
    } catch {
      tell("Can't reach the server; try again.");
    }
  }

  document.getElementById("words").addEventListener("submit", (event) => {
    event.preventDefault();
    const line = document.getElementById("line");
    const words = line.value.trim();
    if (!words) return;
    line.value = "";
    const plain = words.toLowerCase();
    const commands = { hint: "hint", h: "hint", why: "why", findings: "slips", slips: "slips", show: "told", table: "told" };
    if (page.dataset.mode !== "exam" && ["undo", "u"].includes(plain)) send("undo", {});
    else if (commands[plain] && page.dataset.mode !== "exam") look(commands[plain]);
    else send("say", { line: words });
  });
  document.getElementById("undo")?.addEventListener("click", () => {
    held = null;
    send("undo", {});
  });

  // -- drag and drop

  let drag = null;
  felt.addEventListener("pointerdown", (event) => {
    const el = event.target.closest(".thing");
    if (!el || event.button !== 0) return;
    drag = { el, x: event.clientX, y: event.clientY, ghost: null, pointer: event.pointerId };
  });
  addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 10) return;
      if (held?.id !== drag.el.dataset.thing) {
        held = { id: drag.el.dataset.thing };
        n = 1;
        face = "";
        showHeld();
      }
      const picture = drag.el.querySelector(".pc:last-of-type, .chips, .tray");
      drag.ghost = document.createElement("div");
      drag.ghost.className = "ghost";
      if (picture) drag.ghost.append(picture.cloneNode(true));
      else drag.ghost.textContent = drag.el.dataset.title;
      document.body.append(drag.ghost);
    }
    drag.ghost.style.left = `${event.clientX}px`;
    drag.ghost.style.top = `${event.clientY}px`;
    const over = document.elementFromPoint(event.clientX, event.clientY)?.closest(".thing");
    for (const one of felt.querySelectorAll(".over")) if (one !== over) one.classList.remove("over");
    if (over && over !== drag.el) over.classList.add("over");
  });
  const drop = (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    const { el, ghost } = drag;
    drag = null;
    for (const one of felt.querySelectorAll(".over")) one.classList.remove("over");
    if (!ghost) return;
    ghost.remove();
    dragged = true;
    setTimeout(() => (dragged = false), 50);
    if (event.type === "pointercancel") return;
    const over = document.elementFromPoint(event.clientX, event.clientY)?.closest(".thing");
    if (over && over.dataset.thing !== el.dataset.thing) touch(over);
  };
  addEventListener("pointerup", drop);
  addEventListener("pointercancel", drop);

  // -- keys

  const KEYS = "asdfghjklqwertyuiopzxcvbnm";
  let shown = false;
  const given = new Map();
  function letters() {
    for (const one of page.querySelectorAll(".key")) one.remove();
    document.getElementById("keys").setAttribute("aria-pressed", String(shown));
    if (!shown) return;
    const all = [...page.querySelectorAll(".thing, .call, #options button:not(.due), #panel button, .tools button")].filter((one) => one.offsetParent);
    const used = new Set(given.values());
    const name = (one) => one.dataset.thing || (one.dataset.button ? one.dataset.button + (one.dataset.n || "") : one.getAttribute("aria-label") || one.textContent);
    const all_keys = [...KEYS].concat([...KEYS].flatMap((first) => [...KEYS].map((second) => `${first}${second}`)));
    // two letters each where there are many: no key is the beginning of another
    const single = given.size ? [...given.values()][0].length === 1 && all.length <= KEYS.length : all.length <= KEYS.length - 6;
    if (!single && given.size && [...given.values()][0].length === 1) given.clear(), used.clear();
    const free = all_keys.filter((key) => (single ? key.length === 1 : key.length === 2) && !used.has(key));
    for (const one of all) {
      let key = given.get(name(one));
      if (!key) given.set(name(one), (key = free.shift() || ""));
      const badge = document.createElement("kbd");
      badge.className = "key";
      badge.textContent = key;
      badge.setAttribute("aria-hidden", "true");
      one.append(badge);
      one.dataset.key = key;
    }
  }
  document.getElementById("keys").addEventListener("click", () => ((shown = !shown), letters()));

  function step(from, key) {
    const all = [...page.querySelectorAll(".thing, .call, #options button, .choice, .tools button")].filter((one) => one.offsetParent && one !== from);
    const box = from.getBoundingClientRect();
    const x = box.left + box.width / 2;
    const y = box.top + box.height / 2;
    let best = null;
    let least = Infinity;
    for (const one of all) {
      const other = one.getBoundingClientRect();
      const dx = other.left + other.width / 2 - x;
      const dy = other.top + other.height / 2 - y;
      const [along, across] = { ArrowLeft: [-dx, dy], ArrowRight: [dx, dy], ArrowUp: [-dy, dx], ArrowDown: [dy, dx] }[key];
      if (along <= 4) continue;
      const far = along + 2.5 * Math.abs(across);
      if (far < least) [best, least] = [one, far];
    }
    best?.focus();
  }

  let typed = "";
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || pad.open) return;
    const field = event.target.closest?.("input, textarea, select");
    if (field) return;
    if (event.key === "?") {
      event.preventDefault();
      shown = !shown;
      typed = "";
      return letters();
    }
    if (event.key === "Escape") {
      held = null;
      typed = "";
      bubbles.replaceChildren();
      return showHeld();
    }
    if (event.key.startsWith("Arrow") && event.target.closest?.(".thing, .call, #options button, .choice, .tools button")) {
      event.preventDefault();
      return step(event.target, event.key);
    }
    if (event.key === "Enter" && !event.repeat && !event.target.closest?.("a, button, summary, dialog")) {
      const next = page.querySelector(".next"); // nothing has the focus: who learns does what is marked
      if (next) {
        event.preventDefault();
        if (!sayings.waiting) next.click(); // what is still marked then was done
      }
      return;
    }
    if (event.key === "/") {
      event.preventDefault();
      return document.getElementById("line").focus();
    }
    if (!shown || event.key.length !== 1) return;
    typed += event.key.toLowerCase();
    const all = [...page.querySelectorAll("[data-key]")].filter((one) => one.querySelector(":scope > .key"));
    const hit = all.find((one) => one.dataset.key === typed);
    if (hit) {
      typed = "";
      event.preventDefault();
      hit.focus();
      hit.click();
      letters();
    } else if (!all.some((one) => one.dataset.key.startsWith(typed))) typed = "";
  });

  // -- the clock, and other windows at the same table

  const clock = { base: 0, left: page.dataset.left ? Number(page.dataset.left) : null, since: performance.now() };
  setInterval(() => {
    if (!id) return; // nobody has begun
    const gone = (performance.now() - clock.since) / 1000;
    const seconds = Math.floor(clock.left === null ? clock.base + gone : Math.max(0, clock.left - gone));
    document.getElementById("clock").textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}${clock.left === null ? "" : " left"}`;
  }, 500);

  async function truth() {
    if (!id) return;
    const answer = await fetch(`/deal/${id}/look`, { headers: { Accept: "application/json" } }).catch(() => null);
    if (answer?.ok && !sayings.waiting) show({ ...(await answer.json()), again: true });
  }
  let source = null;
  function listen() {
    if (source || !id) return;
    source = new EventSource(`/deal/${id}/events`);
    source.addEventListener("table", (event) => {
      if (Number(event.data) !== at && !sayings.waiting && !sayings.busy) truth();
    });
  }
  addEventListener("pageshow", (event) => event.persisted && truth());

  page.classList.add("ready");
  page.dataset.ready = "yes";
  listen();
  if (id) truth();
  showHeld();
  if (sayings.waiting) sayings.go();
}
