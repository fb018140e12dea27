import { type JobStatus, type Operation, operationOf } from '@atelier/contract';
import type { Tone } from './tone.ts';

/** The name of each operation on the page. */
export const OPERATION_WORDS: Readonly<Record<Operation, string>> = {
  virtual_try_on: 'Try-on',
  generate: 'Generation',
  edit: 'Edit',
  inpaint: 'Inpaint',
  upscale: 'Upscale',
  animate: 'Animation',
  text_to_video: 'Text to video',
};

/** The name and look of each state of a job. */
export const STATUS_WORDS: Readonly<Record<JobStatus, { readonly words: string; readonly tone: Tone }>> = {
  pending: { words: 'Waiting', tone: 'info' },
  generating: { words: 'Running', tone: 'info' },
  completed: { words: 'Completed', tone: 'good' },
  failed: { words: 'Failed', tone: 'bad' },
  policy_blocked: { words: 'Blocked', tone: 'warn' },
};

/** The operation and the engine that a job's task names; unknown names stay unchanged. */
export function taskWords(task: string | null): { readonly operation: string; readonly engine: string | null } {
  const [name = '', ...engine] = (task ?? '').split('.');
  const operation = operationOf(task);
  return { operation: operation ? OPERATION_WORDS[operation] : name || 'Job', engine: engine.join('.') || null };
}
