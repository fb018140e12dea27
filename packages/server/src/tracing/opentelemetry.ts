import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Context,
  DiagLogLevel,
  diag,
  SpanKind as Kind,
  type Span as RawSpan,
  ROOT_CONTEXT,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { TraceSampling } from './settings.ts';
import type { Span, SpanKind, Spans, Tracing } from './spans.ts';

/** Longest wait, when the service stops, for a receiver to take the last spans. */
const FLUSH_MS = 3_000;

const KINDS: Readonly<Record<SpanKind, Kind>> = {
  server: Kind.SERVER,
  client: Kind.CLIENT,
  consumer: Kind.CONSUMER,
  internal: Kind.INTERNAL,
};

/**
 * Sends spans in batches to the receiver that `OTEL_EXPORTER_OTLP_*` name, as JSON over HTTP. One that is away costs
 * the spans, and a line in the log.
 */
export function openTelemetry(sampling: TraceSampling, version: string, log: Logger): Tracing {
  const warn = (message: string) => log.warn({ reason: message }, 'traces could not be sent');
  const silent = () => {};
  diag.setLogger({ error: warn, warn, info: silent, debug: silent, verbose: silent }, DiagLogLevel.WARN);
  const own = resourceFromAttributes({ 'service.name': 'atelier', 'service.version': version });
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(own)
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(sampling),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  return {
    spans: spansUnder(provider.getTracer('atelier', version), ROOT_CONTEXT),
    async stop() {
      const flushed = provider.shutdown().catch((error: unknown) => warn(String(error)));
      await Promise.race([flushed, sleep(FLUSH_MS, undefined, { ref: false })]);
    },
  };
}

function samplerOf({ heedsParent, ratio }: TraceSampling) {
  const root = new TraceIdRatioBasedSampler(ratio);
  return heedsParent ? new ParentBasedSampler({ root }) : root;
}

function spansUnder(tracer: Tracer, context: Context): Spans {
  return {
    start(name, { kind, facts, startedAt }) {
      const span = tracer.startSpan(
        name,
        { kind: KINDS[kind], attributes: { ...facts }, ...(startedAt && { startTime: startedAt }) },
        context,
      );
      return spanOf(tracer, context, span);
    },
    under(traceparent) {
      const parent = traceparent === undefined ? null : parseTraceParent(traceparent);
      return spansUnder(
        tracer,
        parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT,
      );
    },
  };
}

function spanOf(tracer: Tracer, context: Context, span: RawSpan): Span {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    ...spansUnder(tracer, trace.setSpan(context, span)),
    // W3C Trace Context, version 00 (www.w3.org/TR/trace-context/#traceparent-header).
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    note: (facts) => void span.setAttributes({ ...facts }),
    end(how, at) {
      if (how === 'failed') span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(at);
    },
  };
}
