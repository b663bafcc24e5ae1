// The grid's strings in the reader's language, and values as text.

import { AD, fieldText, isoText, parseDay, sentText } from "../dates/calendars.js";
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
  return type === "date" ? written(value, fieldText) : String(value);
}

/** A value as text for copying. */
export function plain(value, type) {
  if (value === null || value === undefined) return "";
  if (type === "date") return written(value, sentText);
  return Array.isArray(value) ? value.map((each) => plain(each)).join("; ") : String(value);
}

/** A value as text for editing: a day in the reader's calendar. */
export function editable(value, type) {
  return type === "date" && value ? written(value, fieldText) : plain(value);
}

/** A stored day, which is ISO text, in another form. */
function written(value, form) {
  const [year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value)?.slice(1).map(Number) ?? [];
  const day = year ? AD.number(year, month, date) : null;
  return day === null ? String(value) : form(day);
}

/** Typed text as it is sent; the server converts it to the column's type. */
export function meant(words, type) {
  const said = words.trim();
  if (!said) return null;
  if (type === "date") {
    const day = parseDay(said); // as every date field is read; the server reads other writings
    return day === null ? said : isoText(day);
  }
  return type === "list" ? said.split(/;\s*/).filter(Boolean) : said;
}
