import { MODEL_NAMES, PLAN_NAMES, type Workspace } from '@atelier/contract';
import { administer } from '../administer.ts';
import { type Command, EXIT, type Invocation, type OptionRule, UsageError } from '../command.ts';
import { CONNECTION_OPTIONS } from '../connection.ts';
import { idOf } from '../ids.ts';
import { numberOf } from '../numbers.ts';
import { present, table } from '../output.ts';

const CHANGEABLE = {
  name: { type: 'string', summary: 'Name of the workspace.' },
  plan: {
    type: 'string',
    value: 'PLAN',
    values: PLAN_NAMES,
    summary: `Plan, which sets the limits: ${PLAN_NAMES.join(', ')}.`,
  },
  'model-access': {
    type: 'string',
    multiple: true,
    value: 'MODEL',
    values: MODEL_NAMES,
    summary: 'A model with restricted access that the workspace may use; may be repeated.',
  },
} as const satisfies Record<string, OptionRule>;

const list: Command = {
  name: 'workspaces list',
  summary: 'List workspaces, newest first.',
  options: CONNECTION_OPTIONS,
  async run(invocation) {
    const answer = await administer<{ workspaces: Workspace[] }>(invocation, 'GET', '/admin/workspaces');
    present(invocation, answer, ({ workspaces: all }) => listing(all));
    return EXIT.ok;
  },
};

const create: Command = {
  name: 'workspaces create',
  summary: 'Create a workspace and its first key. The key is shown only once.',
  options: {
    ...CONNECTION_OPTIONS,
    ...CHANGEABLE,
    credits: { type: 'string', value: 'NUMBER', summary: 'Credits at the start.' },
    sandbox: { type: 'boolean', summary: 'Create a sandbox: jobs run on the sandbox engine and cost play credits.' },
  },
  async run(invocation) {
    if (invocation.text('name') === undefined) throw new UsageError('--name TEXT is needed');
    const credits = invocation.text('credits') === undefined ? {} : { credits: numberOf(invocation, 'credits') };
    const body = { ...fieldsOf(invocation), ...credits, ...(invocation.flag('sandbox') ? { sandbox: true } : {}) };
    type Created = { workspace: Workspace; api_key: string };
    const answer = await administer<Created>(invocation, 'POST', '/admin/workspaces', body);
    present(
      invocation,
      answer,
      ({ workspace, api_key }) => `${listing([workspace])}\nAPI key; this is the only time it is shown:\n${api_key}`,
    );
    return EXIT.ok;
  },
};

const change: Command = {
  name: 'workspaces change',
  summary: 'Change the name, plan or model access of a workspace.',
  positionals: ['workspace'],
  options: { ...CONNECTION_OPTIONS, ...CHANGEABLE },
  async run(invocation) {
    const path = `/admin/workspaces/${idOf(invocation, 'workspace')}`;
    const workspace = await administer<Workspace>(invocation, 'PATCH', path, fieldsOf(invocation));
    present(invocation, workspace, () => listing([workspace]));
    return EXIT.ok;
  },
};

/** `atelier workspaces …` */
export const workspaces: readonly Command[] = [list, create, change];

function fieldsOf(invocation: Invocation): Record<string, unknown> {
  const [name, plan, access] = [invocation.text('name'), invocation.text('plan'), invocation.texts('model-access')];
  return {
    ...(name === undefined ? {} : { name }),
    ...(plan === undefined ? {} : { plan }),
    ...(access.length === 0 ? {} : { model_access: access }),
  };
}

function listing(all: readonly Workspace[]): string {
  return table(all, {
    id: ({ id }) => id,
    name: ({ name }) => name,
    plan: ({ plan }) => plan,
    balance: ({ balance }) => balance,
    kind: ({ sandbox }) => (sandbox ? 'sandbox' : ''),
  });
}
