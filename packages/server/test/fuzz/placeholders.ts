/** The kind of an ID, so that a request can name one that fits. */
export const KINDS = [
  'jobs',
  'images',
  'assets',
  'avatars',
  'collections',
  'formats',
  'links',
  'reviews',
  'reviewed',
  'looks',
  'shoots',
  'items',
  'webhooks',
  'deliveries',
  'workspaces',
  'keys',
  'adminkeys',
  'cursors',
  'media',
] as const;
export type Kind = (typeof KINDS)[number];

/** A stand-in for the n-th ID of a kind: which ID that is, is known only when the request is sent. */
export function placeholder(kind: Kind, n: number): string {
  return `~${kind}:${n}~`;
}

const PLACEHOLDER = new RegExp(`~(${KINDS.join('|')}):(\\d+)~`, 'g');

/** IDs of each kind remembered; older ones give way. */
const REMEMBERED_MAX = 30;

/** The IDs that the service has handed out so far, for requests to name. */
export interface Harvest {
  /** Takes every ID out of an answer; its neighbours tell its kind. */
  gather(answer: unknown): void;
  /** Forgets the IDs in the answer of a request for something that is gone. */
  forget(answer: string): void;
  /** The text with every stand-in replaced; where nothing of the kind is known, by an ID that never existed. */
  fill(text: string): string;
}

/** Remembers the handed out IDs, except those that the run itself depends on, which no request may reach. */
export function harvest(forbidden: ReadonlySet<string>): Harvest {
  const known = new Map<Kind, string[]>(KINDS.map((kind) => [kind, []]));
  const keep = (kind: Kind, value: unknown) => {
    const list = known.get(kind) ?? [];
    if (typeof value !== 'string' || forbidden.has(value) || list.includes(value)) return;
    list.push(value);
    if (list.length > REMEMBERED_MAX) list.shift();
  };
  const gather = (node: unknown): void => {
    if (Array.isArray(node)) return void node.forEach(gather);
    if (typeof node !== 'object' || node === null) return;
    const fields = new Map<string, unknown>(Object.entries(node));
    const kind = kindOf(fields);
    if (kind) keep(kind, fields.get('id'));
    if (fields.get('type') === 'model') keep('avatars', fields.get('id'));
    keep('adminkeys', fields.get('key_id'));
    keep('cursors', fields.get('next_cursor'));
    for (const address of [fields.get('url'), fields.get('path')]) {
      keep('media', tokenIn('media', address));
      keep('reviews', tokenIn('review', address));
    }
    for (const value of fields.values()) gather(value);
  };
  return {
    gather,
    forget(answer) {
      const gone = new Set(answer.match(UUIDS));
      for (const [kind, list] of known)
        known.set(
          kind,
          list.filter((id) => !gone.has(id)),
        );
    },
    fill: (text) =>
      text.replaceAll(PLACEHOLDER, (_, kind: Kind, n: string) => {
        const list = known.get(kind) ?? [];
        return list[Number(n) % Math.max(1, list.length)] ?? '0198f3a2-7c1e-7d53-9a34-5b1c2d3e4f50';
      }),
  };
}

const UUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Fields that only one kind of thing has. */
const MARKS: readonly (readonly [field: string, kind: Kind])[] = [
  ['alias', 'assets'],
  ['options', 'assets'],
  ['image_count', 'collections'],
  ['fit', 'formats'],
  ['avatar_ids', 'looks'],
  ['item_count', 'shoots'],
  ['product_id', 'items'],
  ['scopes', 'keys'],
  ['events', 'webhooks'],
  ['event', 'deliveries'],
  ['task', 'jobs'],
  ['is_generated', 'images'],
  ['origin', 'images'],
  ['comments', 'reviewed'],
  ['comment_count', 'links'],
  ['image_id', 'images'],
  ['plan', 'workspaces'],
];

function kindOf(fields: ReadonlyMap<string, unknown>): Kind | undefined {
  return MARKS.find(([field]) => fields.has(field))?.[1];
}

function tokenIn(part: string, address: unknown): string | undefined {
  return typeof address === 'string' ? new RegExp(`/${part}/([\\w-]+)`).exec(address)?.[1] : undefined;
}
