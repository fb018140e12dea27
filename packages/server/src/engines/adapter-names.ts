/** Protocols of hosted engines that the service speaks. */
export const ADAPTER_NAMES = [
  'alibaba',
  'bfl',
  'comfyui',
  'fal',
  'fashn',
  'gemini',
  'gemini-omni',
  'kling',
  'openai-images',
  'photoroom',
  'replicate',
  'veo',
  'vertex-try-on',
] as const;
export type AdapterName = (typeof ADAPTER_NAMES)[number];
