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
import { orderEdit } from '../../submission/orders/edit.ts';
import { orderGenerate } from '../../submission/orders/generate.ts';
import { orderInpaint } from '../../submission/orders/inpaint.ts';
import { orderUpscale } from '../../submission/orders/upscale.ts';
import { orderAnimate, orderTextToVideo } from '../../submission/orders/video.ts';
import { orderVirtualTryOn } from '../../submission/orders/virtual-try-on.ts';
import { operationReader, type ReadOperation } from '../read-operation.ts';
import { storeMask } from '../store-mask.ts';

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
