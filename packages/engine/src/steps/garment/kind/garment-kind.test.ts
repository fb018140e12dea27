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
const EVEN = { top: 0.25, dress: 0.25, trousers: 0.25, skirt: 0.25 };
const shape = (dressOdds: number) => ({ outline: EVEN, dressOdds });

describe('the likeliest category', () => {
  test('is a dress where the photo tells little and the garment is long', () => {
    expect(likeliestOf(photo(0.6, 0.4, 0), shape(3), NET_CATEGORIES).category).toBe('dress');
    expect(likeliestOf(photo(0.6, 0.4, 0), shape(1), NET_CATEGORIES).category).toBe('top');
  });

  test('is as certain among trousers at any length, which divides tops from dresses alone', () => {
    const [short, long] = [0.1, 10].map((odds) => likeliestOf(photo(0.2, 0.2, 0.6), shape(odds), NET_CATEGORIES));
    expect([short.category, long.category]).toEqual(['trousers', 'trousers']);
    expect(long.certainty).toBeCloseTo(short.certainty);
  });

  test('is the one that the caller names', () => {
    expect(likeliestOf(photo(0.9, 0.1, 0), shape(0.1), ['dress'])).toMatchObject({ category: 'dress', certainty: 1 });
  });
});
