import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { type ErrorBody, type ErrorCode, errorRule } from '@atelier/contract';

/** What Node's parser calls requests that are no HTTP, and what the caller is told. */
const CODES: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['payload_too_large', 'The head of the request is too large; allowed are 16 KiB.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['invalid_request', 'The request did not arrive in time.'],
};

/** Answers what is no HTTP request, on which no route can ever run, and closes its connection. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [code, message] = CODES[error.code ?? ''] ?? ['invalid_request', 'The request is not valid HTTP.'];
  const body: ErrorBody = { code, message, request_id: randomUUID() };
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${errorRule(code).status} Refused`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    `x-request-id: ${body.request_id}`,
    'x-content-type-options: nosniff',
    'cache-control: no-store',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`);
}
