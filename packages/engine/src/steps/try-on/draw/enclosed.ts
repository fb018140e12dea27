import { findComponents } from '../../../pixels/components.ts';
import { maskOf } from '../../../pixels/planes.ts';
import type { Scene } from '../scene.ts';
import type { DrawnGarment } from './draw.ts';

/** Largest hole, in squares of the shoulder width. */
const HOLE_MAX = 0.03;
/** Coverage from which nothing shows through, and from which a pixel is of a piece. */
const SOLID = 0.995;
const COVERED = 0.5;
/** Share of a pixel from which it is the person, and one of their parts. */
const PERSON = 0.5;

/** What of a scene says where holes are. */
interface Clothed extends Pick<Scene, 'matte'> {
  readonly placement: Pick<Scene['placement'], 'width' | 'height' | 'scale'>;
  readonly body: Pick<Scene['body'], 'shoulderWidth'>;
  readonly parts: Pick<Scene['parts'], 'upper' | 'skin'>;
}

/**
 * Tells the small holes between the trunk of a garment and its sleeves, as under an arm that is raised a little: all around is the garment,
 * and nothing but the old one or the arm is seen in them. Openings within one piece are as they were sewn.
 */
export function enclosedBy(
  { body: trunk, sleeves }: DrawnGarment,
  { placement: { width, height, scale }, body, matte, parts }: Clothed,
): (pixel: number) => boolean {
  const { labels, sizes } = findComponents(
    maskOf(matte.length, (i) => 1 - (1 - trunk.alpha[i]) * (1 - sleeves.alpha[i]) < SOLID),
    width,
    height,
  );
  const isHole = sizes.map((size, part) => part > 0 && size < HOLE_MAX * (body.shoulderWidth * scale) ** 2);
  const besideSleeve = sizes.map(() => false);
  const besideTrunk = sizes.map(() => false);
  for (let i = width; i < labels.length - width; i++) {
    const part = labels[i];
    if (!isHole[part]) continue;
    if (matte[i] < PERSON || parts.upper[i] + parts.skin[i] < PERSON) isHole[part] = false;
    for (const near of [i - 1, i + 1, i - width, i + width]) {
      if (labels[near] === part) continue;
      if (sleeves.alpha[near] > COVERED) besideSleeve[part] = true;
      else besideTrunk[part] = true;
    }
  }
  return (i) => isHole[labels[i]] && besideSleeve[labels[i]] && besideTrunk[labels[i]];
}
