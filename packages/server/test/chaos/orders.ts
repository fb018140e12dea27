/** Something a customer may order, and how it must end whatever is killed meanwhile. */
export interface Order {
  /** For the report. */
  readonly name: string;
  readonly prompt: string;
  readonly ends: 'completed' | 'failed' | 'either';
}

/** Longest that a job of the chaos works, in milliseconds: long enough that kills meet it at work. */
const WORK_MS_MAX = 4_000;

/** An order of the sandbox engine: most jobs take their time, some fail, some find their engine away at first. */
export function sandboxOrder(random: () => number): Order {
  const draw = random();
  if (draw < 0.1) return { name: 'asked to fail', prompt: 'sandbox:fail=generation_failed', ends: 'failed' };
  if (draw < 0.2) return { name: 'engine away at first', prompt: 'sandbox:flaky=2', ends: 'completed' };
  return { name: 'plain work', prompt: `sandbox:delay=${Math.floor(random() * WORK_MS_MAX)}`, ends: 'completed' };
}

/** How the thread of the breaking engine goes wrong. `breaking-thread.ts` says how each is done. */
export const BREAKS = [
  'exit',
  'throw',
  'throw-later',
  'hang',
  'no-answer',
  'nothing',
  'wrong-size',
  'no-picture',
] as const;
export type Break = (typeof BREAKS)[number];

/** Breaks after a good answer of the engine: they harm only the next job. */
const HARMLESS: readonly Break[] = ['throw-later'];
/** Breaks that only the time limit ends, and with it the job; a kill that comes before gives it another attempt. */
const ENDLESS: readonly Break[] = ['hang', 'no-answer'];

/**
 * An order of the breaking engine: its thread crashes, hangs or returns garbage, once or every time, or does its work.
 */
export function breakingOrder(random: () => number): Order {
  if (random() < 0.5)
    return { name: 'plain work', prompt: `chaos work ${Math.floor(random() * 400)}`, ends: 'completed' };
  const how = BREAKS[Math.floor(random() * BREAKS.length)] ?? 'exit';
  const often = random() < 0.6 ? 'once' : 'always';
  return { name: `engine: ${how}, ${often}`, prompt: `chaos ${how} ${often}`, ends: endOf(how, often) };
}

function endOf(how: Break, often: 'once' | 'always'): Order['ends'] {
  if (HARMLESS.includes(how)) return 'completed';
  if (often === 'always') return 'failed';
  return ENDLESS.includes(how) ? 'either' : 'completed';
}
