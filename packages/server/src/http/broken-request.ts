import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorBody, type ErrorCode, errorRule } from '@atelier/contract';

/** How a broken request is answered; `status` where it is another than that of the code. */
interface Refusal {
  readonly code: ErrorCode;
  readonly message: string;
  readonly status?: number;
}

/** Errors of Node's parser that have an answer of their own. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    code: 'payload_too_large',
    message: 'The head of the request is too large; allowed are 16 KiB.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'invalid_request', message: 'The request did not arrive in time.', status: 408 },
};

/** The answer to everything else. */
const NO_HTTP: Refusal = { code: 'invalid_request', message: 'The request is not valid HTTP.' };

/** Answers a request on which no route can run, and closes its connection. `errorCode` is that of Node's parser. */
export function answerBrokenRequest(errorCode: string | undefined, socket: Socket): void {
  const { code, message, status = errorRule(code).status } = REFUSALS[errorCode ?? ''] ?? NO_HTTP;
  const body: ErrorBody = { code, message, request_id: randomUUID() };
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    `x-request-id: ${body.request_id}`,
    'x-content-type-options: nosniff',
    'cache-control: no-store',
    'connection: close',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${text}`);
  socket.destroySoon();
}
