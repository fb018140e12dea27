/**
 * The attributes of a span. Undefined values are left out. Never words of a person or of an engine, which may be
 * secret.
 */
export type SpanFacts = Readonly<Record<string, string | number | boolean | undefined>>;

/** The role of a span between processes, in the words of OpenTelemetry. */
export type SpanKind = 'server' | 'client' | 'consumer' | 'internal';

/** How a span begins. */
export interface SpanOptions {
  readonly kind: SpanKind;
  readonly facts?: SpanFacts;
  /** Absent: now. */
  readonly startedAt?: Date;
}

/** A place in a trace where spans begin. */
export interface Spans {
  start(name: string, options: SpanOptions): Span;
  /** The place that a W3C `traceparent` names. Without a readable one, each span begins a trace. */
  under(traceparent: string | undefined): Spans;
}

/** A piece of work with a beginning and an end; spans that it starts are parts of it. */
export interface Span extends Spans {
  /** Names this span to work that goes on elsewhere; undefined while nothing is traced. */
  readonly traceparent: string | undefined;
  note(facts: SpanFacts): void;
  /** Ends it, at this moment unless another is named. */
  end(how: 'well' | 'failed', at?: Date): void;
}

/** The traces of this process. */
export interface Tracing {
  readonly spans: Spans;
  /** Sends the spans that have ended and then no more. */
  stop(): Promise<void>;
}

/** Traces nothing. */
export const NO_SPANS: Span = {
  traceparent: undefined,
  start: () => NO_SPANS,
  under: () => NO_SPANS,
  note: () => {},
  end: () => {},
};
