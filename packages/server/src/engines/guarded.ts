import { storableText } from '../storable-text.ts';
import type { HostedEngine, LocalEngine, ReadOutcome, RemoteReceipt, StartOutcome } from './port.ts';
import type { Secrets } from './secrets.ts';

/** Longest ID or address of a receipt, in characters. */
const RECEIPT_PART_LENGTH_MAX = 4_000;

/**
 * The engine, with texts that can be stored and shown. Removes keys, which some engines repeat in an error, and
 * characters that the database refuses. Drops receipts that cannot be stored.
 */
export function guardedHosted(engine: HostedEngine, { redact }: Pick<Secrets, 'redact'>): HostedEngine {
  const clean = (text: string) => storableText(redact(text));
  const { lookUp, readEvent } = engine;
  return {
    ...engine,
    start: async (task, signal) => withReceiptThatKeeps(inWords(await engine.start(task, signal), clean)),
    read: async (receipt, task, signal) => inWords(await engine.read(receipt, task, signal), clean),
    ...(lookUp && {
      lookUp: async (task, signal) => {
        const found = await lookUp.call(engine, task, signal);
        return typeof found === 'object' && !keeps(found) ? 'unknown' : found;
      },
    }),
    ...(readEvent && {
      readEvent: async (request) => {
        const event = await readEvent.call(engine, request);
        return event && areStorable(event.eventId, event.remoteId) ? event : null;
      },
    }),
  };
}

/** The same for an engine of this process, which has no keys, but may repeat words of others. */
export function guardedLocal(engine: LocalEngine): LocalEngine {
  return { ...engine, run: async (task, control) => inWords(await engine.run(task, control), storableText) };
}

/** The outcome, with its message and its warnings cleaned. */
function inWords<T extends StartOutcome | ReadOutcome>(outcome: T, clean: (text: string) => string): T {
  if ('message' in outcome) return { ...outcome, message: clean(outcome.message) };
  if (outcome.kind !== 'made') return outcome;
  const warnings = outcome.warnings.map(({ code, message }) => ({ code: clean(code), message: clean(message) }));
  return { ...outcome, warnings };
}

function withReceiptThatKeeps(outcome: StartOutcome): StartOutcome {
  if (outcome.kind !== 'started' || keeps(outcome.receipt)) return outcome;
  return { kind: 'uncertain', message: 'the ID or an address in the answer cannot be stored' };
}

/** True if the database can store a receipt unchanged. */
function keeps({ remoteId, details }: RemoteReceipt): boolean {
  return areStorable(remoteId, ...Object.entries(details).flat());
}

function areStorable(...texts: readonly string[]): boolean {
  return texts.every((text) => storableText(text, RECEIPT_PART_LENGTH_MAX) === text);
}
