// The grid's strings in the reader's language, and values as text.

import { text } from "../text.js";

const words = JSON.parse(document.getElementById("stack-words").textContent);

const amounts = new Intl.NumberFormat("en-IN", { maximumFractionDigits: 4 }); // South Asian grouping: 1,25,000

export const say = (name, slots) => text(words[name] ?? name, slots);

/** A value as one line of text. */
export function shown(value, type) {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return say(value ? "yes" : "no");
  if (Array.isArray(value)) return value.map((each) => shown(each)).join("; ");
  if (type === "money" && typeof value === "number") return amounts.format(value);
  return String(value);
}

/** A value as text for editing and copying. */
export function plain(value) {
  if (value === null || value === undefined) return "";
  return Array.isArray(value) ? value.map(plain).join("; ") : String(value);
}

/** Typed text as it is sent; the server converts it to the column's type. */
export function meant(words, type) {
  const said = words.trim();
  if (!said) return null;
  return type === "list" ? said.split(/;\s*/).filter(Boolean) : said;
}
