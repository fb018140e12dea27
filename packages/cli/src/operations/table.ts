import { OPERATION_INPUTS, OPERATIONS, type Operation, type UploadType } from '@atelier/contract';
import { type ObjectSchema, plainSchema } from '../contract-options.ts';

/** A picture that an operation takes. The command line gives it one name; the body may have several fields for it. */
export interface PictureRule {
  readonly name: string;
  readonly summary: string;
  readonly uploadType: UploadType;
  /** Field of the body for IDs; null: the image of the request itself. */
  readonly field: string | null;
  /** Field of the body for addresses, where there is one. */
  readonly urlField?: string;
  /** Further fields for the same picture, which the command line does not offer. */
  readonly otherFields?: readonly string[];
  /** Most pictures; 1 if the field is not a list. */
  readonly max: number;
  readonly isNeeded: boolean;
}

/** An operation as the command line and the MCP server offer it. */
export interface OperationRule {
  readonly operation: Operation;
  /** The command's name. */
  readonly command: string;
  readonly summary: string;
  readonly details: string;
  readonly examples: readonly string[];
  readonly schema: ObjectSchema;
  readonly pictures: readonly PictureRule[];
  /** At least one of these options must be given. */
  readonly oneOf?: readonly string[];
}

const IMAGE = {
  name: 'image',
  summary: 'The image to work on.',
  field: null,
  uploadType: 'reference',
  isNeeded: true,
} as const;

type Row = Omit<OperationRule, 'operation' | 'schema' | 'pictures'> & {
  readonly pictures: readonly Omit<PictureRule, 'max'>[];
};

const ROWS: Readonly<Record<Operation, Row>> = {
  virtual_try_on: {
    command: 'try-on',
    summary: 'Dress the person in a photo in one to four garments.',
    details: 'To use saved products, give --outfit-asset-id instead of --garment.',
    oneOf: ['garment', 'outfit-asset-id'],
    examples: [
      'try-on --person me.jpg --garment shirt.png --out dressed.png',
      'try-on --person me.jpg --garment shirt.png --garment trousers.jpg --num-images 2 --out results/',
    ],
    pictures: [
      {
        name: 'person',
        summary: 'Photo of a person.',
        uploadType: 'virtual-try-on-person',
        field: 'person_image_id',
        urlField: 'person_image_url',
        isNeeded: true,
      },
      {
        name: 'garment',
        summary: 'Photo of a garment.',
        uploadType: 'virtual-try-on-outfit',
        field: 'outfit_image_ids',
        urlField: 'outfit_image_urls',
        isNeeded: false,
      },
    ],
  },
  generate: {
    command: 'generate',
    summary: 'Make an image from avatars, presets and products.',
    details:
      'Name avatars and presets with --asset-id; `atelier assets list --include-public` shows their IDs. `atelier models nano-banana-2` says whether words alone are enough.',
    oneOf: ['product', 'outfit-asset-id', 'asset-id', 'prompt'],
    examples: [
      'generate --product shirt.png --preset-class flat_lay --out flat.png',
      'generate --asset-id AVATAR_ID --product shirt.png --prompt "at the beach" --out beach.png',
    ],
    pictures: [
      {
        name: 'product',
        summary: 'Photo of a product.',
        uploadType: 'virtual-try-on-outfit',
        field: 'outfit_image_ids',
        isNeeded: false,
      },
    ],
  },
  edit: {
    command: 'edit',
    summary: 'Change an image as a prompt says.',
    details: '`atelier models nano-banana-2` lists the changes that the engine understands.',
    examples: ['edit dressed.png --prompt "make the shirt navy" --out navy.png'],
    pictures: [
      IMAGE,
      {
        name: 'reference',
        summary: 'An image that the prompt refers to.',
        uploadType: 'reference',
        field: 'reference_image_ids',
        isNeeded: false,
      },
    ],
  },
  inpaint: {
    command: 'inpaint',
    summary: 'Repaint or remove a part of an image that a mask marks.',
    details:
      'The mask has the aspect ratio of the image. White is repainted, black is kept. Without a prompt, the white part is removed.',
    examples: [
      'inpaint photo.jpg --mask mask.png --out clean.png',
      'inpaint photo.jpg --mask mask.png --prompt "make it navy" --out navy.png',
    ],
    pictures: [
      { ...IMAGE, uploadType: 'inpaint-base' },
      {
        name: 'mask',
        summary: 'Black and white image: white is repainted.',
        uploadType: 'inpaint-mask',
        field: 'mask_image_id',
        urlField: 'mask_url',
        otherFields: ['mask'],
        isNeeded: true,
      },
      {
        name: 'reference',
        summary: 'An image that the prompt refers to.',
        uploadType: 'inpaint-reference',
        field: 'reference_image_id',
        isNeeded: false,
      },
    ],
  },
  upscale: {
    command: 'upscale',
    summary: 'Enlarge an image, or restore it.',
    details: '',
    examples: ['upscale dressed.png --upscale-factor 4 --out large.png'],
    pictures: [IMAGE],
  },
  animate: {
    command: 'animate',
    summary: 'Turn an image into a video.',
    details: '',
    examples: ['animate dressed.png --prompt "a slow push-in" --out dressed.mp4'],
    pictures: [
      IMAGE,
      {
        name: 'last-frame',
        summary: 'Last frame of the video.',
        uploadType: 'video-last-frame',
        field: 'last_frame_image_id',
        isNeeded: false,
      },
    ],
  },
  text_to_video: {
    command: 'text-to-video',
    summary: 'Make a video from avatars, products, presets and a prompt.',
    details: '`atelier models video-3` says whether words alone are enough.',
    examples: ['text-to-video --asset-id AVATAR_ID --prompt "slow zoom out, at the beach" --out beach.mp4'],
    pictures: [],
  },
};

/** Every operation, in the contract's order. */
export const OPERATION_RULES: readonly OperationRule[] = OPERATIONS.map(operationRule);

/** Options, pictures and texts of an operation. */
export function operationRule(operation: Operation): OperationRule {
  const row = ROWS[operation];
  const schema = plainSchema(OPERATION_INPUTS[operation]);
  const maxOf = (field: string | null) => (field === null ? 1 : (schema.properties[field]?.maxItems ?? 1));
  return { ...row, operation, schema, pictures: row.pictures.map((rule) => ({ ...rule, max: maxOf(rule.field) })) };
}

/** Fields of the body that hold pictures. */
export function pictureFields({ pictures }: OperationRule): string[] {
  return pictures.flatMap(({ field, urlField, otherFields = [] }) =>
    [field, urlField, ...otherFields].filter((name) => typeof name === 'string'),
  );
}
