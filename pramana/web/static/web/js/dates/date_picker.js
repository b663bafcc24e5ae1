// The picker of a date field: a month as a grid, in one calendar with the other beside each day.

import { isNepali, localDigits, text as say } from "../text.js";
import { AD, BS, monthName, today } from "./calendars.js";

const GAP = 4;
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
let picker = null; // the open one: { element, field, calendars, calendar, day, chosen, choose }
let preferred = null; // the calendar that was last chosen on this page

/** Open the picker of a field, or close it if it is open there. */
export function openPicker(field, chosen, { calendars, choose }) {
  const isOpenHere = picker?.field === field;
  closePicker();
  if (isOpenHere) return;
  const element = document.createElement("div");
  element.className = "date-picker";
  element.popover = "manual";
  element.setAttribute("role", "dialog");
  element.setAttribute("aria-label", say("choose_date"));
  (field.closest("dialog") ?? document.body).append(element);
  const calendar = calendars.includes(preferred) ? preferred : calendars[0];
  picker = { element, field, calendars, calendar, day: chosen ?? today(), chosen, choose };
  if (!calendar.reaches(picker.day)) picker.calendar = AD;
  element.addEventListener("keydown", steer);
  element.addEventListener("click", press);
  element.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget && picker && !element.contains(relatedTarget) && !isOwn(relatedTarget)) closePicker();
  });
  element.showPopover();
  draw();
  place();
  focusDay();
}

export function closePicker() {
  const open = picker;
  picker = null;
  open?.element.remove();
}

const isOwn = (element) => picker.field.parentElement.contains(element);

document.addEventListener("pointerdown", ({ target }) => {
  if (picker && !picker.element.contains(target) && !isOwn(target)) closePicker();
});
window.addEventListener("resize", () => picker && place());

/** Below the field, above it where there is no room, and always inside the window. */
function place() {
  const { element, field } = picker;
  const at = field.parentElement.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = element;
  const below = at.bottom + GAP;
  const top = below + height > innerHeight ? Math.max(GAP, at.top - GAP - height) : below;
  element.style.top = `${top}px`;
  element.style.left = `${Math.max(GAP, Math.min(at.left, innerWidth - width - GAP))}px`;
}

function steer(event) {
  event.stopPropagation(); // the keys of the page are not meant
  const step = STEPS[event.key];
  const isDay = event.target.dataset.day !== undefined;
  if (event.key === "Escape") leave();
  else if (isDay && step) move(picker.day + step);
  else if (isDay && event.key === "Home") move(picker.day - weekday(picker.day));
  else if (isDay && event.key === "End") move(picker.day + 6 - weekday(picker.day));
  else if (event.key === "PageUp" || event.key === "PageDown") {
    turn((event.key === "PageUp" ? -1 : 1) * (event.shiftKey ? 12 : 1));
    focusDay();
  } else return;
  event.preventDefault();
}

function press({ target }) {
  const button = target.closest("button");
  if (!button) return;
  const { turns, day, calendar, sets } = button.dataset;
  if (turns) {
    turn(Number(turns));
    picker.element.querySelector(`[data-turns="${turns}"]`).focus();
  } else if (calendar) {
    picker.calendar = preferred = picker.calendars[Number(calendar)];
    draw();
    picker.element.querySelector(`[data-calendar="${calendar}"]`).focus();
  } else {
    const { choose } = picker;
    const chosen = sets === "none" ? null : sets === "today" ? today() : Number(day);
    leave();
    choose(chosen);
  }
}

function leave() {
  const { field } = picker;
  closePicker();
  field.focus();
}

function move(day) {
  if (!picker.calendar.reaches(day)) return;
  picker.day = day;
  draw();
  focusDay();
}

/** Show another month, with the same day of it where it has one. */
function turn(months) {
  const { calendar } = picker;
  const [year, month, date] = calendar.parts(picker.day);
  const index = year * 12 + month - 1 + months;
  const [there, that] = [Math.floor(index / 12), (index % 12) + 1];
  if (calendar.number(there, that, 1) === null) return;
  picker.day = calendar.number(there, that, Math.min(date, calendar.length(there, that)));
  draw();
}

const weekday = (day) => (((day + 4) % 7) + 7) % 7; // 1 January 1970 was a Thursday

function focusDay() {
  picker.element.querySelector(`[data-day="${picker.day}"]`).focus();
}

function draw() {
  const { element, calendars } = picker;
  element.replaceChildren(
    heading(),
    ...(calendars.length > 1 ? [calendarChoice()] : []),
    month(),
    make("div", { className: "buttons" }, [
      button(say("clear_date"), { sets: "none" }, "button"),
      button(say("today"), { sets: "today" }, "button"),
    ]),
  );
}

function heading() {
  const title = make("strong", { id: "date-picker-month" }, [monthTitle(picker.calendar, picker.day)]);
  title.setAttribute("aria-live", "polite");
  return make("div", { className: "turns" }, [
    turner(-12, "«", "year_before"),
    turner(-1, "‹", "month_before"),
    title,
    turner(1, "›", "month_after"),
    turner(12, "»", "year_after"),
  ]);
}

function turner(turns, sign, name) {
  const made = button(sign, { turns });
  made.title = say(name);
  made.setAttribute("aria-label", say(name));
  return made;
}

function calendarChoice() {
  const names = new Map([[BS, say("era_bs")], [AD, say("era_ad")]]);
  const buttons = picker.calendars.map((calendar, at) => {
    const made = button(names.get(calendar), { calendar: at });
    made.disabled = !calendar.reaches(picker.day);
    made.setAttribute("aria-pressed", String(calendar === picker.calendar));
    return made;
  });
  return make("div", { className: "choices" }, buttons);
}

function monthTitle(calendar, day) {
  const [year, number] = calendar.parts(day);
  return `${monthName(calendar, number)} ${localDigits(String(year))}`;
}

function month() {
  const { calendar } = picker;
  const [year, number] = calendar.parts(picker.day);
  const first = calendar.number(year, number, 1);
  const cells = [...Array(weekday(first)).fill(null)];
  for (let day = first; day < first + calendar.length(year, number); day++) cells.push(day);
  const rows = [];
  while (cells.length) rows.push(make("tr", {}, [...cells.splice(0, 7)].map(cell)));
  const names = say("weekdays").split(" ");
  const head = names.map((name) => {
    const made = make("th", { scope: "col", abbr: name }, [name.slice(0, isNepali ? undefined : 2)]);
    made.setAttribute("aria-label", name);
    return made;
  });
  const table = make("table", {}, [make("thead", {}, [make("tr", {}, head)]), make("tbody", {}, rows)]);
  table.setAttribute("role", "grid");
  table.setAttribute("aria-labelledby", "date-picker-month");
  return table;
}

function cell(day) {
  if (day === null) return make("td", {}, []);
  const { calendar, calendars } = picker;
  const other = calendars.find((each) => each !== calendar && each.reaches(day));
  const made = button(localDigits(String(calendar.parts(day)[2])), { day });
  if (other) made.dataset.beside = localDigits(String(other.parts(day)[2]));
  made.tabIndex = day === picker.day ? 0 : -1;
  made.setAttribute("aria-label", [calendar, other].filter(Boolean).map((each) => dayTitle(each, day)).join(", "));
  if (day === today()) made.setAttribute("aria-current", "date");
  const held = make("td", {}, [made]);
  held.setAttribute("aria-selected", String(day === picker.chosen));
  return held;
}

const dayTitle = (calendar, day) => `${localDigits(String(calendar.parts(day)[2]))} ${monthTitle(calendar, day)}`;

function button(words, data, className = "") {
  const made = make("button", { type: "button", className }, [words]);
  Object.assign(made.dataset, data);
  return made;
}

function make(name, properties, children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}
