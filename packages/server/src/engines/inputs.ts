import { type AspectRatio, type JobWarning, ratioOf } from '@atelier/contract';
import { PICTURE_ROLES, type PictureRole } from '../work-order.ts';
import type { EngineTask, GatheredPicture, ServableOrder } from './port.ts';
import { composePrompt, composeWish } from './prompts.ts';

/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** The value of a placeholder; undefined if the order has none, so that its field is left out. */
type Value = Json | undefined;

/** Name of a picture size at engines, by resolution. */
const EDGE_NAMES = { standard: '1K', high: '2K' } as const;

/** A value of a task; `encoded` is a picture in the engine's form. */
type ValueOf = (task: EngineTask, encoded: (picture: GatheredPicture) => string) => Value;

const ofRole = ({ pictures }: EngineTask, role: PictureRole) => pictures.filter((picture) => picture.role === role);

/** The values of placeholders, as docs/engines.md explains them. */
const VALUES: Readonly<Record<string, ValueOf>> = {
  prompt: ({ order, pictures }) => composePrompt(order, pictures),
  user_prompt: ({ order }) => order.prompt || undefined,
  wish: ({ order }) => composeWish(order),
  garments: (task, encoded) => ofRole(task, 'garment').map(encoded),
  images: ({ pictures }, encoded) => pictures.map(encoded),
  seed: (task) => seedOf(task) ?? undefined,
  aspect_ratio: ({ order }) => order.aspectRatio ?? undefined,
  resolution: ({ order }) => order.resolution,
  size_name: ({ order }) => EDGE_NAMES[order.resolution],
  size: ({ size }) => `${size.width}x${size.height}`,
  width: ({ size }) => size.width,
  height: ({ size }) => size.height,
  duration: ({ order }) => order.options.durationSeconds,
  duration_text: ({ order }) => order.options.durationSeconds?.toString(),
  upscale_factor: ({ order }) => order.options.upscaleFactor,
  denoise: ({ order }) => order.options.denoise,
  speed: ({ order }) => order.options.speed,
  job_id: ({ jobId }) => jobId,
};

/** Most pictures that a template names by number. */
const NUMBERED_MAX = 8;

/**
 * Placeholders of an input template. A text that is one placeholder, such as `"$garments"`, is replaced by the value. A
 * field without a value in the order is left out. A choice such as `{"$resolution": {"standard": "1k", "high": "4k"}}`
 * becomes its entry for the value. A role is the first picture of it, and `$image_1` the first of all.
 */
export const PLACEHOLDERS: readonly string[] = [
  ...PICTURE_ROLES,
  ...Object.keys(VALUES),
  ...Array.from({ length: NUMBERED_MAX }, (_, index) => `image_${index + 1}`),
];

/**
 * Puts the values of a task into a template. `encode` turns a picture into the engine's form: a data URI, a name or an
 * address. It is called once for each picture that the template names.
 */
export function fillInputs(template: Json, task: EngineTask, encode: (picture: GatheredPicture) => string): Json {
  const encoded = new Map<GatheredPicture, string>();
  const once = (picture: GatheredPicture) => {
    const value = encoded.get(picture) ?? encode(picture);
    encoded.set(picture, value);
    return value;
  };
  return filled(template, (name) => valueFor(name, task, once)) ?? null;
}

/** Throws an Error for an unknown placeholder in a template, and for one that is not the whole text of a field. */
export function checkTemplate(template: Json): void {
  for (const name of placeholdersIn(template))
    if (!PLACEHOLDERS.includes(name))
      throw new Error(`$${name} stands for nothing; allowed: $${PLACEHOLDERS.join(', $')}`);
  for (const text of textsIn(template)) {
    const words = [...text.matchAll(/\$(\w+)/g)].map(([, word = '']) => word.toLowerCase());
    const name = placeholderOf(text) === null && words.find((word) => PLACEHOLDERS.includes(word));
    if (name)
      throw new Error(`${JSON.stringify(text)} is sent as it stands: a text is $${name} alone or holds no placeholder`);
  }
}

/** The texts of a template, with the placeholders of choices, but without the names of its fields. */
function textsIn(template: Json): readonly string[] {
  if (typeof template === 'string') return [template];
  if (typeof template !== 'object' || template === null) return [];
  const choice = choiceIn(template);
  return [...(choice ? [`$${choice[0]}`] : []), ...Object.values(template).flatMap(textsIn)];
}

/** True if a template has a place for every picture of the order. */
export function takesPictures(template: Json, order: ServableOrder): boolean {
  const used = placeholdersIn(template);
  if (used.has('images')) return true;
  const numbered = [...used].filter((name) => /^image_\d$/.test(name)).length;
  if (numbered > 0) return order.pictures.length <= numbered;
  const roles = order.pictures.map(({ role }) => role);
  const garments = roles.filter((role) => role === 'garment').length;
  if (!used.has('garments') && garments !== (used.has('garment') ? 1 : 0)) return false;
  return roles.every((role) => role === 'garment' || role === 'reference' || used.has(role));
}

/** The picture as a `data:` address. */
export function dataUri({ bytes }: Pick<GatheredPicture, 'bytes'>): string {
  return `data:${mimeTypeOf(bytes)};base64,${base64Of({ bytes })}`;
}

/** The picture in base64. */
export function base64Of({ bytes }: Pick<GatheredPicture, 'bytes'>): string {
  return Buffer.from(bytes).toString('base64');
}

/** Seeds that every engine takes: 0 up to this, exclusive. */
const SEED_COUNT = 2 ** 31;

/**
 * The task with a seed made of its job's ID if the user gave none. For engines with a fixed default seed, with which
 * all outputs of a request would be the same.
 */
export function seeded(task: EngineTask): EngineTask {
  if (task.order.seed !== null) return task;
  // 48 random bits of the job's ID: a whole number that JSON keeps.
  return { ...task, position: 0, order: { ...task.order, seed: Number.parseInt(task.jobId.slice(-12), 16) } };
}

/**
 * The seed of one output, at least 0 and of 31 bits: outputs of the same request differ. Null where the user gave none.
 */
export function seedOf({ order, position }: EngineTask): number | null {
  if (order.seed === null) return null;
  return ((((order.seed % SEED_COUNT) + SEED_COUNT) % SEED_COUNT) + position) % SEED_COUNT;
}

/** The type of a picture by its first bytes: gathered pictures are JPEG, PNG or WebP. */
export function mimeTypeOf(bytes: Uint8Array): 'image/jpeg' | 'image/png' | 'image/webp' {
  if (bytes[0] === 0xff) return 'image/jpeg';
  return bytes[0] === 0x89 ? 'image/png' : 'image/webp';
}

function valueFor(name: string, task: EngineTask, encode: (picture: GatheredPicture) => string): Value {
  const known = VALUES[name];
  if (known) return known(task, encode);
  const number = /^image_(\d)$/.exec(name)?.[1];
  const picture = number ? task.pictures[Number(number) - 1] : task.pictures.find(({ role }) => role === name);
  return picture && encode(picture);
}

/** The placeholder a text is, or null. */
function placeholderOf(text: string): string | null {
  return /^\$([a-z_]+\d?)$/.exec(text)?.[1] ?? null;
}

function placeholdersIn(template: Json): ReadonlySet<string> {
  return new Set(textsIn(template).flatMap((text) => placeholderOf(text) ?? []));
}

/** The placeholder of a choice, and its entries; null for any other object. */
function choiceIn(template: Readonly<Record<string, Json>> | readonly Json[]): readonly [string, Json] | null {
  const [entry, ...others] = Object.entries(template);
  const name = entry && placeholderOf(entry[0]);
  return entry && name && others.length === 0 ? [name, entry[1]] : null;
}

function chosen([name, offered]: readonly [string, Json], values: (name: string) => Value): Value {
  const value = values(name);
  if (value === undefined || typeof offered !== 'object' || offered === null || isList(offered)) return undefined;
  const part = offered[String(value)];
  return part === undefined ? undefined : filled(part, values);
}

function filled(template: Json, values: (name: string) => Value): Value {
  if (typeof template === 'string') {
    const name = placeholderOf(template);
    return name === null ? template : values(name);
  }
  if (isList(template)) return template.map((part) => filled(part, values)).filter((part) => part !== undefined);
  if (typeof template !== 'object' || template === null) return template;
  const choice = choiceIn(template);
  if (choice) return chosen(choice, values);
  const entries = Object.entries(template).flatMap(([key, part]) => {
    const value = filled(part, values);
    return value === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(entries);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** A field of a form: a text, or the bytes of a picture and the name of its file. An undefined value is left out. */
export type FormField = readonly [field: string, value: string | Uint8Array | undefined, fileName?: string];

/** A form with these fields, in this order. */
export function formOf(fields: readonly FormField[]): FormData {
  const form = new FormData();
  for (const [field, value, fileName = 'picture'] of fields) {
    if (value === undefined) continue;
    if (typeof value === 'string') form.append(field, value);
    else form.append(field, new Blob([new Uint8Array(value)], { type: mimeTypeOf(value) }), fileName);
  }
  return form;
}

/** The ratio nearest to that of a size in pixels, which crops or adds least. */
export function nearestRatio<R extends AspectRatio>(
  { width, height }: { readonly width: number; readonly height: number },
  among: readonly [R, ...R[]],
): R {
  const distance = (ratio: R) => Math.abs(Math.log(ratioOf(ratio) / (width / height)));
  return among.reduce((best, ratio) => (distance(ratio) < distance(best) ? ratio : best));
}

/** A warning if an engine makes videos only in these ratios, and the order asks for another. */
export function filmRatioWarnings(
  { order, size }: Pick<EngineTask, 'order' | 'size'>,
  ratios: readonly [AspectRatio, ...AspectRatio[]],
): readonly JobWarning[] {
  const ratio = nearestRatio(size, ratios);
  if (order.aspectRatio === null || order.aspectRatio === ratio) return [];
  const message = `The engine makes videos in ${ratios.join(', ')} only; this one is ${ratio}.`;
  return [{ code: 'aspect_ratio_changed', message }];
}
