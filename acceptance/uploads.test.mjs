import assert from 'node:assert/strict';
import { check } from './lib/check.mjs';
import { media, want, workspace } from './lib/client.mjs';
import * as images from './lib/images.mjs';
import { legacyError, record } from './lib/shapes.mjs';

const ws = await workspace();
const { png, pngOfSize, sniff } = images;
const MiB = 1024 * 1024;

const accepted = {
  PNG: [png({ width: 40, height: 30 }), 40, 30],
  JPEG: [images.JPEG, 48, 32],
  'lossy WebP': [images.WEBP, 48, 32],
  'lossless WebP': [images.WEBP_LOSSLESS, 48, 32],
};
for (const [name, [bytes, width, height]] of Object.entries(accepted)) {
  check(
    `${name} is accepted by its bytes, whatever its name and type say`,
    'Upload formats | JPEG, PNG, WebP; by its bytes',
    async () => {
      for (const [file, mime] of [
        ['photo.png', 'image/png'],
        ['photo.gif', 'image/gif'],
        ['notes.txt', 'text/plain'],
        ['noextension', 'application/octet-stream'],
      ]) {
        const body = record(want(await ws.upload(bytes, { name: file, mime }), 201, file).body);
        assert.deepEqual([body.width_px, body.height_px], [width, height], `${file}: its size in pixels`);
      }
    },
  );
}
const refused = {
  GIF: images.GIF,
  SVG: images.SVG,
  AVIF: images.AVIF,
  TIFF: images.TIFF,
  BMP: images.BMP,
  PDF: images.PDF,
  HTML: images.HTML,
  text: Buffer.from('hello, this is no picture'),
};
for (const [name, bytes] of Object.entries(refused)) {
  check(
    `${name} is 415 though it says it is a picture`,
    '415 `unsupported_media_type`: upload that is not JPEG, PNG or WebP by its bytes',
    async () => {
      legacyError(await ws.upload(bytes, { name: 'photo.png', mime: 'image/png' }), 415, 'unsupported_media_type');
      legacyError(
        await ws.upload(bytes, { name: 'photo.jpg', mime: 'image/jpeg', type: 'virtual-try-on-outfit' }),
        415,
        'unsupported_media_type',
      );
    },
  );
}
check('an empty file, no file and a file that is a text field are refused', 'Multipart form: `file`', async () => {
  legacyError(await ws.upload(Buffer.alloc(0)), [400, 415], ['invalid_request', 'unsupported_media_type'], 'empty');
  legacyError(await ws.upload(null, { type: 'reference' }), 400, 'invalid_request', 'no file');
  legacyError(
    await ws.upload(null, { file: 'text' }),
    [400, 415],
    ['invalid_request', 'unsupported_media_type'],
    'text field',
  );
});
check(
  'an upload takes the first file in the field file, and ignores other parts',
  'Unknown fields | ignored; so are unknown file parts of a form (read to their end)',
  async () => {
    const form = new FormData();
    for (const [field, width] of [
      ['image', 70],
      ['file', 80],
      ['file', 90],
    ])
      form.append(field, new Blob([png({ width })], { type: 'image/png' }), `${width}.png`);
    form.append('source', 'shop');
    assert.equal(record(want(await ws.post('/images', form), 201).body).width_px, 80);
  },
);
check('an upload that is no multipart form is 415', 'Multipart form: `file`', async () => {
  legacyError(await ws.post('/images', { file: 'x' }), 415, 'unsupported_media_type');
});

// ── Size ──
check('15 MiB exactly is accepted, one byte more is 413', 'Size limit: 15 MiB general', async () => {
  want(await ws.upload(pngOfSize(15 * MiB)), 201, '15 MiB');
  legacyError(await ws.upload(pngOfSize(15 * MiB + 1)), 413, 'payload_too_large', '15 MiB + 1');
});
check(
  'video-last-frame: 10 MiB exactly is accepted, one byte more is 413',
  '10 MiB for `video-last-frame`',
  async () => {
    want(await ws.upload(pngOfSize(10 * MiB), { type: 'video-last-frame' }), 201, '10 MiB');
    legacyError(
      await ws.upload(pngOfSize(10 * MiB + 1), { type: 'video-last-frame' }),
      413,
      'payload_too_large',
      '10 MiB + 1',
    );
  },
);
check('the 10 MiB limit holds too when type comes after the file', '10 MiB for `video-last-frame`', async () => {
  const form = new FormData();
  form.set('file', new Blob([pngOfSize(10 * MiB + 1)], { type: 'image/png' }), 'a.png');
  form.set('type', 'video-last-frame');
  legacyError(await ws.post('/images', form), 413, 'payload_too_large');
});
check(
  'over 12,000 pixels a side or 50 megapixels is refused',
  'Images: at most 50 megapixels and 12,000 px a side (before decoding)',
  async () => {
    for (const [w, h] of [
      [12001, 2],
      [2, 12001],
      [8000, 6400],
      [40000, 40000],
      [2147483647, 2147483647],
    ]) {
      const res = want(await ws.upload(images.pngClaiming(w, h)), [400, 413, 415, 422], `${w} × ${h}`);
      legacyError(res, res.status, res.body.code);
    }
    want(await ws.upload(png({ width: 12000, height: 2, color: 90 })), 201, '12,000 × 2');
  },
);
check('a picture that breaks off is refused', 'the input could not be used', async () => {
  for (const bytes of [png().subarray(0, 60), images.JPEG.subarray(0, 120), images.WEBP.subarray(0, 40)]) {
    const res = want(await ws.upload(bytes), [400, 415, 422]);
    legacyError(res, res.status, res.body.code);
  }
});

// ── Record ──
check(
  'the answer is a completed image record that is not generated',
  'Response: image record (status completed, is_generated false)',
  async () => {
    const r = record(want(await ws.upload(png(), { type: 'virtual-try-on-person' }), 201).body);
    assert.deepEqual(
      [r.status, r.is_generated, r.type, r.is_asset_reference, r.assets, r.credits_used],
      ['completed', false, 'image', false, [], 0],
    );
    assert.ok(r.path, 'path is the URL of the picture');
    const read = record(await ws.record(r.id));
    assert.deepEqual(
      [read.id, read.status, read.width_px, read.created_timestamp],
      [r.id, r.status, r.width_px, r.created_timestamp],
      'GET /images/{id} shows the same',
    );
  },
);
check(
  'every upload type is accepted, another is 400',
  'Upload `type`: virtual-try-on-outfit, virtual-try-on-person, video-last-frame, inpaint-base, inpaint-mask, inpaint-reference, reference; omitted = reference; another value is 400',
  async () => {
    for (const type of [
      'virtual-try-on-outfit',
      'virtual-try-on-person',
      'video-last-frame',
      'inpaint-base',
      'inpaint-mask',
      'inpaint-reference',
      'reference',
      undefined,
    ])
      want(await ws.upload(png(), { type }), 201, String(type));
    for (const type of ['training-data', 'Reference', '../x'])
      legacyError(await ws.upload(png(), { type }), 400, 'invalid_request', JSON.stringify(type));
  },
);
check('EXIF orientation is applied', 'EXIF orientation applied', async () => {
  const r = record(want(await ws.upload(images.JPEG_TURNED), 201).body);
  assert.deepEqual([r.width_px, r.height_px], [32, 48], 'stored 48 × 32, shown 32 × 48');
  const picture = sniff((await media(r.path)).bytes);
  assert.deepEqual([picture.width, picture.height], [32, 48], 'the file too');
});
check('metadata is stripped', 'metadata (GPS) stripped', async () => {
  const { path } = want(await ws.upload(images.JPEG_TURNED), 201).body;
  const { bytes } = await media(path);
  assert.ok(images.JPEG_TURNED.includes('SECRET-EXIF-MARK'), 'the fixture has the mark');
  assert.ok(!bytes.includes('SECRET-EXIF-MARK'), 'the served file does not');
});

// ── Media ──
check(
  'media are immutable, cacheable, typed and unsniffable',
  'Media: `public, max-age=31536000, immutable`, `ETag`, `Range`, `Content-Disposition`, `X-Content-Type-Options: nosniff`',
  async () => {
    const { path } = want(await ws.upload(png(), { name: 'Blue coat.png' }), 201).body;
    const { status, headers, bytes } = await media(path);
    assert.equal(status, 200);
    assert.match(headers.get('cache-control') ?? '', /public, max-age=31536000, immutable/);
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.match(headers.get('content-type') ?? '', /^image\/(png|jpeg|webp)$/);
    assert.match(headers.get('content-disposition') ?? '', /filename/);
    const etag = headers.get('etag');
    assert.ok(etag, 'ETag');
    assert.equal((await media(path, { 'if-none-match': etag })).status, 304, 'If-None-Match');
    const part = await media(path, { range: 'bytes=0-9' });
    assert.deepEqual([part.status, part.headers.get('content-range')], [206, `bytes 0-9/${bytes.length}`]);
    assert.ok(part.bytes.equals(bytes.subarray(0, 10)));
    assert.equal((await media(path, { range: `bytes=${bytes.length + 5}-` })).status, 416, 'a range beyond the end');
  },
);
check('HEAD on media tells the length and sends nothing', 'Media are immutable … `Range`', async () => {
  const { path } = want(await ws.upload(png()), 201).body;
  const [get, head] = [await media(path), await media(path, {}, 'HEAD')];
  assert.deepEqual(
    [head.status, head.headers.get('content-length'), head.bytes.length],
    [200, String(get.bytes.length), 0],
  );
});
check(
  'two uploads of the same bytes have different IDs and unguessable addresses',
  'Media URLs: unguessable (128 bits or more)',
  async () => {
    const [a, b] = [want(await ws.upload(png()), 201).body, want(await ws.upload(png()), 201).body];
    assert.notEqual(a.id, b.id);
    assert.match(new URL(a.path).pathname, /[0-9A-Za-z_-]{20,}/, 'a path with at least 128 random bits');
    assert.notEqual(
      (await media(a.path.replace(/[0-9A-Za-z_-]{20,}/, (s) => [...s].reverse().join('')))).status,
      200,
      'a near address leads nowhere',
    );
  },
);

// ── Delete ──
check('delete removes the file and the record, once', 'DELETE /images/{id} → 204: file and record gone', async () => {
  const { id, path } = want(await ws.upload(png()), 201).body;
  const res = want(await ws.delete(`/images/${id}`), 204);
  assert.equal(res.text, '');
  legacyError(await ws.get(`/images/${id}`), 404, 'not_found');
  assert.equal((await media(path, { 'cache-control': 'no-cache' })).status, 404, 'the file');
  legacyError(await ws.delete(`/images/${id}`), 404, 'not_found', 'again');
  legacyError(await ws.post(`/images/${id}/edit`, { prompt: 'x' }), 404, 'not_found', 'as a source');
});
check('outputs stay when their source is deleted', 'derived outputs stay', async () => {
  const id = await ws.image();
  const job = await ws.run(`/v1/images/${id}/edit`, { prompt: 'x' });
  want(await ws.delete(`/images/${id}`), 204);
  assert.equal((await ws.job(job.id)).status, 'completed');
  assert.equal((await media(job.result.url)).status, 200);
});
