import { MODEL_NAMES, NUM_IMAGES_MAX, RESOLUTIONS } from '@atelier/contract';
import Type, { type Static } from 'typebox';
import { closed } from '../engines/schemas.ts';
import { EnginesPart, ModelsPart } from '../engines/settings.ts';
import { schemaCheck } from '../schema-check.ts';

const eachOf = <const V extends readonly string[]>(values: V) =>
  Type.Array(Type.Unsafe<V[number]>({ type: 'string', enum: [...values] }), { uniqueItems: true });

/** A number of bytes; null: no limit. */
const bytesOrNone = Type.Union([Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), Type.Null()]);

/** A plan in the file; absent fields keep their defaults. */
const plan = Type.Optional(
  closed({
    num_images: Type.Optional(Type.Integer({ minimum: 1, maximum: NUM_IMAGES_MAX })),
    unfinished_jobs: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    resolutions: Type.Optional(eachOf(RESOLUTIONS)),
    requests_per_minute: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    storage_bytes: Type.Optional(bytesOrNone),
    upload_bytes_per_day: Type.Optional(bytesOrNone),
    models: Type.Optional(eachOf(MODEL_NAMES)),
  }),
);

const words = Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 10_000 }));
const share = Type.Optional(Type.Number({ minimum: 0.1, maximum: 1 }));
const ModerationPart = closed({
  prompts: Type.Optional(Type.Boolean()),
  block: words,
  allow: words,
  pictures: Type.Optional(Type.Boolean()),
  explicit_score: share,
  bare_share: share,
});

const FileSchema = closed({
  plans: Type.Optional(closed({ free: plan, pro: plan, enterprise: plan })),
  moderation: Type.Optional(ModerationPart),
  engines: Type.Optional(EnginesPart),
  models: Type.Optional(ModelsPart),
});
/** The file as it is written. */
export type FileContent = Static<typeof FileSchema>;

/** Checks a file against its schema. */
export const checkFile = schemaCheck(FileSchema);
