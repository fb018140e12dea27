import { BODY_ERRORS, endpoint } from '../endpoint.ts';
import { EngineList } from '../resources/engine.ts';
import { KeyCreated, KeyCreation, KeyList } from '../resources/key.ts';
import {
  CreditGrant,
  LedgerEntry,
  Workspace,
  WorkspaceChange,
  WorkspaceCreated,
  WorkspaceCreation,
  WorkspaceList,
} from '../resources/workspace.ts';
import { closed, uuid } from '../schema.ts';

const workspaceId = closed({ id: uuid('Workspace ID.') });

export const createWorkspace = endpoint({
  id: 'createWorkspace',
  interface: 'admin',
  method: 'POST',
  path: '/admin/workspaces',
  summary: 'Create a workspace and its first key',
  auth: 'admin',
  body: WorkspaceCreation,
  example: { name: 'Spring shop', plan: 'pro', credits: 250 },
  status: 201,
  response: { description: 'The workspace and its key, which is shown only once.', schema: WorkspaceCreated },
  errors: BODY_ERRORS,
});

export const listWorkspaces = endpoint({
  id: 'listWorkspaces',
  interface: 'admin',
  method: 'GET',
  path: '/admin/workspaces',
  summary: 'List workspaces',
  auth: 'admin',
  status: 200,
  response: { description: 'All workspaces, newest first.', schema: WorkspaceList },
  errors: [],
});

export const changeWorkspace = endpoint({
  id: 'changeWorkspace',
  interface: 'admin',
  method: 'PATCH',
  path: '/admin/workspaces/{id}',
  summary: 'Change name, plan or model access',
  auth: 'admin',
  params: workspaceId,
  body: WorkspaceChange,
  example: { plan: 'enterprise', model_access: ['v5'] },
  status: 200,
  response: { description: 'The changed workspace.', schema: Workspace },
  errors: ['invalid_json', 'invalid_request', 'not_found', 'payload_too_large', 'unsupported_media_type'],
});

export const deleteWorkspace = endpoint({
  id: 'deleteWorkspace',
  interface: 'admin',
  method: 'DELETE',
  path: '/admin/workspaces/{id}',
  summary: 'Delete a workspace and all its data',
  description:
    'Deletes keys, credits, jobs, assets, uploads and results, also from the media store. You cannot undo this.',
  auth: 'admin',
  params: workspaceId,
  status: 204,
  response: { description: 'It is gone.' },
  errors: ['invalid_request', 'not_found'],
});

export const grantCredits = endpoint({
  id: 'grantCredits',
  interface: 'admin',
  method: 'POST',
  path: '/admin/workspaces/{id}/credits',
  summary: 'Grant credits, or take them back',
  description: 'A positive amount is a grant, and a negative one an adjustment. The balance never falls below zero.',
  auth: 'admin',
  params: workspaceId,
  body: CreditGrant,
  example: { amount: 100, reason: 'Invoice 2026-014' },
  status: 201,
  response: { description: 'The ledger entry.', schema: LedgerEntry },
  errors: [
    'invalid_json',
    'invalid_request',
    'not_found',
    'insufficient_credits',
    'payload_too_large',
    'unsupported_media_type',
  ],
});

export const createKey = endpoint({
  id: 'createKey',
  interface: 'admin',
  method: 'POST',
  path: '/admin/workspaces/{id}/keys',
  summary: 'Create another key',
  description: 'By default, the key has all scopes and no limits.',
  auth: 'admin',
  params: workspaceId,
  body: KeyCreation,
  example: { name: 'till 3' },
  status: 201,
  response: { description: 'The key, which is shown only once.', schema: KeyCreated },
  errors: ['invalid_json', 'invalid_request', 'not_found', 'payload_too_large', 'unsupported_media_type'],
});

export const listKeys = endpoint({
  id: 'listKeys',
  interface: 'admin',
  method: 'GET',
  path: '/admin/workspaces/{id}/keys',
  summary: 'List the keys of a workspace',
  auth: 'admin',
  params: workspaceId,
  status: 200,
  response: { description: 'Keys without their secrets, newest first.', schema: KeyList },
  errors: ['invalid_request', 'not_found'],
});

export const revokeKey = endpoint({
  id: 'revokeKey',
  interface: 'admin',
  method: 'DELETE',
  path: '/admin/keys/{key_id}',
  summary: 'Revoke a key',
  auth: 'admin',
  params: closed({ key_id: uuid('Key ID.') }),
  status: 204,
  response: { description: 'The key no longer works.' },
  errors: ['invalid_request', 'not_found'],
});

export const listEngines = endpoint({
  id: 'listEngines',
  interface: 'admin',
  method: 'GET',
  path: '/admin/engines',
  summary: 'List the hosted engines and their states',
  auth: 'admin',
  status: 200,
  response: { description: 'The engines of the configuration file, in its order.', schema: EngineList },
  errors: [],
});
