import { Atelier } from '@atelier/client';
import type { ImageRecord, UploadType } from '@atelier/contract';
import { requestOptions } from './request-options.ts';

/** An upload as it is wanted. */
export interface Upload {
  readonly file: Blob;
  readonly fileName: string;
  readonly type: UploadType;
  readonly signal: AbortSignal;
  /** Told the share that has been sent, 0–1. */
  readonly onProgress: (share: number) => void;
}

/** Uploads a picture and reports its progress. Throws the client's errors, and the signal's reason. */
export type UploadPicture = (upload: Upload) => Promise<ImageRecord>;

/** Makes the uploads of one key; a 401 tells `refused`. */
export function uploadsOf(key: string, refused: () => void): UploadPicture {
  return ({ file, fileName, type, signal, onProgress }) => {
    const atelier = new Atelier(requestOptions(key, refused, fetchWithProgress(onProgress)));
    return atelier.upload(file, { fileName, type, signal });
  };
}

/** `fetch` for a body in memory, by XMLHttpRequest: the one way of browsers to tell how much has been sent. */
function fetchWithProgress(onProgress: (share: number) => void): typeof fetch {
  return (target, { method = 'GET', headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, String(target));
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.responseType = 'text';
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
      request.onload = () =>
        resolve(new Response(request.responseText, { status: request.status, headers: headersOf(request) }));
      request.onerror = () => reject(new TypeError('the connection broke'));
      request.onabort = () => reject(signal?.reason);
      signal?.addEventListener('abort', () => request.abort(), { once: true });
      request.send(body instanceof ArrayBuffer ? body : null);
    });
}

function headersOf(request: XMLHttpRequest): Headers {
  const lines = request.getAllResponseHeaders().trim().split(/\r?\n/);
  return new Headers(lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]));
}
