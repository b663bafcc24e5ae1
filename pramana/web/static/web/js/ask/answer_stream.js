// The stream of one answer: each sentence is added to the page as plain text when it arrives.

import { framesOf } from "../frames.js";
import { text } from "../text.js";

const NUMBERS = /\s*((?:\[\d+\])+)$/;

/** Read an answer to its end: {sources}, {error}, {isLost} if the connection broke after the start,
 * or {isStopped} if the person stopped it. */
export async function listen(exchange, asked, { began, moved }) {
  const heard = {};
  let hasBegun = false;
  try {
    const response = await asked;
    hasBegun = response.ok;
    if (!response.ok) return { error: await refusal(response) };
    began();
    for await (const frame of framesOf(response)) {
      if (frame.delta !== undefined) say(exchange, frame.delta);
      if (frame.sources) heard.sources = frame;
      if (frame.error !== undefined) return { error: frame.error };
      if (frame.done) return heard;
      moved();
    }
    return { isLost: true }; // the stream ended without an end frame
  } catch (error) {
    if (error.name === "AbortError") return { isStopped: true };
    return hasBegun ? { isLost: true } : { error: "" };
  }
}

async function refusal(response) {
  const said = await response.json().catch(() => ({}));
  return said.message ?? "";
}

/** A sentence and its citation numbers. */
function say(exchange, delta) {
  const answer = exchange.querySelector("[data-answer]");
  const paragraph = answer.querySelector("p") ?? answer.appendChild(document.createElement("p"));
  const sentence = document.createElement("span");
  sentence.className = "said";
  const [, numbers = ""] = NUMBERS.exec(delta) ?? [];
  sentence.textContent = delta.slice(0, delta.length - numbers.length).trim();
  for (const number of numbers.match(/\d+/g) ?? []) {
    const mark = document.createElement("span");
    mark.className = "cite";
    mark.textContent = number;
    sentence.append(mark);
  }
  paragraph.append(sentence, " ");
  const working = exchange.querySelector("[data-working]");
  if (working) working.textContent = text("ask_writing");
}
