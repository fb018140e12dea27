import type { PersonAnalysis } from '../../../analysis.ts';
import type { Point } from '../../../pixels/raster.ts';
import type { BodyModel } from '../body/body-model.ts';
import { waistOfDress } from '../fit/tuck-line.ts';
import { oldSleeve } from './old-sleeve.ts';

/**
 * Greatest reach of a skirt beyond the body, as a multiple of its depth below the waist. A gathered skirt stands off
 * steeply.
 */
const FLARE = 1;

/**
 * The part of a dress that stays as a skirt under a new top: all below its waist except its sleeves. No line in the
 * photo divides the dress, and invented cloth between a line and the top would not match.
 */
export function keptSkirt(person: PersonAnalysis, body: BodyModel): (p: Point) => boolean {
  if (!person.regions.wearsDress) return () => false;
  const waist = waistOfDress(person, body);
  const isOldSleeve = oldSleeve(body);
  return (p) => {
    const { share, offset } = body.torsoPlace(p);
    const half = body.halfWidth(Math.min(share, 2), offset > 0 ? 1 : 0) + FLARE * (share - waist) * body.torsoLength;
    return share > waist && Math.abs(offset) < half && !isOldSleeve(p);
  };
}
