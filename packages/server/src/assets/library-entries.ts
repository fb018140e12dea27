import type { AssetType, PresetClass } from '@atelier/contract';

/** One asset of the shared library. */
export interface LibraryEntry {
  /** The same in every installation, so that requests with it work everywhere. */
  readonly id: string;
  readonly type: AssetType;
  readonly alias: string;
  /** Name of its picture in `packages/server/library`, without `.webp`. */
  readonly picture: string;
  /** Size of the picture in pixels. */
  readonly width: number;
  readonly height: number;
  readonly presetClass: PresetClass | null;
  readonly prompt: string | null;
  readonly characteristics: Readonly<Record<string, string | number>> | null;
}

const avatar = { type: 'model', width: 1200, height: 1600, presetClass: null, prompt: null } as const;
const preset = { type: 'preset', width: 1200, characteristics: null } as const;

/**
 * The shared library: avatars, and a scene of each class. Every picture is rendered by the project from code alone, by
 * `packages/engine/samples/render.ts`; nobody is shown on them.
 */
export const LIBRARY: readonly LibraryEntry[] = [
  {
    ...avatar,
    id: 'f6a1b02b-4808-44ad-a347-d3c6f40d236a',
    alias: 'Lena',
    picture: 'avatar-lena',
    characteristics: { gender: 'woman', height_cm: 169, skin: 'light', hair: 'brown, chin-length bob' },
  },
  {
    ...avatar,
    id: '51a97c29-a8e1-4bda-b42c-2e41e0e353b3',
    alias: 'Amara',
    picture: 'avatar-amara',
    characteristics: { gender: 'woman', height_cm: 169, skin: 'dark', hair: 'black, rounded afro' },
  },
  {
    ...avatar,
    id: 'f6dc45f9-95b4-4439-9330-dbe7787af3e8',
    alias: 'Malik',
    picture: 'avatar-malik',
    characteristics: { gender: 'man', height_cm: 183, skin: 'brown', hair: 'black, short curls' },
  },
  {
    ...avatar,
    id: '948bbfee-af45-4418-8a7c-0379c146a446',
    alias: 'Erik',
    picture: 'avatar-erik',
    characteristics: { gender: 'man', height_cm: 183, skin: 'fair', hair: 'dark blond, side parting' },
  },
  {
    ...preset,
    id: 'bcc1a04d-3d48-4233-80b9-b1e42ca14c37',
    alias: 'Soft studio',
    picture: 'preset-studio',
    height: 1600,
    presetClass: 'human_studio',
    prompt:
      'A full-length studio photograph on seamless warm grey paper, a large soft key light from the upper left, a faint shadow on the floor.',
  },
  {
    ...preset,
    id: '0b2860d0-a370-4665-8063-b6e5c9b687aa',
    alias: 'Sunlit room',
    picture: 'preset-room',
    height: 1600,
    presetClass: 'human_location',
    prompt:
      'A full-length photograph in a bright room with a lime-washed wall and oak boards, low sun through a window on the left that draws its panes on the wall.',
  },
  {
    ...preset,
    id: 'd1c15988-d002-4206-bf44-a3c8c121bcaf',
    alias: 'White wall',
    picture: 'preset-white-wall',
    height: 1500,
    presetClass: 'ghost_mannequin',
    prompt: 'The garment alone, filled as if worn by nobody, front view before a white wall in even catalogue light.',
  },
  {
    ...preset,
    id: '2402a922-3273-4c6b-8f30-004471a18746',
    alias: 'Linen table',
    picture: 'preset-linen',
    height: 1500,
    presetClass: 'flat_lay',
    prompt: 'The garment laid flat on unbleached linen, seen from straight above in daylight from the upper left.',
  },
  {
    ...preset,
    id: '1a452bdb-1b8c-4fb3-81ab-9e3d3395246d',
    alias: 'Sage plinth',
    picture: 'preset-plinth',
    height: 1500,
    presetClass: 'product_packshot',
    prompt:
      'The product on a round plinth before a sage-green sweep, soft light from the upper left, a gentle contact shadow.',
  },
];
