import { mimeTypeOf } from './inputs.ts';

/** A field of a form: a text, or the bytes of a picture and the name of its file. An undefined value is left out. */
export type FormField = readonly [field: string, value: string | Uint8Array | undefined, fileName?: string];

/** A form with these fields, in this order. */
export function formOf(fields: readonly FormField[]): FormData {
  const form = new FormData();
  for (const [field, value, fileName = 'picture'] of fields) {
    if (value === undefined) continue;
    if (typeof value === 'string') form.append(field, value);
    else form.append(field, new Blob([new Uint8Array(value)], { type: mimeTypeOf(value) }), fileName);
  }
  return form;
}
