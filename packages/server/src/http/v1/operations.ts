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
import { operationReader, type ReadOperation, storeMask } from '../read-operation.ts';

/** Every operation of v1, whether it comes by its own path or in the envelope. */
export const READ_OPERATION: Readonly<Record<Operation, ReadOperation>> = {
  virtual_try_on: operationReader(VirtualTryOnInput, virtualTryOnViolation, async (input) => orderVirtualTryOn(input)),
  generate: operationReader(GenerateInput, generateViolation, async (input) => orderGenerate(input)),
  edit: operationReader(EditInput, null, async (input, { imageId }) => orderEdit(imageId, input)),
  inpaint: operationReader(InpaintInput, inpaintViolation, async (input, { imageId, workspaceId }, room) => {
    const mask = input.mask === undefined ? undefined : await storeMask(room, workspaceId, input.mask);
    return orderInpaint(imageId, input, mask);
  }),
  upscale: operationReader(UpscaleInput, null, async (input, { imageId }) => orderUpscale(imageId, input)),
  animate: operationReader(AnimateInput, null, async (input, { imageId }) => orderAnimate(imageId, input)),
  text_to_video: operationReader(TextToVideoInput, null, async (input) => orderTextToVideo(input)),
};
