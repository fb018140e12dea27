import { ANALYSIS_SIZE } from '../analysis.ts';
import type { CutOutRequest, PictureResult } from '../engine.ts';
import type { Nets } from '../models/nets.ts';
import { findPose } from '../models/pose.ts';
import { resizeRaster } from '../pixels/decode.ts';
import type { Plane, Raster, Size } from '../pixels/raster.ts';
import { EngineRejection } from '../rejection.ts';
import { doubtsOfCutOut } from '../steps/cut-out/doubts.ts';
import { resizeMatte } from '../steps/cut-out/enlarge-matte.ts';
import { withoutBackground } from '../steps/cut-out/halo.ts';
import { fitBackground } from '../steps/garment/cut-out/background.ts';
import { CUT_OUT_CONFIDENCE_MIN, cutOutProduct } from '../steps/garment/cut-out/cut-out-product.ts';
import { SCORE_MIN } from '../steps/person/analyse-person.ts';
import { measureBody } from '../steps/person/body-frame.ts';
import { findMatte, regionRaster } from '../steps/person/matte.ts';
import { withoutSeenGround } from '../steps/person/seen-ground.ts';

/** Cuts the person, or else the product, out of a picture. */
export async function cutOut({ raster, isProductShot }: CutOutRequest, nets: Nets): Promise<PictureResult> {
  const seen = await resizeRaster(raster, fitted(raster));
  const person = isProductShot ? null : await matteOfPerson(seen, nets);
  if (person) return { ...withoutBackground(raster, resizeMatte(person, raster)), warnings: [] };
  const { alpha, confidence } = await cutOutProduct(seen, fitBackground(seen), nets.productMatte);
  if (confidence < CUT_OUT_CONFIDENCE_MIN)
    throw new EngineRejection(
      'No person or product stands out from the background of the image, so the engine cannot cut it out. Ask for an opaque background.',
    );
  const warnings = doubtsOfCutOut({ cutOut: confidence });
  return { ...withoutBackground(raster, resizeMatte(alpha, raster)), warnings };
}

function fitted({ width, height }: Size): Size {
  const scale = Math.min(1, ANALYSIS_SIZE.width / width, ANALYSIS_SIZE.height / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Null without a person. */
async function matteOfPerson(raster: Raster, nets: Nets): Promise<Plane | null> {
  const small = await regionRaster(raster);
  const detected = await findPose(raster, small, nets.pose);
  const { pose } = detected;
  if (Math.min(pose.detectionScore, pose.presence) < SCORE_MIN) return null;
  const { matte } = await findMatte(raster, small, detected, nets);
  const frame = measureBody(pose, raster);
  return withoutSeenGround({ raster, matte, pose, frame });
}
