import type { Asset } from '@atelier/contract';
import { useMutation, useMutationState } from '@tanstack/react-query';
import { useEffect } from 'react';
import { QUERY_KEYS, useAccount } from '../../api/queries.ts';
import { useConnection } from '../../api/session.tsx';
import type { KeptFile } from '../../lib/kept-files.ts';
import { useKeptFiles } from '../../lib/use-kept-files.ts';
import { uploadPhotos } from './upload-photos.ts';

/** Photos on their way to an asset. */
interface AddedPhotos {
  /** Those that have not arrived, in the order in which they were chosen. */
  readonly waiting: readonly KeptFile[];
  readonly isBusy: boolean;
  /** Why the first that waits did not arrive; null while nothing stands in its way. */
  readonly error: Error | null;
  add(files: readonly File[]): Promise<void>;
  remove(photos: readonly KeptFile[]): Promise<void>;
  retry(): void;
}

/**
 * Name of the photos on their way to an asset; without an asset, the common beginning of all names of the workspace.
 */
export function draftOf(workspaceId: string, assetId = ''): string {
  return `asset-photos:${workspaceId}:${assetId}`;
}

/**
 * Uploads photos to an asset as soon as they are chosen, one after the other, so that the first is its picture. They
 * are kept until they have arrived: uploads go on when the page is left, and after a reload.
 */
export function useAddedPhotos({ id, type }: Pick<Asset, 'id' | 'type'>): AddedPhotos {
  const { api } = useConnection();
  const draft = draftOf(useAccount().workspace_id, id);
  const { files, add, remove, readAgain } = useKeptFiles(draft);
  const upload = useMutation({
    mutationKey: [draft],
    // One after another, and across tabs. A waiting call then finds nothing left to do.
    scope: { id: draft },
    mutationFn: () => uploadPhotos(api, { id, type }, draft, (kept) => remove([kept])),
    onSettled: readAgain,
    meta: { invalidates: [QUERY_KEYS.assets] },
  });
  // A page that was opened after an upload began must know its outcome too.
  const state = useMutationState({ filters: { mutationKey: [draft] }, select: (mutation) => mutation.state }).at(-1);
  const isRested = state === undefined || state.status === 'success';
  const hasWaiting = files !== null && files.length > 0;
  const { mutate } = upload;
  useEffect(() => {
    if (isRested && hasWaiting) mutate();
  }, [isRested, hasWaiting, mutate]);
  return {
    waiting: files ?? [],
    isBusy: state?.status === 'pending',
    error: state?.error ?? null,
    async add(added) {
      await add(added);
      mutate();
    },
    async remove(removed) {
      await remove(removed);
      mutate();
    },
    retry: mutate,
  };
}
