export { createEngine } from './create-engine.ts';
export type { Engine, EngineOptions, EngineWarning, GarmentInput, RunControl, TryOnRequest, TryOnResult } from './engine.ts';
export { createPersonFinder, type FoundPerson, type PersonFinder } from './person-finder.ts';
export { EngineRejection } from './rejection.ts';
