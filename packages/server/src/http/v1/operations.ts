import {
  AnimateInput,
  EditInput,
  GenerateInput,
  generateViolation,
  InpaintInput,
  inpaintViolation,
  type Operation,
  type Static,
  TextToVideoInput,
  UpscaleInput,
  type Violation,
  VirtualTryOnInput,
  virtualTryOnViolation,
} from '@atelier/contract';
import type { TSchema } from 'typebox';
import { Fault } from '../../fault.ts';
import { orderEdit } from '../../submission/orders/edit.ts';
import { orderGenerate } from '../../submission/orders/generate.ts';
import { orderInpaint } from '../../submission/orders/inpaint.ts';
import { orderUpscale } from '../../submission/orders/upscale.ts';
import { orderAnimate, orderTextToVideo } from '../../submission/orders/video.ts';
import { orderVirtualTryOn } from '../../submission/orders/virtual-try-on.ts';
import type { WorkRequest } from '../../submission/request.ts';
import type { HttpRoom } from '../room.ts';
import { checker } from '../validation.ts';
import { storeMask } from './store-mask.ts';

/** Where an operation's body came from. */
export interface Place {
  readonly workspaceId: string;
  /** The image of the path or the envelope; empty for operations that take none. */
  readonly imageId: string;
  /** Stands before every pointer of a message: empty at the operation's own path, `/input` in the envelope. */
  readonly root: string;
}

/** Reads the body of an operation: checks it against its schema and rules, and says what work it asks for. */
export type ReadOperation = (room: HttpRoom, body: unknown, place: Place) => Promise<WorkRequest>;

/** Every operation of v1, whether it comes by its own path or in the envelope. */
export const READ_OPERATION: Readonly<Record<Operation, ReadOperation>> = {
  virtual_try_on: reader(VirtualTryOnInput, virtualTryOnViolation, async (input) => orderVirtualTryOn(input)),
  generate: reader(GenerateInput, generateViolation, async (input) => orderGenerate(input)),
  edit: reader(EditInput, null, async (input, { imageId }) => orderEdit(imageId, input)),
  inpaint: reader(InpaintInput, inpaintViolation, async (input, { imageId, workspaceId, root }, room) => {
    const maskId = input.mask === undefined ? undefined : await storeMask(room, workspaceId, input.mask, `${root}/mask`);
    return orderInpaint(imageId, input, maskId);
  }),
  upscale: reader(UpscaleInput, null, async (input, { imageId }) => orderUpscale(imageId, input)),
  animate: reader(AnimateInput, null, async (input, { imageId }) => orderAnimate(imageId, input)),
  text_to_video: reader(TextToVideoInput, null, async (input) => orderTextToVideo(input)),
};

function reader<T extends TSchema>(
  schema: T,
  violation: ((input: Static<T>) => Violation | null) | null,
  order: (input: Static<T>, place: Place, room: HttpRoom) => Promise<WorkRequest>,
): ReadOperation {
  const check = checker(schema);
  return async (room, body, place) => {
    const input = check(body, place.root);
    refuseViolation(violation?.(input) ?? null, place.root);
    return order(input, place, room);
  };
}

/** Throws `invalid_request` for a rule the schema cannot say. */
export function refuseViolation(violation: Violation | null, root = ''): void {
  if (violation) throw new Fault('invalid_request', `${`${root}${violation.pointer}` || 'The body'} ${violation.message}.`);
}
