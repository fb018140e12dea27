import { closed, dateTime, filledText, nullable, oneOf, open, optional, type Static, Type, uuid } from '../schema.ts';

/**
 * What a key may do. `read`: every GET and what only reads. `submit`: make and change work and assets. `manage`: keys,
 * webhooks and usage.
 */
export const SCOPES = ['read', 'submit', 'manage'] as const;
export type Scope = (typeof SCOPES)[number];

/** Largest limit of requests a minute. */
const REQUESTS_MAX = 1_000_000;

/** Largest limit of credits a month, in display credits. */
const CREDITS_MAX = 10_000_000;

const scopes = (description: string) =>
  Type.Array(oneOf(SCOPES), { minItems: 1, uniqueItems: true, maxItems: SCOPES.length, description });
const requestsPerMinute = () =>
  Type.Integer({ minimum: 1, maximum: REQUESTS_MAX, description: 'Requests a minute, within the limit of the plan.' });
const creditsPerMonth = () =>
  Type.Number({
    minimum: 0,
    maximum: CREDITS_MAX,
    description:
      'Display credits, at most two decimals, of the jobs of a calendar month (UTC). Refunds count back to the month of the job.',
  });

/** What a key may do, until when and how much. */
const rights = {
  scopes: Type.Array(oneOf(SCOPES)),
  expires_at: nullable(dateTime('From this moment on the service refuses the key. Null: never.')),
  requests_per_minute: nullable(Type.Integer({ description: 'Null: only the limit of the plan.' })),
  credits_per_month: nullable(
    Type.Number({ description: 'Display credits of a calendar month (UTC). Null: no limit.' }),
  ),
};

/** A key, without its secret. */
export const Key = open(
  {
    id: uuid(),
    name: Type.String(),
    prefix: Type.String({ description: 'The first characters, to tell keys apart.' }),
    ...rights,
    credits_this_month: Type.Number({
      description: 'Display credits charged for its jobs of this month (UTC), less refunds.',
    }),
    created_at: dateTime(),
    last_used_at: nullable(dateTime()),
    revoked_at: nullable(dateTime()),
  },
  { $id: 'Key' },
);
export type Key = Static<typeof Key>;

const keyName = () => filledText(200);

/** Body of a new key. */
export const KeyCreation = closed({
  name: keyName(),
  scopes: optional(scopes('Absent: those of the key of the request; with the admin key, all.')),
  expires_at: optional(dateTime('A moment in the future. Absent: never.')),
  requests_per_minute: optional(requestsPerMinute()),
  credits_per_month: optional(creditsPerMonth()),
});
export type KeyCreation = Static<typeof KeyCreation>;

/** Body of a change of a key. Null takes an expiry or a limit away. */
export const KeyChange = closed(
  {
    name: optional(keyName()),
    scopes: optional(scopes('All scopes of the key from now on.')),
    expires_at: optional(nullable(dateTime('A moment in the future.'))),
    requests_per_minute: optional(nullable(requestsPerMinute())),
    credits_per_month: optional(nullable(creditsPerMonth())),
  },
  { minProperties: 1 },
);
export type KeyChange = Static<typeof KeyChange>;

/** A new key and its secret, which is shown this once. */
export const KeyWithSecret = open({
  key: Key,
  api_key: Type.String({
    description: 'The secret of the key, which is shown only once. Send it as `Authorization: Bearer`.',
  }),
});

/** Answer of `POST /admin/workspaces/{id}/keys`: the key, shown this once. */
export const KeyCreated = open({ key_id: uuid(), api_key: Type.String() });

/** A key as the admin interface lists it: never the key itself. */
export const KeySummary = open({
  key_id: uuid(),
  name: Type.String(),
  prefix: Type.String({ description: 'The first characters, to tell keys apart.' }),
  ...rights,
  created_at: dateTime(),
  last_used_at: nullable(dateTime()),
  revoked_at: nullable(dateTime()),
});

/** Keys of a workspace, newest first. */
export const KeyList = open({ keys: Type.Array(KeySummary) });
