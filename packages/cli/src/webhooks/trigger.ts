import { randomUUID } from 'node:crypto';
import { Atelier } from '@atelier/client';
import { exampleEvent, WEBHOOK_EVENTS, type WebhookEvent } from '@atelier/contract';
import { EXIT, type Invocation, UsageError } from '../command.ts';
import { workspaceConnection } from '../connection.ts';
import { complain, present, print } from '../output.ts';
import { deliver, destinationOf, lineOf } from './messages.ts';

/** Prompts whose jobs end so in a sandbox. */
const PROMPTS: Readonly<Record<WebhookEvent, string>> = {
  'job.completed': 'a linen suit',
  'job.failed': 'sandbox:fail=generation_failed',
  'job.policy_blocked': 'sandbox:block',
};

/** Sends a test message to `--forward-to`, or makes a sandbox job that ends in the event. */
export async function trigger(invocation: Invocation): Promise<number> {
  const type = eventOf(invocation);
  const address = invocation.text('forward-to');
  return address === undefined ? triggerJob(invocation, type) : sendExample(invocation, type, address);
}

function eventOf(invocation: Invocation): WebhookEvent {
  const given = invocation.positional('event');
  const found = WEBHOOK_EVENTS.find((event) => event === given);
  if (!found) throw new UsageError(`${JSON.stringify(given)} is not an event; allowed: ${WEBHOOK_EVENTS.join(', ')}`);
  return found;
}

async function sendExample(invocation: Invocation, type: WebhookEvent, address: string): Promise<number> {
  const destination = await destinationOf(invocation, address);
  if (invocation.text('secret') === undefined) complain(`the secret that signs the message:\n${destination.secret}`);
  const event = exampleEvent(type, randomUUID(), new Date());
  const delivered = await deliver(destination, event);
  print(lineOf(invocation, event, delivered));
  return 'status' in delivered && delivered.status >= 200 && delivered.status < 300 ? EXIT.ok : EXIT.failed;
}

async function triggerJob(invocation: Invocation, type: WebhookEvent): Promise<number> {
  const client = new Atelier(await workspaceConnection(invocation));
  const { sandbox, name } = await client.account();
  if (!sandbox)
    throw new UsageError(
      `the workspace ${JSON.stringify(name)} is not a sandbox, so a job would cost credits. Use --forward-to ADDRESS, or the API key of a sandbox.`,
    );
  const [job] = await client.waitForAll(await client.generate({ prompt: PROMPTS[type] }));
  present(invocation, job, ({ id, status }) => `job ${id} ended as ${status}; listeners and webhooks get ${type}`);
  return EXIT.ok;
}
