const credits = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** An amount of display credits with its unit, such as `1 credit` or `2.5 credits`. */
export function creditsText(amount: number): string {
  return `${credits.format(amount)} ${amount === 1 ? 'credit' : 'credits'}`;
}

/** A plain number, grouped. */
export function numberText(amount: number): string {
  return credits.format(amount);
}

/** A day (YYYY-MM-DD), such as `26 Nov 2026`; another text unchanged. */
export function dayText(text: string): string {
  const date = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? text : day.format(date);
}

/** A moment (RFC 3339) in the reader's own time zone. */
export function momentText(timestamp: string): string {
  return moment.format(new Date(timestamp));
}

const UNITS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** How long ago a moment (RFC 3339) was, such as `5 minutes ago`; `just now` within the last minute. */
export function agoText(timestamp: string, now = Date.now()): string {
  const seconds = (new Date(timestamp).getTime() - now) / 1000;
  const [unit, length] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? [];
  return unit && length ? relative.format(Math.round(seconds / length), unit) : 'just now';
}

/** `1 picture`, `3 pictures`. */
export function countText(count: number, singular: string, plural = `${singular}s`): string {
  return `${count} ${count === 1 ? singular : plural}`;
}

/** A name made for machines as words: `virtual_try_on` as `Virtual try on`. */
export function wordsOf(name: string): string {
  const words = name.replaceAll(/[_-]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
