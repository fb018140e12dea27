import { laidOver } from '../../pixels/laid-over.ts';
import type { Raster } from '../../pixels/raster.ts';
import { EngineRejection } from '../../rejection.ts';
import { withShadow } from '../generate/set-into.ts';
import { denoised } from '../upscale/denoise.ts';
import { onBackground } from './background.ts';
import type { Change, Instruction, LitPart } from './grammar/instruction.ts';
import { recolourGarment, withPattern } from './recolour.ts';
import { blurred, hiddenFace, mirrored, sharpened, smoothedCloth, smoothedSkin, withoutLogo } from './retouch.ts';
import type { Subject } from './subject.ts';
import { toned } from './tone.ts';

/** Share of the noise filter's full strength. */
const DENOISE = 0.6;

/** Kinds of instructions about the frame, which are followed before any other. */
const FRAME_KINDS: readonly Instruction['kind'][] = ['rotate', 'shape', 'frame', 'zoom', 'margins'];

/** True for an instruction that changes the content of the picture, not its frame. */
export function isChange(instruction: Instruction): instruction is Change {
  return !FRAME_KINDS.includes(instruction.kind);
}

/** True for a change that needs the outline of the person or product. */
export function needsSubject(change: Change): boolean {
  if (change.kind === 'tone') return change.part !== null;
  return !['sharpen', 'mirror', 'denoise', 'blur'].includes(change.kind);
}

/** The picture with one change made. `subject` may be null if the instruction does not need it. */
export async function applied(
  picture: Raster,
  instruction: Change,
  subject: Subject | null,
  random: () => number,
): Promise<Raster> {
  const part = (named: LitPart) => requireSubject(subject).part(named);
  switch (instruction.kind) {
    case 'tone': {
      const changed = toned(picture, instruction.tone, instruction.amount);
      if (instruction.part === null) return changed;
      const { data } = part(instruction.part);
      return laidOver(picture, changed.data, (i) => data[i]);
    }
    case 'sharpen':
      return sharpened(picture);
    case 'denoise':
      return denoised(picture, DENOISE);
    case 'blur':
      return blurred(picture);
    case 'mirror':
      return mirrored(picture, instruction.upsideDown);
    case 'recolour':
      return requireSubject(subject)
        .pieces(instruction.target)
        .reduce((changed, piece) => recolourGarment(changed, piece, instruction.colour), picture);
    case 'pattern':
      return withPattern(picture, part(instruction.target), instruction.pattern, instruction.colour);
    case 'background':
      return onBackground(picture, instruction, requireSubject(subject));
    case 'shadow':
      return withShadow(
        picture,
        requireSubject(subject).matte,
        requireSubject(subject).isProduct ? 'hanging' : 'standing',
      );
    case 'smooth':
      return instruction.what === 'skin'
        ? smoothedSkin(picture, part('skin'))
        : smoothedCloth(picture, part('garment'));
    case 'hide face': {
      const { face } = requireSubject(subject);
      if (!face) throw new EngineRejection('The image shows no face to hide. Use an image that shows the face.');
      return hiddenFace(picture, face.centre, face.radius);
    }
    case 'remove':
      return withoutLogo(picture, requireSubject(subject).pieces('garment'), random);
  }
}

function requireSubject(subject: Subject | null): Subject {
  if (!subject) throw new Error('an instruction about a part was read without finding the subject');
  return subject;
}
