import { type Invocation, UsageError } from './command.ts';

/** A day, which begins at midnight UTC. */
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The moment an option is set to, as RFC 3339 in UTC. Throws UsageError for a text that is no day and no moment. */
export function momentOption(invocation: Invocation, option: string): string {
  const text = invocation.text(option) ?? '';
  const moment = new Date(DAY.test(text) ? `${text}T00:00:00Z` : text);
  if (Number.isNaN(moment.getTime()) || !/^\d{4}-\d{2}-\d{2}/.test(text))
    throw new UsageError(
      `--${option} is ${JSON.stringify(text)}; allowed: a day such as 2027-01-31, or a moment such as 2027-01-31T18:00:00Z`,
    );
  return moment.toISOString();
}
