import type { BodyFrame, Pose, Region, RegionMap } from '../../analysis.ts';
import { type Box, padPlane } from '../../pixels/crop.ts';
import type { Plane, Point, Size } from '../../pixels/raster.ts';

/** A pose in a part of its picture whose corner lies at `left`, `top`, in pixels; depths stay as they are. */
export function shiftPose(pose: Pose, left: number, top: number): Pose {
  return { ...pose, landmarks: pose.landmarks.map((landmark) => ({ ...landmark, x: landmark.x - left, y: landmark.y - top })) };
}

/** A body's frame in a part of its picture whose corner lies at `left`, `top`, in pixels. */
export function shiftFrame(frame: BodyFrame, left: number, top: number): BodyFrame {
  const shift = ({ x, y }: Point) => ({ x: x - left, y: y - top });
  return {
    ...frame,
    shoulderCentre: shift(frame.shoulderCentre),
    hipCentre: shift(frame.hipCentre),
    faceCentre: shift(frame.faceCentre),
  };
}

/** A map of a part of a picture, laid back into the whole: all around it is background. */
export function padRegions(map: RegionMap, size: Size, box: Box): RegionMap {
  const pad = (region: Region) => padPlane(map.probability[region], size, box, region === 'background' ? 1 : 0);
  const labels = new Uint8Array(size.width * size.height);
  for (let y = 0; y < box.height; y++) {
    labels.set(map.labels.subarray(y * box.width, (y + 1) * box.width), (box.top + y) * size.width + box.left);
  }
  const probability: Record<Region, Plane> = {
    background: pad('background'),
    hair: pad('hair'),
    skin: pad('skin'),
    upper: pad('upper'),
    lower: pad('lower'),
    shoes: pad('shoes'),
    other: pad('other'),
  };
  return { ...map, ...size, labels, probability };
}
