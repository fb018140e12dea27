import { sql } from 'kysely';
import { MissingFault } from '../fault.ts';
import type { Queryable } from './connection.ts';

/** Tables whose rows a workspace deletes by their IDs, and what such a row is called. */
const DELETABLE = {
  assets: 'asset',
  collections: 'collection',
  export_formats: 'export format',
  looks: 'look',
  webhooks: 'webhook',
} as const;

/**
 * Deletes a row of a workspace. The deliveries of a webhook go with it. The images of an asset or a collection stay,
 * and so do the shoots of a look. Throws `not_found` without the row. Index: the primary key of the table.
 */
export async function deleteOwn(
  db: Queryable,
  table: keyof typeof DELETABLE,
  workspaceId: string,
  id: string,
): Promise<void> {
  const { rows } = await sql`
    delete from ${sql.table(table)} where id = ${id} and workspace_id = ${workspaceId} returning id`.execute(db);
  if (rows.length === 0) throw new MissingFault(DELETABLE[table], id);
}
