import type { EngineOptions } from './engine.ts';
import { loadPoseNets } from './models/nets.ts';
import { findPose, NO_OUTLINE } from './models/pose.ts';
import { netLoader } from './models/sessions.ts';
import { decodePicture } from './pixels/decode.ts';
import { LANDMARK } from './steps/person/body-frame.ts';

/** Size of the searched picture; the nets use less. */
const SEARCH_SIZE = { width: 512, height: 512 };

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
      const { pose } = await findPose(raster, NO_OUTLINE, nets);
      const heightOf = (...joints: (keyof typeof LANDMARK)[]) =>
        joints.reduce((sum, joint) => sum + pose.landmarks[LANDMARK[joint]].y, 0) / joints.length / raster.height;
      return {
        noseY: heightOf('nose'),
        hipsY: heightOf('hipLeft', 'hipRight'),
        anklesY: heightOf('ankleLeft', 'ankleRight'),
        certainty: Math.min(pose.detectionScore, pose.presence),
      };
    },
  };
}
