import type { Json } from '../../inputs.ts';
import { dataUri } from '../../inputs.ts';
import type { EngineTask, OutfitPiece } from '../../port.ts';

/** The open model as the server of `deploy/gpu` calls it: one garment a run, and up to four runs for one job. */
export const OPEN_MODEL = 'fashn-vton-1.5';

/** The model's names of the categories. */
const CATEGORIES: Readonly<Record<OutfitPiece['category'], string>> = {
  top: 'tops',
  trousers: 'bottoms',
  skirt: 'bottoms',
  dress: 'one-pieces',
  jumpsuit: 'one-pieces',
};

/** The garments of a task as the server takes them, in the order in which it puts them on. */
export function garmentsOf({ outfit = [] }: EngineTask): Json {
  return outfit.map(({ category, photo }) => ({
    garment_image: dataUri({ bytes: photo }),
    category: CATEGORIES[category],
    garment_photo_type: 'flat-lay',
  }));
}
