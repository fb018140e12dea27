import type { VirtualTryOnInput } from '@atelier/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { QUERY_KEYS, useAccount } from '../../api/queries.ts';
import { isForGood } from '../../api/refusals.ts';
import { useConnection } from '../../api/session.tsx';
import { useAnnounce } from '../../components/Announcer.tsx';
import { countText } from '../../lib/format.ts';
import { newId } from '../../lib/new-id.ts';
import { rememberRequest } from '../../lib/requests.ts';
import type { KeptChange } from '../../lib/use-kept.ts';
import { type Draft, type Sending, withRun } from './draft.ts';

/** A submission that broke off is sent again by itself for so long; the key makes that safe for a day. */
const RESUME_MS = 10 * 60_000;

/**
 * Sends the try-on. Key and request are kept before the first byte leaves: the same request sent again, by a second click or
 * after a reload, is the same submission.
 */
export function useSubmission({ sending }: Draft, change: KeptChange<Draft>) {
  const { atelier } = useConnection();
  const { workspace_id } = useAccount();
  const queries = useQueryClient();
  const announce = useAnnounce();
  const mutation = useMutation({
    mutationFn: ({ key, input }: Sending) => atelier.tryOn(input, { idempotencyKey: key }),
    onSuccess(jobs, { input }) {
      for (const job of jobs) queries.setQueryData(QUERY_KEYS.job(job.id), job);
      const ids = jobs.map(({ id }) => id);
      rememberRequest(workspace_id, ids, { operation: 'virtual_try_on', input });
      const run = { jobs: ids, person: input.person_image_id ?? '' };
      change(({ runs }) => ({ sending: null, runs: withRun(runs, run) }));
      announce(`Sent: ${countText(jobs.length, 'picture')} to be made.`);
    },
    onError(error) {
      if (isForGood(error)) change({ sending: null });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: QUERY_KEYS.account }),
  });
  const { mutate } = mutation;

  function submit(input: VirtualTryOnInput): void {
    const isSame = sending !== null && JSON.stringify(sending.input) === JSON.stringify(input);
    const next = isSame ? sending : { key: newId(), input, at: Date.now() };
    change({ sending: next });
    mutate(next);
  }

  const leftOver = useRef(sending);
  useEffect(() => {
    const found = leftOver.current;
    leftOver.current = null;
    if (found && Date.now() - found.at < RESUME_MS) mutate(found);
  }, [mutate]);

  return { submit, isSending: mutation.isPending, error: mutation.error };
}
