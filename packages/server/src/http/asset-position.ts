import type { AssetPosition } from '../assets/list.ts';
import type { AssetRow } from '../assets/rows.ts';
import { isUuid } from '../ids.ts';

/** The position of an asset in lists, as their cursors hold it: milliseconds since 1970 and its ID. */
export function textOfPosition({ created_at, id }: Pick<AssetRow, 'created_at' | 'id'>): string {
  return `${created_at.getTime()}.${id}`;
}

/** The position in a cursor of a list of assets; null for none. */
export function positionOf(text: string | null): AssetPosition | null {
  if (text === null) return null;
  const [milliseconds = '', id = ''] = text.split('.');
  return { createdAt: new Date(Number(milliseconds)), id };
}

/** True for a text that {@link textOfPosition} can have written. */
export function isPosition(text: string): boolean {
  const [milliseconds = '', id = '', ...rest] = text.split('.');
  return /^\d{13}$/.test(milliseconds) && isUuid(id) && rest.length === 0;
}
