// Numbers, sizes and times as people read them.

const numbers = new Intl.NumberFormat("en");
const short = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const day = new Intl.DateTimeFormat(undefined, { year: "numeric", month: "short", day: "numeric" });

/** An integer with groups of digits. */
export function count(number) {
  return numbers.format(number);
}

/** A number with its noun: `count(1, "item")` is "1 item". */
export function counted(number, noun, plural = `${noun}s`) {
  return `${numbers.format(number)} ${Number(number) === 1 ? noun : plural}`;
}

/** A number with three digits or fewer, such as "12.3K". */
export function compact(number) {
  return short.format(number);
}

/** A number of bytes with a unit. */
export function bytes(number) {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let value = Number(number);
  let unit = 0;
  for (; value >= 1024 && unit < units.length - 1; unit += 1) value /= 1024;
  return `${value >= 100 || unit === 0 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

/** A time of seconds with a unit that suits it, such as "3.2 ms". */
export function duration(seconds) {
  if (!Number.isFinite(seconds)) return "–";
  if (seconds < 0.001) return `${Math.round(seconds * 1e6)} µs`;
  if (seconds < 1) return `${(seconds * 1000).toFixed(seconds < 0.1 ? 1 : 0)} ms`;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86400) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
  return counted(Math.floor(seconds / 86400), "day");
}

/** The time of day of a Date. */
export function timeOfDay(date) {
  return clock.format(date);
}

/** A moment: the time of day where it is of today, otherwise the day as well. */
export function moment(date, now = new Date()) {
  return date.toDateString() === now.toDateString() ? clock.format(date) : `${day.format(date)}, ${clock.format(date)}`;
}

/** A Date of microseconds since 1970. */
export function dateOf(microseconds) {
  return new Date(Number(BigInt(microseconds) / 1000n));
}

/** A part of an address as text; what is no valid escape stays as it is. */
export function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Signs that would end, or leave open, the isolation of a text. */
const ISOLATES = /[\u2066-\u2069]/g;
/** Texts in which some signs run from right to left, or that change the direction of what follows. */
const DIRECTED = /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A text of somebody in quotes, for a sentence. Its direction of writing does not reach the words around it. */
export function quoted(text) {
  return DIRECTED.test(text) ? `“\u2068${text.replace(ISOLATES, "")}\u2069”` : `“${text}”`;
}

/** Who made a change, as people read it. */
export function authorName(author) {
  if (!author) return "someone";
  return author === "anonymous" ? "anonymous" : author;
}
