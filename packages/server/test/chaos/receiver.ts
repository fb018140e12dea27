import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** Share of messages that are refused at their first arrival. */
const REFUSED_SHARE = 0.1;

/** A customer's receiver of webhooks. */
export interface Receiver {
  readonly url: string;
  /** How often a message about the end of each job was accepted, by job and event. */
  readonly accepted: ReadonlyMap<string, number>;
  close(): void;
}

/** The name under which a message is counted. */
export function messageName(jobId: string, event: string): string {
  return `${jobId} ${event}`;
}

/** Starts one; it refuses some messages the first time, as receivers do. */
export async function startReceiver(random: () => number): Promise<Receiver> {
  const accepted = new Map<string, number>();
  const refused = new Set<string>();
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => response.destroy());
    request.on('end', () => {
      const { type, data }: { type: string; data: { id: string } } = JSON.parse(Buffer.concat(chunks).toString());
      const name = messageName(data.id, type);
      if (random() < REFUSED_SHARE && !refused.has(name)) {
        refused.add(name);
        return void response.writeHead(500).end();
      }
      accepted.set(name, (accepted.get(name) ?? 0) + 1);
      response.writeHead(204).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    accepted,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
