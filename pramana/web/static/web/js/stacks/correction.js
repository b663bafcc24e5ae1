// Corrections in words: sends the instruction, follows its run and shows the result.

import { currentCase } from "../current_case.js";
import { followRun } from "./run_events.js";
import { say } from "./strings.js";

export function startCorrection(form, sending, reload) {
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
    const asked = { instruction: instruction.value, overwrite: overwrite.checked, ...currentCase() };
    const begun = await sending.ask("POST", "/correct", asked);
    if (!begun) return;
    answer.hidden = false;
    answer.textContent = say("correcting");
    followRun(begun.run_id, { counted() {}, rows() {}, columns: reload, ended });
  });
}
