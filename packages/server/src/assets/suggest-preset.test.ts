import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { SeenPerson } from './person.ts';
import { measurePicture } from './picture-measures.ts';
import { suggestPreset } from './suggest-preset.ts';

async function drawn(shapes: string, person: SeenPerson | null = null) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 400" width="600" height="800">${shapes}</svg>`;
  return { measures: await measurePicture(await sharp(Buffer.from(svg)).png().toBuffer()), person };
}

const ground = (colour: string) => `<rect width="300" height="400" fill="${colour}"/>`;
const FIGURE = '<rect x="110" y="60" width="80" height="320" fill="#704030"/>';
const SHIRT =
  '<path fill="#3060a0" d="M100 80 L200 80 L270 150 L240 190 L205 160 L205 330 L95 330 L95 160 L60 190 L30 150 Z"/>';
const SHOE = '<path fill="#303030" d="M90 260 L120 220 L230 250 L240 275 L90 275 Z"/>';
const STREET = `<rect width="300" height="200" fill="#a8c8f0"/><rect y="200" width="300" height="200" fill="#50483c"/>${Array.from({ length: 7 }, (_, i) => `<rect x="${i * 50}" y="${60 + 13 * i}" width="32" height="250" fill="${i % 2 ? '#b07050' : '#706860'}"/>`).join('')}`;
const whole: SeenPerson = { hipsY: 0.5, anklesY: 0.9 };

const cases = {
  'a person before a backdrop': [
    drawn(ground('#d0d0d0') + FIGURE, whole),
    'human_studio',
    /full-length .* studio .* light grey backdrop/,
  ],
  'a person cut off at the waist': [
    drawn(ground('#d0d0d0') + FIGURE, { hipsY: 1.2, anklesY: 2 }),
    'human_studio',
    /^A portrait/,
  ],
  'a person in a street': [drawn(STREET + FIGURE, whole), 'human_location', /on location/],
  'a street without anybody': [drawn(STREET), 'human_location', /on location/],
  'a garment on white': [drawn(ground('#ffffff') + SHIRT), 'ghost_mannequin', /unseen mannequin, .* white/],
  'a garment on a coloured surface': [
    drawn(ground('#d8b890') + SHIRT),
    'flat_lay',
    /from above on a plain (beige|sand) surface/,
  ],
  'a shoe on white': [drawn(ground('#ffffff') + SHOE), 'product_packshot', /alone on a plain white ground/],
} as const;

for (const [name, [picture, presetClass, prompt]] of Object.entries(cases)) {
  test(`${name} suggests ${presetClass}`, async () => {
    const suggestion = suggestPreset([await picture]);
    expect(suggestion.preset_class).toBe(presetClass);
    expect(suggestion.prompt).toMatch(prompt);
    expect(suggestion.name).toMatch(/^[A-Z].{4,}/);
  });
}

test('of several pictures most decide, and where none do, the first', async () => {
  const [studio, shirt, shoe] = [
    await drawn(ground('#d0d0d0') + FIGURE, whole),
    await drawn(ground('#ffffff') + SHIRT),
    await drawn(ground('#ffffff') + SHOE),
  ];
  expect(suggestPreset([studio, shirt, shirt]).preset_class).toBe('ghost_mannequin');
  expect(suggestPreset([shoe, studio]).preset_class).toBe('product_packshot');
});

test('light and colours of the pictures are in the prompt', async () => {
  const dark = suggestPreset([await drawn(`${ground('#1c1c1c')}<circle cx="150" cy="200" r="60" fill="#f0f0f0"/>`)]);
  expect(dark.prompt).toMatch(/black .*dark/);
});
