import { createHash } from 'node:crypto';
import type { EngineOptions } from './engine.ts';
import { INSPECTION_SIZE } from './inspection-size.ts';
import { CONTENT_SIDE, type ContentScores, scoreContent } from './models/content.ts';
import { loadPoseNets } from './models/nets.ts';
import { detectPeople } from './models/person-detector.ts';
import { findPoseOf, type PoseNets } from './models/pose.ts';
import { netLoader } from './models/sessions.ts';
import { decodePicture, resizeRaster } from './pixels/decode.ts';
import { toLab } from './pixels/lab.ts';
import type { Raster } from './pixels/raster.ts';
import { RecentlyUsed } from './recently-used.ts';
import { type BareSkin, measureBareSkin } from './steps/inspect/bare-skin.ts';
import { measureBody } from './steps/person/body-frame.ts';
import { modelSkin } from './steps/person/skin-model.ts';

/** Least score of the detector for which the landmark net runs. */
const DETECTION_MIN = 0.5;
/** Passes of the landmark net. One is exact enough for shares of large parts and takes half the time. */
const PASSES = 1;
/** Pictures whose findings are cached. The jobs of one request share theirs. */
const FINDINGS_KEPT = 1_000;

/** The largest, most central person of a picture, described for moderation. */
export interface InspectedPerson {
  /** Probability that it is a person, 0 to 1. */
  readonly certainty: number;
  readonly bareSkin: BareSkin;
}

/** Scores of a picture. The caller decides what follows from them. */
export interface PictureFindings {
  readonly content: ContentScores;
  /** Null if the detector finds no person. */
  readonly person: InspectedPerson | null;
}

/** Scores pictures and does nothing else. */
export interface PictureInspector {
  /** Inspects an encoded picture, or a decoded one that fits `INSPECTION_SIZE`. */
  inspect(picture: Uint8Array | Raster): Promise<PictureFindings>;
}

/** Loads the classifier and the nets of the pose model. */
export async function createPictureInspector({ threads }: EngineOptions): Promise<PictureInspector> {
  const load = netLoader(threads);
  const content = await load('moderation');
  const poseNets = await loadPoseNets(load);
  const findings = new RecentlyUsed<PictureFindings>(FINDINGS_KEPT);
  const look = async (raster: Raster): Promise<PictureFindings> => ({
    content: await scoreContent(await resizeRaster(raster, { width: CONTENT_SIDE, height: CONTENT_SIDE }), content),
    person: await inspectPerson(raster, poseNets),
  });
  return {
    async inspect(picture) {
      if (!(picture instanceof Uint8Array)) return look(picture);
      const checksum = createHash('sha256').update(picture).digest('hex');
      return findings.get(checksum, async () => look((await decodePicture(picture, INSPECTION_SIZE)).raster));
    },
  };
}

async function inspectPerson(raster: Raster, nets: PoseNets): Promise<InspectedPerson | null> {
  const [detected] = await detectPeople(raster, nets.detector);
  if (detected.score < DETECTION_MIN) return null;
  const { pose, outline } = await findPoseOf(detected, raster, raster, nets.landmarks, PASSES);
  const frame = measureBody(pose, raster);
  const lab = toLab(raster);
  const skin = modelSkin({ lab, matte: outline.data, frame, pose, scale: 1 });
  return {
    certainty: Math.min(pose.detectionScore, pose.presence),
    bareSkin: measureBareSkin({ lab, outline, pose, frame, skin }),
  };
}
