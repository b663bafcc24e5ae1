// Two times: when a fact was valid, and when it was known. Each is a slider with a field, kept in the
// URL. At the right end both are now, and the URL omits them.

import { isoText } from "../dates/calendars.js";
import { dayOf, setDay } from "../dates/date_fields.js";

const STEPS = 1000; // of a slider
const DAY = 86400;

export function openTimeSliders(form, { changed }) {
  const rows = Object.fromEntries(["holds", "known"].map((name) => [name, openRow(form, name)]));
  const ended = form.querySelector("[name=ended]");
  let range = { holds: [0, 0], known: [0, 0] };

  function openRow(form, name) {
    const row = form.querySelector(`[data-time=${name}]`);
    const slider = row.querySelector("[type=range]");
    const [field, clock] = ["[data-date]", "[data-clock]"].map((each) => row.querySelector(each));
    return { row, slider, field, clock, now: row.querySelector("[data-now]"), at: null };
  }

  /** The URL's value in seconds; null is now. */
  function read() {
    const asked = new URL(location.href).searchParams;
    for (const [name, row] of Object.entries(rows)) set(row, name, seconds(asked.get(name)));
    ended.checked = asked.get("ended") === "yes";
  }

  function set(row, name, at) {
    row.at = at;
    row.row.toggleAttribute("data-set", at !== null);
    showMoment(row, at ?? Date.now() / 1000);
    row.slider.value = at === null ? STEPS : share(range[name], at);
    const words = at === null ? row.now.textContent.trim() : [row.field.value, row.clock?.value].filter(Boolean).join(" ");
    row.slider.setAttribute("aria-valuetext", words);
    row.now.hidden = at === null;
  }

  /** From the first fact to now, or to the last future date. */
  function span({ facts }) {
    const now = Date.now() / 1000;
    const held = facts.flatMap(([, , , , from, until]) => [from, until]).filter((at) => at !== null);
    const learnt = facts.map(([, , , , , , at]) => at);
    range = {
      holds: [least(held, now - DAY) - DAY, Math.max(most(held, now) + DAY, now)],
      known: [least(learnt, now - DAY) - 60, now],
    };
    read();
  }

  const asked = () => ({
    holds: rows.holds.at ?? rows.known.at ?? Date.now() / 1000,
    known: rows.known.at ?? Infinity,
    ended: ended.checked,
  });

  /** Update the URL; `isFinal` once the slider is released. */
  function write(isFinal) {
    const address = new URL(location.href);
    for (const [name, { at }] of Object.entries(rows)) {
      if (at === null) address.searchParams.delete(name);
      else address.searchParams.set(name, new Date(at * 1000).toISOString().replace(/\.\d+Z$/, "Z"));
    }
    if (ended.checked) address.searchParams.set("ended", "yes");
    else address.searchParams.delete("ended");
    address.searchParams.delete("after");
    changed(address, isFinal);
  }

  for (const [name, row] of Object.entries(rows)) {
    row.slider.addEventListener("input", () => {
      set(row, name, moment(range[name], Number(row.slider.value)));
      write(false);
    });
    row.slider.addEventListener("change", () => write(true));
    for (const field of [row.field, row.clock]) {
      field?.addEventListener("change", () => {
        set(row, name, momentOf(row));
        write(true);
      });
    }
    row.now.addEventListener("click", () => {
      set(row, name, null);
      write(true);
      row.slider.focus();
    });
  }
  ended.addEventListener("change", () => write(true));
  form.addEventListener("submit", (event) => event.preventDefault());

  return {
    asked,
    span,
    read,
    toggleEnded() {
      ended.checked = !ended.checked;
      write(true);
    },
  };
}

const least = (moments, otherwise) => moments.reduce((one, other) => Math.min(one, other), otherwise);
const most = (moments, otherwise) => moments.reduce((one, other) => Math.max(one, other), otherwise);

function share([first, last], at) {
  return Math.round(Math.min(Math.max((at - first) / (last - first || 1), 0), 1) * STEPS);
}

/** The right end is now. */
function moment([first, last], place) {
  return place >= STEPS ? null : Math.round(first + ((last - first) * place) / STEPS);
}

function seconds(text) {
  const at = text ? Date.parse(text.length === 10 ? `${text}T12:00:00` : text) : NaN;
  return Number.isNaN(at) ? null : at / 1000;
}

/** Show a day, and its time where there is a field for it, where the reader is. */
function showMoment({ field, clock }, at) {
  const shift = new Date(at * 1000).getTimezoneOffset() * 60;
  const local = at - shift;
  setDay(field, Math.floor(local / DAY));
  if (clock) clock.value = new Date(local * 1000).toISOString().slice(11, 16);
}

function momentOf({ field, clock }) {
  const day = dayOf(field);
  const at = day === null ? NaN : Date.parse(`${isoText(day)}T${clock?.value || "12:00"}:00`);
  return Number.isNaN(at) ? null : at / 1000;
}
