import { expect, test } from 'vitest';
import { consentOf, hasEnded, NO_CONSENT, withConsent } from './consent.ts';

const consent = { person: 'Ada', given_on: '2026-01-02', uses: 'web shop', until: '2026-12-31' };

test('a consent is written beside other characteristics, and read back', () => {
  const characteristics = withConsent({ height_cm: 172 }, consent);
  expect(characteristics).toMatchObject({ height_cm: 172 });
  expect(consentOf({ characteristics })).toEqual(consent);
  expect(withConsent(null, { ...consent, until: '' }).consent).not.toHaveProperty('until');
});

test('characteristics of other kinds tell no consent', () => {
  expect(consentOf({ characteristics: null })).toBeNull();
  expect(consentOf({ characteristics: { consent: 'yes' } })).toBeNull();
  expect(consentOf({ characteristics: { consent: { until: 7 } } })).toEqual(NO_CONSENT);
});

test('a consent lasts through its last day, and without an end for ever', () => {
  expect(hasEnded(consent, new Date('2026-12-31T23:59:59Z'))).toBe(false);
  expect(hasEnded(consent, new Date('2027-01-01T00:00:00Z'))).toBe(true);
  expect(hasEnded(NO_CONSENT)).toBe(false);
});
