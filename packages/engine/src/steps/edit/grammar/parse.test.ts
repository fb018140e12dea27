import { describe, expect, test } from 'vitest';
import { EngineRejection } from '../../../rejection.ts';
import { parseInstructions, readInstructions } from './parse.ts';

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
        { kind: 'tone', tone: 'warmer', amount: 0.5, part: null },
      ],
    ],
    ['black and white', [{ kind: 'tone', tone: 'black and white', amount: 1, part: null }]],
    [
      'much brighter, then more contrast',
      [
        { kind: 'tone', tone: 'brighter', amount: 1.7, part: null },
        { kind: 'tone', tone: 'more contrast', amount: 1, part: null },
      ],
    ],
    ['give the dress white dots', [{ kind: 'pattern', target: 'dress', pattern: 'dots', colour: [246, 245, 243] }]],
    ['erase the logo', [{ kind: 'remove', what: 'logo' }]],
    [
      'retouch the skin; sharpen; mirror',
      [{ kind: 'smooth', what: 'skin' }, { kind: 'sharpen' }, { kind: 'mirror', upsideDown: false }],
    ],
    ['make the white shirt navy', [{ kind: 'recolour', target: 'top', colour: NAVY }]],
    ['change the shirt from white to navy', [{ kind: 'recolour', target: 'top', colour: NAVY }]],
    [
      'navy and white stripes on the skirt',
      [
        { kind: 'recolour', target: 'bottom', colour: NAVY },
        { kind: 'pattern', target: 'bottom', pattern: 'stripes', colour: [246, 245, 243] },
      ],
    ],
    [
      'make the shirt and the trousers navy',
      [
        { kind: 'recolour', target: 'top', colour: NAVY },
        { kind: 'recolour', target: 'bottom', colour: NAVY },
      ],
    ],
    [
      'remove the background and the logo',
      [
        { kind: 'background', fill: [255, 255, 255] },
        { kind: 'remove', what: 'logo' },
      ],
    ],
    ['put her on a beach', [{ kind: 'background', fill: 'beach' }]],
    ['navy studio background', [{ kind: 'background', fill: 'studio', tint: NAVY }]],
    ['make the background darker', [{ kind: 'tone', tone: 'darker', amount: 1, part: 'background' }]],
    ['make it less yellow', [{ kind: 'tone', tone: 'cooler', amount: 1, part: null }]],
    ['crop to the upper body', [{ kind: 'frame', on: 'upper body' }]],
    ['crop out the head', [{ kind: 'frame', on: 'below the face' }]],
    ['zoom in on the skirt', [{ kind: 'frame', on: 'bottom' }]],
    ['make it square', [{ kind: 'shape', ratio: 1, how: 'fit', inPixels: false }]],
    ['extend to 16:9', [{ kind: 'shape', ratio: 16 / 9, how: 'extend', inPixels: false }]],
    ['cut off the bottom 10%', [{ kind: 'margins', add: { left: 0, top: 0, right: 0, bottom: -0.1 } }]],
    ['rotate 90 degrees to the left', [{ kind: 'rotate', degrees: -90 }]],
    ['remove the wrinkles from the shirt, please keep the rest', [{ kind: 'smooth', what: 'cloth' }]],
    ['Mach das Hemd marineblau', [{ kind: 'recolour', target: 'top', colour: NAVY }]],
    ['rends la chemise bleu marine', [{ kind: 'recolour', target: 'top', colour: NAVY }]],
    ['fondo blanco', [{ kind: 'background', fill: [246, 245, 243] }]],
    ['in bianco e nero', [{ kind: 'tone', tone: 'black and white', amount: 1, part: null }]],
    [
      'make the shirt navy on a white background',
      [
        { kind: 'recolour', target: 'top', colour: NAVY },
        { kind: 'background', fill: [246, 245, 243] },
      ],
    ],
    ['replace the background with a brick wall', [{ kind: 'background', fill: 'brick' }]],
    ['before a navy wall', [{ kind: 'background', fill: 'wall', tint: NAVY }]],
    ['isolate it on plain navy', [{ kind: 'background', fill: NAVY }]],
    ['cut out the person', [{ kind: 'background', fill: [255, 255, 255] }]],
    [
      'rends-le bleu marine sur fond blanc',
      [
        { kind: 'recolour', target: 'garment', colour: NAVY },
        { kind: 'background', fill: [246, 245, 243] },
      ],
    ],
    [
      'muda a camisa para azul marinho e remova o fundo',
      [
        { kind: 'recolour', target: 'top', colour: NAVY },
        { kind: 'background', fill: [255, 255, 255] },
      ],
    ],
    [
      'maak de broek marineblauw, een beetje donkerder',
      [
        { kind: 'recolour', target: 'bottom', colour: NAVY },
        { kind: 'tone', tone: 'darker', amount: 0.5, part: null },
      ],
    ],
    [
      'Haut retuschieren, am Strand',
      [
        { kind: 'smooth', what: 'skin' },
        { kind: 'background', fill: 'beach' },
      ],
    ],
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

  test.each([
    'change the pose',
    'make her smile',
    'add sunglasses',
    'make the sleeves longer',
    'put a dragon on the shirt',
    'add white flowers to the dress',
    'a golden statue of a lion',
  ])('refuses to %s', (prompt) => {
    expect(() => parseInstructions(prompt, 'picture')).toThrow(EngineRejection);
  });

  test.each([
    ['blur it', [{ kind: 'blur' }]],
    ['remove the wrinkles', [{ kind: 'smooth', what: 'cloth' }]],
    ['make it navy', [{ kind: 'recolour', target: 'garment', colour: NAVY }]],
    ['erase this', [{ kind: 'remove', what: 'masked' }]],
  ])('under a mask: %s', (prompt, instructions) => {
    expect(parseInstructions(prompt, 'mask')).toEqual(instructions);
  });

  test('a generation takes what it knows and names the rest', () => {
    const { instructions, ignored } = readInstructions('soft light, a castle by the sea', 'picture');
    expect(instructions).toEqual([{ kind: 'tone', tone: 'softer', amount: 1, part: null }]);
    expect(ignored).toEqual(['a castle by the sea']);
  });
});
