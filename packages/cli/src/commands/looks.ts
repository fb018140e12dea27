import { Atelier, send } from '@atelier/client';
import {
  type AssetPage,
  GenerateInput,
  LOOK_OPERATIONS,
  type Look,
  SHOOT_FIELDS,
  VirtualTryOnInput,
} from '@atelier/contract';
import { type Command, EXIT, type Invocation, UsageError } from '../command.ts';
import { CONNECTION_OPTIONS, workspaceConnection } from '../connection.ts';
import { fieldsOf, givenBy, type ObjectSchema, optionsOf, plainSchema } from '../contract-options.ts';
import { isId } from '../ids.ts';
import { present, print, table } from '../output.ts';

/** The fields of both operations that a look keeps. */
const INPUT: ObjectSchema = {
  properties: { ...plainSchema(VirtualTryOnInput).properties, ...plainSchema(GenerateInput).properties },
};

const list: Command = {
  name: 'looks list',
  summary: 'List saved looks, newest first.',
  options: CONNECTION_OPTIONS,
  async run(invocation) {
    const looks: Look[] = [];
    for await (const look of (await clientOf(invocation)).looks.all()) looks.push(look);
    present(invocation, { looks }, () => (looks.length === 0 ? 'There are no looks.' : listing(looks)));
    return EXIT.ok;
  },
};

const create: Command = {
  name: 'looks create',
  summary: 'Save a look: a style for images of products.',
  examples: [
    'looks create "Studio, white" --avatar "Anna" --resolution high',
    'looks create Beach --operation generate --avatar "Anna" --scene "Beach" --prompt "late sun" --num-images 2',
  ],
  positionals: ['look'],
  options: {
    operation: {
      type: 'string',
      value: 'OPERATION',
      values: LOOK_OPERATIONS,
      summary: `How the images are made: ${LOOK_OPERATIONS.join(' or ')} (virtual_try_on).`,
    },
    avatar: {
      type: 'string',
      multiple: true,
      value: 'AVATAR',
      summary: 'An avatar by its name or ID; each product gets an image with each avatar. May be repeated.',
    },
    scene: { type: 'string', value: 'PRESET', summary: 'A preset by its name or ID.' },
    view: {
      type: 'string',
      multiple: true,
      value: 'NUMBER',
      summary: 'Which photo of a product to use, counted from 1; without it, the best photo. May be repeated.',
    },
    ...optionsOf(INPUT, SHOOT_FIELDS),
    ...CONNECTION_OPTIONS,
  },
  async run(invocation) {
    const operation = LOOK_OPERATIONS.find((one) => one === invocation.text('operation')) ?? 'virtual_try_on';
    const avatars: string[] = [];
    for (const avatar of invocation.texts('avatar')) avatars.push(await assetId(invocation, 'model', avatar));
    const scene = invocation.text('scene');
    const look = await (await clientOf(invocation)).looks.create({
      name: invocation.positional('look'),
      operation,
      avatar_ids: avatars,
      scene_id: scene === undefined ? null : await assetId(invocation, 'preset', scene),
      views: viewsOf(invocation),
      input: fieldsOf(INPUT, givenBy(invocation), SHOOT_FIELDS),
    });
    present(invocation, look, describe);
    return EXIT.ok;
  },
};

const show: Command = {
  name: 'looks show',
  summary: 'Show a look by its name or ID.',
  positionals: ['look'],
  options: CONNECTION_OPTIONS,
  async run(invocation) {
    present(invocation, await findLook(await clientOf(invocation), invocation.positional('look')), describe);
    return EXIT.ok;
  },
};

const remove: Command = {
  name: 'looks delete',
  summary: 'Delete looks by name or ID. Their shoots stay.',
  positionals: ['look…'],
  options: CONNECTION_OPTIONS,
  async run(invocation) {
    const client = await clientOf(invocation);
    const deleted: string[] = [];
    for (const name of invocation.rest) {
      const { id } = await findLook(client, name);
      await client.looks.delete(id);
      deleted.push(id);
    }
    print(invocation.flag('json') ? JSON.stringify({ deleted }) : deleted.map((id) => `${id} is deleted`).join('\n'));
    return EXIT.ok;
  },
};

/** `atelier looks …` */
export const looks: readonly Command[] = [list, create, show, remove];

/** The places of photos; null for the best one. */
function viewsOf(invocation: Invocation): number[] | null {
  const views = invocation.texts('view').map((text) => {
    if (!/^\d{1,2}$/.test(text))
      throw new UsageError(`--view is ${JSON.stringify(text)}; allowed: a whole number from 1`);
    return Number(text);
  });
  return views.length > 0 ? views : null;
}

/** The look of a name or ID. Throws UsageError for a name without a look. */
export async function findLook(client: Atelier, nameOrId: string): Promise<Look> {
  if (isId(nameOrId)) return client.looks.get(nameOrId);
  const look = (await client.looks.list({ name: nameOrId })).looks[0];
  if (look) return look;
  throw new UsageError(`there is no look ${JSON.stringify(nameOrId)}; \`atelier looks list\` shows all`);
}

/** The ID of an avatar or preset. Throws UsageError for a name that none or several have. */
async function assetId(invocation: Invocation, type: 'model' | 'preset', nameOrId: string): Promise<string> {
  if (isId(nameOrId)) return nameOrId;
  const query = new URLSearchParams({
    type,
    search: nameOrId,
    paginated: 'true',
    include_public: 'true',
    limit: '100',
  });
  const { assets } = await send<AssetPage>(await workspaceConnection(invocation), {
    method: 'GET',
    path: `/assets?${query}`,
    repeatable: true,
  });
  const [found, ...others] = assets.filter(({ alias }) => alias.toLowerCase() === nameOrId.toLowerCase());
  const what = type === 'model' ? 'avatar' : 'preset';
  const advice = `\`atelier assets list --type ${type} --include-public\` shows all with their IDs`;
  if (!found) throw new UsageError(`there is no ${what} ${JSON.stringify(nameOrId)}; ${advice}`);
  if (others.length > 0) throw new UsageError(`several assets have the name ${JSON.stringify(nameOrId)}; ${advice}`);
  return found.id;
}

function describe({ id, name, operation, avatar_ids: avatars, scene_id: scene, views, input }: Look): string {
  const rows: readonly (readonly [string, string])[] = [
    ['id', id],
    ['name', name],
    ['operation', operation],
    ['avatars', avatars.join(', ') || 'none'],
    ['scene', scene ?? 'none'],
    ['views', views ? views.join(', ') : 'the best one'],
    ...Object.entries(input).map(([field, value]) => [field, String(value)] as const),
  ];
  const width = Math.max(...rows.map(([field]) => field.length));
  return rows.map(([field, value]) => `${field.padEnd(width)}  ${value}`).join('\n');
}

function listing(all: readonly Look[]): string {
  return table(all, {
    id: ({ id }) => id,
    name: ({ name }) => name,
    operation: ({ operation }) => operation,
    avatars: ({ avatar_ids: avatars }) => avatars.length,
    model: ({ input }) => input.model ?? 'default',
    resolution: ({ input }) => input.resolution ?? 'standard',
  });
}

async function clientOf(invocation: Invocation): Promise<Atelier> {
  return new Atelier(await workspaceConnection(invocation));
}
