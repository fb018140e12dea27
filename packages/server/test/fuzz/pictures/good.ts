import fs from 'node:fs/promises';
import sharp from 'sharp';

/** A picture that is taken as it is. */
export interface GoodPicture {
  readonly name: string;
  readonly bytes: Buffer;
}

/** A rendered person of the service's own library. */
const SUBJECT = new URL('../../../library/avatar-amara.webp', import.meta.url);

/**
 * Pictures in every coding the intake takes, made from one subject by the encoders in common use, small enough to
 * decode by the thousand.
 */
export async function goodPictures(): Promise<GoodPicture[]> {
  const subject = sharp(await fs.readFile(SUBJECT))
    .removeAlpha()
    .resize(150, 200, { fit: 'cover' });
  const small = () => subject.clone();
  const alpha = () => small().ensureAlpha(0.6);
  const large = () => subject.clone().resize(1_500, 2_000);
  const frames = await Promise.all([0, 90, 180].map((hue) => small().modulate({ hue }).png().toBuffer()));
  const metadata = {
    exif: { IFD0: { Artist: 'nobody', ImageDescription: 'x'.repeat(300) }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } },
    orientation: 6,
  };
  const made: Record<string, Promise<Buffer>> = {
    'baseline.jpg': small().jpeg().toBuffer(),
    'progressive.jpg': small().jpeg({ progressive: true }).toBuffer(),
    'full-chroma.jpg': small().jpeg({ chromaSubsampling: '4:4:4', quality: 98 }).toBuffer(),
    'metadata.jpg': small().withMetadata(metadata).withIccProfile('p3').jpeg().toBuffer(),
    'grey.jpg': small().greyscale().jpeg().toBuffer(),
    'cmyk.jpg': small().toColourspace('cmyk').jpeg().toBuffer(),
    'large-progressive.jpg': large().jpeg({ progressive: true, quality: 60 }).toBuffer(),
    'plain.png': small().png().toBuffer(),
    'interlaced.png': small().png({ progressive: true }).toBuffer(),
    'alpha.png': alpha().png().toBuffer(),
    'palette.png': small().png({ palette: true, colours: 60 }).toBuffer(),
    'two-colours.png': small().threshold().png({ palette: true, colours: 2 }).toBuffer(),
    'sixteen-bits.png': small().toColourspace('rgb16').png().toBuffer(),
    'metadata.png': small().withMetadata(metadata).png().toBuffer(),
    'large.png': large().png().toBuffer(),
    'lossy.webp': small().webp().toBuffer(),
    'lossless.webp': small().webp({ lossless: true }).toBuffer(),
    'alpha.webp': alpha().webp({ alphaQuality: 60 }).toBuffer(),
    'metadata.webp': small().withMetadata(metadata).webp().toBuffer(),
    'animated.webp': sharp(frames, { join: { animated: true } })
      .webp({ loop: 0, delay: 80 })
      .toBuffer(),
  };
  return Promise.all(Object.entries(made).map(async ([name, bytes]) => ({ name, bytes: await bytes })));
}
