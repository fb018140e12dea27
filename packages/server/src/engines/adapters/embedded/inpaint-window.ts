import sharp from 'sharp';
import type { EngineTask, GatheredPicture, Place } from '../../port.ts';

/** Least width and height of a window, as multiples of the masked area, because the surroundings fill it. */
const CONTEXT = 2;

/**
 * The part of a picture around its mask, at its own size unless that has more pixels than the task. It is at least as
 * large as the task's size, and twice as wide and high as the masked area. An inpaint is thus as sharp as the picture
 * around it, and a large picture takes no longer. `place` is where the window lies in the picture; `whole` has the
 * pixels of the whole picture at the scale of `size`.
 */
export async function inpaintWindow(source: GatheredPicture, mask: GatheredPicture, size: EngineTask['size']) {
  const marked = await markedPart(mask);
  const [left, width] = stretch(marked.left, marked.width, size.width, source.width);
  const [top, height] = stretch(marked.top, marked.height, size.height, source.height);
  const place = { left, top, width, height };
  const scale = Math.min(1, Math.sqrt((size.width * size.height) / (place.width * place.height)));
  const scaled = ({ width, height }: EngineTask['size']) => ({
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  });
  const working = scaled(place);
  const cut = (bytes: Uint8Array) =>
    sharp(bytes)
      .extract(place)
      .resize(working.width, working.height, { fit: 'fill' })
      .png({ compressionLevel: 1 })
      .toBuffer();
  const [image, part] = await Promise.all([cut(source.bytes), cut(mask.bytes)]);
  return { image, mask: part, size: working, whole: scaled(source), place };
}

/** Beginning and length of a window along one side: around the masked stretch, within the picture. */
function stretch(start: number, marked: number, least: number, side: number): readonly [start: number, length: number] {
  const length = Math.min(side, Math.max(least, Math.ceil(marked * CONTEXT)));
  const centred = Math.round(start + marked / 2 - length / 2);
  return [Math.max(0, Math.min(side - length, centred)), length];
}

/** Least side of a picture that `trim` takes, in pixels. */
const TRIM_MIN = 3;

/** The rectangle around all that a plain mask marks; the whole of a tiny mask. */
async function markedPart({ bytes, width, height }: GatheredPicture): Promise<Place> {
  if (Math.min(width, height) < TRIM_MIN) return { left: 0, top: 0, width, height };
  const { info } = await sharp(bytes)
    .trim({ background: '#000000', threshold: 1, lineArt: true })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { trimOffsetLeft = 0, trimOffsetTop = 0 } = info;
  return { left: -trimOffsetLeft, top: -trimOffsetTop, width: info.width, height: info.height };
}
