import type { AdapterName } from '../adapter-names.ts';
import type { Adapter } from '../catalogue.ts';
import { alibaba } from './alibaba/alibaba.ts';
import { bfl } from './bfl/bfl.ts';
import { comfyui } from './comfyui/comfyui.ts';
import { fal } from './fal/fal.ts';
import { fashn } from './fashn/fashn.ts';
import { gemini } from './google/gemini.ts';
import { geminiOmni } from './google/gemini-omni.ts';
import { veo } from './google/veo.ts';
import { vertexTryOn } from './google/vertex-try-on.ts';
import { kling } from './kling/kling.ts';
import { openaiImages } from './openai-images/openai-images.ts';
import { photoroom } from './photoroom/photoroom.ts';
import { replicate } from './replicate/replicate.ts';

/** The adapters of hosted engines, by name. */
export const ADAPTERS: Readonly<Record<AdapterName, Adapter>> = {
  'gemini-omni': geminiOmni,
  'openai-images': openaiImages,
  'vertex-try-on': vertexTryOn,
  alibaba,
  bfl,
  comfyui,
  fal,
  fashn,
  gemini,
  kling,
  photoroom,
  replicate,
  veo,
};
