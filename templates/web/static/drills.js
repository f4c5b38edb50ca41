// Drills: a control for each kind of answer. Every control only writes into the field that a keyboard would write into,
// so that a page without scripts asks the same and sends the same.
"use strict";
(() => {
  const sitting = document.querySelector(".sitting");
  if (!sitting) return;
  const form = sitting.querySelector("form.question");
  const make = (tag, className, text) => {
    const made = document.createElement(tag);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  };
  const press = (text, className, act) => {
    const made = make("button", className, text);
    made.type = "button";
    made.addEventListener("click", act);
    return made;
  };

  // -- the clock: the server's time, counted on from what it said
  const clock = sitting.querySelector("[data-clock]");
  if (clock) {
    const before = Number(clock.dataset.ms), target = Number(clock.dataset.target), since = performance.now();
    const shown = clock.querySelector("output");
    const tick = () => {
      const spent = before + performance.now() - since;
      shown.textContent = `${(spent / 1000).toFixed(1)} s`;
      if (spent > target) clock.dataset.over = "yes";
    };
    const timer = setInterval(tick, 100);
    addEventListener("pagehide", () => clearInterval(timer));
  }
  const down = sitting.querySelector("[data-down]");
  if (down) {
    const left = Number(down.dataset.down), since = performance.now(), shown = down.querySelector("output");
    const tick = () => {
      const rest = Math.max(0, Math.round((left - performance.now() + since) / 1000));
      shown.textContent = `${Math.floor(rest / 60)} min ${String(rest % 60).padStart(2, "0")} s`;
      if (!rest) { clearInterval(timer); location.reload(); }
    };
    const timer = setInterval(tick, 500);
    addEventListener("pagehide", () => clearInterval(timer));
  }
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

  // -- the first touch of an answer, told to the server: its own clock decides
  let begun = false;
  const begin = () => {
    if (begun || !form || !sitting.dataset.first) return;
    begun = true;
    const token = document.querySelector('meta[name="token"]').content;
    fetch(sitting.dataset.first, {
      method: "POST", keepalive: true, body: "{}",
      headers: { "Content-Type": "application/json", "X-Token": token, Accept: "application/json" },
    }).catch(() => {});
  };
  if (form) {
    form.addEventListener("pointerdown", begin);
    form.addEventListener("keydown", (event) => { if (event.key !== "Tab" && event.key !== "Shift") begin(); });
  }

  // -- one key answers, where the answer is one of a few; ? shows the rule; Enter goes on
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const at = event.target;
    const writes = at.matches("input:not([type=radio]):not([type=checkbox]), textarea, select");
    if (writes) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (key === "Enter" && !at.matches("a, button, summary")) {
      const next = sitting.querySelector("[data-next]") || (form && form.querySelector(".send"));
      if (next) { event.preventDefault(); next.click(); }
      return;
    }
    if (key.length !== 1 || key === " ") return;
    const field = at.closest("fieldset");
    const fields = field && field.querySelector("[data-key]") ? [field] : [...sitting.querySelectorAll("fieldset.choose")];
    const once = sitting.querySelector(".at-once");
    const scope = once ? [once, sitting] : [...(fields.length ? [fields[0]] : []), sitting];
    for (const where of scope) {
      const found = [...where.querySelectorAll("[data-key]")].find((one) => one.dataset.key.toLowerCase() === key);
      if (!found || (where === sitting && found.matches("input"))) continue;
      event.preventDefault();
      begin();
      if (found.matches("input[type=checkbox]")) { found.checked = !found.checked; found.focus(); }
      else if (found.matches("input")) { found.checked = true; found.focus(); onward(found.closest("fieldset")); }
      else found.click();
      return;
    }
  });

  // -- the felt beside a record: by the slider, by the arrows beside it, or the act that is touched
  const beside = sitting.querySelector(".felt-beside");
  if (beside) {
    let wish = 0;
    const showAt = async (act) => {
      const mine = ++wish;
      const focused = document.activeElement?.id || document.activeElement?.getAttribute("rel");
      const answer = await fetch(`${beside.dataset.felt}?at=${act}`).catch(() => null);
      if (!answer?.ok || mine !== wish) return;
      beside.innerHTML = await answer.text();
      if (focused) (beside.querySelector(`#${CSS.escape(focused)}`) || beside.querySelector(`[rel="${CSS.escape(focused)}"]`))?.focus({ preventScroll: true });
      for (const one of sitting.querySelectorAll(".act[data-act]")) one.toggleAttribute("data-then", one.dataset.act === String(act));
    };
    beside.addEventListener("input", (event) => showAt(event.target.value));
    beside.addEventListener("click", (event) => { const to = event.target.closest("[data-at]"); if (to) showAt(to.dataset.at); });
    beside.addEventListener("submit", (event) => event.preventDefault());
    sitting.addEventListener("click", (event) => { const act = event.target.closest(".act[data-act]"); if (act) showAt(act.dataset.act); });
  }

  // -- an answer waits in this page while there is no network, or while the class pauses; it is sent once, and once more after a
  //    reload: the server keeps the first to each question
  const rest = (time) => new Promise((done) => setTimeout(done, time));
  const waits = (words) => {
    let said = sitting.querySelector(".waits");
    if (!said) {
      said = make("p", "problem waits");
      said.setAttribute("role", "status");
      (form || sitting.querySelector(".next") || sitting).before(said);
    }
    if (said.textContent !== words) said.textContent = words;
    document.documentElement.dataset.waiting = words ? "1" : "0";
    said.hidden = !words;
  };
  const held = form && `dealerkit/answer${new URL(form.action).pathname}`;
  const remember = (value) => {
    try {
      if (value) localStorage.setItem(held, JSON.stringify(value)); else localStorage.removeItem(held);
    } catch { /* a browser that keeps nothing: then it waits in this page alone */ }
  };
  let sending = false;
  const send = async (pairs) => {
    if (sending) return;
    sending = true;
    remember(pairs);
    form.classList.add("sending");
    for (let pause = 500; ; pause = Math.min(pause * 1.6, 4000)) {
      try {
        const body = new URLSearchParams(pairs);
        body.set("token", document.querySelector('meta[name="token"]').content);
        const answer = await fetch(form.action, { method: "POST", body, signal: AbortSignal.timeout(20000) });
        if (answer.status === 423) { waits("The class is paused. Your answer waits here and is sent when it resumes."); await rest(1500); continue; }
        if (answer.status >= 500 || answer.status === 429 || answer.status === 408) throw new Error(String(answer.status));
        remember();
        if (answer.redirected) { location.assign(answer.url); return; }
        natively(pairs); // what cannot be read costs nothing: the page says why
        return;
      } catch {
        waits("No network: your answer waits in this page and is sent when you are back online.");
        await rest(pause);
      }
    }
  };
  const natively = (pairs) => {
    for (const one of form.querySelectorAll("button[name]")) one.disabled = true;
    for (const [name, value] of pairs) {
      if (form.querySelector(`input[name="${CSS.escape(name)}"]`)) continue;
      const field = make("input");
      Object.assign(field, { type: "hidden", name, value });
      form.append(field);
    }
    form.submit();
  };
  if (form) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      send([...new FormData(form, event.submitter)].filter(([name, value]) => name !== "token" && typeof value === "string"));
    });
    try {
      const before = JSON.parse(localStorage.getItem(held) || "null");
      if (before) send(before);
    } catch { remember(); }
  }
  const onwards = sitting.querySelector("a[data-next]");
  if (onwards) {
    let going = false;
    onwards.addEventListener("click", async (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      if (going) return;
      going = true;
      for (;;) {
        try {
          await fetch(document.querySelector('link[rel="icon"]').href, { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(8000) });
          location.assign(onwards.href);
          return;
        } catch {
          waits("No network. This page continues when you are back online.");
          await rest(800);
        }
      }
    });
  }

  const blocks = form ? [...form.querySelectorAll("fieldset.choose, .answer")] : [];
  /** Go to the next part of an answer that has several. */
  const onward = (block) => {
    const next = blocks[blocks.indexOf(block) + 1];
    const to = next ? next.querySelector("input:checked, input, button") : form.querySelector(".send");
    if (to) to.focus();
  };
  if (blocks.length && !form.querySelector(".problem") && matchMedia("(hover: hover)").matches) {
    const first = blocks[0].querySelector("input, button");
    if (first) first.focus({ preventScroll: true });
  }

  // -- numbers
  const numbers = form ? [...form.querySelectorAll("[data-number]")] : [];
  if (numbers.length) {
    let field = numbers[0];
    const several = numbers.length > 1;
    const coarse = matchMedia("(pointer: coarse)").matches;
    const write = (text) => {
      begin();
      field.value = text === "back" ? field.value.slice(0, -1) : field.value + text;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    };
    const pad = make("div", "pad");
    pad.setAttribute("role", "group");
    pad.setAttribute("aria-label", "Numbers");
    const docked = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0", ".", "space", "back", "next"];
    const keys = several ? docked : ["7", "8", "9", "back", "4", "5", "6", "space", "1", "2", "3", "next", "0", ".", "x", "clear"];
    const names = { back: "\u232b", clear: "clear", x: "\u00d7" };
    const called = { back: "delete", space: "space", next: "next field", clear: "clear the field", x: "times", ".": "point" };
    const made = new Map();
    for (const key of keys) {
      const one = press(names[key] || key, "", () => {
        if (key === "next") {
          const block = field.closest(".answer");
          const later = numbers[numbers.indexOf(field) + 1];
          if (later) { field = later; settle(); later.focus(); }
          else onward(block);
        } else if (key === "clear") { field.value = ""; write(""); } else write({ space: " ", back: "back", x: "x" }[key] || key);
      });
      if (called[key]) one.setAttribute("aria-label", called[key]);
      if (["space", "next", "clear"].includes(key)) one.classList.add("word");
      one.addEventListener("pointerdown", (event) => event.preventDefault());
      made.set(key, one);
      pad.append(one);
    }
    const settle = () => {
      for (const one of numbers) one.toggleAttribute("data-here", one === field);
      const kind = field.dataset.number;
      made.get("space").disabled = !["amounts", "chips"].includes(kind);
      if (made.has("x")) made.get("x").disabled = kind !== "chips";
      made.get(".").disabled = kind === "count";
      made.get("next").disabled = !several && blocks.length < 2;
    };
    for (const one of numbers) {
      if (coarse) one.inputMode = "none";
      one.addEventListener("focus", () => { field = one; settle(); });
      one.addEventListener("keydown", (event) => {
        if (event.key !== "Enter") return;
        const later = numbers[numbers.indexOf(one) + 1];
        if (later && !later.value) { event.preventDefault(); later.focus(); }
      });
    }
    settle();
    const wanted = (...kinds) => [...numbers].some((one) => kinds.includes(one.dataset.number));
    made.get("space").classList.toggle("never", !wanted("amounts", "chips"));
    if (made.has("x")) made.get("x").classList.toggle("never", !wanted("chips"));
    made.get("next").classList.toggle("never", !several && blocks.length < 2);
    if (several) pad.classList.add("dock");
    form.querySelector(".send").before(pad);
  }

  for (const block of form ? form.querySelectorAll("[data-control]") : []) {
    const field = block.querySelector(".typed");
    const kind = block.dataset.control;
    if (["seat", "groups", "order", "cards", "slips"].includes(kind)) block.classList.add("drawn");
    if (kind === "seat" || kind === "groups") seats(block, field, kind);
    if (kind === "order") order(block, field);
    if (kind === "cards") cards(block, field);
    if (kind === "chips" && block.dataset.chips) chips(block, field);
    if (kind === "slips") slips(block, field);
  }

  /** Seats to touch; for pots, a row of seats each. */
  function seats(block, field, kind) {
    const many = Number(block.dataset.seats);
    const row = (chosen, changed) => {
      const made = make("div", "seats");
      for (let seat = 1; seat <= many; seat += 1) {
        const one = press(String(seat), "", () => { changed(String(seat)); });
        one.setAttribute("aria-label", `seat ${seat}`);
        one.setAttribute("aria-pressed", String(chosen.has(String(seat))));
        made.append(one);
      }
      return made;
    };
    if (kind === "seat") {
      const draw = () => {
        const chosen = new Set([field.value.trim()]);
        const made = row(chosen, (seat) => { field.value = seat; draw(); const sends = blocks.length < 2; if (sends) form.requestSubmit(); });
        if (block.dataset.none === "1") {
          const none = press("none", "", () => { field.value = "none"; draw(); });
          none.setAttribute("aria-pressed", String(field.value.trim() === "none"));
          made.append(none);
        }
        const old = block.querySelector(".seats");
        if (old) old.replaceWith(made); else field.before(made);
      };
      field.addEventListener("input", draw);
      draw();
      return;
    }
    const box = make("div", "pots");
    field.before(box);
    let pots = [new Set()];
    const tell = () => { field.value = pots.map((pot) => [...pot].sort((a, b) => a - b).join(" ")).join(" / ").replace(/( \/ )+$/, ""); };
    const draw = (focus) => {
      box.replaceChildren(...pots.map((pot, at) => {
        const made = make("div", "pot");
        made.append(make("span", "", at ? `Side pot ${at}` : "Main pot"), row(pot, (seat) => {
          if (pot.has(seat)) pot.delete(seat); else pot.add(seat);
          tell(); draw([at, seat]);
        }));
        made.setAttribute("role", "group");
        made.setAttribute("aria-label", at ? `Side pot ${at}` : "Main pot");
        return made;
      }));
      const more = make("div", "row");
      more.append(press("Add a pot", "", () => { pots.push(new Set()); tell(); draw([pots.length - 1, "1"]); }));
      if (pots.length > 1) more.append(press("Remove a pot", "quiet", () => { pots.pop(); tell(); draw([pots.length - 1, "1"]); }));
      box.append(more);
      if (focus) {
        const again = box.children[focus[0]].querySelectorAll("button")[Number(focus[1]) - 1];
        if (again) again.focus({ preventScroll: true });
      }
    };
    const read = () => { pots = (field.value || "").split("/").map((pot) => new Set(pot.trim().split(/\s+/).filter(Boolean))); if (!pots.length) pots = [new Set()]; };
    field.addEventListener("input", () => { read(); draw(); });
    read();
    draw();
  }

  /** Letters in the order in which they are touched; touched again, one is taken out. */
  function order(block, field) {
    const letters = [...block.querySelectorAll(".letter")];
    const chosen = () => [...field.value.toLowerCase()].filter((sign) => block.dataset.letters.includes(sign));
    const draw = () => {
      const now = chosen();
      for (const one of letters) {
        const place = now.indexOf(one.dataset.letter);
        one.setAttribute("aria-pressed", String(place >= 0));
        one.querySelector(".place").textContent = place >= 0 ? String(place + 1) : "";
      }
    };
    for (const one of letters) {
      one.addEventListener("click", () => {
        const now = chosen(), at = now.indexOf(one.dataset.letter);
        if (at >= 0) now.splice(at, 1); else now.push(one.dataset.letter);
        field.value = now.join(" ");
        draw();
      });
    }
    field.addEventListener("input", draw);
    draw();
  }

  /** Cards by rank and suit. */
  function cards(block, field) {
    const box = make("div", "pick-cards"), picked = make("div", "picked");
    picked.setAttribute("aria-live", "polite");
    const suits = { s: "\u2660", h: "\u2665", d: "\u2666", c: "\u2663" };
    const names = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
    const ranks = { A: "ace", K: "king", Q: "queen", J: "jack", T: "10" };
    let rank = "";
    const now = () => field.value.trim() && field.value.trim() !== "none" ? field.value.trim().split(/\s+/) : [];
    const tell = (list) => { field.value = list.join(" "); draw(); };
    const draw = () => {
      picked.replaceChildren(...now().filter((code) => /^([2-9TJQKA]|10)[cdhs]$/i.test(code)).map((code, at) => {
        const written = code.replace(/^10/, "T").replace(/^./, (sign) => sign.toUpperCase());
        const one = press(undefined, "", () => tell(now().filter((_, other) => other !== at)));
        const picture = make("img");
        picture.src = `/drills/card/${written}.svg`;
        picture.alt = `${ranks[written[0]] || written[0]} of ${names[written[1].toLowerCase()]}, remove`;
        one.append(picture);
        return one;
      }));
    };
    const ranked = [];
    for (const sign of "AKQJT98765432") {
      const one = press(sign === "T" ? "10" : sign, "", () => {
        rank = sign;
        for (const other of ranked) other.setAttribute("aria-pressed", String(other === one));
      });
      one.setAttribute("aria-pressed", "false");
      ranked.push(one);
      box.append(one);
    }
    if (block.dataset.none === "1") box.append(press("none", "", () => { field.value = "none"; draw(); }));
    const row = make("div", "suits");
    for (const sign of "shdc") {
      const one = press(suits[sign], sign === "h" || sign === "d" ? "red" : "", () => {
        if (!rank) return;
        tell([...now(), rank + sign]);
        rank = "";
        for (const other of ranked) other.setAttribute("aria-pressed", "false");
      });
      one.setAttribute("aria-label", names[sign]);
      row.append(one);
    }
    box.append(row);
    field.before(picked, box);
    field.addEventListener("input", draw);
    draw();
  }

  /** Chips from the tray: a touch puts one more out. */
  function chips(block, field) {
    const worths = block.dataset.chips.split(" ").filter(Boolean);
    const row = make("div", "chips");
    const read = () => {
      const found = new Map();
      for (const part of field.value.trim().split(/[\s,]+/).filter(Boolean)) {
        const [, many, worth] = part.match(/^(?:(\d+)x)?([\d.]+)$/) || [];
        if (worth) found.set(worth, (found.get(worth) || 0) + Number(many || 1));
      }
      return found;
    };
    const tell = (found) => {
      field.value = [...found].filter(([, many]) => many > 0).sort((one, other) => other[0] - one[0]).map(([worth, many]) => `${many}x${worth}`).join(" ");
    };
    for (const worth of [...worths].reverse()) {
      const one = press(worth, "chip", () => { const found = read(); found.set(worth, (found.get(worth) || 0) + 1); tell(found); });
      one.dataset.worth = worth;
      one.setAttribute("aria-label", `one chip of ${worth}`);
      row.append(one);
    }
    row.append(press("\u21ba", "", () => { field.value = ""; }));
    row.lastChild.setAttribute("aria-label", "clear all");
    field.before(row);
  }

  /** The record of a hand: touch the act that was a slip, then say which. */
  function slips(block, field) {
    const acts = [...form.querySelectorAll("button.act")];
    const faults = [...block.querySelectorAll("[data-fault]")].map((one) => [one.dataset.fault, one.textContent.replace(/^\s*\S+\s+/, "").trim()]);
    const titles = new Map(faults);
    const list = make("ul", "found");
    list.setAttribute("aria-live", "polite");
    const clean = press("Clean: no slip", "", () => { close(); field.value = "-"; draw(); if (blocks.length < 2) form.requestSubmit(); else onward(block); });
    const last = form.querySelector(".acts:last-of-type") || block;
    let picker = null;
    field.before(list, clean);
    const read = () => [...field.value.matchAll(/(\d+)\s*([a-z])\b/gi)].map((found) => [found[1], found[2].toLowerCase()]);
    const tell = (found) => { field.value = found.map(([act, fault]) => `${act} ${fault}`).join(", "); draw(); };
    const draw = () => {
      const found = read();
      for (const one of acts) one.setAttribute("aria-pressed", String(found.some(([act]) => act === one.dataset.act)));
      list.replaceChildren(...found.map(([act, fault]) => {
        const row = make("li", "", `${act}: ${titles.get(fault) || fault}`);
        const off = press("\u2715", "quiet", () => tell(found.filter(([other, which]) => other !== act || which !== fault)));
        off.setAttribute("aria-label", `act ${act} was not a slip`);
        row.append(off);
        return row;
      }));
    };
    const close = (back) => {
      if (!picker) return;
      const from = acts.find((one) => one.hasAttribute("data-picking"));
      picker.remove();
      picker = null;
      if (from) { from.removeAttribute("data-picking"); if (back) from.focus(); }
    };
    const open = (one) => {
      close();
      one.setAttribute("data-picking", "");
      picker = make("div", "picker");
      picker.setAttribute("role", "group");
      picker.setAttribute("aria-label", `Act ${one.dataset.act}`);
      picker.append(make("p", "", `${one.dataset.act} ${one.lastElementChild.textContent}`));
      for (const [key, title] of faults) {
        const made = press(undefined, "fault", () => {
          close(true);
          tell([...read().filter(([act, fault]) => act !== one.dataset.act || fault !== key), [one.dataset.act, key]]);
        });
        made.dataset.key = key;
        made.append(make("kbd", "", key), make("span", "", title));
        picker.append(made);
      }
      const mine = read().filter(([act]) => act === one.dataset.act);
      picker.append(press(mine.length ? "Not a slip after all" : "Not this one", "quiet", () => {
        close(true);
        if (mine.length) tell(read().filter(([act]) => act !== one.dataset.act));
      }));
      picker.addEventListener("keydown", (event) => { if (event.key === "Escape") close(true); });
      last.after(picker);
      const under = one.getBoundingClientRect().bottom - picker.getBoundingClientRect().top + 12;
      if (under > 0) scrollBy(0, under);
      picker.querySelector("button").focus({ preventScroll: true });
    };
    for (const one of acts) {
      one.setAttribute("aria-pressed", "false");
      one.addEventListener("click", () => { if (one.hasAttribute("data-picking")) close(true); else open(one); });
    }
    field.addEventListener("input", draw);
    draw();
  }
})();
