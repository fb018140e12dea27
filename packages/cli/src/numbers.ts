import { type Invocation, UsageError } from './command.ts';

/** The number an option is set to. Throws UsageError when it is missing or no number. */
export function numberOf(invocation: Invocation, option: string): number {
  const text = invocation.text(option)?.trim() ?? '';
  const value = Number(text);
  if (text === '' || !Number.isFinite(value))
    throw new UsageError(`--${option} is ${JSON.stringify(text)}; allowed: a number`);
  return value;
}

/** Longest wait that can be asked for, in seconds: timers hold no more than 24 days. */
const TIMEOUT_SECONDS_MAX = 1_000_000;

/** How long `--timeout` lets a command wait, in milliseconds; an hour where it is not given. Throws UsageError. */
export function waitMsOf(invocation: Invocation): number {
  const seconds = invocation.text('timeout') === undefined ? 3_600 : numberOf(invocation, 'timeout');
  if (seconds < 0 || seconds > TIMEOUT_SECONDS_MAX)
    throw new UsageError(`--timeout is ${seconds}; allowed: 0 to ${TIMEOUT_SECONDS_MAX} seconds`);
  return seconds * 1000;
}
