import { OPTION_VALUES_MAX, SOURCE_LENGTH_MAX, TEXT_LENGTH_MAX } from '../limits.ts';
import type { Static } from '../schema.ts';
import { closed, dateTime, filledText, httpUrl, nullable, oneOf, open, optional, Type, uuid } from '../schema.ts';
import { PageInfo, pageFields } from './account.ts';

/** What a shopper can choose between, by the name of the choice: `{"Size": ["S", "M"]}`. */
export type ProductOptions = Readonly<Record<string, readonly string[]>>;

/** The views of a product that a photo can be said to show. */
export const PHOTO_VIEWS = ['front', 'back', 'side', 'detail'] as const;
export type PhotoView = (typeof PHOTO_VIEWS)[number];

const options = (rules: Record<string, unknown> = {}) =>
  Type.Unsafe<ProductOptions>({
    type: 'object',
    description: 'What a shopper can choose, such as sizes, by the name of the option.',
    additionalProperties: { type: 'array', items: { type: 'string', ...rules }, maxItems: OPTION_VALUES_MAX },
  });

/** An image of an asset. */
export const AssetImage = open(
  {
    id: uuid('Image ID.'),
    url: Type.String({ description: 'Address of the file in this service.' }),
    width: Type.Integer({ description: 'Pixels.' }),
    height: Type.Integer({ description: 'Pixels.' }),
    source: nullable(Type.String(), {
      description: 'Source of an imported image: its address, or the name of its file. Null for other uploads.',
    }),
    created_at: dateTime(),
  },
  { $id: 'AssetImage' },
);
export type AssetImage = Static<typeof AssetImage>;

/** A product of the catalogue: an asset of the type `outfit`, as v1 shows it. */
export const Product = open(
  {
    id: uuid('Asset ID.'),
    sku: nullable(Type.String()),
    name: Type.String({ description: 'The alias of the asset.' }),
    options: options(),
    images: Type.Array(AssetImage, { description: 'First linked first.' }),
    created_at: dateTime(),
    updated_at: dateTime(),
  },
  { $id: 'Product' },
);
export type Product = Static<typeof Product>;

/** Body of `POST /v1/products`. */
export const ProductSaving = closed({
  sku: filledText(TEXT_LENGTH_MAX, 'Product code of your own system. It identifies the product.'),
  name: filledText(TEXT_LENGTH_MAX, 'Name that people read.'),
  options: optional(options({ maxLength: TEXT_LENGTH_MAX })),
});
export type ProductSaving = Static<typeof ProductSaving>;

/** Answer of `POST /v1/products`. */
export const SavedProduct = open({
  outcome: oneOf(['created', 'changed', 'unchanged'], { description: 'What the request changed.' }),
  product: Product,
});
export type SavedProduct = Static<typeof SavedProduct>;

/** Query of `GET /v1/products`. */
export const ProductQuery = closed({
  sku: optional(Type.String({ maxLength: TEXT_LENGTH_MAX, description: 'Only products with exactly this SKU.' })),
  ...pageFields,
});
export type ProductQuery = Static<typeof ProductQuery>;

/** A page of products. */
export const ProductPage = open({ products: Type.Array(Product), page_info: PageInfo });
export type ProductPage = Static<typeof ProductPage>;

/** Body of `POST /v1/assets/{id}/images`. */
export const AssetImageFetch = closed({
  url: httpUrl('Address of a JPEG, PNG or WebP image. It must be publicly accessible.'),
  source: optional(
    filledText(SOURCE_LENGTH_MAX, 'Identifies the image among those of the asset; the address by default.'),
  ),
  view: optional(oneOf(PHOTO_VIEWS, { description: 'What the photo shows, if you know.' })),
});
export type AssetImageFetch = Static<typeof AssetImageFetch>;
