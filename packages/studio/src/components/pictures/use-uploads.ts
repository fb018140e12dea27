import type { UploadType } from '@atelier/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { QUERY_KEYS } from '../../api/queries.ts';
import { useConnection } from '../../api/session.tsx';
import { describeError } from '../../errors/describe.ts';
import { forgetFile, keepFile, keptFiles } from '../../lib/kept-files.ts';
import { newId } from '../../lib/new-id.ts';

/** A picture on its way to the service, or refused. */
export interface PendingPicture {
  readonly localId: string;
  readonly file: File;
  /** Address of the file in this browser. */
  readonly preview: string;
  /** Share that has been sent, 0–1. */
  readonly share: number;
  /** Why it was refused, in words; null while it is on its way. */
  readonly refusal: string | null;
  /** True where the same file may arrive at another try. */
  readonly mayRetry: boolean;
}

/** Files on their way. */
export interface Uploads {
  readonly pending: readonly PendingPicture[];
  /** Uploads a file after those before it, or shows why it is refused. */
  start(file: File, refusal: string | null): void;
  /** Ends an upload, or clears a refusal away. */
  dismiss(localId: string): void;
  /** Tries again to upload a file. */
  retry(localId: string): void;
}

/** Uploads files one after the other, so that they arrive in the order in which they were chosen. */
export function useUploads(
  type: UploadType,
  draft: string | null,
  onArrived: (imageId: string, picture: PendingPicture) => void,
): Uploads {
  const { uploadPicture } = useConnection();
  const queries = useQueryClient();
  const [pending, setPending] = useState<readonly PendingPicture[]>([]);
  const aborts = useRef(new Map<string, AbortController>());
  const line = useRef(Promise.resolve());

  const patch = (localId: string, part: Partial<PendingPicture>) =>
    setPending((now) => now.map((each) => (each.localId === localId ? { ...each, ...part } : each)));

  async function upload(picture: PendingPicture, { signal }: AbortController): Promise<void> {
    const { localId, file } = picture;
    if (signal.aborted) return;
    try {
      const onProgress = (share: number) => patch(localId, { share });
      const record = await uploadPicture({ file, fileName: file.name, type, signal, onProgress });
      queries.setQueryData(QUERY_KEYS.image(record.id), record);
      onArrived(record.id, picture);
      dismiss(localId);
    } catch (error) {
      const { text, mayRetry } = describeError(error);
      if (!signal.aborted) patch(localId, { refusal: text, mayRetry });
    }
  }

  function enqueue(picture: PendingPicture): void {
    const abort = new AbortController();
    aborts.current.set(picture.localId, abort);
    line.current = line.current.then(() => upload(picture, abort));
  }

  function begin(localId: string, file: File, refusal: string | null): void {
    const preview = URL.createObjectURL(file);
    const picture: PendingPicture = { localId, file, preview, share: 0, refusal, mayRetry: false };
    setPending((now) => [...now, picture]);
    if (refusal === null) enqueue(picture);
  }

  function start(file: File, refusal: string | null): void {
    const localId = newId();
    if (draft !== null && refusal === null) void keepFile({ id: localId, draft, file });
    begin(localId, file, refusal);
  }

  function dismiss(localId: string): void {
    aborts.current.get(localId)?.abort();
    setPending((now) => now.filter((each) => each.localId !== localId));
    void forgetFile(localId);
  }

  function retry(localId: string): void {
    const picture = pending.find((each) => each.localId === localId);
    if (!picture) return;
    patch(localId, { refusal: null, share: 0 });
    enqueue(picture);
  }

  useResumed(draft, {
    begin: (localId, file) => begin(localId, file, null),
    retryAll: () => {
      for (const { localId, mayRetry, refusal } of pending) if (refusal !== null && mayRetry) retry(localId);
    },
    stopAll: () => {
      for (const abort of aborts.current.values()) abort.abort();
    },
  });
  return { pending, start, dismiss, retry };
}

/** Continues unfinished uploads when the page is opened again, and when the network is back. */
function useResumed(
  draft: string | null,
  act: { begin(localId: string, file: File): void; retryAll(): void; stopAll(): void },
): void {
  const resume = useEffectEvent(async (name: string, isWanted: () => boolean) => {
    const kept = await keptFiles(name);
    if (isWanted()) for (const { id, file } of kept) act.begin(id, file);
  });
  const stop = useEffectEvent(() => act.stopAll());
  useEffect(() => {
    if (draft === null) return;
    let wanted = true;
    void resume(draft, () => wanted);
    return () => {
      wanted = false;
      // An unfinished upload is kept and continues when the page is opened again. Two at once would make two pictures
      // of one.
      stop();
    };
  }, [draft]);

  const goOn = useEffectEvent(() => act.retryAll());
  useEffect(() => {
    const listener = () => goOn();
    window.addEventListener('online', listener);
    return () => window.removeEventListener('online', listener);
  }, []);
}
