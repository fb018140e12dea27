/** Kinds of scene a preset can be. */
export const PRESET_CLASSES = [
  'human_studio',
  'human_location',
  'ghost_mannequin',
  'flat_lay',
  'product_packshot',
] as const;
export type PresetClass = (typeof PRESET_CLASSES)[number];
