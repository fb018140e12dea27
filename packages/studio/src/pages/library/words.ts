import type { LibraryImage, Review } from '@atelier/contract';
import { countText } from '../../lib/format.ts';
import { OPERATION_WORDS } from '../../lib/job-words.ts';
import type { Tone } from '../../lib/tone.ts';

/** The name and look of each decision. */
export const REVIEW_WORDS: Readonly<Record<Review, { readonly words: string; readonly tone: Tone }>> = {
  approved: { words: 'Approved', tone: 'good' },
  rejected: { words: 'Rejected', tone: 'bad' },
};

/** What an image shows, in a line: its products, or its file. */
export function titleOf({ made_by, file_name }: LibraryImage): string {
  const products = (made_by?.assets ?? []).filter(({ type }) => type === 'outfit');
  const [first] = products;
  if (first) return [first.alias, products.length > 1 && `and ${products.length - 1} more`].filter(Boolean).join(' ');
  return made_by?.prompt || (made_by ? OPERATION_WORDS[made_by.operation] : file_name);
}

/** Where an image came from, in a line: its SKU or operation. */
export function originOf({ made_by }: LibraryImage): string {
  if (!made_by) return 'Upload';
  const sku = made_by.assets.find((asset) => asset.type === 'outfit')?.sku;
  return [sku, OPERATION_WORDS[made_by.operation]].filter(Boolean).join(' · ');
}

/** What the marks of a tile say, for those who do not see them. */
export function marksOf({ review, comment_count: comments }: LibraryImage): string {
  return [review && REVIEW_WORDS[review].words, comments > 0 && countText(comments, 'comment')]
    .filter(Boolean)
    .join(', ');
}
