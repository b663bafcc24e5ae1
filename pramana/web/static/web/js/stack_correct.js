// A table corrected in words: the wish is sent, its run followed, and what came of it told.

import { matter } from "./matter.js";
import { followRun } from "./stack_live.js";
import { say } from "./stack_text.js";

export function startCorrecting(form, sending, reload) {
  if (!form) return;
  const answer = form.querySelector("[data-answer]");
  const { instruction, overwrite } = form.elements;

  async function ended() {
    const { told } = await sending.send("GET", "/corrections?limit=1");
    const [last] = told?.corrections ?? [];
    answer.textContent = last ? last.answer || last.error : "";
    instruction.value = "";
    reload();
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const asked = { instruction: instruction.value, overwrite: overwrite.checked, ...matter() };
    const begun = await sending.ask("POST", "/correct", asked);
    if (!begun) return;
    answer.hidden = false;
    answer.textContent = say("correcting");
    followRun(begun.run_id, { counted() {}, rows() {}, columns: reload, ended });
  });
}
