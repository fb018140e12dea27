import type { Asset } from '@atelier/contract';

/** Who agreed to the use of an avatar's photos, kept in its `characteristics.consent`. Days: YYYY-MM-DD. */
export interface Consent {
  readonly person: string;
  readonly given_on: string;
  readonly uses: string;
  /** The last day; empty: without an end. */
  readonly until: string;
}

/** A consent nobody has given yet. */
export const NO_CONSENT: Consent = { person: '', given_on: '', uses: '', until: '' };

/** The consent that an asset tells; null if it tells none. Fields of another kind count as empty. */
export function consentOf({ characteristics }: Pick<Asset, 'characteristics'>): Consent | null {
  const found: unknown = characteristics && Reflect.get(characteristics, 'consent');
  if (typeof found !== 'object' || found === null) return null;
  const text = (name: keyof Consent) => {
    const value: unknown = Reflect.get(found, name);
    return typeof value === 'string' ? value : '';
  };
  return { person: text('person'), given_on: text('given_on'), uses: text('uses'), until: text('until') };
}

/** The characteristics with a consent. One without an end has no last day. */
export function withConsent(characteristics: Asset['characteristics'], { until, ...consent }: Consent) {
  return { ...characteristics, consent: { ...consent, ...(until && { until }) } };
}

/** True after the last day of a consent, as the service counts days: in UTC. */
export function hasEnded({ until }: Consent, now = new Date()): boolean {
  return until !== '' && until < now.toISOString().slice(0, 10);
}
