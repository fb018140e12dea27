import { readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { type PersonAnalysis, REGIONS, type Region } from '../src/analysis.ts';

/** Stands for a pixel whose region the parse map does not tell: it is not scored. */
export const UNTOLD = 255;

/** Garments worn above the waist and below it: the map gives one name to both. */
const BOTH = new Set(['dress', 'romper', 'bodysuit']);
/**
 * Shares of the torso above which such a garment counts as `upper`, and below which as `lower`; the part between is not
 * scored.
 */
const DRESS_BETWEEN = [0.75, 1.1] as const;
/** The same for suits, whose jackets end lower. */
const SUIT_BETWEEN = [0.9, 1.35] as const;

/**
 * The names of the Clothing Co-Parsing maps by our regions. Jewellery, glasses and socks are too small or unclear to
 * score.
 */
const REGION_OF: Readonly<Record<string, Region>> = {
  null: 'background',
  hair: 'hair',
  skin: 'skin',
  ...named('upper', 'shirt t-shirt coat jacket sweater blouse top vest cardigan tie'),
  ...named('lower', 'pants jeans skirt shorts stockings'),
  ...named('shoes', 'shoes heels sneakers sandals loafers boots'),
  ...named('other', 'bag purse wallet hat gloves belt scarf'),
};

function named(region: Region, names: string): Record<string, Region> {
  return Object.fromEntries(names.split(' ').map((name) => [name, region]));
}

/** A person photo, and the map of its parts where there is one; paths within the folder of shared photos. */
export interface PersonPhoto {
  readonly name: string;
  readonly path: string;
  readonly parse: { readonly path: string; readonly labels: readonly string[] } | null;
}

interface ManifestFile {
  readonly path: string;
  readonly kind: string;
  readonly parse?: string;
  readonly labels?: readonly string[];
}

/** The person photos of the folder, in the order of their names. */
export function personPhotos(folder: string): PersonPhoto[] {
  const { files }: { files: ManifestFile[] } = JSON.parse(readFileSync(path.join(folder, 'MANIFEST.json'), 'utf8'));
  return files
    .filter((file) => file.path.startsWith('persons/'))
    .map((file) => {
      const labels = files.find((other) => other.path === file.parse)?.labels;
      const parse = file.parse && labels ? { path: file.parse, labels } : null;
      return { name: path.basename(file.path, path.extname(file.path)), path: file.path, parse };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The true region of each pixel of an analysed photo's region map, as an index into REGIONS, or UNTOLD. */
export async function trueRegions(
  png: Buffer,
  labels: readonly string[],
  { regions: { width, height, scale }, frame }: PersonAnalysis,
): Promise<Uint8Array> {
  const colours = paletteOf(png);
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const indices = new Uint8Array(info.width * info.height);
  for (let i = 0; i < indices.length; i++) indices[i] = colours.get(keyOf(data, i * info.channels)) ?? 0;
  // The map's indices in rising order belong to the manifest's names in their order.
  const used = [...new Set(indices)].sort((a, b) => a - b);
  if (used.length !== labels.length)
    throw new Error(`a parse map has ${used.length} colours for ${labels.length} names`);
  const truth = new Uint8Array(width * height);
  for (let i = 0; i < truth.length; i++) {
    const u = (i % width) + 0.5;
    const v = Math.floor(i / width) + 0.5;
    const index = indices[Math.floor((v * info.height) / height) * info.width + Math.floor((u * info.width) / width)];
    const x = u * scale - frame.shoulderCentre.x;
    const y = v * scale - frame.shoulderCentre.y;
    const down = (x * frame.down.x + y * frame.down.y) / frame.torsoLength;
    truth[i] = regionOf(labels[used.indexOf(index)] ?? '', down);
  }
  return truth;
}

function regionOf(label: string, down: number): number {
  const region = REGION_OF[label];
  if (region) return REGIONS.indexOf(region);
  if (!BOTH.has(label) && label !== 'suit') return UNTOLD;
  const [above, below] = label === 'suit' ? SUIT_BETWEEN : DRESS_BETWEEN;
  return down < above ? REGIONS.indexOf('upper') : down > below ? REGIONS.indexOf('lower') : UNTOLD;
}

/** The place of each colour in an indexed PNG's palette: decoders give the colours alone. */
function paletteOf(png: Buffer): ReadonlyMap<number, number> {
  const at = png.indexOf('PLTE');
  const length = png.readUInt32BE(at - 4);
  const palette = png.subarray(at + 4, at + 4 + length);
  const places = new Map<number, number>();
  for (let k = 0; k < length / 3; k++) {
    const key = keyOf(palette, k * 3);
    if (places.has(key)) throw new Error('two entries of a palette have the same colour');
    places.set(key, k);
  }
  return places;
}

const keyOf = (bytes: Uint8Array, at: number) => (bytes[at] << 16) | (bytes[at + 1] << 8) | bytes[at + 2];
