import { Atelier, type RequestOptions } from '@atelier/client';
import type { WebhookEvent } from '@atelier/contract';
import { EXIT, type Invocation, UsageError } from '../command.ts';
import { Interruption, onInterruption } from '../interruption.ts';
import { complain, print } from '../output.ts';
import { deliver, destinationOf, lineOf } from './messages.ts';

/**
 * Forwards the ends of jobs, all or those of the given events, until the caller interrupts it. Messages go one after
 * the other, so that they come in order.
 */
export async function listen(
  invocation: Invocation,
  connection: RequestOptions,
  events: readonly WebhookEvent[],
): Promise<number> {
  const address = invocation.text('forward-to');
  if (address === undefined) throw new UsageError('--forward-to ADDRESS is needed');
  const destination = await destinationOf(invocation, address);
  const client = new Atelier(connection);
  const interruption = onInterruption();
  let isReady = false;
  const onOpen = () => {
    if (!isReady) complain(`messages go to ${address}; Ctrl-C ends this. They are signed with\n${destination.secret}`);
    isReady = true;
  };
  try {
    for await (const event of client.workspaceEvents({ signal: interruption.signal, onOpen })) {
      if (events.length > 0 && !events.includes(event.type)) continue;
      print(lineOf(invocation, event, await deliver(destination, event)));
    }
  } catch (error) {
    if (!(error instanceof Interruption)) throw error;
  } finally {
    interruption.forget();
  }
  return EXIT.ok;
}
