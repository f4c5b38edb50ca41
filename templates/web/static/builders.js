// Answers put together by taps: cards from a grid, bets of who, what and chips, cards laid at seats. Each writes into the field,
// where it can be typed as well.
"use strict";

/** The cards of a grid, as toggles; arrows go from card to card. */
class CardGrid {
  constructor(box, changed) {
    this.box = box;
    this.cards = [...box.querySelectorAll("[data-card]")];
    this.cards.forEach((card, at) => { card.tabIndex = at ? -1 : 0; });
    box.addEventListener("click", (event) => {
      const card = event.target.closest("[data-card]");
      if (card && card.getAttribute("aria-disabled") !== "true") changed(card.dataset.card);
    });
    box.addEventListener("keydown", (event) => {
      const at = this.cards.indexOf(event.target);
      const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 13, ArrowUp: -13 }[event.key];
      const next = step && this.cards[at + step];
      if (!next) return;
      event.preventDefault();
      event.target.tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
    });
  }

  /** Show which cards lie here, and which lie elsewhere. */
  show(here, elsewhere = []) {
    for (const card of this.cards) {
      card.setAttribute("aria-pressed", String(here.includes(card.dataset.card)));
      card.setAttribute("aria-disabled", String(elsewhere.includes(card.dataset.card)));
    }
  }
}

const written = (code) => code.replace(/^10/, "T").replace(/^[a-z]/, (sign) => sign.toUpperCase()).replace(/.$/, (sign) => sign.toLowerCase());
const codes = (text) => text.trim().split(/[\s,]+/).filter(Boolean).map(written);

const makers = {
  /** A few cards in a row. */
  cards(form, field, maker) {
    const grid = new CardGrid(maker.querySelector(".card-grid"), (card) => {
      const now = codes(field.value);
      field.value = (now.includes(card) ? now.filter((one) => one !== card) : [...now, card]).join(" ");
      grid.show(codes(field.value));
    });
    field.addEventListener("input", () => grid.show(codes(field.value)));
    grid.show(codes(field.value));
  },

  /** Cards at seats: `2: Kh 9c, 5: 2c 7d`. */
  boards(form, field, maker) {
    const seats = [...maker.querySelectorAll("[data-seat]")];
    let seat = "";
    const read = () => new Map(field.value.split(/[,;]/).map((part) => part.match(/^\s*(?:seat\s*|s)?(\d{1,2})\s*[:\s]\s*(.*)$/i)).filter(Boolean).map((found) => [found[1], codes(found[2])]));
    const show = () => {
      const laid = read();
      for (const one of seats) {
        one.setAttribute("aria-pressed", String(one.dataset.seat === seat));
        one.querySelector("small").textContent = (laid.get(one.dataset.seat) || []).join(" ");
      }
      grid.show(laid.get(seat) || [], [...laid].filter(([name]) => name !== seat).flatMap(([, cards]) => cards));
    };
    const grid = new CardGrid(maker.querySelector(".card-grid"), (card) => {
      if (!seat) {
        maker.querySelector("[data-told]").textContent = "First touch the seat, then its cards.";
        return;
      }
      const laid = read(), now = laid.get(seat) || [];
      laid.set(seat, now.includes(card) ? now.filter((one) => one !== card) : [...now, card]);
      const full = [...laid].filter(([, cards]) => cards.length).sort((one, other) => one[0] - other[0]);
      field.value = full.map(([name, cards]) => `${name}: ${cards.join(" ")}`).join(", ");
      show();
    });
    for (const one of seats) one.addEventListener("click", () => { seat = one.dataset.seat; show(); });
    field.addEventListener("input", show);
    show();
  },

  /** Bets in order: `blinds 50/100, seat 3 raise 260, seat 5 puts 500+100`. */
  bets(form, field, maker) {
    let told = field.value.trim(), part = null;
    const steps = [];
    const last = (text) => text.split(/[+/]/).pop();
    const shown = () => part ? [part.who, part.verb, part.sum].filter(Boolean).join(" ") : "";
    const write = () => { field.value = [told, shown()].filter(Boolean).join(", "); };
    const touched = (change) => {
      steps.push([told, part && { ...part }]);
      change();
      write();
    };
    const add = (worth) => {
      if (!part) return;
      if (part.verb === "puts") part.sum = part.sum ? `${part.sum}+${worth}` : worth;
      else {
        const now = last(part.sum);
        part.sum = part.sum.slice(0, part.sum.length - now.length) + String(Math.round((Number(now || 0) + Number(worth)) * 10000) / 10000);
      }
    };
    maker.addEventListener("click", (event) => {
      const key = event.target.closest("button");
      if (!key) return;
      const { begin, verb, chip, key: digit } = key.dataset;
      if (begin) touched(() => { told = [told, shown()].filter(Boolean).join(", "); part = { who: begin, verb: "", sum: "" }; });
      else if (digit === "") {
        if (steps.length) [told, part] = steps.pop();
        write();
      } else if (!part) maker.querySelector("[data-told]").textContent = "First touch who it was.";
      else if (verb) touched(() => { part.verb = verb; });
      else if (chip) touched(() => add(chip));
      else if (digit === "/") { if (part.sum && !part.sum.endsWith("/")) touched(() => { part.sum += "/"; }); }
      else touched(() => { part.sum += digit; });
    });
    field.addEventListener("input", () => { told = field.value.trim(); part = null; steps.length = 0; });
  },

  /** An amount: each chip adds what it is worth. */
  amount(form, field, maker) {
    maker.addEventListener("click", (event) => {
      const chip = event.target.closest("[data-chip]");
      if (chip) field.value = String(Math.round((Number(field.value || 0) + Number(chip.dataset.chip)) * 10000) / 10000);
    });
  },
};

for (const form of document.querySelectorAll(".answer-form")) {
  const make = makers[form.dataset.kind], maker = form.querySelector(".maker");
  if (!make || !maker) continue;
  maker.hidden = false;
  make(form, form.querySelector("#given"), maker);
}
