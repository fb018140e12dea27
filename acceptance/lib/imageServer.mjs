// A loopback web server of pictures, for sources given by URL.
import { createServer } from 'node:http';
import { blackMask, JPEG, mask, png, WEBP } from './images.mjs';

/** Starts it on `host`; returns { url(path), hits (paths asked for), close() }. */
export async function imageServer(host = '127.0.0.1') {
  const hits = [];
  const server = createServer((req, res) => {
    hits.push(req.url);
    const path = req.url.split('?')[0];
    const hop = /^\/hop\/(\d+)$/.exec(path);
    if (hop) return res.writeHead(302, { location: Number(hop[1]) > 1 ? `/hop/${hop[1] - 1}` : '/photo.png' }).end();
    const files = {
      '/photo.png': ['image/png', png()],
      '/photo.jpg': ['image/jpeg', JPEG],
      '/photo.webp': ['image/webp', WEBP],
      '/lying.png': ['image/png', Buffer.from('<!doctype html><p>no picture</p>')],
      '/untyped': ['application/octet-stream', png()],
      '/large.png': ['image/png', Buffer.alloc(15 * 1024 * 1024 + 1, 7)],
      '/square.png': ['image/png', png({ width: 64, height: 64 })],
      '/black.png': ['image/png', blackMask()],
      '/wide.png': ['image/png', mask(96, 48)],
    };
    const [type, bytes] = files[path] ?? [];
    if (!bytes) return res.writeHead(404, { 'content-type': 'text/plain' }).end('none');
    res.writeHead(200, { 'content-type': type, 'content-length': bytes.length }).end(bytes);
  });
  await new Promise((resolve, reject) => server.once('error', reject).listen(0, host, resolve));
  server.unref();
  return { hits, url: (path) => `http://${host}:${server.address().port}${path}`, close: () => server.close() };
}
