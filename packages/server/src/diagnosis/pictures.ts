import sharp from 'sharp';
import { filmOf } from '../engines/adapters/sandbox/video.ts';
import { type Finding, ok, reasonOf, wrong } from './finding.ts';

const FORMATS = ['jpeg', 'png', 'webp'] as const;

/** Whether pictures can be read and written, words be drawn, and videos be made. */
export async function checkPictures(): Promise<Finding[]> {
  return [await checkCodecs(), await checkFonts(), await checkFilms()];
}

const blank = () => sharp({ create: { width: 64, height: 32, channels: 3, background: '#fff' } });

async function checkCodecs(): Promise<Finding> {
  try {
    for (const format of FORMATS) await sharp(await blank().toFormat(format).toBuffer()).stats();
    return ok('images', `JPEG, PNG and WebP, by libvips ${sharp.versions.vips}`);
  } catch (error) {
    return wrong('images', reasonOf(error), 'run `npm ci` on this machine: the image library is made for its platform');
  }
}

/** Captions of sandbox pictures and contact sheets are drawn with a font of the system. */
async function checkFonts(): Promise<Finding> {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="32"><text x="4" y="24" font-size="24">Mg</text></svg>';
  const drawn = await blank()
    .composite([{ input: Buffer.from(svg) }])
    .png()
    .toBuffer();
  const { channels } = await sharp(drawn).stats();
  if (channels.some(({ min }) => min < 128)) return ok('fonts', 'words can be drawn');
  return wrong(
    'fonts',
    'no font is installed: captions would be empty',
    'install one, such as the package fonts-dejavu-core',
  );
}

async function checkFilms(): Promise<Finding> {
  try {
    await filmOf({ width: 32, height: 32, rgb: new Uint8Array(32 * 32 * 3) });
    return ok('videos', 'H.264 can be written');
  } catch (error) {
    return wrong('videos', reasonOf(error), 'run `npm ci`');
  }
}
