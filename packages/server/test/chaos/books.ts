import { readdir } from 'node:fs/promises';
import type pg from 'pg';
import type { MediaStore } from '../../src/media/store/port.ts';

/** Everything a service has written down, read when it is at rest. Amounts are internal units. */
export interface Books {
  readonly jobs: readonly JobBook[];
  /** `held_bytes` is the counted size of the workspace's media. */
  readonly workspaces: readonly { readonly id: string; readonly balance: number; readonly held_bytes: number }[];
  readonly ledger: readonly LedgerBook[];
  /** Pictures and films. */
  readonly media: readonly MediaBook[];
  /** Keys of bytes that are announced, or still to be removed. */
  readonly announced: readonly string[];
  /** The content of the store: sizes in bytes by key. */
  readonly blobs: ReadonlyMap<string, number>;
  /** Files that are on their way into the store. */
  readonly temporaryFiles: readonly string[];
}

/** A job in the books. */
export interface JobBook {
  readonly id: string;
  readonly workspace_id: string;
  readonly status: string;
  readonly attempt: number;
  readonly price: number;
  readonly media_id: string | null;
  readonly failure_code: string | null;
  readonly failure_message: string | null;
  readonly is_final: boolean;
  /** From submission to end, in seconds; null while it has not ended. */
  readonly seconds: number | null;
}

/** A ledger entry in the books, in order. */
interface LedgerBook {
  readonly workspace_id: string;
  readonly kind: string;
  readonly amount: number;
  readonly balance_after: number;
  readonly job_id: string | null;
}

/** A picture in the books. */
interface MediaBook {
  readonly id: string;
  readonly workspace_id: string | null;
  readonly origin: string;
  readonly storage_key: string;
  /** Null without a thumbnail. */
  readonly thumbnail_key: string | null;
  readonly size_bytes: number;
}

/** The sources of the books. */
export interface BookSources {
  readonly client: pg.Client;
  readonly store: MediaStore;
  readonly temporaryFolders: readonly string[];
}

/** Reads everything. */
export async function readBooks({ client, store, temporaryFolders }: BookSources): Promise<Books> {
  const rows = async <Row extends pg.QueryResultRow>(statement: string) => (await client.query<Row>(statement)).rows;
  const announced = await rows<{ storage_key: string }>('select storage_key from media_removals');
  return {
    jobs: await rows<JobBook>(
      `select id, workspace_id, status, attempt, price::float8, media_id, failure_code, failure_message,
         finished_at is not null as is_final, extract(epoch from finished_at - created_at)::float8 as seconds from jobs`,
    ),
    workspaces: await rows<Books['workspaces'][number]>(
      `select id, balance::float8, coalesce(held_bytes, 0)::float8 as held_bytes
       from workspaces left join storage_use on workspace_id = id`,
    ),
    ledger: await rows<LedgerBook>(
      'select workspace_id, kind, amount::float8, balance_after::float8, job_id from ledger_entries order by sequence',
    ),
    media: await rows<MediaBook>(
      'select id, workspace_id, origin, storage_key, thumbnail_key, size_bytes::float8 from media',
    ),
    announced: announced.map(({ storage_key }) => storage_key),
    blobs: await blobsOf(store),
    temporaryFiles: (await Promise.all(temporaryFolders.map(filesIn))).flat(),
  };
}

async function blobsOf(store: MediaStore): Promise<Map<string, number>> {
  const blobs = new Map<string, number>();
  const later = new Date(Date.now() + 86_400_000);
  for await (const { key, sizeBytes } of store.listOlderThan(later)) blobs.set(key, sizeBytes);
  return blobs;
}

/** Files of a folder; one that was never used is not there. */
export async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.map((name) => `${folder}/${name}`);
}
