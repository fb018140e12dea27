import { describe, expect, test } from 'vitest';
import { EngineRejection } from '../../../rejection.ts';
import { parsePrompt, readClauses } from './parse.ts';

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
    ['erase the logo', [{ kind: 'remove' }]],
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
    ['remove the background and the logo', [{ kind: 'background', fill: [255, 255, 255] }, { kind: 'remove' }]],
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
    ['in window light', [{ kind: 'background', fill: 'window light' }]],
    ['in studio light', [{ kind: 'tone', tone: 'softer', amount: 1, part: null }]],
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
    expect(parsePrompt(prompt, 'picture')).toEqual({ instructions, unread: [] });
  });

  test.each(['white background', 'mirror', 'cover the face', 'add a shadow'])('refuses under a mask: %s', (prompt) => {
    expect(() => parsePrompt(prompt, 'mask')).toThrow(`"${prompt}" is not an edit`);
  });

  test('what it cannot do is quoted, with what it can', () => {
    expect(() => parsePrompt('make the shirt navy and add a dragon', 'picture')).toThrow(EngineRejection);
    expect(() => parsePrompt('make the shirt navy and add a dragon', 'picture')).toThrow(
      /^"add a dragon" is not an edit .* can follow "make the shirt navy"/,
    );
    expect(() => parsePrompt(' ', 'picture')).toThrow(/asks for nothing/);
  });

  test.each([
    'change the pose',
    'make her smile',
    'add sunglasses',
    'make the sleeves longer',
    'put a dragon on the shirt',
    'add white flowers to the dress',
    'a golden statue of a lion',
    'flat lay',
    'add a white border around it',
    'make the floor darker',
    'make the bottom darker',
    'make everything but the shirt black and white',
    'put her in a red dress',
    'turn the shirt into a red leather jacket',
    'add a red logo to the shirt',
    'remove the red stain from the shirt',
    'remove the stripes from the shirt',
    'remove the tree behind her',
    'remove the people in the background',
    'zoom in 0x',
    'zoom out 0x',
    `rotate ${'9'.repeat(400)} degrees`,
  ])('refuses to %s', (prompt) => {
    expect(() => parsePrompt(prompt, 'picture')).toThrow(EngineRejection);
  });

  test.each([
    ['blur it', [{ kind: 'blur' }]],
    ['remove the wrinkles', [{ kind: 'smooth', what: 'cloth' }]],
    ['make it navy', [{ kind: 'recolour', target: 'garment', colour: NAVY }]],
    ['erase this', [{ kind: 'remove' }]],
    ['fill it with the background', [{ kind: 'remove' }]],
  ])('under a mask: %s', (prompt, instructions) => {
    expect(parsePrompt(prompt, 'mask').instructions).toEqual(instructions);
  });

  test('asks for no more than twenty changes at once, and quotes no more of a prompt than tells which is meant', () => {
    expect(parsePrompt('brighter, '.repeat(20), 'picture').instructions).toHaveLength(20);
    expect(() => parsePrompt('brighter, '.repeat(21), 'picture')).toThrow(/asks for 21 changes; at most 20/);
    expect(() => parsePrompt('dragon '.repeat(500), 'picture')).toThrow(/^"(dragon ){14}dr…" is not an edit/);
  });

  test('clauses that are not understood are kept apart from those that are', () => {
    expect(readClauses('soft light, a castle by the sea', 'picture')).toEqual([
      { words: 'soft light', instructions: [{ kind: 'tone', tone: 'softer', amount: 1, part: null }] },
      { words: 'a castle by the sea', instructions: null },
    ]);
  });

  test.each([
    ['make the shirt navy, 4:5', ['recolour', 'shape']],
    ['brightness -20', [{ kind: 'tone', tone: 'darker', amount: 0.8, part: null }]],
    ['make it brighter by 50%', [{ kind: 'tone', tone: 'brighter', amount: 2, part: null }]],
    ['brighter, not warmer', ['tone']],
    ['make it look like golden hour', [{ kind: 'tone', tone: 'warmer', amount: 1, part: null }]],
    ["warmer, but don't blur the background", ['tone']],
    ['make the shirt navy, not red', ['recolour']],
    ['change the background to a beach at sunset', ['background', 'tone']],
    ['mets-la sur une plage au coucher du soleil', ['background', 'tone']],
    ['now in navy', [{ kind: 'recolour', target: 'garment', colour: NAVY }]],
    ['white bg', ['background']],
    ['dreh das Bild nach links', [{ kind: 'rotate', degrees: -90 }]],
  ])('reads as meant: %s', (prompt, expected) => {
    const { instructions } = parsePrompt(prompt, 'picture');
    expect(instructions.map((one, index) => (typeof expected[index] === 'string' ? one.kind : one))).toEqual(expected);
  });

  test.each([
    ['make the bag navy', { kind: 'recolour', target: 'accessory' }],
    ['make the hair blonde', { kind: 'recolour', target: 'hair' }],
    ['make the crop top navy', { kind: 'recolour', target: 'top', colour: NAVY }],
    ['make the shirt navy rather than red', { kind: 'recolour', target: 'top', colour: NAVY }],
    ['recolour the navy shirt into red', { kind: 'recolour', target: 'top', colour: [190, 34, 42] }],
    ['pinstripes on the trousers', { kind: 'pattern', target: 'bottom', pattern: 'pinstripes' }],
    ['tartan skirt', { kind: 'pattern', target: 'bottom', pattern: 'checks' }],
    ['in the garden', { kind: 'background', fill: 'greenery' }],
    ['city lights behind her', { kind: 'background', fill: 'city lights' }],
    ['before a cloudy sky', { kind: 'background', fill: 'sky' }],
    ['against concrete', { kind: 'background', fill: 'concrete' }],
    ['grey gradient background', { kind: 'background', fill: 'gradient' }],
    ['portrait mode', { kind: 'background', fill: 'blur' }],
    ['transparent background', { kind: 'background', fill: 'transparent' }],
    ['make the product brighter', { kind: 'tone', tone: 'brighter', part: 'garment' }],
    ['less dark', { kind: 'tone', tone: 'brighter' }],
    ['too blue', { kind: 'tone', tone: 'warmer' }],
    ['warmer rather than darker', { kind: 'tone', tone: 'warmer' }],
    ['sepia', { kind: 'tone', tone: 'sepia' }],
    ['add a vignette', { kind: 'tone', tone: 'vignette' }],
    ['fix the white balance', { kind: 'tone', tone: 'balanced' }],
    ['lift the shadows', { kind: 'tone', tone: 'lifted shadows' }],
    ['tone down the highlights', { kind: 'tone', tone: 'calmer highlights' }],
    ['lower the contrast', { kind: 'tone', tone: 'less contrast' }],
    ['muted', { kind: 'tone', tone: 'less saturated' }],
    ['vivid', { kind: 'tone', tone: 'more saturated' }],
    ['centre her', { kind: 'frame', on: 'centred' }],
    ['crop to head and shoulders', { kind: 'frame', on: 'bust' }],
    ['crop to the knees', { kind: 'frame', on: 'to the knees' }],
    ['show only the legs', { kind: 'frame', on: 'lower body' }],
    ['zoom in on the shoes', { kind: 'frame', on: 'feet' }],
    ['for a story', { kind: 'shape', ratio: 9 / 16 }],
    ['for instagram', { kind: 'shape', ratio: 4 / 5 }],
    ['a banner format', { kind: 'shape', ratio: 21 / 9 }],
    ['pinterest', { kind: 'shape', ratio: 2 / 3 }],
    ['landscape', { kind: 'shape', ratio: 16 / 9 }],
    ['turn it into a nice portrait format', { kind: 'shape', ratio: 3 / 4 }],
    ['add space above', { kind: 'margins', add: { top: 0.2, bottom: 0 } }],
    ['upside down', { kind: 'rotate', degrees: 180 }],
    ['rotate 7.5°', { kind: 'rotate', degrees: 7.5 }],
    ['turn by 45', { kind: 'rotate', degrees: 45 }],
    ['hide the face', { kind: 'hide face' }],
    ['remove the noise', { kind: 'denoise' }],
    ['flip it vertically', { kind: 'mirror', upsideDown: true }],
    ['add a shadow', { kind: 'shadow' }],
    ["change l'arrière-plan en beige", { kind: 'background', fill: [218, 200, 172] }],
  ])('knows the words of: %s', (prompt, instruction) => {
    expect(parsePrompt(prompt, 'picture')).toMatchObject({ instructions: [instruction], unread: [] });
  });

  test.each([
    ['change the shirt to navy to match the white bag', { kind: 'recolour', target: 'top', colour: NAVY }],
    ['change the shirt from red to navy to match the white shoes', { kind: 'recolour', target: 'top', colour: NAVY }],
    ['change the background to navy to go with the white shirt', { kind: 'background', fill: NAVY }],
    ['reduce the dark shadows', { kind: 'tone', tone: 'lifted shadows' }],
  ])('a word beside the wanted one changes nothing: %s', (prompt, instruction) => {
    expect(parsePrompt(prompt, 'picture').instructions).toMatchObject([instruction]);
  });

  test('a pattern beside a verb colours the cloth too', () => {
    expect(parsePrompt('make the skirt navy with white stripes', 'picture').instructions).toMatchObject([
      { kind: 'recolour', target: 'bottom', colour: NAVY },
      { kind: 'pattern', target: 'bottom', pattern: 'stripes' },
    ]);
  });

  test.each([
    ['make the shirt red leather', ['leather']],
    ['put it on a wooden table', ['table']],
    ['mach das Hemd bitte etwas dunkler', []],
    ['could you please make her lovely shirt navy for me', ['lovely']],
  ])('names the words that nothing is made of: %s', (prompt, unread) => {
    expect(parsePrompt(prompt, 'picture').unread).toEqual(unread);
  });

  test.each([
    ['make it brighter and darker', 'light of the picture'],
    ['make the skirt green and yellow', 'colour of the bottom'],
    ['on a white background, on a beach', 'the background'],
    ['make it square, 16:9', 'the ratio'],
  ])('refuses what contradicts itself: %s', (prompt, what) => {
    expect(() => parsePrompt(prompt, 'picture')).toThrow(what);
  });

  test('says which languages are known for a prompt in none of them', () => {
    expect(() => parsePrompt('сделай фон белым', 'picture')).toThrow(/understood in English, and in part in German/);
  });
});
