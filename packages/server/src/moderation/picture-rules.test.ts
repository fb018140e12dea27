import { expect, test } from 'vitest';
import { DEFAULT_PICTURE_MODERATION, type PictureFindings, pictureCheck } from './picture-rules.ts';

const check = pictureCheck(DEFAULT_PICTURE_MODERATION);
const ADULTS = { namesMinors: false };
const MINORS = { namesMinors: true };

type Skin = readonly [chest: number | null, belly: number | null, hips: number | null];
const DRESSED: Skin = [0.02, 0, 0.01];
const BIKINI: Skin = [0.4, 1, 0.3];
const NAKED: Skin = [0.9, 0.95, 0.95];

function findings(content: Partial<PictureFindings['content']>, skin?: Skin): PictureFindings {
  const full = { porn: 0, hentai: 0, sexy: 0, ...content };
  if (!skin) return { content: full, person: null };
  const [chest, belly, hips] = skin;
  return { content: full, person: { certainty: 0.95, bareSkin: { chest, belly, hips } } };
}

test('nothing is refused for looking provocative alone', () => {
  for (const skin of [undefined, DRESSED, BIKINI]) expect(check(findings({ sexy: 1 }, skin), ADULTS)).toBeNull();
});

test('swimwear and lingerie pass while the score stays below the threshold', () => {
  expect(check(findings({ sexy: 0.4, porn: 0.6 }, BIKINI), ADULTS)).toBeNull();
  expect(check(findings({ porn: 0.85 }, BIKINI), ADULTS)).toMatch(/nudity or sexual acts/);
});

test('a dressed person is refused only where the score is next to certain', () => {
  expect(check(findings({ porn: 0.9 }, DRESSED), ADULTS)).toBeNull();
  expect(check(findings({ porn: 0.6, hentai: 0.37 }, DRESSED), ADULTS)).toMatch(/not allowed here/);
});

test('bare hips need little more, and a body without anything on hardly any', () => {
  expect(check(findings({ porn: 0.2, sexy: 0.3 }, [0.1, 0.5, 0.9]), ADULTS)).toMatch(/not allowed here/);
  expect(check(findings({ porn: 0.02, sexy: 0.95 }, NAKED), ADULTS)).toMatch(/not allowed here/);
  expect(check(findings({ sexy: 0.76 }, NAKED), ADULTS)).toBeNull();
});

test('where nobody is seen the score alone decides', () => {
  expect(check(findings({ porn: 0.7 }), ADULTS)).toBeNull();
  expect(check(findings({ porn: 0.8 }), ADULTS)).toMatch(/not allowed here/);
});

test('a doubtful person counts as nobody', () => {
  const { content, person } = findings({ sexy: 0.95 }, NAKED);
  expect(check({ content, person: person && { ...person, certainty: 0.6 } }, ADULTS)).toBeNull();
});

test('people under age with little on are refused, whatever the settings', () => {
  const lenient = pictureCheck({ enabled: false, explicit: 1, bare: 1 });
  for (const rules of [check, lenient]) {
    expect(rules(findings({}, BIKINI), MINORS)).toMatch(/always refused/);
    expect(rules(findings({ porn: 0.25 }), MINORS)).toMatch(/always refused/);
    expect(rules(findings({ sexy: 0.9 }, DRESSED), MINORS)).toBeNull();
  }
  expect(lenient(findings({ porn: 1 }, NAKED), ADULTS)).toBeNull();
});

test('an operator sets where the score and the skin begin to count', () => {
  const strict = pictureCheck({ enabled: true, explicit: 0.4, bare: 0.25 });
  expect(strict(findings({ porn: 0.45 }), ADULTS)).toMatch(/not allowed here/);
  expect(strict(findings({ porn: 0.2 }, BIKINI), ADULTS)).toMatch(/not allowed here/);
});
