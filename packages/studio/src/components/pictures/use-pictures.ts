import { UPLOAD_BYTES_MAX, type UploadType } from '@atelier/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { QUERY_KEYS } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import { uploadPicture } from '../../api/upload.ts';
import { describeError } from '../../errors/describe.ts';
import { bytesText, countText } from '../../lib/format.ts';

/** A picture on its way to the service, or refused. */
export interface PendingPicture {
  readonly localId: string;
  readonly fileName: string;
  /** Address of the file in this browser. */
  readonly preview: string;
  /** Share that has been sent, 0–1. */
  readonly share: number;
  /** Why it was refused, in words; null while it is on its way. */
  readonly refusal: string | null;
}

/** Chosen pictures: those the service has, by ID, and those on their way. */
export interface Pictures {
  readonly ids: readonly string[];
  readonly pending: readonly PendingPicture[];
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
  /** Ends an upload, or clears a refusal away. */
  dismiss(localId: string): void;
}

/** What an upload may be. */
const MEDIA_TYPES = ['image/jpeg', 'image/png', 'image/webp'];

/** The same, for file choosers. */
export const ACCEPTED = MEDIA_TYPES.join(',');

type Change = (change: (ids: readonly string[]) => readonly string[]) => void;

/** Chosen pictures of one kind. The IDs belong to the caller, who keeps them. */
export function usePictures(ids: readonly string[], setIds: Change, max: number, type: UploadType): Pictures {
  const { key } = useSession();
  const queries = useQueryClient();
  const [pending, setPending] = useState<readonly PendingPicture[]>([]);
  const [previews, setPreviews] = useState<ReadonlyMap<string, string>>(new Map());
  const aborts = useRef(new Map<string, AbortController>());

  const patch = useCallback((localId: string, part: Partial<PendingPicture>) => {
    setPending((now) => now.map((each) => (each.localId === localId ? { ...each, ...part } : each)));
  }, []);
  const forget = useCallback((localId: string) => {
    setPending((now) => now.filter((each) => each.localId !== localId));
  }, []);
  const take = useCallback((id: string) => setIds((now) => withPicture(now, id, max)), [setIds, max]);

  async function upload(file: File, { localId, preview }: PendingPicture): Promise<void> {
    const abort = new AbortController();
    aborts.current.set(localId, abort);
    try {
      const { signal } = abort;
      const onProgress = (share: number) => patch(localId, { share });
      const record = await uploadPicture(key ?? '', { file, fileName: file.name, type, signal, onProgress });
      queries.setQueryData(QUERY_KEYS.image(record.id), record);
      setPreviews((now) => new Map(now).set(record.id, preview));
      forget(localId);
      take(record.id);
    } catch (error) {
      if (!abort.signal.aborted) patch(localId, { refusal: describeError(error).text });
    }
  }

  function add(files: Iterable<File>): void {
    const room = max === 1 ? 1 : max - ids.length - pending.filter(({ refusal }) => refusal === null).length;
    for (const [index, file] of [...files].entries()) {
      const refusal = index >= room ? `There is room for ${countText(max, 'picture')} here.` : refusalOf(file);
      const entry = {
        localId: crypto.randomUUID(),
        fileName: file.name,
        preview: URL.createObjectURL(file),
        share: 0,
        refusal,
      };
      setPending((now) => [...now.filter((each) => max > 1 || each.refusal === null), entry]);
      if (refusal === null) void upload(file, entry);
    }
  }

  return {
    ids,
    pending,
    max,
    previews,
    add,
    choose: take,
    remove: (id) => setIds((now) => now.filter((each) => each !== id)),
    move: (id, by) => setIds((now) => moved(now, id, by)),
    dismiss(localId) {
      aborts.current.get(localId)?.abort();
      forget(localId);
    },
  };
}

/** What can be told before anything is sent. */
function refusalOf(file: File): string | null {
  if (file.size > UPLOAD_BYTES_MAX)
    return `This file has ${bytesText(file.size)}; allowed are ${bytesText(UPLOAD_BYTES_MAX)}. Save it smaller and add it again.`;
  if (file.type !== '' && !MEDIA_TYPES.includes(file.type)) return 'Use a JPEG, PNG or WebP picture.';
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
