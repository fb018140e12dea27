import { absentEngine } from '../absent.ts';
import type { AdapterName } from '../adapter-names.ts';
import { type Adapter, type CatalogueParts, type EngineCatalogue, engineCatalogue } from '../catalogue.ts';
import { EMBEDDED } from '../settings.ts';
import { alibaba } from './alibaba.ts';
import { bfl } from './bfl.ts';
import { comfyui } from './comfyui/comfyui.ts';
import { fal } from './fal.ts';
import { fashn } from './fashn.ts';
import { gemini } from './google/gemini.ts';
import { geminiOmni } from './google/gemini-omni.ts';
import { veo } from './google/veo.ts';
import { vertexTryOn } from './google/vertex-try-on.ts';
import { kling } from './kling.ts';
import { openaiImages } from './openai-images.ts';
import { photoroom } from './photoroom.ts';
import { replicate } from './replicate.ts';

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

/** The catalogue of a process that only asks hosted engines: it has no engine of its own. */
export function hostedCatalogue(parts: Pick<CatalogueParts, 'settings' | 'secrets' | 'publicUrl'>): EngineCatalogue {
  return engineCatalogue({
    ...parts,
    adapters: ADAPTERS,
    embedded: absentEngine(EMBEDDED),
    sandbox: absentEngine('sandbox'),
    sandboxConcurrency: 1,
  });
}
