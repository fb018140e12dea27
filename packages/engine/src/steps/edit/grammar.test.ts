import { describe, expect, test } from 'vitest';
import { EngineRejection } from '../../rejection.ts';
import { parseInstructions, readInstructions } from './grammar.ts';

const NAVY = [30, 40, 74];

describe('the grammar of edits', () => {
  test.each([
    ['make the shirt navy', [{ kind: 'recolour', target: 'top', colour: NAVY }]],
    ['Change the colour of her jacket to #1e284a.', [{ kind: 'recolour', target: 'top', colour: NAVY }]],
    ['recolor the jeans in navy', [{ kind: 'recolour', target: 'bottom', colour: NAVY }]],
    [
      'navy skirt, navy shoes',
      [
        { kind: 'recolour', target: 'bottom', colour: NAVY },
        { kind: 'recolour', target: 'shoes', colour: NAVY },
      ],
    ],
    ['put it on a white background', [{ kind: 'background', fill: [246, 245, 243] }]],
    ['remove the background', [{ kind: 'background', fill: [255, 255, 255] }]],
    [
      'blur the background and make it a little warmer',
      [
        { kind: 'background', fill: 'blur' },
        { kind: 'tone', tone: 'warmer', amount: 0.5 },
      ],
    ],
    ['black and white', [{ kind: 'tone', tone: 'black and white', amount: 1 }]],
    [
      'much brighter, then more contrast',
      [
        { kind: 'tone', tone: 'brighter', amount: 1.7 },
        { kind: 'tone', tone: 'more contrast', amount: 1 },
      ],
    ],
    ['give the dress white dots', [{ kind: 'pattern', target: 'dress', pattern: 'dots', colour: [246, 245, 243] }]],
    ['erase the logo', [{ kind: 'remove', what: 'logo' }]],
    ['retouch the skin; sharpen; mirror', [{ kind: 'smooth skin' }, { kind: 'sharpen' }, { kind: 'mirror' }]],
  ])('%s', (prompt, instructions) => {
    expect(parseInstructions(prompt, 'picture')).toEqual(instructions);
  });

  test('what it cannot do is quoted, with what it can', () => {
    expect(() => parseInstructions('make the shirt navy and add a dragon', 'picture')).toThrow(EngineRejection);
    expect(() => parseInstructions('make the shirt navy and add a dragon', 'picture')).toThrow(
      /"add a dragon" is not an edit .* change the colour or pattern of a garment/,
    );
    expect(() => parseInstructions(' ', 'picture')).toThrow(/asks for nothing/);
  });

  test('a generation takes what it knows and names the rest', () => {
    const { instructions, ignored } = readInstructions('soft light, a castle by the sea', 'picture');
    expect(instructions).toEqual([{ kind: 'tone', tone: 'softer', amount: 1 }]);
    expect(ignored).toEqual(['a castle by the sea']);
  });
});
