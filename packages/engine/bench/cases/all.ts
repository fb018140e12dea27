import { FILMED } from './animate.ts';
import type { Case } from './case.ts';
import { EDITS } from './edit.ts';
import { GENERATIONS } from './generate.ts';
import { FILLS } from './inpaint.ts';
import { RECOLOURINGS } from './recolour.ts';
import { TRY_ONS } from './try-on.ts';
import { UPSCALES } from './upscale.ts';

/** All that the bench asks of the engine. */
export const CASES: readonly Case[] = [
  ...TRY_ONS,
  ...EDITS,
  ...RECOLOURINGS,
  ...FILLS,
  ...GENERATIONS,
  ...UPSCALES,
  ...FILMED,
];
