import type { PersonAnalysis } from '../../analysis.ts';
import { boxAbove } from '../../pixels/crop.ts';
import { onWhite, pixelsOf } from '../../pixels/decode.ts';
import { clamp } from '../../pixels/geometry.ts';
import type { Raster, Size } from '../../pixels/raster.ts';
import { framePhoto } from '../try-on/frame-photo.ts';
import { type Placement, placementOf } from '../try-on/placement.ts';

/**
 * Least share of the person that a film must show. With less, the photo is continued at its sides instead of cropped.
 */
const SHOWN_MIN = 0.8;

/**
 * Margin above the head that a film keeps if the photo has it, as a share of the film's height. The film may crop feet,
 * but not a head.
 */
const HEAD_ROOM = 0.05;

/**
 * The photo at the size of a film, and the place of the analysed person in it. A film may crop an elbow, as a camera
 * would.
 */
export async function frameForFilm(
  bytes: Uint8Array,
  person: PersonAnalysis,
  size: Size,
): Promise<{ photo: Raster; placement: Placement }> {
  const { raster } = person;
  const scale = Math.max(size.width / raster.width, size.height / raster.height);
  const [width, height] = [Math.round(raster.width * scale), Math.round(raster.height * scale)];
  const box = boxAbove(person.matte, 0.5);
  const shown = Math.min(1, size.width / (box.width * scale)) * Math.min(1, size.height / (box.height * scale));
  if (shown < SHOWN_MIN) {
    const { photo, stage, placement } = await framePhoto(bytes, person, size, 'continued');
    return { photo, placement: placement.within({ left: -stage.left, top: -stage.top, ...size }) };
  }
  const left = Math.round(clamp((box.left + box.width / 2) * scale - size.width / 2, 0, width - size.width));
  const middle = (box.top + box.height / 2) * scale - size.height / 2;
  const above = box.top * scale - HEAD_ROOM * size.height;
  const top = Math.round(clamp(Math.min(middle, above), 0, height - size.height));
  const whole = onWhite(bytes).resize(width, height, { fit: 'fill' });
  const photo = await pixelsOf(whole.extract({ left, top, ...size }), size);
  return { photo, placement: placementOf(raster, size, scale, -left, -top) };
}
