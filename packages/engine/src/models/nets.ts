import type { PoseNets } from './pose.ts';
import type { Net, NetLoader } from './sessions.ts';

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

/** Nets in this repository; `weights/README.md` says how they were made. */
const PERSON_REGIONS_FILE = new URL('../../weights/person-classes.onnx', import.meta.url);
const UPSCALE_2_FILE = new URL('../../weights/upscale-2.onnx', import.meta.url);
const UPSCALE_4_FILE = new URL('../../weights/upscale-4.onnx', import.meta.url);
const GARMENT_OUTLINE_FILE = new URL('../../weights/garment-outline.onnx', import.meta.url);
const GARMENT_LANDMARKS_FILE = new URL('../../weights/garment-landmarks.onnx', import.meta.url);
const GARMENT_KIND_FILE = new URL('../../weights/garment-kind.onnx', import.meta.url);
const PRODUCT_MATTE_FILE = new URL('../../weights/product-matte.onnx', import.meta.url);
const NECKLINE_FILE = new URL('../../weights/neckline.onnx', import.meta.url);

/** Loads every net. The models that ship in MediaPipe's npm packages are converted at the first start. */
export async function loadNets(loader: NetLoader): Promise<Nets> {
  // Despite its name, the "packed assets" file of the package is just the detector's TensorFlow Lite model.
  const detector = await loader.fromPackage('@mediapipe/pose', 'pose_solution_packed_assets.data');
  const landmarks = await loader.fromPackage('@mediapipe/pose', 'pose_landmark_full.tflite');
  const selfie = await loader.fromPackage('@mediapipe/selfie_segmentation', 'selfie_segmentation.tflite');
  const personRegions = await loader.fromFile(PERSON_REGIONS_FILE);
  const garmentLandmarks = await loader.fromFile(GARMENT_LANDMARKS_FILE);
  const garmentOutline = await loader.fromFile(GARMENT_OUTLINE_FILE);
  const garmentKind = await loader.fromFile(GARMENT_KIND_FILE);
  const productMatte = await loader.fromFile(PRODUCT_MATTE_FILE);
  const neckline = await loader.fromFile(NECKLINE_FILE);
  return {
    pose: { detector, landmarks },
    selfie,
    personRegions,
    garmentLandmarks,
    garmentOutline,
    garmentKind,
    productMatte,
    neckline,
    upscale2: lateNet(() => loader.fromFile(UPSCALE_2_FILE)),
    upscale4: lateNet(() => loader.fromFile(UPSCALE_4_FILE)),
  };
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
