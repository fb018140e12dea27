export { createEngine } from './create-engine.ts';
export type {
  EditRequest,
  Engine,
  EngineOptions,
  EngineWarning,
  GarmentInput,
  InpaintRequest,
  PictureResult,
  RunControl,
  TryOnRequest,
  TryOnResult,
  UpscaleRequest,
} from './engine.ts';
export { createPersonFinder, type FoundPerson, type PersonFinder } from './person-finder.ts';
export { EngineRejection } from './rejection.ts';
