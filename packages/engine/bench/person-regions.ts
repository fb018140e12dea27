import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { type PersonAnalysis, REGIONS } from '../src/analysis.ts';
import { loadNets, releaseNets } from '../src/models/nets.ts';
import { netLoader } from '../src/models/sessions.ts';
import { median } from '../src/pixels/median.ts';
import { analysePerson } from '../src/steps/person/analyse-person.ts';
import { type PersonPhoto, personPhotos, trueRegions } from './parse-maps.ts';
import { RegionCounts, type RegionScore } from './region-score.ts';

/**
 * Divides every person photo into regions, scores those with a parse map, and writes sheets (photo, regions, matte) and
 * a table to an ignored folder. `npm run bench:persons [-- FILTER]`.
 */

const root = fileURLToPath(new URL('../../../', import.meta.url));
const photos = path.resolve(root, '../shared/data');
const out = path.join(root, 'out/bench-persons');

/** Colours of the regions in the order of REGIONS. */
const PALETTE: readonly (readonly [number, number, number])[] = [
  [255, 255, 255],
  [120, 60, 0],
  [255, 190, 150],
  [60, 140, 255],
  [60, 200, 80],
  [200, 60, 200],
  [255, 220, 0],
];
/** Side by side on a sheet. */
const TILE = { width: 200, height: 270 } as const;
const COLUMNS = 3;
const ROWS = 4;

/** The result of one photo. */
interface Row {
  readonly name: string;
  readonly ms: number;
  readonly outcome: string;
  readonly score: RegionScore | null;
}

async function main(filter: string | undefined): Promise<void> {
  if (!existsSync(photos)) throw new Error(`the photos are not here: ${photos} is missing`);
  await fs.mkdir(out, { recursive: true });
  const nets = await loadNets(netLoader(2));
  const total = new RegionCounts();
  const rows: Row[] = [];
  const tiles: Buffer[] = [];
  for (const photo of personPhotos(photos)) {
    if (filter && !photo.name.includes(filter)) continue;
    const bytes = await fs.readFile(path.join(photos, photo.path));
    const begun = performance.now();
    try {
      const analysis = await analysePerson(bytes, nets);
      const ms = performance.now() - begun;
      rows.push({ name: photo.name, ms, outcome: describe(analysis), score: await judge(photo, analysis, total) });
      tiles.push(await tileOf(analysis));
    } catch (error) {
      rows.push({
        name: photo.name,
        ms: 0,
        outcome: error instanceof Error ? error.message : String(error),
        score: null,
      });
    }
  }
  await writeSheets(tiles);
  const table = tableOf(rows, total.score());
  await fs.writeFile(path.join(out, 'table.md'), table);
  process.stdout.write(`${table}\n\n${Math.round(process.resourceUsage().maxRSS / 1024)} MB at most. ${out}\n`);
  await releaseNets(nets);
}

function describe({ regions, frame, pose }: PersonAnalysis): string {
  const parts = [
    regions.wearsDress ? 'dress' : '',
    frame.backView ? 'from behind' : '',
    frame.faceVisible ? '' : 'no face',
    pose.detectionScore < 0.7 ? `detection ${pose.detectionScore.toFixed(2)}` : '',
  ];
  return parts.filter(Boolean).join(', ');
}

async function judge(
  { parse }: PersonPhoto,
  analysis: PersonAnalysis,
  total: RegionCounts,
): Promise<RegionScore | null> {
  if (!parse) return null;
  const truth = await trueRegions(await fs.readFile(path.join(photos, parse.path)), parse.labels, analysis);
  const own = new RegionCounts();
  own.add(truth, analysis.regions.labels);
  total.add(truth, analysis.regions.labels);
  return own.score();
}

/** Photo, regions over the photo, and matte, side by side. */
async function tileOf({ raster, regions, matte }: PersonAnalysis): Promise<Buffer> {
  const fit = { width: TILE.width, height: TILE.height, fit: 'contain', background: '#888888' } as const;
  const picture = (data: Uint8ClampedArray, channels: 1 | 3) =>
    sharp(data, { raw: { width: raster.width, height: raster.height, channels } })
      .resize(fit)
      .toColourspace('srgb')
      .png()
      .toBuffer();
  const overlay = new Uint8ClampedArray(raster.data.length);
  const grey = new Uint8ClampedArray(raster.width * raster.height);
  for (let i = 0; i < grey.length; i++) {
    const x = Math.min(regions.width - 1, Math.floor((i % raster.width) / regions.scale));
    const y = Math.min(regions.height - 1, Math.floor(Math.floor(i / raster.width) / regions.scale));
    const colour = PALETTE[regions.labels[y * regions.width + x]];
    for (let c = 0; c < 3; c++) overlay[i * 3 + c] = colour[c] * 0.65 + raster.data[i * 3 + c] * 0.35;
    grey[i] = matte.data[i] * 255;
  }
  const parts = [await picture(raster.data, 3), await picture(overlay, 3), await picture(grey, 1)];
  return sharp({ create: { width: TILE.width * 3, height: TILE.height, channels: 3, background: '#888888' } })
    .composite(parts.map((input, index) => ({ input, left: index * TILE.width, top: 0 })))
    .png()
    .toBuffer();
}

async function writeSheets(tiles: readonly Buffer[]): Promise<void> {
  for (let start = 0; start < tiles.length; start += COLUMNS * ROWS) {
    const group = tiles.slice(start, start + COLUMNS * ROWS).map((input, index) => ({
      input,
      left: (index % COLUMNS) * TILE.width * 3,
      top: Math.floor(index / COLUMNS) * TILE.height,
    }));
    const size = { width: TILE.width * 3 * COLUMNS, height: TILE.height * ROWS };
    await sharp({ create: { ...size, channels: 3, background: '#888888' } })
      .composite(group)
      .png()
      .toFile(path.join(out, `sheet-${start / (COLUMNS * ROWS)}.png`));
  }
}

const percent = (share: number) => (Number.isNaN(share) ? '' : (share * 100).toFixed(1));

function tableOf(rows: readonly Row[], total: RegionScore): string {
  const cells = (score: RegionScore | null) => [
    ...REGIONS.map((region) => (score ? percent(score.overlap[region]) : '')),
    score ? percent(score.right) : '',
  ];
  const times = rows.map(({ ms }) => ms).filter((ms) => ms > 0);
  const lines = rows.map(({ name, ms, outcome, score }) => [name, String(Math.round(ms)), ...cells(score), outcome]);
  lines.push(['**all**', `median ${Math.round(median(times))}`, ...cells(total), '']);
  const head = ['Photo', 'ms', ...REGIONS.map((region) => `${region}, IoU %`), 'right, %', 'found'];
  return [head, head.map(() => '---'), ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n');
}

await main(process.argv[2]);
