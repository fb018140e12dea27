import type { BodyFrame, Pose, Region, RegionMap } from '../../analysis.ts';
import { type Box, laidInto, padPlane } from '../../pixels/crop.ts';
import type { Plane, Point, Size } from '../../pixels/raster.ts';

/**
 * Moves a pose into the coordinates of a part of its picture. The part's corner is at `left`, `top`, in pixels; depths
 * stay.
 */
export function shiftPose(pose: Pose, left: number, top: number): Pose {
  return {
    ...pose,
    landmarks: pose.landmarks.map((landmark) => ({ ...landmark, x: landmark.x - left, y: landmark.y - top })),
  };
}

/**
 * Moves a body's frame into the coordinates of a part of its picture. The part's corner is at `left`, `top`, in pixels.
 */
export function shiftFrame(frame: BodyFrame, left: number, top: number): BodyFrame {
  const shift = ({ x, y }: Point) => ({ x: x - left, y: y - top });
  return {
    ...frame,
    shoulderCentre: shift(frame.shoulderCentre),
    hipCentre: shift(frame.hipCentre),
    faceCentre: shift(frame.faceCentre),
  };
}

/** Puts the map of a part of a picture back at its box in a map of `size`. Pixels outside the box are background. */
export function padRegions(map: RegionMap, size: Size, box: Box): RegionMap {
  const pad = (region: Region) => padPlane(map.probability[region], size, box, region === 'background' ? 1 : 0);
  const labels = laidInto(new Uint8Array(size.width * size.height), map.labels, 1, size.width, box);
  return { ...map, ...size, labels, probability: eachRegion(pad) };
}

/** The planes of all regions, each by its name. */
export function eachRegion(plane: (region: Region) => Plane): Record<Region, Plane> {
  return {
    background: plane('background'),
    hair: plane('hair'),
    skin: plane('skin'),
    upper: plane('upper'),
    lower: plane('lower'),
    shoes: plane('shoes'),
    other: plane('other'),
  };
}
