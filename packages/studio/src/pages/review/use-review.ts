import type { ReviewComment } from '@atelier/contract';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { apiOf } from '../../api/call.ts';
import { requestOptions } from '../../api/request-options.ts';

/** Images of one page. */
const LIMIT = 48;

/** The calls of a reviewer need no key. */
const api = () => apiOf(requestOptions(''));

const keyOf = (token: string) => ['review', token] as const;

/** The collection of a review link, a page at a time. */
export function useReview(token: string) {
  return useInfiniteQuery({
    queryKey: keyOf(token),
    queryFn: ({ pageParam, signal }) =>
      api()('GET', '/v1/reviews/{token}', {
        params: { token },
        query: { limit: LIMIT, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ page_info }) => page_info.next_cursor,
  });
}

/** Sends a comment on an image, and shows it. */
export function useReviewComment(token: string, imageId: string) {
  return useMutation({
    mutationFn: (body: ReviewComment) =>
      api()('POST', '/v1/reviews/{token}/images/{image_id}/comments', { params: { token, image_id: imageId }, body }),
    meta: { invalidates: [keyOf(token)] },
  });
}
