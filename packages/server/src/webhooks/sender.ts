import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connection.ts';
import { findJob } from '../jobs/rows.ts';
import { jobView } from '../jobs/view-v1.ts';
import type { MediaAddresses } from '../media/addresses.ts';
import type { AddressOf } from '../media/rows.ts';
import { runningService, type Service } from '../service.ts';
import { type Candidate, type DueMessage, findDue, noteArrival, noteFailure, takeDue } from './attempts.ts';
import type { WebhookPost } from './post.ts';
import { signatureOf } from './rows.ts';

/** Pause between two looks for messages that are due. */
const LOOK_MS = 500;
/** Messages that are under way at once. */
const AT_ONCE = 64;
/** Of those, for one workspace: addresses that do not answer hold up their own workspace only. */
const AT_ONCE_PER_WORKSPACE = 8;

/** The services that the sender needs. */
export interface SenderRoom {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly webhooks: WebhookPost;
  readonly addresses: MediaAddresses;
  /** Where receivers reach the service, without a slash at the end; null: where the owner of each webhook did. */
  readonly publicUrl: string | null;
}

/** Sends messages when they are due, again and again until they arrive or a day is over. Many processes may run it. */
export function webhookSender(room: SenderRoom): Service {
  /** Deliveries under way, and their workspaces. */
  const underWay = new Map<Promise<void>, string>();

  const begin = (message: DueMessage) => {
    const sending = send(room, message)
      .catch((error: unknown) =>
        room.log.warn(
          { err: error, delivery: message.id, job: message.job_id ?? undefined, workspace: message.workspace_id },
          'the outcome of a message to a webhook was not written down',
        ),
      )
      .finally(() => underWay.delete(sending));
    underWay.set(sending, message.workspace_id);
  };

  const look = async () => {
    const now = room.clock.now();
    const chosen = choose(await findDue(room.db, AT_ONCE_PER_WORKSPACE, now), [...underWay.values()]);
    const taken = chosen.length > 0 ? await takeDue(room.db, chosen, now) : [];
    taken.forEach(begin);
    return taken.length > 0;
  };

  return runningService('webhooks', async (signal) => {
    while (!signal.aborted) {
      const isBusy = await look().catch((error: unknown) => {
        room.log.warn({ err: error }, 'the sender could not read due messages to webhooks and tries again');
        return false;
      });
      const pause = sleep(LOOK_MS, undefined, { signal, ref: false }).catch(() => undefined);
      // While there is much to send, a place is filled as soon as it is free.
      await (isBusy ? Promise.race([pause, ...underWay.keys()]) : pause);
    }
    await Promise.all(underWay.keys());
  });
}

/** Which of the due messages are sent now, given whose are under way. */
function choose(due: readonly Candidate[], underWay: readonly string[]): string[] {
  const counts = new Map<string, number>();
  const count = (workspace: string) => counts.set(workspace, (counts.get(workspace) ?? 0) + 1);
  underWay.forEach(count);
  const chosen: string[] = [];
  for (const { id, workspace_id } of due) {
    if (chosen.length + underWay.length >= AT_ONCE) break;
    if ((counts.get(workspace_id) ?? 0) >= AT_ONCE_PER_WORKSPACE) continue;
    count(workspace_id);
    chosen.push(id);
  }
  return chosen;
}

async function send(room: SenderRoom, message: DueMessage): Promise<void> {
  const body = await bodyOf(room, message);
  const timestamp = Math.floor(room.clock.now().getTime() / 1000);
  const secrets = message.previous_secret ? [message.secret, message.previous_secret] : [message.secret];
  const outcome = await room.webhooks.post(message.url, body, {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Atelier (webhook)',
    'webhook-id': message.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatureOf(secrets, message.id, timestamp, body),
  });
  const now = room.clock.now();
  if ('error' in outcome) return noteFailure(room.db, message, { status: null, error: outcome.error }, now);
  if (outcome.status >= 200 && outcome.status < 300) return noteArrival(room.db, message, outcome.status, now);
  const error = `The address answered ${outcome.status}; 2xx is wanted.`;
  return noteFailure(room.db, message, { status: outcome.status, error }, now);
}

/** The message: the event, its time, and the job as v1 shows it. Ended jobs do not change. */
async function bodyOf(
  { db, clock, addresses, publicUrl }: SenderRoom,
  { event, job_id, workspace_id, created_at, base_url }: DueMessage,
): Promise<string> {
  const addressOf: AddressOf = (media) => (publicUrl ?? base_url) + addresses.path(media, clock.now());
  const job = job_id === null ? null : await findJob(db, workspace_id, job_id);
  return JSON.stringify({ type: event, timestamp: created_at.toISOString(), data: job ? jobView(job, addressOf) : {} });
}
