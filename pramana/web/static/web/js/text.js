// Strings by name. The server sends them in the reader's language; scripts contain none.

const strings = JSON.parse(document.getElementById("strings")?.textContent ?? "{}");
const DEVANAGARI = "०१२३४५६७८९"; // not every browser carries Nepali number forms
export const isNepali = document.documentElement.lang === "ne";

/** The string called `name`, with %(slots)s filled in; numbers in the reader's digits. */
export function text(name, slots = {}) {
  const sentence = strings[name] ?? name;
  return sentence.replace(/%\((\w+)\)s/g, (_, slot) => {
    const value = slots[slot];
    return typeof value === "number" ? figure(value) : value;
  });
}

function figure(value) {
  return localDigits(value.toLocaleString("en"));
}

/** A text with its digits as the reader writes them. */
export function localDigits(written) {
  return isNepali ? written.replace(/\d/g, (digit) => DEVANAGARI[digit]) : written;
}
