import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A span as a receiver of OTLP/HTTP gets it, with its attributes by name. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty or absent at the beginning of a trace. */
  readonly parentSpanId?: string;
  readonly name: string;
  /** SPAN_KIND of OTLP: 1 internal, 2 server, 3 client, 5 consumer. */
  readonly kind: number;
  /** Milliseconds since 1970. */
  readonly startMs: number;
  readonly endMs: number;
  /** STATUS_CODE of OTLP: 2 is an error. */
  readonly status: number;
  readonly facts: Readonly<Record<string, unknown>>;
  /** Of the process that sent it. */
  readonly resource: Readonly<Record<string, unknown>>;
}

/** A receiver of traces on the loopback address. */
export interface TraceReceiver {
  readonly url: string;
  /** The spans so far, in the order of arrival. */
  readonly spans: readonly ReceivedSpan[];
  readonly headers: readonly IncomingHttpHeaders[];
  close(): Promise<void>;
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly status?: { readonly code?: number };
  readonly attributes: readonly Attribute[];
}

/** ExportTraceServiceRequest of opentelemetry-proto, as JSON. */
interface ExportRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

/** Starts a receiver that takes `POST /v1/traces` as JSON and keeps the spans. */
export async function traceReceiver(): Promise<TraceReceiver> {
  const spans: ReceivedSpan[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST' || request.url !== '/v1/traces') return void response.writeHead(404).end();
    headers.push(request.headers);
    spans.push(...spansOf((await json(request)) as ExportRequest));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    headers,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function spansOf({ resourceSpans }: ExportRequest): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ startTimeUnixNano, endTimeUnixNano, attributes, status, ...span }) => ({
        ...span,
        startMs: Number(startTimeUnixNano) / 1e6,
        endMs: Number(endTimeUnixNano) / 1e6,
        status: status?.code ?? 0,
        facts: valuesOf(attributes),
        resource: valuesOf(resource.attributes),
      })),
    ),
  );
}

function valuesOf(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
