import { describe, expect, test } from 'vitest';
import { categoryNamed, clausesAside, styleOf, type WornKind } from './style.ts';

const PLAIN = { ease: 0, hem: 0, sleeve: 0, rolled: false, tuck: null, front: null };

test.each<[string, Partial<typeof PLAIN> | object]>([
  ['', {}],
  ['a walk in the park', {}],
  ['oversized', { ease: 0.1, hem: 0.04, sleeve: 0.03 }],
  ['slim fit, cropped', { ease: -0.06, hem: -0.18 }],
  ['sleeves rolled up', { rolled: true }],
  ['with rolled-up sleeves', { rolled: true }],
  ['tucked in', { tuck: 'in' }],
  ['the shirt tucked into the jeans', { tuck: 'in' }],
  ['jeans tucked into boots', {}],
  ['untucked', { tuck: 'out' }],
  ['not tucked in', { tuck: 'out' }],
  ['an open neck', {}],
])('a top, by %j', (words, change) => {
  expect(styleOf(words, ['top'])).toEqual({ ...PLAIN, ...change });
});

test.each<[string, WornKind, object]>([
  ['a tucked shirt with an oversized jacket', 'top', { tuck: 'in' }],
  ['a tucked shirt with an oversized jacket', 'outerwear', { ease: 0.1, hem: 0.04, sleeve: 0.03 }],
  ['open jacket over a fitted tee', 'outerwear', { front: 'open' }],
  ['open jacket over a fitted tee', 'top', { ease: -0.06 }],
  ['worn over a white t-shirt', 'outerwear', { front: 'open' }],
  ['a coat, buttoned up', 'outerwear', { front: 'closed' }],
  ['wide-leg trousers, fitted top', 'top', { ease: -0.06 }],
  ['wide-leg trousers, fitted top', 'bottoms', { ease: 0.1, hem: 0.04, sleeve: 0.03 }],
])('each clause is about the garment it names: %j for a %s', (words, kind, change) => {
  expect(styleOf(words, [kind])).toEqual({ ...PLAIN, ...change });
});

describe('what a try-on makes nothing of', () => {
  test.each([
    ['', []],
    ['jacket over the t-shirt, open', []],
    ['wear the red shirt tucked in', []],
    ['tucked in, she smiles', ['she smiles']],
    ['in a forest\noversized', ['in a forest']],
  ])('%s', (words, aside) => {
    expect(clausesAside(words)).toEqual(aside);
  });
});

test.each([
  ['a red dress', 'dress'],
  ['It is a skirt.', 'skirt'],
  ['shorts', 'trousers'],
  ['the navy jacket', 'top'],
  ['', null],
  ['she smiles in a dress', null],
  ['with jeans', null],
  ['tucked into the jeans', null],
  ['shirt and trousers', null],
  ['trousers skirt', null],
  ['dress her in this', null],
  ['it is not a dress', null],
  ['without a skirt', null],
  ['\na red dress', 'dress'],
  ['a green jumpsuit', 'jumpsuit'],
  ['blue overalls', 'jumpsuit'],
  ['a dress or a jumpsuit', null],
])('words that name one garment and say nothing else name its category: %j', (words, category) => {
  expect(categoryNamed(words)).toBe(category);
});
