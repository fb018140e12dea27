import { EXPORT_SIDE_PIXELS_MAX } from '../limits.ts';
import { OUTPUT_FORMATS } from '../operations/output.ts';
import type { Violation } from '../operations/violation.ts';
import { closed, dateTime, nullable, oneOf, open, optional, type Static, Type, uuid } from '../schema.ts';

/** How a picture that has another ratio than the format is put into it. */
export const EXPORT_FITS = ['contain', 'cover'] as const;
export type ExportFit = (typeof EXPORT_FITS)[number];

/** The facts that a file name of an export may hold, each as `{name}`. */
export const FILE_NAME_PARTS = ['sku', 'alias', 'look', 'view', 'n', 'id'] as const;
export type FileNamePart = (typeof FILE_NAME_PARTS)[number];

/** The ground behind a picture: a colour, or nothing. */
const GROUND = '^(?:#[0-9a-f]{6}|transparent)$';

const side = () => Type.Integer({ minimum: 16, maximum: EXPORT_SIDE_PIXELS_MAX, description: 'Pixels.' });

const name = () =>
  Type.String({
    title: 'a name of lower-case letters, digits and dashes',
    pattern: '^[a-z0-9][a-z0-9-]{0,59}$',
    examples: ['lookbook'],
    description: 'Name of the format in an export.',
  });

const ratio = () =>
  Type.String({
    title: 'a ratio such as 4:5',
    pattern: '^[1-9]\\d{0,3}:[1-9]\\d{0,3}$',
    examples: ['4:5'],
    description: 'Width to height, for images of any size.',
  });

const settings = {
  margin_percent: Type.Number({
    minimum: 0,
    maximum: 45,
    description: 'Margin around a cut-out with `contain`, in percent of each side. An opaque image gets none.',
  }),
  ground: Type.String({
    title: 'a colour such as #ffffff, or transparent',
    pattern: GROUND,
    examples: ['#ffffff'],
    description: 'The colour behind and beside the image.',
  }),
  fit: oneOf(EXPORT_FITS, { description: '`contain` shows the whole image; `cover` fills the format and crops.' }),
  file_format: oneOf(OUTPUT_FORMATS),
  quality: Type.Integer({ minimum: 1, maximum: 100, description: 'Of a JPEG or a WebP.' }),
  file_name: Type.String({
    minLength: 1,
    maxLength: 200,
    description: `Name of each file without its extension. Parts: ${FILE_NAME_PARTS.map((part) => `\`{${part}}\``).join(', ')}.`,
  }),
};

/** The files that an export makes. */
export const ExportFormat = open(
  {
    id: nullable(uuid(), { description: 'Null for a built-in format.' }),
    name: name(),
    width: nullable(side()),
    height: nullable(side()),
    aspect_ratio: nullable(ratio()),
    ...settings,
    created_at: nullable(dateTime(), { description: 'Null for a built-in format.' }),
  },
  { $id: 'ExportFormat' },
);
export type ExportFormat = Static<typeof ExportFormat>;

/** All formats of a workspace, the built-in ones first. */
export const ExportFormatList = open({ formats: Type.Array(ExportFormat) });

const size = { width: optional(side()), height: optional(side()), aspect_ratio: optional(ratio()) };
const choices = {
  margin_percent: optional(settings.margin_percent),
  ground: optional(settings.ground),
  fit: optional(settings.fit),
  file_format: optional(settings.file_format),
  quality: optional(settings.quality),
  file_name: optional(settings.file_name),
};

/** Body of a new format: a size, a ratio, or neither to keep that of each picture. */
export const ExportFormatCreation = closed({ name: name(), ...size, ...choices });
export type ExportFormatCreation = Static<typeof ExportFormatCreation>;

/** Body of a change of a format; null takes a size or a ratio away. */
export const ExportFormatChange = closed({
  name: optional(name()),
  width: optional(nullable(side())),
  height: optional(nullable(side())),
  aspect_ratio: optional(nullable(ratio())),
  ...choices,
});
export type ExportFormatChange = Static<typeof ExportFormatChange>;

/** The settings of a format, complete. */
export type ExportSettings = Omit<ExportFormat, 'id' | 'created_at'>;

/** A format that names nothing but itself: JPEGs of the pictures' own sizes. */
export const EXPORT_DEFAULTS: Omit<ExportSettings, 'name'> = {
  width: null,
  height: null,
  aspect_ratio: null,
  margin_percent: 0,
  ground: '#ffffff',
  fit: 'contain',
  file_format: 'jpeg',
  quality: 90,
  file_name: '{sku}-{look}-{n}',
};

/** The rules on settings together: a whole size or a ratio, transparency that the file can hold, known parts. */
export function exportFormatViolation(format: ExportSettings): Violation | null {
  const { width, height, aspect_ratio, ground, file_format, file_name } = format;
  if ((width === null) !== (height === null))
    return {
      pointer: width === null ? '/width' : '/height',
      message: 'is missing; a size has both width and height',
    };
  if (width !== null && aspect_ratio !== null)
    return { pointer: '/aspect_ratio', message: 'stands beside width and height; give a size or a ratio, not both' };
  if (ground === 'transparent' && file_format === 'jpeg')
    return { pointer: '/ground', message: 'is transparent, which a JPEG cannot be; use png or webp' };
  const unknown = [...file_name.matchAll(/\{([^{}]*)\}/g)].find(
    ([, part]) => !FILE_NAME_PARTS.some((one) => one === part),
  );
  if (unknown)
    return {
      pointer: '/file_name',
      message: `holds ${unknown[0]}; allowed: ${FILE_NAME_PARTS.map((part) => `{${part}}`).join(', ')}`,
    };
  return null;
}

/**
 * Formats that every workspace has, by the published figures of the shops.
 *
 * - `shopify`: 2048 × 2048 pixels for square product images (help.shopify.com, "Product media types").
 * - `amazon`: pure white (255, 255, 255), the product fills 85 % of the frame, 1600 pixels or more on the longest side
 *   (sellercentral.amazon.com, "Product image requirements"). The margin of 7.5 % leaves 85 %.
 * - `zalando`: 1801 × 2600 pixels, 1:1.44, JPEG, white behind packshots (partner.zalando.com, "Zalando image
 *   guidelines").
 * - `instagram-portrait`, `instagram-square`, `instagram-story`: 1080 pixels wide, in 4:5, 1:1 and 9:16
 *   (help.instagram.com, "Image resolution of photos you share").
 */
export const BUILT_IN_FORMATS: readonly ExportFormat[] = [
  builtIn('shopify', 2048, 2048, { margin_percent: 5 }),
  builtIn('amazon', 2000, 2000, { margin_percent: 7.5 }),
  builtIn('zalando', 1801, 2600, { margin_percent: 5 }),
  builtIn('instagram-portrait', 1080, 1350, { fit: 'cover' }),
  builtIn('instagram-square', 1080, 1080, { fit: 'cover' }),
  builtIn('instagram-story', 1080, 1920, { fit: 'cover' }),
];

function builtIn(formatName: string, width: number, height: number, more: Partial<ExportSettings>): ExportFormat {
  return { ...EXPORT_DEFAULTS, ...more, id: null, name: formatName, width, height, created_at: null };
}
