import { expect, test } from 'vitest';
import { readTraceSettings } from './settings.ts';

const RECEIVER = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
const everything = { heedsParent: true, ratio: 1 };

test.each([
  ['nothing set', {}, null],
  ['a receiver', RECEIVER, everything],
  ['a receiver of traces', { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:4318/v1/traces' }, everything],
  ['the exporter alone', { OTEL_TRACES_EXPORTER: 'otlp' }, everything],
  ['a receiver for other things than traces', { ...RECEIVER, OTEL_TRACES_EXPORTER: 'none' }, null],
  ['OpenTelemetry switched off', { ...RECEIVER, OTEL_SDK_DISABLED: 'true' }, null],
  ['the protocol it speaks', { ...RECEIVER, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }, everything],
  ['no sampling', { ...RECEIVER, OTEL_TRACES_SAMPLER: 'always_on' }, { heedsParent: false, ratio: 1 }],
  [
    'one trace in ten',
    { ...RECEIVER, OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' },
    { heedsParent: true, ratio: 0.1 },
  ],
])('%s is understood', (_, environment, settings) => {
  expect(readTraceSettings(environment)).toEqual({ settings, problems: [] });
});

test.each([
  ['OTEL_TRACES_EXPORTER', 'zipkin', 'allowed: otlp, none'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', 'allowed: http/json'],
  ['OTEL_TRACES_SAMPLER', 'jaeger_remote', 'allowed: always_on, '],
  ['OTEL_TRACES_SAMPLER_ARG', 'ten', 'allowed: a share from 0 to 1'],
])('%s=%s is refused with what is allowed', (variable, value, allowed) => {
  const { problems } = readTraceSettings({ ...RECEIVER, OTEL_TRACES_SAMPLER: 'traceidratio', [variable]: value });
  expect(problems).toEqual([expect.stringContaining(`${variable} is "${value}"; ${allowed}`)]);
});
