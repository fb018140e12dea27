import type { JobEnvelope, Operation } from '@atelier/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { QUERY_KEYS, useAccount } from '../../api/queries.ts';
import { forgetRefusal, isForGood } from '../../api/refusals.ts';
import { useConnection } from '../../api/session.tsx';
import { countText } from '../../lib/format.ts';
import { newId } from '../../lib/new-id.ts';
import { type KeptChange, useKept } from '../../lib/use-kept.ts';
import { useAnnounce } from '../Announcer.tsx';

/** The jobs of one request, and the picture it began from. */
export interface WorkRun {
  readonly jobs: readonly string[];
  /** Null where it began from nothing. */
  readonly source: string | null;
}

/** A request that may or may not have reached the service: sent again under its key, it is never paid twice. */
interface Sending {
  readonly key: string;
  readonly request: JobEnvelope;
  readonly source: string | null;
  /** Unix milliseconds of the first try. */
  readonly at: number;
}

interface Kept {
  readonly sending: Sending | null;
  /** Newest first. */
  readonly runs: readonly WorkRun[];
}

const EMPTY: Kept = { sending: null, runs: [] };
/** Runs that are kept; older ones are in the library. */
const RUNS_MAX = 8;
/** A request that broke off is sent again by itself for so long; the key makes that safe for a day. */
const RESUME_MS = 10 * 60_000;

/** Requests for work under one name of this page. They outlive a reload, and nothing is paid twice. */
export interface Work {
  readonly runs: readonly WorkRun[];
  readonly isSending: boolean;
  readonly error: Error | null;
  /** The operation of the last request; null before the first. */
  readonly operation: Operation | null;
  submit(request: JobEnvelope, options?: SubmitOptions): void;
  /** Sends the request that failed once more, under its own key. */
  retry(): void;
  /** Call it when the user changes the input. It removes the refusal of the last request from the page. */
  forget(): void;
  /** Removes the error of the last request from the page, also one that leaves its outcome open. */
  putErrorAway(): void;
  /** Removes an output from the page. Its job stays in the list of jobs. */
  putAway(jobId: string): void;
}

/** Changes the input of a request, and removes its refusal from the page. */
export function changing<D>(work: Work, change: KeptChange<D>): KeptChange<D> {
  return (part) => {
    work.forget();
    change(part);
  };
}

/** Further options of a request. */
interface SubmitOptions {
  /** The picture it begins from, where that is not the request's `image_id`. */
  readonly source?: string;
  /** Told once the service has the request. */
  readonly onSent?: () => void;
}

/** Sends requests for work. Key and request are kept before the first byte leaves. */
export function useWork(name: string): Work {
  const { workspace_id } = useAccount();
  const [{ sending, runs }, change] = useKept(`work:${name}:${workspace_id}`, EMPTY);
  const mutation = useSending(change);
  const { mutate } = mutation;

  const leftOver = useRef(sending);
  useEffect(() => {
    const found = leftOver.current;
    leftOver.current = null;
    if (found && Date.now() - found.at < RESUME_MS) mutate(found);
  }, [mutate]);

  return {
    runs,
    isSending: mutation.isPending,
    error: mutation.error,
    operation: mutation.variables?.request.operation ?? null,
    submit(request, { source = request.image_id, onSent } = {}) {
      const isSame = sending !== null && JSON.stringify(sending.request) === JSON.stringify(request);
      const next = isSame ? sending : { key: newId(), request, source: source ?? null, at: Date.now() };
      change({ sending: next });
      mutate(next, { onSuccess: () => onSent?.() });
    },
    retry() {
      if (mutation.variables) mutate(mutation.variables);
    },
    forget: () => forgetRefusal(mutation),
    putErrorAway: () => mutation.reset(),
    putAway: (jobId) =>
      change((now) => ({
        runs: now.runs
          .map((run) => ({ ...run, jobs: run.jobs.filter((id) => id !== jobId) }))
          .filter(({ jobs }) => jobs.length > 0),
      })),
  };
}

function useSending(change: KeptChange<Kept>) {
  const { atelier } = useConnection();
  const queries = useQueryClient();
  const announce = useAnnounce();
  return useMutation({
    mutationFn: ({ key, request }: Sending) => atelier.submit(request, { idempotencyKey: key }),
    onSuccess(jobs, { source }) {
      for (const job of jobs) queries.setQueryData(QUERY_KEYS.job(job.id), job);
      const ids = jobs.map(({ id }) => id);
      const run = { jobs: ids, source };
      change((now) => ({
        sending: null,
        runs: [run, ...now.runs.filter(({ jobs: [first] }) => first !== ids[0])].slice(0, RUNS_MAX),
      }));
      announce(`Sent: ${countText(jobs.length, 'job')}.`);
    },
    onError(error) {
      if (isForGood(error)) change({ sending: null });
    },
    meta: { invalidates: [QUERY_KEYS.account, QUERY_KEYS.jobs] },
  });
}
