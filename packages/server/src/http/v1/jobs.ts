import { ENDPOINTS } from '@atelier/contract';
import type { PageRange } from '../../database/page.ts';
import { MissingFault } from '../../fault.ts';
import { type JobWithMedia, listJobs } from '../../jobs/rows.ts';
import { cancelJob } from '../../jobs/transitions.ts';
import { jobView } from '../../jobs/view-v1.ts';
import { waitForEnd } from '../../jobs/watch.ts';
import { readPage } from '../cursor.ts';
import { endOfWait, type HttpRoom } from '../room.ts';
import type { AddRoute } from '../route.ts';
import { momentOf } from '../validation.ts';
import { streamEvents, streamJob } from './event-stream.ts';

/** Reading, waiting for, listing and canceling jobs. */
export function addJobRoutes(route: AddRoute, room: HttpRoom): void {
  const find = async (workspaceId: string, jobId: string): Promise<JobWithMedia> => {
    const job = await room.readJob(workspaceId, jobId);
    if (!job) throw new MissingFault('job', jobId);
    return job;
  };

  route(ENDPOINTS.getJob, async ({ params, query, workspace, addressOf, reply }) => {
    const job = await find(workspace.id, params.id);
    const waitMs = (query.wait ?? 0) * 1000;
    const latest =
      waitMs > 0 && !job.finished_at
        ? await waitForEnd(room, job, AbortSignal.any([AbortSignal.timeout(waitMs), endOfWait(room, reply)]))
        : job;
    if (!latest) throw new MissingFault('job', params.id);
    return jobView(latest, addressOf);
  });

  route(ENDPOINTS.listJobs, async ({ query, workspace, addressOf }) => {
    const filter = {
      status: query.status ?? null,
      operation: query.operation ?? null,
      createdAfter: query.created_after === undefined ? null : momentOf(query.created_after, '/created_after'),
    };
    const read = (page: PageRange) => listJobs(room.db, workspace.id, filter, page);
    const { items, page_info } = await readPage('jobs', filter, query, read);
    return { jobs: items.map((job) => jobView(job, addressOf)), page_info };
  });

  route(ENDPOINTS.cancelJob, async ({ params, workspace, request, addressOf }) => {
    await find(workspace.id, params.id);
    const canceled = await cancelJob(room, params.id, room.clock.now());
    if (canceled) request.log.info({ job: params.id }, 'a job was canceled');
    return jobView(await find(workspace.id, params.id), addressOf);
  });

  route(ENDPOINTS.getJobEvents, async (call) => streamJob(room, await find(call.workspace.id, call.params.id), call));

  route(ENDPOINTS.getEvents, (call) => streamEvents(room, call.workspace.id, call));
}
