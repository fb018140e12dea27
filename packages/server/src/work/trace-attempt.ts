import type { JobRow } from '../jobs/rows.ts';
import type { Span, Spans } from '../tracing/spans.ts';

/**
 * Begins the span of an attempt, in the trace of the request that made the job. The first attempt also gets a span of
 * its wait.
 */
export function traceAttempt(spans: Spans, job: JobRow): Span {
  const place = spans.under(job.input.origin?.traceparent);
  const facts = {
    'atelier.request': job.input.origin?.request,
    'atelier.job': job.id,
    'atelier.workspace': job.workspace_id,
    'atelier.model': job.input.model,
  };
  if (job.attempt === 1 && job.started_at)
    place.start('wait in queue', { kind: 'internal', facts, startedAt: job.created_at }).end('well', job.started_at);
  return place.start('work on job', {
    kind: 'consumer',
    facts: { ...facts, 'atelier.operation': job.operation, 'atelier.attempt': job.attempt },
  });
}
