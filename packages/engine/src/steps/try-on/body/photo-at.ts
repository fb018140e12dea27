import type { PersonAnalysis, Region } from '../../../analysis.ts';
import type { Point } from '../../../pixels/raster.ts';
import { regionAt } from '../../person/region-at.ts';

/** The photo at a point: the share of person, 0 to 1, and the region; null outside the photo. */
export type PhotoAt = (p: Point) => { readonly matte: number; readonly region: Region } | null;

/** Reads a person photo, in pixels of the analysed raster. */
export function photoReader({ raster, matte, regions }: PersonAnalysis): PhotoAt {
  return (p) => {
    const x = Math.floor(p.x);
    const y = Math.floor(p.y);
    if (x < 0 || y < 0 || x >= raster.width || y >= raster.height) return null;
    return { matte: matte.data[y * raster.width + x], region: regionAt(regions, p) ?? 'background' };
  };
}
