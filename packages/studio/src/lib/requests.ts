import type { JobEnvelope } from '@atelier/contract';
import { keep, recall } from './storage.ts';

/** Requests that are remembered: the newest. */
const REQUESTS_MAX = 200;
/** All of them together, as JSON: masks are large, and drafts need room in the same store. */
const CHARACTERS_MAX = 1_000_000;

interface Remembered {
  readonly jobs: readonly string[];
  readonly request: JobEnvelope;
}

/** Remembers the requests of some jobs on this device, so that they can be sent again. */
export function rememberRequest(workspaceId: string, jobs: readonly string[], request: JobEnvelope): void {
  let list = [{ jobs, request }, ...remembered(workspaceId)].slice(0, REQUESTS_MAX);
  while (list.length > 1 && JSON.stringify(list).length > CHARACTERS_MAX) list = list.slice(0, -1);
  keep('device', nameOf(workspaceId), list);
}

/** The request of a job; null if this device did not send it, or long ago. */
export function requestOf(workspaceId: string, jobId: string): JobEnvelope | null {
  return remembered(workspaceId).find(({ jobs }) => jobs.includes(jobId))?.request ?? null;
}

function remembered(workspaceId: string): readonly Remembered[] {
  const kept = recall('device', nameOf(workspaceId));
  return Array.isArray(kept) ? kept.filter(isRemembered) : [];
}

function isRemembered(value: unknown): value is Remembered {
  return (
    typeof value === 'object' && value !== null && 'request' in value && 'jobs' in value && Array.isArray(value.jobs)
  );
}

function nameOf(workspaceId: string): string {
  return `requests:${workspaceId}`;
}
