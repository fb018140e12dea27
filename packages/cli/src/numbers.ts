import { type Invocation, UsageError } from './command.ts';

/** The number an option is set to. Throws UsageError when it is missing or no number. */
export function numberOf(invocation: Invocation, option: string): number {
  const text = invocation.text(option)?.trim() ?? '';
  const value = Number(text);
  if (text === '' || !Number.isFinite(value))
    throw new UsageError(`--${option} needs a number; ${JSON.stringify(text)} was given`);
  return value;
}
