import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressPolicy, parseAddressRange } from './address-policy.ts';

const policy = addressPolicy([]);

describe('an address of the public internet is admitted', () => {
  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2001:4860:4860::8888',
    '2606:4700:4700::1111',
    '2a00:1450:4001:81b::200e',
    '2400:cb00::1',
  ])('%s', (address) => {
    expect(policy(address)).toBe(true);
  });
});

test('a text that is not an address is refused', () => {
  for (const text of [
    '',
    'localhost',
    '1.2.3',
    '0x08080808',
    '8.8.8.8 ',
    '8.8.8.8/32',
    '[2606:4700::1]',
    '2606:4700::1%eth0',
    '010.8.8.8',
  ]) {
    expect(policy(text), text).toBe(false);
  }
});

test('no IPv6 address outside the block of global unicast is admitted', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 }), (parts) => {
      const outside = [(parts[0] ?? 0) & 0x1fff, ...parts.slice(1)];
      for (const top of [0x0000, 0x4000, 0x6000, 0x8000, 0xa000, 0xc000, 0xe000]) {
        const text = [outside[0] ?? 0, ...outside.slice(1)]
          .map((part, index) => (index === 0 ? part | top : part).toString(16))
          .join(':');
        expect(policy(text), text).toBe(false);
      }
    }),
  );
});

test('a private range is admitted only when it is named, and nothing beside it', () => {
  const lenient = addressPolicy(['127.0.0.1/32', '10.20.0.0/16', 'fd12::/16']);
  for (const address of ['127.0.0.1', '10.20.0.0', '10.20.255.255', 'fd12::1', '8.8.8.8'])
    expect(lenient(address), address).toBe(true);
  for (const address of ['127.0.0.2', '10.21.0.0', '10.19.255.255', 'fd13::1', '192.168.0.1'])
    expect(lenient(address), address).toBe(false);
});

test('a named range does not admit addresses that wrap one of it', () => {
  const lenient = addressPolicy(['127.0.0.0/8', '10.0.0.0/8']);
  for (const address of [
    '::ffff:127.0.0.1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '::ffff:10.0.0.1',
    '::1',
  ]) {
    expect(lenient(address), address).toBe(false);
  }
});

test.each(['', '10.0.0.0', '10.0.0.0/33', '10.0.0/8', 'fd00::/129', 'localhost/8', '10.0.0.0/8,'])(
  '%j is refused as a range',
  (text) => {
    expect(parseAddressRange(text)).toBeNull();
    expect(() => addressPolicy([text])).toThrow(JSON.stringify(text));
  },
);
