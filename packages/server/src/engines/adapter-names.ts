/** Names of the adapters, one for each protocol of hosted engines. */
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
