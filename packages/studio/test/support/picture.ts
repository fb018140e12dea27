import { readFileSync } from 'node:fs';
import type { UploadType } from '@atelier/contract';
import { sample } from './samples.ts';

/** An upload of one of the project's samples, as a form. */
export function picture(type: UploadType): FormData {
  const form = new FormData();
  form.set('type', type);
  const file = sample(type === 'virtual-try-on-outfit' ? 'garment-shirt' : 'person-woman');
  form.set('file', new Blob([readFileSync(file)], { type: 'image/webp' }), 'sample.webp');
  return form;
}
