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
import { operationReader, type ReadOperation } from '../read-operation.ts';

/** Every operation of v1, whether it comes by its own path or in the envelope. */
export const READ_OPERATION: Readonly<Record<Operation, ReadOperation>> = {
  virtual_try_on: operationReader(VirtualTryOnInput, virtualTryOnViolation, withOutput(orderVirtualTryOn)),
  generate: operationReader(GenerateInput, generateViolation, withOutput(orderGenerate)),
  edit: operationReader(EditInput, null, withOutput(orderEdit)),
  inpaint: operationReader(InpaintInput, inpaintViolation, withOutput(orderInpaint)),
  upscale: operationReader(UpscaleInput, null, withOutput(orderUpscale)),
  animate: operationReader(AnimateInput, null, orderAnimate),
  text_to_video: operationReader(TextToVideoInput, null, orderTextToVideo),
};
