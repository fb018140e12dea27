import type { PersonAnalysis, Region } from '../../analysis.ts';
import { clamp } from '../../pixels/geometry.ts';
import type { Plane, Raster } from '../../pixels/raster.ts';
import { type BodyModel, modelBody } from './body/body-model.ts';
import { BodyPlace, type Measures } from './body/body-place.ts';
import { carriedOf } from './body/carried.ts';
import type { Placement } from './placement.ts';

/** Share of the person in a pixel below which it is background. */
export const OUTSIDE = 0.5;

/**
 * Rise of a part's share with its probability around one half. Between cloths of one colour, probabilities change over
 * many pixels, but the edge has one or two mixed ones. Strands of hair make wider edges. Chosen by eye.
 */
const EDGES = 8;
const STRANDS = 3;

/** The person at the size of the output. Garments change `colours`, `worn` and the hair in it. */
export interface Scene {
  readonly person: PersonAnalysis;
  readonly body: BodyModel;
  readonly placement: Placement;
  /** The picture so far, three values a pixel, 0 to 255. */
  readonly colours: Float32Array;
  /** Share of each pixel that is the person. */
  readonly matte: Float32Array;
  /**
   * Share of each pixel that is each part of the person, with hardened edges. `carried` are bags and
   * other things that the person carries.
   */
  readonly parts: Readonly<Record<'hair' | 'skin' | 'upper' | 'lower' | 'carried', Float32Array>>;
  /** Share of each pixel that earlier garments of this request cover. */
  readonly worn: Float32Array;
}

/** The scene before anything is drawn. `photo` is the person photo at the size of the output. */
export function openScene(person: PersonAnalysis, placement: Placement, photo: Raster): Scene {
  const matte = placement.lay(person.matte);
  const body = modelBody(person);
  const part = (region: Region) => harden(person.regions.probability[region], region === 'hair' ? STRANDS : EDGES);
  const harden = (probability: Plane, slope: number) => {
    const plane = placement.lay(probability);
    for (let i = 0; i < plane.length; i++) plane[i] = clamp((plane[i] - 0.5) * slope + 0.5) * matte[i];
    return plane;
  };
  return {
    person,
    body,
    placement,
    colours: new Float32Array(photo.data),
    matte,
    parts: {
      hair: part('hair'),
      skin: part('skin'),
      upper: part('upper'),
      lower: part('lower'),
      carried: harden(carriedOf(person, body), EDGES),
    },
    worn: new Float32Array(placement.width * placement.height),
  };
}

/** A body at its place in the output. */
export interface PlacedBody extends Pick<Scene, 'placement'> {
  readonly body: Measures & Pick<BodyModel, 'shoulderWidth' | 'torsoLength'>;
}

/** The place of an output pixel on the body. */
export function bodyPlaceOf(pixel: number, { placement, body }: PlacedBody): BodyPlace {
  return new BodyPlace(body, placement.placeOf(pixel));
}
