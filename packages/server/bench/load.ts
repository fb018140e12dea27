import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';

/** Sends requests for some seconds, each connection the next one when the last is answered, and prints what came back. */

/** What {@link load} is told. */
export interface LoadOrder {
  readonly url: string;
  /** Keys used in turn. */
  readonly keys: readonly string[];
  readonly connections: number;
  readonly seconds: number;
  /** Paths asked in turn; with a body they are posted to, each time with a fresh Idempotency-Key. */
  readonly paths: readonly string[];
  readonly body: object | null;
}

/** What came back. Milliseconds. */
export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Answers of another status than 200 or 202. */
  readonly odd: number;
}

async function load({ url, keys, connections, seconds, paths, body }: LoadOrder): Promise<LoadResult> {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const text = body === null ? undefined : JSON.stringify(body);
  const times: number[] = [];
  let odd = 0;
  let turn = 0;
  const startMs = performance.now();
  const endMs = startMs + seconds * 1000;
  const connection = async () => {
    while (performance.now() < endMs) {
      const key = keys[turn % keys.length];
      const path = paths[turn++ % paths.length] ?? '/';
      const askedMs = performance.now();
      const headers = {
        authorization: `Bearer ${key}`,
        ...(text === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
      };
      const answer = await pool.request({ method: text === undefined ? 'GET' : 'POST', path, headers, body: text ?? null });
      await answer.body.dump();
      if (answer.statusCode !== 200 && answer.statusCode !== 202) odd += 1;
      times.push(performance.now() - askedMs);
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  const took = (performance.now() - startMs) / 1000;
  await pool.close();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  return { requests: times.length, seconds: took, perSecond: times.length / took, p50: at(0.5), p99: at(0.99), odd };
}

process.stdout.write(`${JSON.stringify(await load(JSON.parse(process.argv[2] ?? '{}')))}\n`);
process.disconnect?.();
