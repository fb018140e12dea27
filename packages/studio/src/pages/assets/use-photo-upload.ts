import type { Asset } from '@atelier/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { QUERY_KEYS } from '../../api/queries.ts';
import { useConnection } from '../../api/session.tsx';

/** Photos, and the asset they are of. */
interface UploadedPhotos {
  readonly asset: Pick<Asset, 'id' | 'type'>;
  readonly files: readonly File[];
}

/** Uploads photos to an asset, one after the other, so that the first is its picture. */
export function usePhotoUpload() {
  const { api } = useConnection();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ asset: { id, type }, files }: UploadedPhotos) => {
      for (const file of files) {
        const form = new FormData();
        form.set('type', type === 'outfit' ? 'virtual-try-on-outfit' : 'training');
        form.set('file', file, file.name);
        await api('POST', '/assets/{id}/images', { params: { id }, form });
      }
    },
    onSettled: () => queries.invalidateQueries({ queryKey: QUERY_KEYS.assets }),
  });
}
