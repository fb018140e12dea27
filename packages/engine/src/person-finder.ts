import type { EngineOptions } from './engine.ts';
import { loadPoseNets } from './models/nets.ts';
import { findPose } from './models/pose.ts';
import { netLoader } from './models/sessions.ts';
import { decodePicture } from './pixels/decode.ts';

/** Size of the searched picture; the nets use less. */
const SEARCH_SIZE = { width: 512, height: 512 };

/** Landmarks of BlazePose: the nose, then both hips and both ankles. */
const [NOSE, HIPS, ANKLES] = [0, [23, 24], [27, 28]] as const;

/**
 * A person found in a picture. Heights are measured from its top, as shares of its height; over 1 is below the picture.
 */
export interface FoundPerson {
  readonly noseY: number;
  readonly hipsY: number;
  readonly anklesY: number;
  /** Probability that it is a person, 0 to 1. */
  readonly certainty: number;
}

/** Finds a person and makes no pictures, so it needs little memory. */
export interface PersonFinder {
  /** The best guess at the largest, most central person of an encoded picture. */
  find(bytes: Uint8Array): Promise<FoundPerson>;
}

/** Loads the nets of the pose model. It needs no others. */
export async function createPersonFinder({ threads }: EngineOptions): Promise<PersonFinder> {
  const nets = await loadPoseNets(netLoader(threads));
  return {
    async find(bytes) {
      const { raster } = await decodePicture(bytes, SEARCH_SIZE);
      const { pose } = await findPose(raster, { width: 1, height: 1 }, nets);
      const heightOf = (joints: readonly number[]) =>
        joints.reduce((sum, joint) => sum + pose.landmarks[joint].y, 0) / joints.length / raster.height;
      return {
        noseY: heightOf([NOSE]),
        hipsY: heightOf(HIPS),
        anklesY: heightOf(ANKLES),
        certainty: Math.min(pose.detectionScore, pose.presence),
      };
    },
  };
}
