import fs from 'node:fs';
import { registerHooks } from 'node:module';
import type { Score } from './score.ts';

/**
 * A function of the engine that it can do without: its file, its name, and the expression of a function that stands in
 * for it.
 */
type Pass = readonly [file: string, name: string, instead: string];

const NOTHING = '() => null';
const FIRST = '(first) => first';
const NO_CHANGE = '() => undefined';
/** A plane of zeros, of the size of the region map. */
const NO_SHARE = '({ regions: { width, height } }) => ({ width, height, data: new Float32Array(width * height) })';

/** The optional passes, by their names for `--without`. */
export const PASSES: Readonly<Record<string, Pass>> = {
  outline: [
    'garment/kind/outline-shares.ts',
    'outlineShares',
    'async () => ({ top: 1, dress: 1, trousers: 1, skirt: 1 })',
  ],
  'dress-odds': ['garment/kind/dress-odds.ts', 'dressOdds', '() => 1'],
  'standing-collar': ['garment/landmarks/standing-collar.ts', 'findStandingCollar', NOTHING],
  hood: ['garment/landmarks/hood.ts', 'withoutHood', NOTHING],
  'long-sleeved-neck': ['garment/landmarks/laid-hood.ts', 'neckOfLongSleeved', FIRST],
  headless: ['garment/worn/headless-wearer.ts', 'takeOffHeadlessWearer', NOTHING],
  'mend-hips': ['garment/worn/mend-hips.ts', 'mendHips', FIRST],
  'worn-sleeves': ['garment/worn/worn-sleeves.ts', 'findWornSleeves', NOTHING],
  'pose-alone': ['person/pose-alone.ts', 'poseAlone', 'async (raster, matte, { pose }) => pose'],
  'seen-ground': ['person/seen-ground.ts', 'withoutSeenGround', '({ matte }) => matte'],
  'even-light': ['garment/even-light.ts', 'evenLight', FIRST],
  'collar-lining': [
    'person/collar-lining.ts',
    'findCollarLining',
    '({ width, height }) => new Uint8Array(width * height)',
  ],
  carried: ['try-on/body/carried.ts', 'carriedOf', NO_SHARE],
  'feet-in-shoes': ['try-on/body/ankles.ts', 'feetInShoes', NOTHING],
  'hidden-feet': ['try-on/body/hidden-feet.ts', 'endsOverFeet', NOTHING],
  'even-shoulder': ['try-on/draw/even-shoulder.ts', 'evenShoulder', NO_CHANGE],
  'neck-root': ['try-on/paint/neck-root.ts', 'neckRootOf', '() => () => null'],
  'hanging-sleeve': ['try-on/paint/old-clothes.ts', 'hangingSleeve', '() => () => false'],
  'seen-hand': ['try-on/paint/seen-hand.ts', 'isHandSeen', '() => true'],
  'limb-light': ['try-on/paint/limb-light.ts', 'lightAt', '() => 0'],
  judge: ['try-on/judge/quality.ts', 'rejectLikelyBad', NO_CHANGE],
  'behind-neck': ['try-on/fit/behind-neck.ts', 'behindNeck', '() => []'],
};

/** Puts the stand-in in the place of a pass, in all that is loaded from here on. Throws for names that are no pass. */
export function leaveOut(wanted: string): void {
  const pass = PASSES[wanted];
  if (!pass) throw new Error(`there is no pass ${wanted}; there are ${Object.keys(PASSES).join(', ')}`);
  rewrite(pass, () => pass[2]);
}

/**
 * Number of calls of each pass, and number of results that differ from its stand-in's. Null for passes that return a
 * function or change what they get: only a score without them tells their effect.
 */
const counts = new Map<string, { asked: number; acted: number | null }>();

/** Counts the effect of every pass, in all modules that are loaded from here on. */
export function watchPasses(): void {
  Object.assign(globalThis, { watchedPass });
  for (const [name, pass] of Object.entries(PASSES)) {
    counts.set(name, { asked: 0, acted: 0 });
    rewrite(pass, (real) => `(...given) => watchedPass('${name}', ${real}(...given), (${pass[2]})(...given))`);
  }
}

/** The effect of the passes since {@link watchPasses}. */
export const passScore = (): Score => ({
  set: 'passes: asked, acted',
  lines: [...counts].map(([name, { asked, acted }]) => [name, `${asked}, ${acted ?? 'not compared'}`]),
});

/** Counts a call. One that fails counts as asked alone: its caller deals with the error. */
function noteOf(count: { asked: number; acted: number | null }, found: unknown, instead: unknown): Promise<void> {
  count.asked++;
  return Promise.all([found, instead]).then(
    ([result, other]) => {
      if (result === undefined || typeof result === 'function') count.acted = null;
      else if (count.acted !== null && !isSame(result, other)) count.acted++;
    },
    () => {},
  );
}

function watchedPass(name: string, found: unknown, instead: unknown): unknown {
  const count = counts.get(name);
  if (count) void noteOf(count, found, instead);
  return found;
}

function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (ArrayBuffer.isView(a) && ArrayBuffer.isView(b)) return Buffer.compare(bytesOf(a), bytesOf(b)) === 0;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const others = new Map(Object.entries(b));
  return Object.entries(a).every(([key, value]) => isSame(value, others.get(key)));
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) => Buffer.from(buffer, byteOffset, byteLength);

/** The place of a pass, and the start of its function there. Throws for a pass that its file does not export. */
export function exportOf([file, name]: Pass): { readonly place: URL; readonly exported: RegExp } {
  const exported = new RegExp(`export (async )?function ${name}\\b`);
  const place = new URL(`../src/steps/${file}`, import.meta.url);
  if (!exported.test(fs.readFileSync(place, 'utf8'))) throw new Error(`${file} exports no function ${name}`);
  return { place, exported };
}

/**
 * Exports something else under the name of a pass; `written` gets the name that the real function then has. Throws for
 * a pass that its file does not export.
 */
function rewrite(pass: Pass, written: (real: string) => string): void {
  const [, name] = pass;
  const { exported, place } = exportOf(pass);
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (url !== place.href) return loaded;
      const source = String(loaded.source);
      const real = `${name}Itself`;
      return {
        ...loaded,
        source: source.replace(exported, `export const ${name} = ${written(real)};\n$1function ${real}`),
      };
    },
  });
}
