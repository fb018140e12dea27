import { describe, expect, test } from 'vitest';
import { NET_CATEGORIES } from '../../../analysis.ts';
import { likeliestOf, type UseShares } from './garment-kind.ts';

/** A photo whose shares of top, dress and trousers are known. */
const photo = (top: number, dress: number, trousers: number): UseShares => ({
  top,
  dress,
  trousers,
  skirt: 0,
  glasses: 0,
  beanie: 0,
  hat: 0,
  shoes: 0,
  bag: 0,
  other: 0,
});
const DRESS = { top: 0.2, dress: 0.8, trousers: 0, skirt: 0 };

describe('the likeliest category', () => {
  test('is that of the outline where the photo tells little', () => {
    expect(likeliestOf(photo(0.6, 0.4, 0), DRESS, 1, NET_CATEGORIES).category).toBe('dress');
    expect(likeliestOf(photo(0.6, 0.4, 0), DRESS, 0, NET_CATEGORIES).category).toBe('top');
  });

  test('is that of a sure photo, even for an outline that seems impossible', () => {
    expect(likeliestOf(photo(0, 0.01, 0.99), DRESS, 1, NET_CATEGORIES).category).toBe('trousers');
  });

  test('is the one that the caller names', () => {
    expect(likeliestOf(photo(0.9, 0.1, 0), DRESS, 1, ['dress'])).toMatchObject({ category: 'dress', certainty: 1 });
  });
});
