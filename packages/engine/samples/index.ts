/** One of the project's own pictures. */
export interface Sample {
  /** Where the picture lies: a WebP file in this folder. */
  readonly url: URL;
  readonly kind: 'person' | 'garment';
  /** Size in pixels. */
  readonly width: number;
  readonly height: number;
  /** One sentence that describes the picture, suitable as alt text. */
  readonly description: string;
}

const person = { kind: 'person', width: 1200, height: 1600 } as const;
const garment = { kind: 'garment', width: 900, height: 1100 } as const;

/** Address of a picture in this folder by its name without extension. */
const at = (name: string) => new URL(`./${name}.webp`, import.meta.url);

/**
 * The sample pictures by name. All of them are computed by `render.ts` from shapes described in code. No photo, no scan
 * and no real person is behind them, so they carry the project's own licence.
 */
export const samples = {
  'person-woman': {
    ...person,
    url: at('person-woman'),
    description:
      'A woman with shoulder-length brown hair facing the camera in a green T-shirt, dark blue jeans and white trainers.',
  },
  'person-man': {
    ...person,
    url: at('person-man'),
    description:
      'A man with short curly hair facing the camera in a light blue T-shirt, grey chinos and white trainers.',
  },
  'garment-tshirt': {
    ...garment,
    url: at('garment-tshirt'),
    description: 'A slate-blue T-shirt with a printed sun over hills.',
  },
  'garment-stripes': {
    ...garment,
    url: at('garment-stripes'),
    description: 'An ecru long-sleeved jersey with navy stripes.',
  },
  'garment-shirt': {
    ...garment,
    url: at('garment-shirt'),
    description: 'A light blue button-down shirt with a chest pocket.',
  },
  'garment-trousers': { ...garment, url: at('garment-trousers'), description: 'Sand-coloured chinos.' },
  'garment-dress': {
    ...garment,
    url: at('garment-dress'),
    description: 'A dark green V-neck summer dress with a flower print.',
  },
} as const satisfies Record<string, Sample>;

/** Name of a sample picture. */
export type SampleName = keyof typeof samples;
