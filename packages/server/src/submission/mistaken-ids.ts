import type { Queryable } from '../database/connection.ts';
import { findNamedImages, type NamedImage } from '../jobs/named-images.ts';
import { findVersions } from '../jobs/versions.ts';

/**
 * What IDs are that were sent for a media ID: a sentence each, for those that name a job or a version of the workspace
 * itself. Indexes: jobs_pkey, image_versions_pkey.
 */
export async function findMistakenIds(
  db: Queryable,
  workspaceId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const jobs = await findNamedImages(db, workspaceId, ids);
  const versions = await findVersions(db, workspaceId, ids);
  return new Map([
    ...[...versions].map(([id, version]) => [id, hint('version', version)] as const),
    ...[...jobs].map(([id, job]) => [id, hint('job', job)] as const),
  ]);
}

function hint(what: 'job' | 'version', { media, status }: NamedImage): string {
  const advice = media ? `use its result.id, ${media.id}` : `use its result.id once it has completed; it is ${status}`;
  return `That is the ID of a ${what}: ${advice}.`;
}
