export { type StopSignal, stoppable } from './checkpoint.ts';
export { createEngine } from './create-engine.ts';
export type {
  AnimateRequest,
  CutOutRequest,
  EditRequest,
  Engine,
  EngineOptions,
  EngineWarning,
  GarmentInput,
  GenerateRequest,
  InpaintRequest,
  PictureResult,
  PixelFileResult,
  RunControl,
  TryOnRequest,
  TryOnResult,
  UpscaleRequest,
  VideoResult,
} from './engine.ts';
export { createPersonFinder, type FoundPerson, type PersonFinder } from './person-finder.ts';
export {
  createPictureInspector,
  type InspectedPerson,
  type PictureFindings,
  type PictureInspector,
} from './picture-inspector.ts';
export { yuvFrame } from './pixels/yuv.ts';
export { EngineRejection } from './rejection.ts';
export { openFilm } from './steps/video/encoder.ts';
