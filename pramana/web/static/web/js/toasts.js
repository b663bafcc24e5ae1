// Toasts. Success messages disappear by themselves; errors stay until closed.

import { text } from "./text.js";

const STAYS = 6000; // ms

export function startToasts() {
  for (const shown of document.querySelectorAll(".toast")) arrange(shown);
}

export function toast(words, tone = "success") {
  const template = document.getElementById("toast");
  const shown = template.content.firstElementChild.cloneNode(true);
  shown.dataset.tone = tone;
  shown.querySelector(".words").textContent = words;
  document.querySelector(".toasts").append(shown);
  arrange(shown);
  return shown;
}

function arrange(shown) {
  const close = shown.querySelector("button");
  close.setAttribute("aria-label", text("dismiss"));
  close.addEventListener("click", () => shown.remove());
  if (shown.dataset.tone !== "error") setTimeout(() => shown.remove(), STAYS);
}
