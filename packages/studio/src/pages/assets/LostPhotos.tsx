import { useQuery } from '@tanstack/react-query';
import { QUERY_KEYS, useAccount } from '../../api/queries.ts';
import { useConnection } from '../../api/session.tsx';
import { Button } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import { useKeptFilesWhere } from '../../lib/use-kept-files.ts';
import { isFound } from './upload-photos.ts';
import { draftOf } from './use-added-photos.ts';

/** Tells of photos that waited for an asset which has been deleted: no card is left that would show them. */
export function LostPhotos() {
  const drafts = draftOf(useAccount().workspace_id);
  const { files, remove } = useKeptFilesWhere(({ draft }) => draft.startsWith(drafts));
  const gone = useGone([...new Set(files?.map(({ draft }) => draft.slice(drafts.length)))].sort());
  const lost = files?.filter(({ draft }) => gone.includes(draft.slice(drafts.length))) ?? [];
  if (lost.length === 0) return null;
  return (
    <Notice
      tone="warn"
      title="Not added: the asset was deleted"
      urgent
      actions={
        <Button size="small" onClick={() => void remove(lost)}>
          Discard these photos
        </Button>
      }
    >
      {lost.map(({ file }) => file.name).join(', ')}
    </Notice>
  );
}

/** Those of the assets that the service has no more; none while it has not said so. */
function useGone(ids: readonly string[]): readonly string[] {
  const { api } = useConnection();
  const { data } = useQuery({
    queryKey: [...QUERY_KEYS.assets, 'gone', ids],
    queryFn: async ({ signal }) => {
      const found = await Promise.all(ids.map((id) => isFound(api('GET', '/assets/{id}', { params: { id }, signal }))));
      return ids.filter((_, index) => !found[index]);
    },
    enabled: ids.length > 0,
  });
  return data ?? [];
}
