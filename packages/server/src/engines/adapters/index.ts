import type { AdapterName } from '../adapter-names.ts';
import type { Adapter } from '../catalogue.ts';
import { bfl } from './bfl.ts';
import { comfyui } from './comfyui.ts';
import { fal } from './fal.ts';
import { fashn } from './fashn.ts';
import { gemini } from './gemini.ts';
import { geminiOmni } from './gemini-omni.ts';
import { kling } from './kling.ts';
import { openaiImages } from './openai-images.ts';
import { replicate } from './replicate.ts';
import { veo } from './veo.ts';
import { vertexTryOn } from './vertex-try-on.ts';

/** The adapters of hosted engines, by name. */
export const ADAPTERS: Readonly<Record<AdapterName, Adapter>> = {
  'gemini-omni': geminiOmni,
  'openai-images': openaiImages,
  'vertex-try-on': vertexTryOn,
  bfl,
  comfyui,
  fal,
  fashn,
  gemini,
  kling,
  replicate,
  veo,
};
