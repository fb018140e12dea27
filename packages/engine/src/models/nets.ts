import type { PoseNets } from './pose.ts';
import type { LoadNet, Net } from './sessions.ts';

/** All nets of the engine, loaded. */
export interface Nets {
  readonly pose: PoseNets;
  readonly selfie: Net;
  readonly personRegions: Net;
  readonly garmentLandmarks: Net;
  readonly garmentOutline: Net;
  readonly garmentKind: Net;
  readonly productMatte: Net;
  readonly neckline: Net;
  /** Enlarge a picture twofold and fourfold. */
  readonly upscale2: Net;
  readonly upscale4: Net;
}

/** Loads every net. */
export async function loadNets(load: LoadNet): Promise<Nets> {
  return {
    pose: await loadPoseNets(load),
    selfie: await load('selfie-segmentation'),
    personRegions: await load('person-classes'),
    garmentLandmarks: await load('garment-landmarks'),
    garmentOutline: await load('garment-outline'),
    garmentKind: await load('garment-kind'),
    productMatte: await load('product-matte'),
    neckline: await load('neckline'),
    upscale2: await load('upscale-2'),
    upscale4: await load('upscale-4'),
  };
}

/** Loads the two nets of the pose. */
export async function loadPoseNets(load: LoadNet): Promise<PoseNets> {
  return { detector: await load('pose-detector'), landmarks: await load('pose-landmarks') };
}

/** Frees them. */
export async function releaseNets({ pose, ...nets }: Nets): Promise<void> {
  await Promise.all([...Object.values(pose), ...Object.values(nets)].map((net) => net.release()));
}
