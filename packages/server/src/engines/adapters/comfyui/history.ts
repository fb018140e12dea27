import Type, { type Static } from 'typebox';
import { validatorOf } from '../../../schema-check.ts';
import { failed, unavailable } from '../../outcomes.ts';
import type { EngineOutcome } from '../../port.ts';
import { answerReader } from '../../wire.ts';

const Entry = Type.Object({
  outputs: Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown())),
  status: Type.Optional(
    Type.Object({ status_str: Type.String(), messages: Type.Optional(Type.Array(Type.Array(Type.Unknown()))) }),
  ),
});

/** Reads an answer of `GET /history/ID`: the results of ended runs by their IDs. */
export const readHistory = answerReader(Type.Record(Type.String(), Entry));

const ViewedFile = Type.Object({
  filename: Type.String(),
  subfolder: Type.Optional(Type.String()),
  type: Type.Optional(Type.String()),
});
/** A file of a run, as `GET /view` finds it. */
export type ViewedFile = Static<typeof ViewedFile>;
const viewedFile = validatorOf(ViewedFile);

const executionError = validatorOf(
  Type.Object({
    node_id: Type.String(),
    node_type: Type.String(),
    exception_type: Type.String(),
    exception_message: Type.String(),
  }),
);

/** File names of videos, and those of pictures. */
const VIDEO_FILES = /\.mp4$/i;
const PICTURE_FILES = /\.(png|jpe?g|webp)$/i;

/** The file a run made, or why there is none. `output`: ID of the node whose files count; null: any. */
export function outcomeOf(
  { outputs, status }: Static<typeof Entry>,
  output: string | null,
  video: boolean,
): EngineOutcome | { readonly kind: 'file'; readonly file: ViewedFile } {
  if (status && status.status_str !== 'success')
    return unavailable(`the workflow broke: ${reasonOf(status.messages ?? [])}`);
  const counted = output === null ? Object.values(outputs) : [outputs[output] ?? {}];
  const fitting = counted
    .flatMap(filesOf)
    .filter(({ filename }) => (video ? VIDEO_FILES : PICTURE_FILES).test(filename));
  // Previews lie among the temporary files.
  const file = fitting.find(({ type }) => type === 'output') ?? fitting[0];
  if (file) return { kind: 'file', file };
  return failed('generation_failed', `The workflow ended without ${video ? 'an MP4 video' : 'an image'}.`);
}

/** Files a node names under whatever word: `images`, `gifs`, `videos`. */
function filesOf(output: Readonly<Record<string, unknown>>): readonly ViewedFile[] {
  return Object.values(output)
    .flat()
    .filter((file) => viewedFile().Check(file));
}

/** Failure and interruption have the same status; the messages tell them apart. */
function reasonOf(messages: readonly (readonly unknown[])[]): string {
  const [, error] = messages.find(([event]) => event === 'execution_error') ?? [];
  if (executionError().Check(error))
    return `node ${error.node_id} (${error.node_type}): ${error.exception_type}: ${error.exception_message}`;
  const interrupted = messages.some(([event]) => event === 'execution_interrupted');
  return interrupted ? 'somebody interrupted it there' : 'it does not say why';
}
