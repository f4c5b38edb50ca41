// The desk, nicer: a pad for numbers, words by a tap, answers by the digits of a keyboard. All of it works without.
"use strict";

for (const form of document.querySelectorAll(".answer-form")) {
  const field = form.querySelector("#given");
  const pad = form.querySelector(".pad");
  const builder = form.querySelector(".builder");
  if (pad) {
    pad.hidden = false;
    if (matchMedia("(pointer: coarse)").matches) field.inputMode = "none"; // ours is there already
    pad.addEventListener("click", (event) => {
      const key = event.target.closest("button");
      if (!key) return;
      field.value = key.dataset.digit === "" ? field.value.slice(0, -1) : field.value + key.dataset.digit;
    });
  }
  if (builder) {
    builder.hidden = false;
    builder.addEventListener("click", (event) => {
      const key = event.target.closest("button");
      if (!key) return;
      const words = field.value.split(/\s+/).filter(Boolean);
      if (key.dataset.word === "") words.pop();
      else words.push(key.dataset.word);
      field.value = words.join(" ");
    });
  }
}

const typing = (element) => element.closest("input:not([type=checkbox]):not([type=radio]), textarea, select");

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
  const answers = [...document.querySelectorAll("a.answer")];
  const number = Number(event.key);
  if (number >= 1 && number <= answers.length) answers[number - 1].click();
});

const said = document.getElementById("said");
if (said) {
  said.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      if (said.value.trim()) said.form.requestSubmit();
    }
  });
}

for (const decision of document.querySelectorAll("form.decision")) {
  if (!decision.querySelector("input[name='j.how'][type=radio]")) continue;
  const shown = () => {
    const how = decision.querySelector("input[name='j.how']:checked");
    decision.classList.toggle("follows", how.value === "so");
  };
  decision.addEventListener("change", shown);
  shown();
}
