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
  /** Only upscales use them: one enlarges a picture twofold, the other fourfold. */
  readonly upscale2: LateNet;
  readonly upscale4: LateNet;
}

/** A net that is loaded on first use. */
export interface LateNet {
  /** The net. After a failed load the next call tries again. */
  loaded(): Promise<Net>;
  /** Frees it, if it was loaded. */
  release(): Promise<void>;
}

/** Loads every net but those of upscales. */
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
    upscale2: lateNet(() => load('upscale-2')),
    upscale4: lateNet(() => load('upscale-4')),
  };
}

/** Loads the two nets of the pose. */
export async function loadPoseNets(load: LoadNet): Promise<PoseNets> {
  return { detector: await load('pose-detector'), landmarks: await load('pose-landmarks') };
}

function lateNet(load: () => Promise<Net>): LateNet {
  let net: Promise<Net> | null = null;
  return {
    loaded: () => {
      net ??= load().catch((error: unknown) => {
        net = null;
        throw error;
      });
      return net;
    },
    release: async () => (await net)?.release(),
  };
}

/** Frees them. */
export async function releaseNets({ pose, ...nets }: Nets): Promise<void> {
  await Promise.all([...Object.values(pose), ...Object.values(nets)].map((net) => net.release()));
}
