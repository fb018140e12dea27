import { v7 } from 'uuid';

/**
 * A UUID of version 7 (RFC 9562 §5.7). The IDs of one process rise, also within a millisecond and where the clock goes
 * back. IDs are ordered by time, so that index pages fill from one end.
 */
export function newId(): string {
  return v7();
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for the text form of any UUID. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** The IDs of rows, in their order. */
export function idsOf(rows: readonly { readonly id: string }[]): string[] {
  return rows.map(({ id }) => id);
}
