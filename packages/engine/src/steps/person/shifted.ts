import type { BodyFrame, Pose, Region, RegionMap } from '../../analysis.ts';
import { type Box, cropPlane, cropValues, padPlane, pasted } from '../../pixels/crop.ts';
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
  const labels = new Uint8Array(size.width * size.height);
  for (let y = 0; y < box.height; y++) {
    labels.set(map.labels.subarray(y * box.width, (y + 1) * box.width), (box.top + y) * size.width + box.left);
  }
  return { ...map, ...size, labels, probability: eachRegion(pad) };
}

/** The part of a map within a box, as a separate map. Its origin is the corner of the box. */
export function cropRegions(map: RegionMap, box: Box): RegionMap {
  const labels = Uint8Array.from(cropValues(map.labels, 1, map.width, box));
  const { width, height } = box;
  return {
    ...map,
    width,
    height,
    labels,
    probability: eachRegion((region) => cropPlane(map.probability[region], box)),
  };
}

/** A copy of a map with a part of it replaced at its box. */
export function pasteRegions(map: RegionMap, part: RegionMap, box: Box): RegionMap {
  const { width, height } = map;
  const labels = map.labels.slice();
  for (let y = 0; y < box.height; y++)
    labels.set(part.labels.subarray(y * box.width, (y + 1) * box.width), (box.top + y) * width + box.left);
  const paste = (region: Region) => {
    const [whole, laid] = [map.probability[region], part.probability[region]];
    return { width, height, data: pasted(whole.data, laid.data, 1, width, box) };
  };
  return { ...map, labels, probability: eachRegion(paste) };
}

function eachRegion(plane: (region: Region) => Plane): Record<Region, Plane> {
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
