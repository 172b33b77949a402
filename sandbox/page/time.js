/** The sandbox's time, which its clock control can move, and how points in time are worded in the person's language. */

import { h } from "./dom.js";

let shift = 0;

/** Learn how far the sandbox's clock is ahead, in seconds. */
export function setShift(seconds) {
  shift = seconds;
  refresh();
}

/** The sandbox's present, in seconds. */
export function now() {
  return Date.now() / 1000 + shift;
}

const DISCORD_EPOCH_MS = 1_420_070_400_000n;

/** The point in time that an id tells, in seconds. */
export function createdAt(id) {
  return Number((BigInt(id) >> 22n) + DISCORD_EPOCH_MS) / 1000;
}

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};
const UNITS = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];
const formats = new Map();
let language;
let relative;
setLanguage(undefined);

/** Word points in time in this language from now on, as Discord does in that of the person. */
export function setLanguage(locale) {
  language = locale;
  relative = new Intl.RelativeTimeFormat(language, { numeric: "always" });
  formats.clear();
}

function format(options) {
  const key = JSON.stringify(options);
  if (!formats.has(key)) formats.set(key, new Intl.DateTimeFormat(language, options));
  return formats.get(key);
}

/** "in 3 days", "12 minutes ago". */
export function sinceNow(seconds) {
  const distance = seconds - now();
  const [unit, length] = UNITS.find(([, size]) => Math.abs(distance) >= size) ?? UNITS.at(-1);
  return relative.format(Math.round(distance / length), unit);
}

function worded(seconds, style) {
  return style === "R" ? sinceNow(seconds) : format(STYLES[style] ?? STYLES.f).format(seconds * 1000);
}

/** A timestamp of a message text, `<t:seconds:style>`; the relative ones keep going. */
export function timestamp(seconds, style = "f") {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return `<t:${seconds}:${style}>`;
  const full = format(STYLES.F).format(date);
  const live = style === "R" ? { seconds } : {};
  return h(
    "time",
    { class: "timestamp", datetime: date.toISOString(), title: full, dataset: live },
    worded(seconds, style),
  );
}

/** When a message was written: the hour today, the date before. */
export function written(iso, { brief = false } = {}) {
  const date = new Date(iso);
  const today = new Date(now() * 1000).toDateString() === date.toDateString();
  const text =
    brief || today ? format(STYLES.t).format(date) : format({ dateStyle: "short", timeStyle: "short" }).format(date);
  return h("time", { datetime: iso, title: format(STYLES.F).format(date) }, text);
}

/** The day of a message, for the line between days. */
export function day(iso) {
  return format({ dateStyle: "long" }).format(new Date(iso));
}

function refresh() {
  for (const element of document.querySelectorAll("time[data-seconds]")) {
    const text = sinceNow(Number(element.dataset.seconds));
    if (element.textContent !== text) element.textContent = text;
  }
}

setInterval(refresh, 1000);
