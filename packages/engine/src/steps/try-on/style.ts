import type { Drape } from './fit.ts';

/** What the words of a request say about how garments are worn, as shares added to widths and lengths. */
const RULES: readonly (readonly [words: RegExp, change: Partial<Drape>])[] = [
  [/\b(oversized?|baggy|loose(ly)?|relaxed|boxy|wide)\b/, { ease: 0.1, hem: 0.04, sleeve: 0.03 }],
  [/\b(fitted|slim([ -]fit)?|tight|close[ -]fitting|skinny|tailored)\b/, { ease: -0.06 }],
  [/\b(cropped|crop[ -]top|short(er)? hem)\b/, { hem: -0.18 }],
  [/\b(longline|long(er)? hem|untucked)\b/, { hem: 0.08 }],
  [/\b(tucked(?!\s*out)( in)?|tuck (it|the \w+) in)\b/, { hem: -0.12 }],
  [/\b(rolled(?:[ -]up)?|pushed[ -]up)\b.*\bsleeves?\b|\bsleeves?\b.*\b(rolled|pushed)[ -]?(up)?\b/, { sleeve: -0.3 }],
];

/** The changes that a prompt and a style ask for; none where they say nothing of the kind. */
export function styleOf(words: string): Drape {
  const text = words.toLowerCase();
  const drape = { ease: 0, hem: 0, sleeve: 0 };
  for (const [pattern, change] of RULES) {
    if (!pattern.test(text)) continue;
    drape.ease += change.ease ?? 0;
    drape.hem += change.hem ?? 0;
    drape.sleeve += change.sleeve ?? 0;
  }
  return drape;
}
