import { type Call, type RequestOptions, send } from '@atelier/client';
import { type Command, EXIT, type Invocation, UsageError } from '../command.ts';
import { adminConnection, CONNECTION_OPTIONS } from '../connection.ts';

type Action = (connection: RequestOptions, invocation: Invocation) => Promise<unknown>;

/** `atelier workspaces` */
export const workspaces: Command = {
  name: 'workspaces',
  summary: 'List workspaces, or make or change one: list | create | change <id>.',
  positionals: '<action> <id>',
  options: {
    ...CONNECTION_OPTIONS,
    name: { type: 'string', summary: 'Name of the workspace.' },
    plan: { type: 'string', value: 'PLAN', summary: 'free, pro or enterprise.' },
    credits: { type: 'string', value: 'NUMBER', summary: 'Credits it begins with.' },
    sandbox: { type: 'boolean', summary: 'Make a sandbox: its jobs cost play credits and run on the sandbox engine.' },
    'model-access': { type: 'string', multiple: true, value: 'MODEL', summary: 'A gated model it may use; may be repeated.' },
  },
  run: choose({
    list: (connection) => call(connection, 'GET', '/admin/workspaces'),
    create: (connection, invocation) => call(connection, 'POST', '/admin/workspaces', workspaceFields(invocation)),
    change: (connection, invocation) =>
      call(connection, 'PATCH', `/admin/workspaces/${idOf(invocation)}`, workspaceFields(invocation)),
  }),
};

/** `atelier keys` */
export const keys: Command = {
  name: 'keys',
  summary: 'Keys of a workspace: list <workspace> | create <workspace> | revoke <key>.',
  positionals: '<action> <id>',
  options: { ...CONNECTION_OPTIONS, name: { type: 'string', summary: 'Name of the key.' } },
  run: choose({
    list: (connection, invocation) => call(connection, 'GET', `/admin/workspaces/${idOf(invocation)}/keys`),
    create: (connection, invocation) =>
      call(connection, 'POST', `/admin/workspaces/${idOf(invocation)}/keys`, { name: invocation.text('name') ?? 'key' }),
    revoke: (connection, invocation) => call(connection, 'DELETE', `/admin/keys/${idOf(invocation)}`),
  }),
};

/** `atelier credits` */
export const credits: Command = {
  name: 'credits',
  summary: 'Grant credits to a workspace, or take them back: grant <workspace> --amount N --reason TEXT.',
  positionals: '<action> <id>',
  options: {
    ...CONNECTION_OPTIONS,
    amount: { type: 'string', value: 'NUMBER', summary: 'Display credits, at most two decimals; negative takes back.' },
    reason: { type: 'string', summary: 'Why; stands in the ledger.' },
  },
  run: choose({
    grant: (connection, invocation) =>
      call(connection, 'POST', `/admin/workspaces/${idOf(invocation)}/credits`, {
        amount: numberOf(invocation, 'amount'),
        reason: invocation.text('reason') ?? 'by hand',
      }),
  }),
};

function choose(actions: Readonly<Record<string, Action>>): Command['run'] {
  return async (invocation) => {
    const [name = 'list'] = invocation.positionals;
    const action = actions[name];
    if (!action)
      throw new UsageError(`${JSON.stringify(name)} is not an action; allowed are ${Object.keys(actions).join(', ')}`);
    const answer = await action(await adminConnection(invocation), invocation);
    process.stdout.write(answer === null ? 'done\n' : `${JSON.stringify(answer, null, 2)}\n`);
    return EXIT.ok;
  };
}

function call(connection: RequestOptions, method: Call['method'], path: string, body?: unknown): Promise<unknown> {
  return send(connection, { method, path, body, repeatable: method === 'GET' });
}

function idOf({ positionals }: Invocation): string {
  const id = positionals[1];
  if (!id) throw new UsageError('an ID is needed after the action');
  return encodeURIComponent(id);
}

function numberOf(invocation: Invocation, name: string): number {
  const text = invocation.text(name);
  const value = Number(text);
  if (text === undefined || text.trim() === '' || !Number.isFinite(value))
    throw new UsageError(`--${name} needs a number; ${JSON.stringify(text ?? '')} was given`);
  return value;
}

function workspaceFields(invocation: Invocation): Record<string, unknown> {
  const name = invocation.text('name');
  const plan = invocation.text('plan');
  const access = invocation.texts('model-access');
  return {
    ...(name === undefined ? {} : { name }),
    ...(plan === undefined ? {} : { plan }),
    ...(invocation.text('credits') === undefined ? {} : { credits: numberOf(invocation, 'credits') }),
    ...(invocation.flag('sandbox') ? { sandbox: true } : {}),
    ...(access.length === 0 ? {} : { model_access: access }),
  };
}
