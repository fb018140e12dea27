import { closed, dateTime, nullable, oneOf, open, optional, type Static, Type } from '../schema.ts';

/** The ways to group usage. */
export const USAGE_GROUPINGS = ['key', 'operation', 'model', 'look', 'product', 'day'] as const;
export type UsageGrouping = (typeof USAGE_GROUPINGS)[number];

/** Forms of an answer on usage. */
export const USAGE_FORMATS = ['json', 'csv'] as const;

/** Query of `GET /v1/usage`. */
export const UsageQuery = closed({
  group_by: optional(oneOf(USAGE_GROUPINGS, { default: 'day' })),
  from: optional(dateTime('First moment. Absent: the start of the month (UTC) of `to`.')),
  to: optional(dateTime('The moment after the last one. Absent: now.')),
  format: optional(oneOf(USAGE_FORMATS, { description: 'Absent: by the header `Accept`, else `json`.' })),
});

/** Jobs by their end, and what they cost. */
const counts = {
  jobs: Type.Integer(),
  completed: Type.Integer(),
  failed: Type.Integer({ description: 'Canceled ones included.' }),
  policy_blocked: Type.Integer(),
  unfinished: Type.Integer({ description: 'Jobs that wait or run.' }),
  credits_charged: Type.Number({ description: 'Display credits.' }),
  credits_refunded: Type.Number(),
  credits: Type.Number({ description: 'Charged less refunded.' }),
};

/** The jobs of a key, an operation, a model, a look, a product or a day. */
export const UsageGroup = open(
  {
    id: nullable(Type.String(), {
      description:
        'ID of the key, look or product; name of the operation or model; the day (UTC). Null: jobs without one, or with one that was deleted.',
    }),
    name: nullable(Type.String()),
    sku: nullable(Type.String(), { description: 'Of a product.' }),
    ...counts,
  },
  { $id: 'UsageGroup' },
);
export type UsageGroup = Static<typeof UsageGroup>;

/** What the jobs that were submitted in a time cost. */
export const Usage = open(
  {
    group_by: oneOf(USAGE_GROUPINGS),
    from: dateTime(),
    to: dateTime(),
    groups: Type.Array(UsageGroup, {
      description: 'Days in their order; other groups by their credits, highest first.',
    }),
    has_more: Type.Boolean({ description: 'True when groups were left out: ask for a shorter time.' }),
    total: open(counts, {
      description: 'Counts each job once. Groups by product count a job for each of its products.',
    }),
  },
  { $id: 'Usage' },
);
export type Usage = Static<typeof Usage>;
