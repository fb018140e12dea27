import type { Logger } from 'pino';
import type { TraceSampling } from './settings.ts';
import { NO_SPANS, type Tracing } from './spans.ts';

/** Traces as the settings say. Without them the SDK of OpenTelemetry is not even loaded. */
export async function openTracing(settings: TraceSampling | null, version: string, log: Logger): Promise<Tracing> {
  if (!settings) return { spans: NO_SPANS, stop: async () => {} };
  const { openTelemetry } = await import('./opentelemetry.ts');
  return openTelemetry(settings, version, log);
}
