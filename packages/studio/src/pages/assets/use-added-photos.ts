import { ApiError } from '@atelier/client';
import type { Asset } from '@atelier/contract';
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { QUERY_KEYS } from '../../api/queries.ts';
import { useConnection } from '../../api/session.tsx';
import { type KeptFile, keptFiles } from '../../lib/kept-files.ts';
import { useKeptFiles } from '../../lib/use-kept-files.ts';
import { uploadPhoto } from './upload-photo.ts';

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
 * Uploads photos to an asset as soon as they are chosen, one after the other, so that the first is its picture. They are kept until
 * they have arrived: uploads go on when the page is left, and after a reload.
 */
export function useAddedPhotos({ id, type }: Pick<Asset, 'id' | 'type'>): AddedPhotos {
  const { api } = useConnection();
  const queries = useQueryClient();
  const draft = `asset-photos:${id}`;
  const { files, add, remove } = useKeptFiles(draft);
  const upload = useMutation({
    mutationKey: [draft],
    // One after another: two at once would bring a photo twice.
    scope: { id: draft },
    mutationFn: async () => {
      for (let [next] = await keptFiles(draft); next; [next] = await keptFiles(draft)) {
        await uploadPhoto(api, { id, type }, next);
        await remove([next]);
      }
    },
    async onError(error) {
      // The asset is gone: there is nothing the photos could be added to.
      if (error instanceof ApiError && error.status === 404) await remove(await keptFiles(draft));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: QUERY_KEYS.assets }),
  });
  // What an upload has come to is known also to a page that was opened after it began.
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
