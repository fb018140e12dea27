import { Atelier } from '@atelier/client';
import { type KeyChange, type KeyCreated, type KeyList, SCOPES, type Scope, type Static } from '@atelier/contract';
import { administer } from '../administer.ts';
import { checkAllowed } from '../arguments.ts';
import { type Command, EXIT, type Invocation, type OptionRule, UsageError } from '../command.ts';
import { adminConnection, CONNECTION_OPTIONS, workspaceConnection } from '../connection.ts';
import { idOf } from '../ids.ts';
import { momentOption } from '../moments.ts';
import { numberOf } from '../numbers.ts';
import { present, print, table } from '../output.ts';

const RIGHTS = {
  scopes: {
    type: 'string',
    value: 'LIST',
    summary: `What the key may do, separated by commas: ${SCOPES.join(', ')} (all).`,
  },
  expires: {
    type: 'string',
    value: 'TIME',
    summary: 'The service refuses the key from this day or moment (UTC) on: 2027-01-31, or 2027-01-31T18:00:00Z.',
  },
  'requests-per-minute': {
    type: 'string',
    value: 'NUMBER',
    summary: 'Most requests a minute, within the limit of the plan.',
  },
  'credits-per-month': { type: 'string', value: 'NUMBER', summary: 'Most credits of a calendar month (UTC).' },
} as const satisfies Record<string, OptionRule>;

const WHOSE =
  'With a workspace, the command takes the admin key. Without one, it takes the API key, which needs the scope manage.';

const list: Command = {
  name: 'keys list',
  summary: 'List the keys of a workspace, without their secrets.',
  details: WHOSE,
  positionals: ['workspace?'],
  options: CONNECTION_OPTIONS,
  async run(invocation) {
    present(invocation, { keys: await keysOf(invocation) }, ({ keys: all }) =>
      table(all, {
        id: ({ key_id }) => key_id,
        name: ({ name }) => name,
        key: ({ prefix }) => `${prefix}…`,
        scopes: ({ scopes }) => scopes.join(','),
        'credits a month': ({ credits_per_month }) => credits_per_month,
        expires: ({ expires_at }) => expires_at,
        used: ({ last_used_at }) => last_used_at ?? 'never',
        revoked: ({ revoked_at }) => revoked_at,
      }),
    );
    return EXIT.ok;
  },
};

/** All keys, whichever key the command has. */
async function keysOf(invocation: Invocation): Promise<Static<typeof KeyList>['keys']> {
  const all: Static<typeof KeyList>['keys'] = [];
  if (invocation.positional('workspace') !== '') {
    const path = `/admin/workspaces/${idOf(invocation, 'workspace')}/keys`;
    return (await administer<Static<typeof KeyList>>(invocation, 'GET', path)).keys;
  }
  const client = new Atelier(await workspaceConnection(invocation));
  for await (const { id: key_id, ...key } of client.keys.all()) all.push({ key_id, ...key });
  return all;
}

const create: Command = {
  name: 'keys create',
  summary: 'Create a key for a workspace. The key is shown only once.',
  details: WHOSE,
  examples: ['keys create --name "web shop" --scopes read,submit --credits-per-month 500'],
  positionals: ['workspace?'],
  options: {
    ...CONNECTION_OPTIONS,
    name: { type: 'string', summary: 'Name of the key, for example who uses it (key).' },
    ...RIGHTS,
  },
  async run(invocation) {
    const body = { name: invocation.text('name') ?? 'key', ...rightsOf(invocation) };
    const answer = await createdBy(invocation, body);
    present(
      invocation,
      answer,
      ({ key_id, api_key }) => `key ${key_id}; this is the only time it is shown:\n${api_key}`,
    );
    return EXIT.ok;
  },
};

async function createdBy(
  invocation: Invocation,
  body: { name: string } & ReturnType<typeof rightsOf>,
): Promise<Static<typeof KeyCreated>> {
  if (invocation.positional('workspace') !== '')
    return administer(invocation, 'POST', `/admin/workspaces/${idOf(invocation, 'workspace')}/keys`, body);
  const { key, api_key } = await new Atelier(await workspaceConnection(invocation)).keys.create(body);
  return { key_id: key.id, api_key };
}

const change: Command = {
  name: 'keys change',
  summary: 'Change the name, scopes, expiry or limits of a key; `none` removes an expiry or a limit.',
  details: 'The command takes the API key, which needs the scope manage.',
  examples: ['keys change 0198f3a2-7c1e-7d53-9a34-5b1c2d3e4f50 --credits-per-month none'],
  positionals: ['key-id'],
  options: { ...CONNECTION_OPTIONS, name: { type: 'string', summary: 'Name of the key.' }, ...RIGHTS },
  async run(invocation) {
    const name = invocation.text('name');
    const body: KeyChange = {
      ...(name === undefined ? {} : { name }),
      ...rightsOf(invocation),
      ...removals(invocation),
    };
    const id = idOf(invocation, 'key-id');
    const key = await new Atelier(await workspaceConnection(invocation)).keys.change(id, body);
    present(invocation, key, ({ name: now, scopes }) => `key ${id}, ${JSON.stringify(now)}: ${scopes.join(', ')}`);
    return EXIT.ok;
  },
};

/** Word that takes an expiry or a limit away. */
const NONE = 'none';

const isGiven = (invocation: Invocation, option: string) => ![undefined, NONE].includes(invocation.text(option));

/** The expiry and limits that are taken away. */
function removals(invocation: Invocation): Pick<KeyChange, 'expires_at' | 'requests_per_minute' | 'credits_per_month'> {
  const isNone = (option: string) => invocation.text(option) === NONE;
  return {
    ...(isNone('expires') && { expires_at: null }),
    ...(isNone('requests-per-minute') && { requests_per_minute: null }),
    ...(isNone('credits-per-month') && { credits_per_month: null }),
  };
}

/** The scopes, the expiry and the limits that the options give. Throws UsageError. */
function rightsOf(invocation: Invocation) {
  const scopes = invocation.text('scopes');
  return {
    ...(scopes !== undefined && { scopes: scopesOf(scopes) }),
    ...(isGiven(invocation, 'expires') && { expires_at: momentOption(invocation, 'expires') }),
    ...(isGiven(invocation, 'requests-per-minute') && {
      requests_per_minute: numberOf(invocation, 'requests-per-minute'),
    }),
    ...(isGiven(invocation, 'credits-per-month') && { credits_per_month: numberOf(invocation, 'credits-per-month') }),
  };
}

function scopesOf(text: string): Scope[] {
  return text.split(',').flatMap((word) => {
    checkAllowed('scopes', word.trim(), SCOPES);
    return SCOPES.filter((scope) => scope === word.trim());
  });
}

const revoke: Command = {
  name: 'keys revoke',
  summary: 'Revoke a key. It stops working at once.',
  details: 'The command takes the admin key; without one the API key, which needs the scope manage.',
  positionals: ['key-id'],
  options: {
    ...CONNECTION_OPTIONS,
    'leave-none': { type: 'boolean', summary: 'Also revoke the last key with the scope manage.' },
  },
  async run(invocation) {
    const id = idOf(invocation, 'key-id');
    if (await hasAdminKey(invocation)) await administer(invocation, 'DELETE', `/admin/keys/${id}`);
    else {
      const client = new Atelier(await workspaceConnection(invocation));
      await client.keys.revoke(id, { leaveNone: invocation.flag('leave-none') });
    }
    print(invocation.flag('json') ? JSON.stringify({ revoked: id }) : `key ${id} is revoked`);
    return EXIT.ok;
  },
};

async function hasAdminKey(invocation: Invocation): Promise<boolean> {
  return adminConnection(invocation).then(
    () => true,
    (error: unknown) => {
      if (error instanceof UsageError) return false;
      throw error;
    },
  );
}

/** `atelier keys …` */
export const keys: readonly Command[] = [list, create, change, revoke];
