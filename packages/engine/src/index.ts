export type { TryOnRequest, TryOnResult, Engine, EngineOptions, EngineWarning, GarmentInput, RunControl } from './engine.ts';
export { EngineRejection } from './engine.ts';
