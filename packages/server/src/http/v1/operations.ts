import {
  AnimateInput,
  EditInput,
  GenerateInput,
  generateViolation,
  InpaintInput,
  inpaintViolation,
  type Operation,
  TextToVideoInput,
  UpscaleInput,
  VirtualTryOnInput,
  virtualTryOnViolation,
} from '@atelier/contract';
import {
  orderAnimate,
  orderEdit,
  orderGenerate,
  orderInpaint,
  orderTextToVideo,
  orderUpscale,
  orderVirtualTryOn,
} from '../../submission/orders.ts';
import { withOutput } from '../../submission/output.ts';
import { operationReader, type ReadOperation, storeMask } from '../read-operation.ts';

/** Every operation of v1, whether it comes by its own path or in the envelope. */
export const READ_OPERATION: Readonly<Record<Operation, ReadOperation>> = {
  virtual_try_on: operationReader(VirtualTryOnInput, virtualTryOnViolation, async (input) =>
    withOutput(orderVirtualTryOn(input), input),
  ),
  generate: operationReader(GenerateInput, generateViolation, async (input) => withOutput(orderGenerate(input), input)),
  edit: operationReader(EditInput, null, async (input, { imageId }) => withOutput(orderEdit(imageId, input), input)),
  inpaint: operationReader(InpaintInput, inpaintViolation, async (input, { imageId, workspaceId }, room) => {
    const mask = input.mask === undefined ? undefined : await storeMask(room, workspaceId, input.mask);
    return withOutput(orderInpaint(imageId, input, mask), input);
  }),
  upscale: operationReader(UpscaleInput, null, async (input, { imageId }) =>
    withOutput(orderUpscale(imageId, input), input),
  ),
  animate: operationReader(AnimateInput, null, async (input, { imageId }) => orderAnimate(imageId, input)),
  text_to_video: operationReader(TextToVideoInput, null, async (input) => orderTextToVideo(input)),
};
