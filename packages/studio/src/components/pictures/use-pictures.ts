import { bytesText, UPLOAD_BYTES_MAX, type UploadType } from '@atelier/contract';
import { useCallback, useState } from 'react';
import { countText } from '../../lib/format.ts';
import { type PendingPicture, type Uploads, useUploads } from './use-uploads.ts';

/** Chosen pictures: those the service has, by ID, and those on their way. */
export interface Pictures extends Pick<Uploads, 'pending' | 'dismiss' | 'retry'> {
  readonly ids: readonly string[];
  readonly max: number;
  /** Addresses of files of this browser, by the ID the service gave them: seen at once, without a download. */
  readonly previews: ReadonlyMap<string, string>;
  /** Uploads files. One that replaces a single picture takes its place when it has arrived. */
  add(files: Iterable<File>): void;
  /** Takes a picture the service has already. */
  choose(id: string): void;
  remove(id: string): void;
  /** Moves a picture by some places. */
  move(id: string, by: number): void;
}

/** The media types of an upload. */
const MEDIA_TYPES = ['image/jpeg', 'image/png', 'image/webp'];

/** The same, for file choosers. */
export const ACCEPTED = MEDIA_TYPES.join(',');

type Change = (change: (ids: readonly string[]) => readonly string[]) => void;

/**
 * Chosen pictures of one kind. The IDs belong to the caller, who keeps them. With the name of a draft, files that had
 * not arrived when a person left the page are uploaded when it opens again.
 */
export function usePictures(
  ids: readonly string[],
  setIds: Change,
  max: number,
  type: UploadType,
  draft: string | null = null,
): Pictures {
  const [previews, setPreviews] = useState<ReadonlyMap<string, string>>(new Map());
  const choose = useCallback((id: string) => setIds((now) => withPicture(now, id, max)), [setIds, max]);
  const { pending, start, dismiss, retry } = useUploads(type, draft, (id, { preview }) => {
    setPreviews((now) => new Map(now).set(id, preview));
    choose(id);
  });

  function add(files: Iterable<File>): void {
    const room = max === 1 ? 1 : max - ids.length - pending.filter(isUnderWay).length;
    // A single picture's refusals are about the one before.
    if (max === 1) for (const each of pending.filter((picture) => !isUnderWay(picture))) dismiss(each.localId);
    for (const [index, file] of [...files].entries())
      start(file, index >= room ? `At most ${countText(max, 'image')} here.` : refusalOf(file));
  }

  return {
    ids,
    pending,
    max,
    previews,
    add,
    choose,
    remove: (id) => setIds((now) => now.filter((each) => each !== id)),
    move: (id, by) => setIds((now) => moved(now, id, by)),
    dismiss,
    retry,
  };
}

/** True while a picture may still arrive by itself. */
export function isUnderWay({ refusal }: PendingPicture): boolean {
  return refusal === null;
}

/**
 * Why the service would refuse a file, in words, as far as the page knows before it sends anything. Null: nothing
 * speaks against it.
 */
export function refusalOf(file: File): string | null {
  if (file.size > UPLOAD_BYTES_MAX)
    return `This file has ${bytesText(file.size)}; the limit is ${bytesText(UPLOAD_BYTES_MAX)}. Save a smaller version and add it again.`;
  if (file.type !== '' && !MEDIA_TYPES.includes(file.type)) return 'Use a JPEG, PNG or WebP image.';
  return null;
}

/** A single picture is replaced; of several the newest goes last. */
function withPicture(ids: readonly string[], id: string, max: number): readonly string[] {
  if (max === 1) return [id];
  return ids.includes(id) ? ids : [...ids, id].slice(0, max);
}

function moved(ids: readonly string[], id: string, by: number): readonly string[] {
  const others = ids.filter((each) => each !== id);
  return others.toSpliced(Math.max(0, ids.indexOf(id) + by), 0, id);
}
