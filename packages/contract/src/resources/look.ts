import { ASSET_REFERENCES_MAX, PRODUCT_VIEWS_MAX } from '../limits.ts';
import type { Operation } from '../models.ts';
import type { GenerateInput } from '../operations/generate.ts';
import type { VirtualTryOnInput } from '../operations/virtual-try-on.ts';
import { closed, dateTime, filledText, nullable, oneOf, open, optional, type Static, Type, uuid } from '../schema.ts';
import { PageInfo } from './account.ts';

/** The operations of looks: both make pictures of products. */
export const LOOK_OPERATIONS = ['virtual_try_on', 'generate'] as const satisfies readonly Operation[];
export type LookOperation = (typeof LOOK_OPERATIONS)[number];

/** Fields of an operation's body that a shoot fills in for each picture. */
export const SHOOT_FIELDS = [
  'person_image_id',
  'person_image_url',
  'outfit_image_ids',
  'outfit_image_urls',
  'outfit_asset_ids',
  'asset_ids',
] as const;

/** The fields of an operation's body that are the same for every picture. */
export type LookInput = Omit<VirtualTryOnInput & GenerateInput, (typeof SHOOT_FIELDS)[number]>;

const recipe = {
  operation: oneOf(LOOK_OPERATIONS),
  avatar_ids: Type.Array(uuid(), {
    maxItems: ASSET_REFERENCES_MAX,
    uniqueItems: true,
    description: 'Avatars. Each product gets an image with each of them. `virtual_try_on` needs one or more.',
  }),
  scene_id: nullable(uuid(), { description: 'A preset, or null.' }),
  views: nullable(
    Type.Array(Type.Integer({ minimum: 1, maximum: PRODUCT_VIEWS_MAX }), {
      minItems: 1,
      maxItems: PRODUCT_VIEWS_MAX,
      uniqueItems: true,
    }),
    {
      description:
        'Which photos of a product to use, counted from 1; each gets an image. Null: the photo that shows the product best.',
    },
  ),
  input: Type.Unsafe<LookInput>({
    type: 'object',
    additionalProperties: true,
    properties: {},
    description: `The body of the operation, with its own rules, without what a shoot fills in: ${SHOOT_FIELDS.join(', ')}.`,
  }),
};

/** What a look does with a product. */
export const LookRecipe = open(recipe, { $id: 'LookRecipe' });
export type LookRecipe = Static<typeof LookRecipe>;

/** A saved recipe for pictures of products. */
export const Look = open(
  { id: uuid(), name: Type.String(), ...recipe, created_at: dateTime(), updated_at: dateTime() },
  { $id: 'Look' },
);
export type Look = Static<typeof Look>;

const name = filledText(200, 'Unique in the workspace.');

/** Body of a new look. */
export const LookCreation = closed(
  {
    name,
    operation: recipe.operation,
    avatar_ids: optional(recipe.avatar_ids),
    scene_id: optional(recipe.scene_id),
    views: optional(recipe.views),
    input: optional(recipe.input),
  },
  { $id: 'LookCreation' },
);
export type LookCreation = Static<typeof LookCreation>;

/** Body of a change: the fields that it names are replaced. */
export const LookChange = closed(
  {
    name: optional(name),
    operation: optional(recipe.operation),
    avatar_ids: optional(recipe.avatar_ids),
    scene_id: optional(recipe.scene_id),
    views: optional(recipe.views),
    input: optional(recipe.input),
  },
  { $id: 'LookChange' },
);
export type LookChange = Static<typeof LookChange>;

/** A page of looks, newest first. */
export const LookPage = open({ looks: Type.Array(Look), page_info: PageInfo }, { $id: 'LookPage' });
export type LookPage = Static<typeof LookPage>;
