import sharp from 'sharp';

/** Longest side a picture is measured at, in pixels: colours and shapes need no more. */
const SIDE_PIXELS_MAX = 128;

/** Width of the border that counts as background, as a share of the shorter side. */
const BORDER_SHARE = 0.06;

/** Distance in sRGB (0 to 441) from which a pixel is not of the background's colour: above noise and soft shadows. */
const BACKGROUND_DISTANCE = 36;

/** A colour in 8-bit sRGB. */
export type Colour = readonly [red: number, green: number, blue: number];

/** Measures of a picture from its pixels alone. */
export type PictureMeasures = Awaited<ReturnType<typeof measurePicture>>;

interface Thumbnail {
  readonly width: number;
  readonly height: number;
  /** Of each pixel, row by row. */
  readonly colours: readonly Colour[];
}

/** Measures a clean picture, given as its bytes or the path of its file. */
export async function measurePicture(source: Uint8Array | string) {
  const picture = sharp(source, { sequentialRead: true });
  const { width, height } = await picture.metadata();
  const { data: rgb, info } = await picture
    .resize(SIDE_PIXELS_MAX, SIDE_PIXELS_MAX, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const colours = Array.from(
    { length: info.width * info.height },
    (_, index): Colour => [rgb[3 * index] ?? 0, rgb[3 * index + 1] ?? 0, rgb[3 * index + 2] ?? 0],
  );
  const thumbnail = { width: info.width, height: info.height, colours };
  const border = borderOf(thumbnail);
  const background = medianColour(thumbnail, border);
  const subject = subjectOf(thumbnail, background);
  const upperBorder = border.filter((index) => index < subject.length / 2);
  return {
    /** Pixels of the file. */
    width,
    height,
    /** Median of the border. */
    background,
    /**
     * Share of the border that has the background's colour, 0 to 1: 1 where a subject stands whole before a plain
     * background.
     */
    plainness: shareOff(subject, border),
    /** The same of the border's upper half: a person may run out of the picture below. */
    upperPlainness: shareOff(subject, upperBorder),
    /**
     * Distance in sRGB (0 to 441) of the median colours of the upper and the lower edge. It is large where there is a
     * ground and a horizon.
     */
    horizon: horizonOf(thumbnail),
    /** Share of the picture that has not the background's colour, 0 to 1. */
    subjectShare: sum(subject) / subject.length,
    ...shapeOf(thumbnail, subject),
    /** Most frequent colours, most frequent first, at most five. */
    palette: paletteOf(thumbnail),
    ...lightOf(thumbnail, border),
  };
}

function borderOf({ width, height }: Thumbnail): number[] {
  const margin = Math.max(1, Math.round(Math.min(width, height) * BORDER_SHARE));
  const indices = Array.from({ length: width * height }, (_, index) => index);
  return indices.filter((index) => {
    const [x, y] = [index % width, Math.floor(index / width)];
    return x < margin || y < margin || x >= width - margin || y >= height - margin;
  });
}

function medianColour({ colours }: Thumbnail, indices: readonly number[]): Colour {
  const middle = (channel: 0 | 1 | 2) => {
    const values = indices.map((index) => colours[index]?.[channel] ?? 0).sort((a, b) => a - b);
    return values[values.length >> 1] ?? 0;
  };
  return [middle(0), middle(1), middle(2)];
}

function horizonOf(thumbnail: Thumbnail): number {
  const pixels = thumbnail.width * thumbnail.height;
  const strip = Math.max(1, Math.round(thumbnail.height * BORDER_SHARE)) * thumbnail.width;
  const from = (start: number) => Array.from({ length: strip }, (_, index) => start + index);
  return distance(medianColour(thumbnail, from(0)), medianColour(thumbnail, from(pixels - strip)));
}

/** 1 for each pixel that is not of the background's colour. */
function subjectOf({ colours }: Thumbnail, background: Colour): Uint8Array {
  return Uint8Array.from(colours, (colour) => (distance(colour, background) > BACKGROUND_DISTANCE ? 1 : 0));
}

/** Share of the pixels that are background. */
function shareOff(subject: Uint8Array, indices: readonly number[]): number {
  return indices.filter((index) => !subject[index]).length / Math.max(1, indices.length);
}

/** Height to width of the box around the subject, and how alike its outline and the mirror image are, 0 to 1. */
function shapeOf({ width, height }: Thumbnail, subject: Uint8Array) {
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!subject[y * width + x]) continue;
      [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
    }
  }
  if (right < left) return { subjectTallness: 1, symmetry: 0 };
  let [both, either] = [0, 0];
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const here = subject[y * width + x] ?? 0;
      const there = subject[y * width + (left + right - x)] ?? 0;
      both += here & there;
      either += here | there;
    }
  }
  return { subjectTallness: (bottom - top + 1) / (right - left + 1), symmetry: both / Math.max(1, either) };
}

/** Colours of a grid of 4 levels a channel, each as the mean of its pixels. */
function paletteOf({ colours }: Thumbnail): Colour[] {
  const cells = Map.groupBy(colours, ([red, green, blue]) => ((red >> 6) << 4) | ((green >> 6) << 2) | (blue >> 6));
  const largest = [...cells.values()].sort((a, b) => b.length - a.length).slice(0, 5);
  return largest.map((cell) => {
    const mean = (channel: 0 | 1 | 2) => Math.round(meanOf(cell.map((colour) => colour[channel])));
    return [mean(0), mean(1), mean(2)];
  });
}

/**
 * Mean lightness, 0 (black) to 1 (white), and mean of red less blue, −1 (cold) to 1 (warm). The contrast is the spread
 * of the lightness along the border, 0 to 0.5: low in even light, high in hard light with shadows.
 */
function lightOf({ colours }: Thumbnail, border: readonly number[]) {
  const lightness = colours.map(lightnessOf);
  const around = border.map((index) => lightness[index] ?? 0);
  const mean = meanOf(around);
  return {
    lightness: meanOf(lightness),
    contrast: Math.sqrt(meanOf(around.map((value) => (value - mean) ** 2))),
    warmth: meanOf(colours.map(([red, , blue]) => (red - blue) / 255)),
  };
}

/** Luma of Rec. 709, 0 to 1. */
function lightnessOf([red, green, blue]: Colour): number {
  return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / Math.max(1, values.length);
}

function distance(a: Colour, b: Colour): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

function sum(values: Uint8Array): number {
  return values.reduce((total, value) => total + value, 0);
}
