export { createEngine } from './create-engine.ts';
export type {
  AnimateRequest,
  EditRequest,
  Engine,
  EngineOptions,
  EngineWarning,
  GarmentInput,
  GenerateRequest,
  InpaintRequest,
  PictureResult,
  RunControl,
  TryOnRequest,
  TryOnResult,
  UpscaleRequest,
  VideoResult,
} from './engine.ts';
export { createPersonFinder, type FoundPerson, type PersonFinder } from './person-finder.ts';
export { EngineRejection } from './rejection.ts';
export { loadEncoder } from './steps/video/encoder.ts';
