import { useQuery } from '@tanstack/react-query';
import { useImages } from '../../api/queries.ts';
import { ownAddress } from '../../lib/own-address.ts';
import { isEmptyMask } from './mask.ts';

/** True once an uploaded mask is known to mark nothing. The service judges an unreadable mask. */
export function useIsEmptyMask(id: string | undefined): boolean {
  const [image] = useImages(id === undefined ? [] : [id]);
  const url = image?.data?.path;
  const { data } = useQuery({
    queryKey: ['empty-mask', id],
    enabled: Boolean(url),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const response = await fetch(ownAddress(url ?? ''), { signal });
      return response.ok && (await isEmptyMask(await response.blob()));
    },
  });
  return data ?? false;
}
