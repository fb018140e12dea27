import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentDisposition, safeFileName } from './file-name.ts';

test.each([
  ['Blue coat.png', 'Blue coat.png'],
  ['Blue coat.JPEG', 'Blue coat.png'],
  ['coat', 'coat.png'],
  ['coat.v2.final', 'coat.v2.png'],
  ['mantel größe 38.webp', 'mantel größe 38.png'],
  ['外套.jpg', '外套.png'],
  ['👗 dress.png', '👗 dress.png'],
  ['cafe\u0301.png', 'café.png'],
  ['../../etc/passwd', 'passwd.png'],
  ['..\\..\\windows\\system32\\cmd.exe', 'cmd.png'],
  ['C:\\photos\\me.png', 'me.png'],
  ['/', 'picture.png'],
  ['..', 'picture.png'],
  ['.htaccess', 'htaccess.png'],
  ['.png', 'picture.png'],
  ['', 'picture.png'],
  [undefined, 'picture.png'],
  ['   ', 'picture.png'],
  ['a\0b\r\nSet-Cookie: x=1.png', 'abSet-Cookie_ x=1.png'],
  ['\u202Egnp.exe', 'gnp.png'],
  ['invoice\u202Egpj.exe', 'invoicegpj.png'],
  ['zero\u200Bwidth\uFEFF.png', 'zerowidth.png'],
  ['tag\u{E0041}\u{E0042}.png', 'tag.png'],
  ['a"b;c.png', 'a_b_c.png'],
  ['$(rm -rf ~).png', '_(rm -rf ~).png'],
  ['--help.png', 'help.png'],
  ['NUL.png', 'picture.png'],
  ['com1.tar.gz', 'picture.png'],
  ['console.png', 'console.png'],
  ['name. . .png', 'name.png'],
  ['%2e%2e%2fx.png', '_2e_2e_2fx.png'],
  ['\uD800.png', '\uFFFD.png'],
  ['\uE000\uE001.png', 'picture.png'],
])('%j becomes %j', (given, expected) => {
  expect(safeFileName(given, 'image/png')).toBe(expected);
});

test('the extension is that of the true type', () => {
  expect(safeFileName('coat.png', 'image/jpeg')).toBe('coat.jpg');
  expect(safeFileName('coat.png', 'image/webp')).toBe('coat.webp');
  expect(safeFileName('coat.png', 'video/mp4')).toBe('coat.mp4');
  expect(safeFileName('coat.png', 'application/x-unknown')).toBe('coat.bin');
});

test('any name becomes short, printable and one path segment, and a safe name stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 2000 }), (given) => {
      const name = safeFileName(given, 'image/png');
      expect(name).not.toMatch(/[\p{C}\p{Zl}\p{Zp}/\\:"<>|?*]/u);
      expect(name).not.toMatch(/^[.\s]/);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
      expect(name.length).toBeGreaterThan(4);
      expect(safeFileName(name, 'image/png')).toBe(name);
    }),
  );
});

test('a plain name needs one parameter, any other a second one', () => {
  expect(contentDisposition('Blue coat.png')).toBe('inline; filename="Blue coat.png"');
  expect(contentDisposition('größe.png')).toBe(`inline; filename="gro_e.png"; filename*=UTF-8''gr%C3%B6%C3%9Fe.png`);
  expect(contentDisposition("it's (1).png")).toBe(`inline; filename="it's (1).png"`);
  expect(contentDisposition("ü's (1)*.png")).toBe(
    `inline; filename="u's (1)*.png"; filename*=UTF-8''%C3%BC%27s%20%281%29%2A.png`,
  );
});

test('whatever the name, the header is one line of ASCII with balanced quotes, and the name comes back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (given) => {
      const header = contentDisposition(given);
      expect(header).toMatch(
        /^inline; filename="[\x20-\x21\x23-\x5b\x5d-\x7e]*"(?:; filename\*=UTF-8''[A-Za-z0-9!#$&+.^_`|~%-]*)?$/,
      );
      const extended = /filename\*=UTF-8''(.*)$/.exec(header)?.[1];
      expect(extended === undefined ? /filename="(.*)"/.exec(header)?.[1] : decodeURIComponent(extended)).toBe(
        given.toWellFormed(),
      );
    }),
  );
});
