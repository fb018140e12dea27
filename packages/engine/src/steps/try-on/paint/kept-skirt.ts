import type { PersonAnalysis } from '../../../analysis.ts';
import type { Point } from '../../../pixels/raster.ts';
import type { BodyModel } from '../body/body-model.ts';
import { waistOfDress } from '../fit/tuck-line.ts';
import { oldSleeve } from './old-sleeve.ts';

/**
 * Farther than the body a skirt may reach, by how far it lies below the waist: gathered there, one stands off it
 * steeply.
 */
const FLARE = 1;

/**
 * Tells what of a dress stays as a skirt under a new top: all below its waist but its sleeves, for the photo shows no
 * line at which it could be parted, and nothing that was painted between that top and a line drawn anywhere would be
 * its cloth.
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
