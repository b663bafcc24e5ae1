// The two calendars of Nepal, and days as people type them. The tables and the rules are those of
// pramana/language/calendar.py; a test compares them. A day is a whole number: days since 1970.

import { isNepali, localDigits } from "../text.js";

const FIRST_YEAR = 2000;
const LAST_YEAR = 2099;
const FIRST_DAY = dayNumber(1943, 4, 14);
const FAR_AHEAD = 2040; // from this year on, a bare date is Bikram Sambat
const FORECAST_CYCLE = 4;

/** Five years to a line; each digit is a month's days beyond 29. */
const MONTH_LENGTHS = `
2000  132321110102 223222101011 223321101011 232321110012 132321110102
2005  223222101011 223321101011 232321110012 222322011002 223222101011
2010  223321101011 232321110012 222322011011 223222101011 223321101011
2015  232321110012 222322011011 223222101011 232321101011 232321110102
2020  222322101011 223222101011 232321110011 232321110102 222322101011
2025  223222101011 232321110012 132321110102 223222101011 223231101011
2030  232321110012 132321110102 223222101011 223321101011 232321110012
2035  132322011002 223222101011 223321101011 232321110012 222322011011
2040  223222101011 223321101011 232321110012 222322011011 223222101011
2045  232321101011 232321110012 222322101011 223222101011 232321110011
2050  232321110102 222322101011 223222101011 232321110011 232321110102
2055  223222101011 223231101011 232321110012 132321110102 223222101011
2060  223321101011 232321110012 222322010102 223222101011 223321101011
2065  232321110012 222322011002 223222101011 223321101011 232321110012
2070  222322011011 223222101011 232321101011 232321110012 222322101011
2075  223222101011 232321110011 232321110102 222322101011 223222101011
2080  232321110011 232321110102 223222101011 223222101011
`;

const BIKRAM_SAMBAT_MONTHS = [
  "वैशाख बैशाख बैसाख वैसाख Baisakh Baishakh Vaishakh Baisakha",
  "जेठ जेष्ठ ज्येष्ठ Jestha Jeth Jyestha Jesth",
  "असार आषाढ अषाढ आसाढ Asar Ashad Asadh Ashadh Asad",
  "साउन श्रावण सावन Shrawan Saun Srawan Shravan Sawan",
  "भदौ भाद्र भाद्रपद भदो Bhadra Bhadau Bhadrapad",
  "असोज आश्विन अश्विन असौज Asoj Ashwin Asoja Aswin Ashoj",
  "कार्तिक कात्तिक कातिक Kartik Kattik Kartika",
  "मंसिर मङ्सिर मार्ग मार्गशीर्ष मङ्गसिर मंगसिर Mangsir Marga Mansir Mangshir",
  "पुस पौष पूस पुष Poush Push Pus Paush",
  "माघ Magh Magha",
  "फागुन फाल्गुन फाल्गुण Falgun Phalgun Fagun Phagun",
  "चैत चैत्र Chaitra Chait Chaita",
];
const GREGORIAN_MONTHS = [
  "January Jan जनवरी ज्यानुअरी",
  "February Feb फेब्रुअरी फेब्रुवरी फरवरी",
  "March Mar मार्च",
  "April Apr अप्रिल अप्रेल",
  "May मे मई",
  "June Jun जुन जून",
  "July Jul जुलाई जुलाइ",
  "August Aug अगस्ट अगस्त",
  "September Sept Sep सेप्टेम्बर सेप्टेम्वर",
  "October Oct अक्टोबर अक्टुबर अक्टोवर",
  "November Nov नोभेम्बर नोवेम्बर",
  "December Dec डिसेम्बर डिसेम्वर",
];

const YEARS = yearsOfTable();
const STARTS = YEARS.reduce((starts, year) => [...starts, starts.at(-1) + sum(year)], [0]);

function yearsOfTable() {
  const years = MONTH_LENGTHS.trim().split("\n").flatMap((line) => line.trim().split(/\s+/).slice(1));
  while (years.length <= LAST_YEAR - FIRST_YEAR) years.push(years.at(-FORECAST_CYCLE));
  return years.map((year) => [...year].map((digit) => 29 + Number(digit)));
}

function sum(numbers) {
  return numbers.reduce((one, other) => one + other, 0);
}

function dayNumber(year, month, day) {
  const moment = new Date(0);
  moment.setUTCFullYear(year, month - 1, day);
  return moment.getTime() / 86400000;
}

export const BS = {
  months: BIKRAM_SAMBAT_MONTHS,
  reaches: (day) => day >= FIRST_DAY && day < FIRST_DAY + STARTS.at(-1),
  parts(day) {
    let left = day - FIRST_DAY;
    const index = STARTS.findLastIndex((start) => start <= left);
    left -= STARTS[index];
    let month = 0;
    while (left >= YEARS[index][month]) left -= YEARS[index][month++];
    return [FIRST_YEAR + index, month + 1, left + 1];
  },
  number(year, month, day) {
    const months = YEARS[year - FIRST_YEAR];
    if (!months || month < 1 || month > 12 || day < 1 || day > months[month - 1]) return null;
    return FIRST_DAY + STARTS[year - FIRST_YEAR] + sum(months.slice(0, month - 1)) + day - 1;
  },
  length: (year, month) => YEARS[year - FIRST_YEAR][month - 1],
};

export const AD = {
  months: GREGORIAN_MONTHS,
  reaches: (day) => day >= dayNumber(1, 1, 1) && day <= dayNumber(9999, 12, 31),
  parts(day) {
    const moment = new Date(day * 86400000);
    return [moment.getUTCFullYear(), moment.getUTCMonth() + 1, moment.getUTCDate()];
  },
  number(year, month, day) {
    const found = dayNumber(year, month, day);
    return AD.parts(found).join() === [year, month, day].join() ? found : null;
  },
  length: (year, month) => AD.parts(dayNumber(year, month + 1, 0))[2],
};

export const today = () => {
  const now = new Date();
  return dayNumber(now.getFullYear(), now.getMonth() + 1, now.getDate());
};

/** The name of a month in the reader's language. */
export function monthName(calendar, month) {
  const names = calendar.months[month - 1].split(" ");
  return names.find((name) => /^[a-z]/i.test(name) !== isNepali);
}

const monthNumber = (calendar, name) =>
  calendar.months.findIndex((names) => names.toLowerCase().split(" ").includes(name)) + 1;

export function isoText(day) {
  const [year, month, date] = AD.parts(day);
  return `${String(year).padStart(4, "0")}-${pad(month)}-${pad(date)}`;
}

const pad = (number) => String(number).padStart(2, "0");

/** What a form sends: with its era where the year alone could be one of Bikram Sambat. */
export function sentText(day) {
  return isoText(day) + (AD.parts(day)[0] >= FAR_AHEAD ? " AD" : "");
}

/** What a date field holds: in Nepali by Bikram Sambat, else by the Gregorian calendar. */
export function fieldText(day) {
  if (!isNepali || !BS.reaches(day)) return sentText(day);
  return localDigits(BS.parts(day).map(pad).join("-"));
}

/** The day that the whole text names, in either calendar and script; null where it names none. */
export function parseDay(text) {
  const era = /\bA\.?\s?D\b|[ईइ]\.?\s?सं|[ईइ]स्वी|सन्/iu.test(text)
    ? AD
    : /\bB\.?\s?S\b|[वब]ि\.?\s?सं|संवत|सम्वत|गते|साल/iu.test(text)
      ? BS
      : null;
  const bare = text
    .replace(/\(?\b[AB]\.?\s?[DS]\b\.?\)?|\(?[वबईइ]ि?\.?\s?सं\.?\)?|विक्रम|[ईइ]स्वी|सन्|संवत्?|सम्वत्?|गते|साल(को)?/giu, " ")
    .replace(/(\d)(st|nd|rd|th)\b/gi, "$1");
  const words = bare.toLowerCase().split(/[\s/.,।|–-]+/u).filter((word) => word && word !== "of");
  const numbers = words.filter((word) => /^[\d०-९]{1,4}$/u.test(word));
  const names = words.filter((word) => !numbers.includes(word));
  if (names.length > 1 || numbers.length + names.length !== 3) return null;
  return names.length ? namedDay(names[0], numbers) : numberedDay(numbers, era);
}

const value = (word) => Number(word.replace(/[०-९]/gu, (digit) => digit.charCodeAt(0) - 0x966));
const isYear = (word) => word.length === 4;

function namedDay(name, numbers) {
  const [year, day] = isYear(numbers[0]) ? numbers : [...numbers].reverse();
  if (!isYear(year) || isYear(day)) return null;
  const calendar = [BS, AD].find((each) => monthNumber(each, name));
  return calendar ? calendar.number(value(year), monthNumber(calendar, name), value(day)) : null;
}

function numberedDay(numbers, era) {
  const ordered = isYear(numbers[0]) ? numbers : [...numbers].reverse();
  if (!isYear(ordered[0]) || ordered.slice(1).some((word) => word.length > 2)) return null;
  const [year, month, day] = ordered.map(value);
  const calendar = era ?? calendarOfYear(ordered[0], year);
  const isAmerican = calendar === AD && month > 12 && day <= 12;
  return isAmerican ? calendar.number(year, day, month) : calendar.number(year, month, day);
}

function calendarOfYear(written, year) {
  if (year < FIRST_YEAR || year > LAST_YEAR) return AD;
  return year >= FAR_AHEAD || /[०-९]/u.test(written) ? BS : AD;
}
