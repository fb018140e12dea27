import { readFileSync } from 'node:fs';
import { CASES } from './cases/all.ts';
import type { Case } from './cases/case.ts';
import { FIGURE_NAMES, FIGURES, type FigureName, type Figures } from './measures/figures.ts';

/** The cases whose figures are held. */
export const HELD_CASES: readonly Case[] = CASES.filter(({ held }) => held);

/** The file of the held figures, which `npm run bench:hold` writes. */
export const HELD_FILE = new URL('held-figures.json', import.meta.url);

/** The name of a case in the file. */
export function idOf({ operation, name }: Case): string {
  return `${operation}/${name}`;
}

/** The figures of the file by the case's name. */
export function heldFigures(): Readonly<Record<string, Figures>> {
  return JSON.parse(readFileSync(HELD_FILE, 'utf8'));
}

/** The text of the file. */
export function heldText(figures: ReadonlyMap<string, Figures>): string {
  const rounded = [...figures].map(([id, one]): [string, Figures] => [id, roundedOff(one)]);
  return `${JSON.stringify(Object.fromEntries(rounded), null, 2)}\n`;
}

function roundedOff(figures: Figures): Figures {
  const entries = FIGURE_NAMES.flatMap((name): [FigureName, number][] => {
    const value = figures[name];
    return value === undefined ? [] : [[name, Number(value.toFixed(2))]];
  });
  return Object.fromEntries(entries);
}

/** One line for each figure of a case that got worse than held by more than its tolerance. */
export function worseThan(held: Figures, measured: Figures): string[] {
  return FIGURE_NAMES.flatMap((name) => {
    const [before, now] = [held[name], measured[name]];
    if (before === undefined) return [];
    const { title, better, tolerance } = FIGURES[name];
    if (now === undefined) return [`${title}: ${before} was held, nothing is measured now`];
    const loss = better === 'more' ? before - now : now - before;
    return loss > tolerance ? [`${title}: ${now.toFixed(2)}, held ${before} ± ${tolerance}`] : [];
  });
}
