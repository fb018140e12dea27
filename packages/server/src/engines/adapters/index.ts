import type { Adapter } from '../catalogue.ts';
import type { AdapterName } from '../settings.ts';
import { bfl } from './bfl.ts';
import { fal } from './fal.ts';
import { fashn } from './fashn.ts';
import { gemini } from './gemini.ts';
import { geminiOmni } from './gemini-omni.ts';
import { replicate } from './replicate.ts';

/** The adapters of hosted engines, by name. */
export const ADAPTERS: Readonly<Record<AdapterName, Adapter>> = {
  bfl,
  fal,
  fashn,
  gemini,
  'gemini-omni': geminiOmni,
  replicate,
};
