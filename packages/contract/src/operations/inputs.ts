import type { Operation } from '../models.ts';
import { EditInput } from './edit.ts';
import { GenerateInput } from './generate.ts';
import { InpaintInput } from './inpaint.ts';
import { UpscaleInput } from './upscale.ts';
import { AnimateInput, TextToVideoInput } from './video.ts';
import { VirtualTryOnInput } from './virtual-try-on.ts';

/** The body of each operation, for programs that offer them all: they make options and forms of it. */
export const OPERATION_INPUTS = {
  virtual_try_on: VirtualTryOnInput,
  generate: GenerateInput,
  edit: EditInput,
  inpaint: InpaintInput,
  upscale: UpscaleInput,
  animate: AnimateInput,
  text_to_video: TextToVideoInput,
} as const satisfies Record<Operation, object>;
