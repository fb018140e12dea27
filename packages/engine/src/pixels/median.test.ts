import { describe, expect, it } from 'vitest';
import { median, medianAt } from './median.ts';

describe('median', () => {
  it('is the value in the middle by size, not by its digits', () => {
    expect(median([10, 9, 100])).toBe(10);
  });
  it('is the higher of the two in the middle of an even number', () => {
    expect(median([4, 1, 3, 2])).toBe(3);
  });
  it('is what the caller says where there is nothing, and else 0', () => {
    expect(median([], 7)).toBe(7);
    expect(median([])).toBe(0);
  });
  it('leaves the order of what it is given alone', () => {
    const values = Float32Array.of(3, 1, 2);
    median(values);
    expect([...values]).toEqual([3, 1, 2]);
  });
});

describe('medianAt', () => {
  it('looks at the pixels that are asked for alone', () => {
    expect(medianAt(Float32Array.of(50, 1, 60, 3, 2), [1, 3, 4])).toBe(2);
  });
});
