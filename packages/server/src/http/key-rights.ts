import type { Key, KeyChange, KeyCreation } from '@atelier/contract';
import type { KeyRights, KeyRow, KeyWithUse } from '../accounts/keys.ts';
import { toCredits, toUnits } from '../accounts/units.ts';
import { Fault } from '../fault.ts';
import { momentOf } from './validation.ts';

/** The rights in a body, as they are stored; rights that it leaves out are absent. Throws `invalid_request`. */
export function rightsOf(body: KeyCreation | KeyChange, now: Date): Partial<KeyRights> {
  const { scopes, expires_at: expiry, requests_per_minute: requests, credits_per_month: credits } = body;
  return {
    ...(scopes && { scopes }),
    ...(expiry !== undefined && { expires_at: expiry === null ? null : futureOf(expiry, now) }),
    ...(requests !== undefined && { requests_per_minute: requests }),
    ...(credits !== undefined && {
      credits_per_month: credits === null ? null : toUnits(credits, '/credits_per_month'),
    }),
  };
}

function futureOf(text: string, now: Date): Date {
  const moment = momentOf(text, '/expires_at');
  if (moment <= now)
    throw new Fault(
      'invalid_request',
      `/expires_at is ${text}; allowed: a moment after now, ${now.toISOString()}. To end a key at once, revoke it.`,
    );
  return moment;
}

/** A key as v1 shows it. */
export function keyViewV1(key: KeyWithUse): Key {
  return { id: key.id, ...keyView(key), credits_this_month: toCredits(key.spent) };
}

/** What both interfaces show of a key beside its ID. */
export function keyView(key: KeyRow) {
  const time = (moment: Date | null) => moment?.toISOString() ?? null;
  return {
    name: key.name,
    prefix: key.prefix,
    scopes: [...key.scopes],
    expires_at: time(key.expires_at),
    requests_per_minute: key.requests_per_minute,
    credits_per_month: key.credits_per_month === null ? null : toCredits(key.credits_per_month),
    created_at: key.created_at.toISOString(),
    last_used_at: time(key.last_used_at),
    revoked_at: time(key.revoked_at),
  };
}
