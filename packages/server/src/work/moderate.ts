import type { GatheredPicture } from '../engines/port.ts';
import type { JobRow } from '../jobs/rows.ts';
import type { PictureToInspect } from '../moderation/picture-rules.ts';
import { wordsOf } from '../work-order.ts';
import { blocked } from './ending.ts';
import type { ReceivedOutput } from './receive.ts';
import type { WorkRoom } from './room.ts';

/** Throws an Ending (`policy_blocked`) for words that are not allowed. */
export function refuseWords({ prompts }: WorkRoom, { input }: JobRow): void {
  const refused = prompts.refusal(wordsOf(input));
  if (refused) throw blocked(refused, 'input');
}

/** Throws an Ending (`policy_blocked`) that names the field of the first picture that is not allowed. */
export async function refuseInputs(room: WorkRoom, job: JobRow, pictures: readonly GatheredPicture[]): Promise<void> {
  for (const { role, pointer, bytes } of pictures) {
    if (role === 'mask') continue;
    const refused = await refusalOf(room, job, { kind: 'file', bytes });
    if (refused) throw blocked(`${pointer}: the image ${refused}`, 'input');
  }
}

/**
 * Throws an Ending (`policy_blocked`) for a result that is not allowed. Videos are not decoded; they are judged by
 * their input pictures.
 */
export async function refuseOutput(room: WorkRoom, job: JobRow, output: ReceivedOutput): Promise<void> {
  if (output.kind === 'file' && output.mediaKind === 'video') return;
  const refused = await refusalOf(room, job, output);
  if (refused) throw blocked(`The result ${refused}`, 'output');
}

async function refusalOf(
  { inspectPicture, checkPicture, prompts }: WorkRoom,
  { input }: JobRow,
  picture: PictureToInspect,
): Promise<string | null> {
  return checkPicture(await inspectPicture(picture), { namesMinors: prompts.namesMinors(wordsOf(input)) });
}
