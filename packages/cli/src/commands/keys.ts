import type { KeyCreated, KeyList, Static } from '@atelier/contract';
import { administer } from '../administer.ts';
import { type Command, EXIT } from '../command.ts';
import { CONNECTION_OPTIONS } from '../connection.ts';
import { idOf } from '../ids.ts';
import { present, print, table } from '../output.ts';

const list: Command = {
  name: 'keys list',
  summary: 'List the keys of a workspace, without their secrets.',
  positionals: ['workspace'],
  options: CONNECTION_OPTIONS,
  async run(invocation) {
    const path = `/admin/workspaces/${idOf(invocation, 'workspace')}/keys`;
    const answer = await administer<Static<typeof KeyList>>(invocation, 'GET', path);
    present(invocation, answer, ({ keys: all }) =>
      table(all, {
        id: ({ key_id }) => key_id,
        name: ({ name }) => name,
        key: ({ prefix }) => `${prefix}…`,
        used: ({ last_used_at }) => last_used_at ?? 'never',
        revoked: ({ revoked_at }) => revoked_at,
      }),
    );
    return EXIT.ok;
  },
};

const create: Command = {
  name: 'keys create',
  summary: 'Create a key for a workspace. The key is shown only once.',
  positionals: ['workspace'],
  options: {
    ...CONNECTION_OPTIONS,
    name: { type: 'string', summary: 'Name of the key, for example who uses it (key).' },
  },
  async run(invocation) {
    const path = `/admin/workspaces/${idOf(invocation, 'workspace')}/keys`;
    const body = { name: invocation.text('name') ?? 'key' };
    const answer = await administer<Static<typeof KeyCreated>>(invocation, 'POST', path, body);
    present(
      invocation,
      answer,
      ({ key_id, api_key }) => `key ${key_id}; this is the only time it is shown:\n${api_key}`,
    );
    return EXIT.ok;
  },
};

const revoke: Command = {
  name: 'keys revoke',
  summary: 'Revoke a key. It stops working at once.',
  positionals: ['key-id'],
  options: CONNECTION_OPTIONS,
  async run(invocation) {
    const id = idOf(invocation, 'key-id');
    await administer(invocation, 'DELETE', `/admin/keys/${id}`);
    print(invocation.flag('json') ? JSON.stringify({ revoked: id }) : `key ${id} is revoked`);
    return EXIT.ok;
  },
};

/** `atelier keys …` */
export const keys: readonly Command[] = [list, create, revoke];
