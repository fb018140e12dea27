import type { PersonAnalysis } from '../../../analysis.ts';
import type { Point } from '../../../pixels/raster.ts';

/** What the photo shows at a point: how much person, and which region; null beyond it. */
export type Look = (p: Point) => { readonly matte: number; readonly region: number } | null;

/** Looks at a person photo, in pixels of the analysed raster. */
export function lookAt({ raster, matte, regions }: PersonAnalysis): Look {
  return ({ x, y }) => {
    const px = Math.floor(x);
    const py = Math.floor(y);
    if (px < 0 || py < 0 || px >= raster.width || py >= raster.height) return null;
    const rx = Math.min(regions.width - 1, Math.floor(px / regions.scale));
    const ry = Math.min(regions.height - 1, Math.floor(py / regions.scale));
    return { matte: matte.data[py * raster.width + px], region: regions.labels[ry * regions.width + rx] };
  };
}
