import fc from 'fast-check';
import { NASTY_TEXTS } from './nasty.ts';

/** A PNG of 16 × 16 pixels, grey. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAHElEQVQokWPoIBEwjGogAjAQowgZjGogBtA+lADnoJgQ2ess4gAAAABJRU5ErkJggg==',
  'base64',
);

/** A form as it goes over the wire. */
interface Form {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Forms of an upload: right ones, ones with odd names and fields, and ones that are broken. */
export function formOf(): fc.Arbitrary<Form> {
  const name = fc.constantFrom('photo.png', 'a.jpg', ...NASTY_TEXTS.map((text) => text.slice(0, 200)));
  const type = fc.constantFrom(
    null,
    'reference',
    'virtual-try-on-outfit',
    'training',
    'video-last-frame',
    'inpaint-mask',
    'nonsense',
    '',
  );
  const field = fc.constantFrom('file', 'file', 'file', 'file', 'type', '__proto__', 'picture', '');
  const picture = fc.oneof(
    { weight: 4, arbitrary: fc.constant<Uint8Array>(PICTURE) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
  );
  const cut = fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(120) });
  return fc.record({ name, type, field, picture, cut, extra: fc.nat(12) }).map((parts) => {
    const pieces: Uint8Array[] = [];
    const add = (disposition: string, content: Uint8Array) =>
      pieces.push(
        Buffer.from(`--edge\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n`),
        content,
        Buffer.from('\r\n'),
      );
    if (parts.type !== null) add('name="type"', Buffer.from(parts.type));
    // A form of eleven fields is one too many; most have none.
    if (parts.extra > 9) for (let each = 0; each < parts.extra; each++) add(`name="field${each}"`, Buffer.from('x'));
    add(`name="${parts.field}"; filename="${parts.name.replaceAll('"', '%22')}"`, parts.picture);
    const whole = Buffer.concat([...pieces, Buffer.from('--edge--\r\n')]);
    return {
      headers: { 'content-type': 'multipart/form-data; boundary=edge' },
      body: whole.subarray(0, whole.length - parts.cut),
    };
  });
}
