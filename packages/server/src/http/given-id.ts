import type { FastifyRequest } from 'fastify';
import { findAsset } from '../assets/rows.ts';
import type { Queryable } from '../database/connection.ts';
import { Fault, MissingFault } from '../fault.ts';
import { findNamedImages, type NamedImage } from '../jobs/named-images.ts';
import { findVersions } from '../jobs/versions.ts';
import { interfaceOf } from './faults.ts';

/**
 * Puts the true kind of an ID and its place into the refusal of that ID, if the workspace has it. All other errors are
 * returned unchanged.
 */
export async function withGivenId(db: Queryable, { url, workspace }: FastifyRequest, error: unknown): Promise<unknown> {
  if (!(error instanceof MissingFault) || !workspace) return error;
  const kind = await givenId(db, workspace.id, error, interfaceOf(url) === 'v1').catch(() => null);
  return kind === null ? error : new Fault('not_found', `${error.fact} ${kind}`, { cause: error });
}

/** Indexes: jobs_pkey, media_pkey, image_versions_pkey, assets_pkey. */
async function givenId(db: Queryable, workspaceId: string, { sought, id }: MissingFault, isV1: boolean) {
  const image = (await findNamedImages(db, workspaceId, [id])).get(id);
  const version = (await findVersions(db, workspaceId, [id])).get(id);
  const asset = await findAsset(db, workspaceId, id);
  if (version && isV1) return result('version', version);
  if (version) return `That is the ID of a version of the image ${version.parentId}: use its source_image_id.`;
  if (asset) return `That is the ID of an asset, which is at /assets/${id}.`;
  if (!image) return null;
  if (image.media?.id === id) return `That is the ID of an image, which is at /images/${id}.`;
  return sought === 'image' ? result('job', image) : `That is the ID of a job, which is at /v1/jobs/${id}.`;
}

function result(what: 'job' | 'version', { media, status }: NamedImage): string {
  const advice = media ? `use its result.id, ${media.id}` : `use its result.id once it has completed; it is ${status}`;
  return `That is the ID of a ${what}: ${advice}.`;
}
