import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MediaRejection } from '../rejection.ts';
import { remoteFetch } from './fetch.ts';

/** IPv4 addresses from every special-purpose range, with both ends of the larger ones. */
const IPV4 = [
  ...[
    '0.0.0.0',
    '0.0.0.1',
    '0.255.255.255',
    '10.0.0.0',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.0',
    '100.100.100.200',
    '100.127.255.255',
  ],
  ...[
    '127.0.0.0',
    '127.0.0.1',
    '127.0.0.2',
    '127.1.2.3',
    '127.255.255.255',
    '169.254.0.0',
    '169.254.169.254',
    '169.254.170.2',
    '169.254.255.255',
  ],
  ...[
    '172.16.0.0',
    '172.17.0.1',
    '172.31.255.255',
    '192.0.0.0',
    '192.0.0.8',
    '192.0.0.170',
    '192.0.0.192',
    '192.0.2.1',
    '192.31.196.1',
    '192.52.193.1',
  ],
  ...[
    '192.88.99.1',
    '192.168.0.0',
    '192.168.1.1',
    '192.168.255.255',
    '192.175.48.1',
    '198.18.0.0',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
  ],
  ...[
    '224.0.0.0',
    '224.0.0.251',
    '239.255.255.250',
    '239.255.255.255',
    '240.0.0.0',
    '250.1.2.3',
    '255.255.255.254',
    '255.255.255.255',
    '168.63.129.16',
  ],
];

/** IPv6 addresses that are not global unicast, or that carry an IPv4 address inside. */
const IPV6 = [
  ...[
    '::',
    '::1',
    '::2',
    '::ffff:0:0',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:169.254.169.254',
    '::ffff:192.168.0.1',
    '::ffff:8.8.8.8',
  ],
  ...[
    '::127.0.0.1',
    '::10.0.0.1',
    '::8.8.8.8',
    '::ffff:0:127.0.0.1',
    '::ffff:0:8.8.8.8',
    '64:ff9b::',
    '64:ff9b::127.0.0.1',
    '64:ff9b::10.0.0.1',
  ],
  ...[
    '64:ff9b::8.8.8.8',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::1',
    '64:ff9b:1:fffe::7f00:1',
    '64:ff9b:1:ffff:ffff:ffff:127.0.0.1',
    '100::',
    '100::1',
    '100:0:0:1::1',
  ],
  ...[
    '2001::',
    '2001::1',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '2001:0:7f00:1::',
    '2001:1::1',
    '2001:1::2',
    '2001:2::1',
    '2001:3::1',
    '2001:4:112::1',
  ],
  ...[
    '2001:10::1',
    '2001:20::1',
    '2001:2f:ffff::1',
    '2001:30::1',
    '2001:1ff:ffff::',
    '2001:db8::',
    '2001:db8::1',
    '2001:db8:ffff:ffff::1',
  ],
  ...[
    '2002::',
    '2002:7f00:1::',
    '2002:7f00:1::1',
    '2002:a00:1::',
    '2002:a9fe:a9fe::',
    '2002:c0a8:101::1',
    '2002:808:808::',
    '2620:4f:8000::1',
    '3fff::1',
    '3fff:fff::1',
  ],
  ...[
    '5f00::1',
    '4000::1',
    '8000::1',
    'fc00::',
    'fc00::1',
    'fd00::1',
    'fd00:ec2::254',
    'fdff:ffff::1',
    'fe80::',
    'fe80::1',
    'fe80::5efe:7f00:1',
    'febf::1',
    'fec0::1',
  ],
  ...[
    'feff::1',
    'ff00::',
    'ff02::1',
    'ff02::fb',
    'ff05::2',
    'ff0e::1',
    'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    '2001:470:1f0b::5efe:7f00:1',
    '2001:470:1f0b:0:200:5efe:a00:1',
  ],
];

/** Hosts that the URL parser turns into loopback or private addresses. */
const DISGUISES = [
  ...[
    '2130706433',
    '017700000001',
    '0x7f000001',
    '0x7F.1',
    '127.1',
    '127.0.1',
    '0177.0.0.1',
    '0177.0.0.0x1',
    '00000177.1',
    '0x7f.0x0.0x0.0x1',
    '127.0.0.1.',
  ],
  ...[
    '127.000.000.001',
    '%31%32%37.0.0.1',
    '１２７.０.０.１',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    '0',
    '0x0',
    '00',
    '1',
    '0xa9fea9fe',
    '2852039166',
    '0251.0376.0251.0376',
  ],
  ...['169.254.43518', '3232235777', '0xc0a80101', '0300.0250.1.1', '10.1', '012.1', '0xa.1', '4294967295', '0xffffffff'],
  ...[
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:7f00:1]',
    '[::ffff:127.0.0.1]',
    '[0000:0000:0000:0000:0000:ffff:127.0.0.1]',
    '[::127.0.0.1]',
    '[::FFFF:7F00:0001]',
  ],
];

/** Addresses that name no fetchable host at all. */
const NO_ADDRESSES = [
  ...[
    '',
    ' ',
    'picture.png',
    '/picture.png',
    '//127.0.0.1/a.png',
    'http:',
    'http://',
    'http:///',
    'https://[::1',
    'http://127.0.0.1:99999/',
    'http://a b/',
    'http://1.2.3.256/',
  ],
  ...[
    'file:///etc/passwd',
    'ftp://127.0.0.1/a.png',
    'gopher://127.0.0.1/',
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
    'ws://127.0.0.1/',
    'blob:http://127.0.0.1/1',
  ],
  ...[
    'http://user@127.0.0.1/',
    'http://user:password@8.8.8.8/',
    'https://:password@8.8.8.8/',
    'http://8.8.8.8@127.0.0.1/',
    'http://[fe80::1%25eth0]/',
    'http://0x100000000/',
  ],
];

const signal = new AbortController().signal;
const noNames = () => Promise.reject(new Error('no name is resolved here'));

/** A listener on every address of this machine, and a count of all connections this process opens. */
let connections = 0;
const count = () => {
  connections += 1;
};
const listener = createServer((socket) => socket.destroy());
let port = 0;
beforeAll(async () => {
  subscribe('net.client.socket', count);
  await new Promise<void>((resolve) => listener.listen(0, resolve));
  const address = listener.address();
  port = address && typeof address === 'object' ? address.port : 0;
});
afterAll(async () => {
  unsubscribe('net.client.socket', count);
  await new Promise((resolve) => listener.close(resolve));
});

/** Fetches an address that must be refused before any connection is opened. */
async function refusal(url: string, resolve: (name: string) => Promise<readonly string[]> = noNames): Promise<MediaRejection> {
  const before = connections;
  const fetched: unknown = await remoteFetch({ allowedPrivateRanges: [], resolve })(url, signal).catch(
    (error: unknown) => error,
  );
  expect(connections, 'connections opened').toBe(before);
  if (!(fetched instanceof MediaRejection)) throw new Error(`${url} was not refused`, { cause: fetched });
  expect(fetched.code).toBe('invalid_request');
  return fetched;
}

test('the table holds at least 150 addresses, each once', () => {
  const all = [...IPV4, ...IPV6, ...DISGUISES, ...NO_ADDRESSES];
  expect(new Set(all).size).toBe(all.length);
  expect(all.length).toBeGreaterThanOrEqual(150);
});

test('a connection is counted where one is made', async () => {
  const before = connections;
  await expect(
    remoteFetch({ allowedPrivateRanges: ['127.0.0.1/32'] })(`http://127.0.0.1:${port}/`, signal),
  ).rejects.toBeInstanceOf(MediaRejection);
  expect(connections).toBe(before + 1);
});

describe('an address that is not public is refused without a connection', () => {
  test.each(IPV4)('http://%s/', async (host) => {
    await refusal(`http://${host}:${port}/picture.png`);
    await refusal(`https://${host}/picture.png`);
  });
  test.each(IPV6)('http://[%s]/', async (host) => {
    await refusal(`http://[${host}]:${port}/picture.png`);
  });
  test.each(DISGUISES)('http://%s/', async (host) => {
    await refusal(`http://${host}:${port}/picture.png`);
  });
});

describe('a name is refused without a connection when it leads to', () => {
  test.each([...IPV4, ...IPV6])('%s', async (address) => {
    await refusal(`http://pictures.test:${port}/`, async () => [address]);
  });
  test('a public address and a private one, in either order', async () => {
    for (const addresses of [
      ['8.8.8.8', '10.0.0.1'],
      ['10.0.0.1', '8.8.8.8'],
      ['2606:4700::1111', '::1'],
    ]) {
      await refusal('http://pictures.test/', async () => addresses);
    }
  });
  test('nothing, or cannot be resolved', async () => {
    await refusal('http://pictures.test/', async () => []);
    await refusal('http://pictures.test/', () => Promise.reject(new Error('ENOTFOUND pictures.test 10.0.0.53')));
  });
});

test.each(NO_ADDRESSES)('%j is refused as no address to fetch', async (address) => {
  await refusal(address, async () => ['8.8.8.8']);
});

test('a name nobody knows and a name that leads inside get the same answer, which tells nothing of either', async () => {
  const inside = await refusal('http://pictures.test/', async () => ['10.0.0.7']);
  const unknown = await refusal('http://pictures.test/', () => Promise.reject(new Error('ENOTFOUND')));
  expect(inside.message).toBe(
    'No picture could be fetched from pictures.test: it has no public internet address that answers.',
  );
  expect(unknown.message).toBe(inside.message);
});
