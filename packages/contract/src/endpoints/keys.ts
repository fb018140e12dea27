import { BODY_ERRORS, endpoint } from '../endpoint.ts';
import { USAGE_DAYS_MAX } from '../limits.ts';
import { PageInfo, pageFields } from '../resources/account.ts';
import { Key, KeyChange, KeyCreation, KeyWithSecret } from '../resources/key.ts';
import { Usage, UsageQuery } from '../resources/usage.ts';
import { closed, open, optional, Type, uuid } from '../schema.ts';

const keyParams = closed({ id: uuid('Key ID.') });

export const createWorkspaceKey = endpoint({
  id: 'createWorkspaceKey',
  interface: 'v1',
  method: 'POST',
  path: '/v1/keys',
  summary: 'Create a key',
  description: 'A key cannot give scopes that it lacks.',
  auth: 'workspace',
  scope: 'manage',
  body: KeyCreation,
  example: { name: 'Web shop', scopes: ['read', 'submit'], credits_per_month: 500 },
  status: 201,
  response: { description: 'The key and its secret, which is shown only once.', schema: KeyWithSecret },
  errors: BODY_ERRORS,
});

export const listWorkspaceKeys = endpoint({
  id: 'listWorkspaceKeys',
  interface: 'v1',
  method: 'GET',
  path: '/v1/keys',
  summary: 'List keys, newest first',
  auth: 'workspace',
  scope: 'manage',
  query: closed(pageFields),
  status: 200,
  response: {
    description: 'A page of keys, revoked ones included.',
    schema: open({ keys: Type.Array(Key), page_info: PageInfo }),
  },
  errors: ['invalid_request'],
});

export const changeWorkspaceKey = endpoint({
  id: 'changeWorkspaceKey',
  interface: 'v1',
  method: 'PATCH',
  path: '/v1/keys/{id}',
  summary: 'Change name, scopes, expiry or limits of a key',
  description:
    'Takes effect with the next request. Null removes an expiry or a limit. The last key with the scope `manage` keeps that scope.',
  auth: 'workspace',
  scope: 'manage',
  params: keyParams,
  body: KeyChange,
  example: { credits_per_month: 800 },
  status: 200,
  response: { description: 'The changed key.', schema: Key },
  errors: ['invalid_json', 'invalid_request', 'not_found', 'payload_too_large', 'unsupported_media_type'],
});

export const revokeWorkspaceKey = endpoint({
  id: 'revokeWorkspaceKey',
  interface: 'v1',
  method: 'DELETE',
  path: '/v1/keys/{id}',
  summary: 'Revoke a key',
  description:
    'It stops working at once and stays in the list. The last key with the scope `manage` is revoked only with `leave_none=true`.',
  auth: 'workspace',
  scope: 'manage',
  params: keyParams,
  query: closed({
    leave_none: optional(
      Type.Boolean({ description: 'Also revoke the last key with the scope `manage`.', default: false }),
    ),
  }),
  status: 204,
  response: { description: 'The key no longer works.' },
  errors: ['invalid_request', 'not_found'],
});

export const getUsage = endpoint({
  id: 'getUsage',
  interface: 'v1',
  method: 'GET',
  path: '/v1/usage',
  summary: 'Read what jobs cost, by key, operation, model, look, product or day',
  description: `Counts the jobs that were submitted in the time, at most ${USAGE_DAYS_MAX} days. Where \`format\` is \`csv\`, or \`Accept\` is \`text/csv\`, it answers with a table.`,
  auth: 'workspace',
  scope: 'manage',
  query: UsageQuery,
  status: 200,
  response: { description: 'The groups and the total.', schema: Usage, alsoAs: 'text/csv' },
  errors: ['invalid_request'],
});
