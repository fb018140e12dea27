import { Atelier } from '@atelier/client';
import { WEBHOOK_EVENTS, type WebhookEvent } from '@atelier/contract';
import { type Command, EXIT, type Invocation, type OptionRule } from '../command.ts';
import { CONNECTION_OPTIONS, workspaceConnection } from '../connection.ts';
import { idOf } from '../ids.ts';
import { present, print, table } from '../output.ts';
import { listen } from '../webhooks/listen.ts';
import { trigger } from '../webhooks/trigger.ts';

const EVENTS = {
  type: 'string',
  multiple: true,
  value: 'EVENT',
  values: WEBHOOK_EVENTS,
  summary: `Only this event: ${WEBHOOK_EVENTS.join(', ')}; may be repeated (all).`,
} as const satisfies OptionRule;

const MESSAGE_OPTIONS = {
  'forward-to': { type: 'string', value: 'ADDRESS', summary: 'Where to post messages.' },
  secret: { type: 'string', value: 'SECRET', summary: 'Sign with this secret, `whsec_…` (a new one).' },
} as const satisfies Record<string, OptionRule>;

const list: Command = {
  name: 'webhooks list',
  summary: 'List the webhooks of your workspace.',
  options: CONNECTION_OPTIONS,
  async run(invocation) {
    const webhooks = await (await webhooksOf(invocation)).list();
    present(invocation, { webhooks }, () =>
      webhooks.length === 0
        ? 'There are no webhooks.'
        : table(webhooks, {
            id: ({ id }) => id,
            url: ({ url }) => url,
            events: ({ events }) => events.join(','),
            disabled: ({ disabled_at }) => disabled_at,
          }),
    );
    return EXIT.ok;
  },
};

const create: Command = {
  name: 'webhooks create',
  summary: 'Register an address that receives a message when jobs end. Its secret is shown only once.',
  examples: ['webhooks create https://shop.example/hooks --event job.completed'],
  positionals: ['address'],
  options: { event: EVENTS, ...CONNECTION_OPTIONS },
  async run(invocation) {
    const events = eventsOf(invocation);
    const body = { url: invocation.positional('address'), ...(events.length > 0 ? { events } : {}) };
    const answer = await (await webhooksOf(invocation)).create(body);
    present(
      invocation,
      answer,
      ({ webhook, secret }) => `webhook ${webhook.id}; this is the only time its secret is shown:\n${secret}`,
    );
    return EXIT.ok;
  },
};

const remove: Command = {
  name: 'webhooks delete',
  summary: 'Delete a webhook with its deliveries.',
  positionals: ['webhook'],
  options: CONNECTION_OPTIONS,
  async run(invocation) {
    const id = idOf(invocation, 'webhook');
    await (await webhooksOf(invocation)).delete(id);
    print(invocation.flag('json') ? JSON.stringify({ deleted: id }) : `webhook ${id} is deleted`);
    return EXIT.ok;
  },
};

const deliveries: Command = {
  name: 'webhooks deliveries',
  summary: 'List the latest messages to a webhook, and what its address answered.',
  positionals: ['webhook'],
  options: CONNECTION_OPTIONS,
  async run(invocation) {
    const page = await (await webhooksOf(invocation)).deliveries(idOf(invocation, 'webhook'));
    present(invocation, page, ({ deliveries: all }) =>
      all.length === 0
        ? 'There are no deliveries.'
        : table(all, {
            id: ({ id }) => id,
            event: ({ event }) => event,
            job: ({ job_id }) => job_id,
            status: ({ status }) => status,
            tries: ({ attempts }) => attempts,
            answer: ({ response_status, error }) => response_status ?? error,
            created: ({ created_at }) => created_at,
          }),
    );
    return EXIT.ok;
  },
};

const listenCommand: Command = {
  name: 'webhooks listen',
  summary: 'Forward a message for each job that ends to an address, such as a server on this machine, until Ctrl-C.',
  details:
    'The address need not be public. The command signs each message like a webhook, with the secret that it prints. It also prints each message with the answer of the address.',
  examples: ['webhooks listen --forward-to http://localhost:3000/hooks'],
  options: {
    ...MESSAGE_OPTIONS,
    event: EVENTS,
    ...CONNECTION_OPTIONS,
  },
  run: async (invocation) => listen(invocation, await workspaceConnection(invocation), eventsOf(invocation)),
};

const triggerCommand: Command = {
  name: 'webhooks trigger',
  summary: 'Send a test message to an address, or run a sandbox job whose webhooks and listeners get one.',
  details:
    'With --forward-to, the command sends a signed message with an example job to that address. Without it, the command submits a job that ends with the event, which needs the API key of a sandbox workspace. Its webhooks and `webhooks listen` get the message.',
  examples: ['webhooks trigger job.completed --forward-to http://localhost:3000/hooks', 'webhooks trigger job.failed'],
  positionals: ['event'],
  choices: { event: WEBHOOK_EVENTS },
  options: {
    ...MESSAGE_OPTIONS,
    ...CONNECTION_OPTIONS,
  },
  run: trigger,
};

/** `atelier webhooks …` */
export const webhooks: readonly Command[] = [list, create, remove, deliveries, listenCommand, triggerCommand];

async function webhooksOf(invocation: Invocation) {
  return new Atelier(await workspaceConnection(invocation)).webhooks;
}

function eventsOf(invocation: Invocation): WebhookEvent[] {
  return WEBHOOK_EVENTS.filter((event) => invocation.texts('event').includes(event));
}
