import type { AssetType, PresetClass } from '@atelier/contract';

/** One asset of the shared library. */
export interface LibraryEntry {
  /** The same in every installation, so that requests with it work everywhere. */
  readonly id: string;
  readonly type: AssetType;
  readonly alias: string;
  /** Name of its picture in `packages/server/library`, without `.webp`. */
  readonly picture: string;
  readonly presetClass: PresetClass | null;
  readonly prompt: string | null;
  readonly characteristics: Readonly<Record<string, string | number>> | null;
}

const avatar = { type: 'model', presetClass: null, prompt: null } as const;
const preset = { type: 'preset', characteristics: null } as const;

/**
 * The shared library: mannequins as avatars, and scenes of each class. `packages/engine/samples/render.ts` renders
 * every picture from code alone; nobody is shown on them.
 */
export const LIBRARY: readonly LibraryEntry[] = [
  {
    ...avatar,
    id: 'f6a1b02b-4808-44ad-a347-d3c6f40d236a',
    alias: 'Lena',
    picture: 'avatar-lena',
    characteristics: { gender: 'woman', height_cm: 169, skin: 'light' },
  },
  {
    ...avatar,
    id: '51a97c29-a8e1-4bda-b42c-2e41e0e353b3',
    alias: 'Amara',
    picture: 'avatar-amara',
    characteristics: { gender: 'woman', height_cm: 169, skin: 'dark' },
  },
  {
    ...avatar,
    id: 'f6dc45f9-95b4-4439-9330-dbe7787af3e8',
    alias: 'Malik',
    picture: 'avatar-malik',
    characteristics: { gender: 'man', height_cm: 183, skin: 'brown' },
  },
  {
    ...avatar,
    id: '948bbfee-af45-4418-8a7c-0379c146a446',
    alias: 'Erik',
    picture: 'avatar-erik',
    characteristics: { gender: 'man', height_cm: 183, skin: 'fair' },
  },
  {
    ...preset,
    id: 'bcc1a04d-3d48-4233-80b9-b1e42ca14c37',
    alias: 'Soft studio',
    picture: 'preset-studio',
    presetClass: 'human_studio',
    prompt:
      'A full-length studio photograph on seamless warm grey paper, a large soft key light from the upper left, a faint shadow on the floor.',
  },
  {
    ...preset,
    id: '0b2860d0-a370-4665-8063-b6e5c9b687aa',
    alias: 'Sunlit room',
    picture: 'preset-room',
    presetClass: 'human_location',
    prompt:
      'A full-length photograph in a bright room with a lime-washed wall and oak boards, low sun through a window on the left that draws its panes on the wall.',
  },
  {
    ...preset,
    id: 'd1c15988-d002-4206-bf44-a3c8c121bcaf',
    alias: 'White wall',
    picture: 'preset-white-wall',
    presetClass: 'ghost_mannequin',
    prompt: 'The garment alone, filled as if worn by nobody, front view before a white wall in even catalogue light.',
  },
  {
    ...preset,
    id: '2402a922-3273-4c6b-8f30-004471a18746',
    alias: 'Linen table',
    picture: 'preset-linen',
    presetClass: 'flat_lay',
    prompt: 'The garment laid flat on unbleached linen, seen from straight above in daylight from the upper left.',
  },
  {
    ...preset,
    id: '1a452bdb-1b8c-4fb3-81ab-9e3d3395246d',
    alias: 'Sage plinth',
    picture: 'preset-plinth',
    presetClass: 'product_packshot',
    prompt:
      'The product on a round plinth before a sage-green sweep, soft light from the upper left, a gentle contact shadow.',
  },
  {
    ...preset,
    id: '34830d65-9ddf-4adb-ab4c-64a2f7079a70',
    alias: 'White cove',
    picture: 'preset-cove',
    presetClass: 'human_studio',
    prompt:
      'A full-length studio photograph in a seamless white cove, soft light from above and from the left, clean and bright.',
  },
  {
    ...preset,
    id: '5fae811c-c0e6-41b7-909f-f6fd10a76e6d',
    alias: 'Terracotta paper',
    picture: 'preset-terracotta',
    presetClass: 'human_studio',
    prompt:
      'A full-length studio photograph on seamless terracotta paper, a pool of warm light in the middle, darker corners.',
  },
  {
    ...preset,
    id: '56eefcad-9103-4e9a-a9c2-06e969e78fe0',
    alias: 'Stone arch',
    picture: 'preset-arch',
    presetClass: 'human_location',
    prompt:
      'A full-length photograph before a round-headed niche in a limestone wall, low warm sun from the upper left that draws a clear shadow into it.',
  },
  {
    ...preset,
    id: '4ffc0221-54e9-40e0-ba73-cb562a6bc3ee',
    alias: 'Sea terrace',
    picture: 'preset-terrace',
    presetClass: 'human_location',
    prompt:
      'A full-length photograph on a terrace of pale stone above the sea, a low white parapet, an evening sky, the faint shadow of a palm.',
  },
  {
    ...preset,
    id: '0f45be43-f125-4f39-9f48-cd4699cc9864',
    alias: 'Painted bricks',
    picture: 'preset-street',
    presetClass: 'human_location',
    prompt:
      'A full-length photograph on a pavement before a wall of painted bricks, low sun, the diagonal shadow of the house opposite.',
  },
  {
    ...preset,
    id: '52e17152-fcc9-4e5d-971b-b7446b746587',
    alias: 'Concrete hall',
    picture: 'preset-concrete',
    presetClass: 'human_location',
    prompt:
      'A full-length photograph before fair-faced concrete on polished screed, light through a tall window on the left.',
  },
  {
    ...preset,
    id: '0d1c9d5a-1939-442e-a744-f09a7138afd5',
    alias: 'Wooden table',
    picture: 'preset-wood',
    presetClass: 'flat_lay',
    prompt:
      'The garment laid flat on broad boards of oiled wood, seen from straight above, the shadow of a window across it.',
  },
  {
    ...preset,
    id: '40d97d00-3a8a-4296-bf16-7301c8c60853',
    alias: 'Palm shadow',
    picture: 'preset-palm',
    presetClass: 'flat_lay',
    prompt:
      'The garment laid flat on warm white plaster, seen from straight above, the soft shadows of palm leaves at the top.',
  },
  {
    ...preset,
    id: '249688c5-dd33-4e1d-9e14-b2382cef47ce',
    alias: 'Travertine',
    picture: 'preset-travertine',
    presetClass: 'product_packshot',
    prompt:
      'The product on a low block of travertine before a sand-coloured wall, low sun through a window on the left.',
  },
];
