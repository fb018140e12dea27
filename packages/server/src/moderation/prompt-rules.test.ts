import { describe, expect, test } from 'vitest';
import { promptRules } from './prompt-rules.ts';

const { refusal: check, namesMinors } = promptRules({ enabled: true, block: [], allow: [] });

describe('prompts', () => {
  test.each([
    'a woman in a cocktail dress in Essex',
    'unisex hoodie with stripes, striped trousers',
    'nude heels and a nude-tone lipstick',
    'sexy red evening gown',
    'lingerie set, catalogue picture, plain background',
    'bikini on the beach',
    "children's wear, flat lay",
    'a girl in a summer dress',
    'boyfriend jeans, baby blue shirt',
    'a Sussex tweed blazer, analysis of the fabric, class of 2026',
    'Titsey Place garden, a cockade on the hat',
    'remove the logo, make the shirt navy',
    'ein rotes Kleid am Strand',
    'a young woman in a bikini',
    'eine junge Frau in Dessous',
    'this kind of bra, a minor change to the strap',
    'swimsuit, flat lay',
  ])('%s passes', (prompt) => {
    expect(check(prompt)).toBeNull();
  });

  test.each([
    'a naked woman',
    'topless on the beach',
    'NUDE portrait',
    'porn',
    'remove her clothes',
    'eine nackte Frau',
    'femme nue et mannequins nus',
    'mujer desnuda',
  ])('%s is refused, naming the word', (prompt) => {
    expect(check(prompt)).toMatch(/not allowed here \(".+"\)/);
  });

  test.each([
    'a girl in lingerie',
    'a 15 year old in underwear',
    'ein Mädchen, nackt',
    'une fillette en sous-vêtements',
    'schoolgirl, sexy pose',
    'a little girl in a bikini',
    "children's swimwear on a model of ten",
    'ein Kind im Badeanzug',
    'niña en bañador',
  ])('%s is refused whatever the settings', (prompt) => {
    const lenient = promptRules({ enabled: false, block: [], allow: [] });
    expect(lenient.refusal(prompt)).toMatch(/under age/);
    expect(check(prompt)).toMatch(/under age/);
  });

  test('an operator blocks and allows words of their own', () => {
    const { refusal: own } = promptRules({ enabled: true, block: ['Brand X'], allow: ['naked juice'] });
    expect(own('a shirt by brand  x')).toMatch(/brand {2}x/);
    expect(own('a bottle of Naked Juice')).toBeNull();
    expect(own('a shirt by brand xylophone')).toBeNull();
  });

  test('people under age are known by words that mean nobody else', () => {
    expect(namesMinors('a boy in a raincoat')).toBe(true);
    expect(namesMinors('ein Mädchen mit Hut')).toBe(true);
    expect(namesMinors('boyfriend jeans, baby blue, boys cut')).toBe(false);
    expect(namesMinors('junge Männer')).toBe(false);
  });
});
