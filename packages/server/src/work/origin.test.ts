import { BufferSource, Input, MP4 } from 'mediabunny';
import { expect, test } from 'vitest';
import { filmOf } from '../engines/adapters/sandbox/video.ts';
import { filmWithOrigin } from './origin.ts';

const XMP_BOX = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');

async function film(): Promise<Uint8Array> {
  const output = await filmOf({ width: 32, height: 48, rgb: new Uint8Array(32 * 48 * 3).fill(120) });
  if (output.kind !== 'file') throw new Error('the sandbox made no film');
  return output.bytes;
}

async function facts(bytes: Uint8Array) {
  const input = new Input({ source: new BufferSource(bytes), formats: [MP4] });
  const track = await input.getPrimaryVideoTrack();
  const { packetCount } = (await track?.computePacketStats()) ?? {};
  const { raw } = await input.getMetadataTags();
  return { duration: await input.computeDuration(), packetCount, tags: raw };
}

/** Types of the boxes in no other, in their order, as a file of small boxes has them. */
function boxTypes(bytes: Uint8Array): string[] {
  const file = Buffer.from(bytes);
  const types: string[] = [];
  for (let at = 0; at < file.length; at += file.readUInt32BE(at)) types.push(file.toString('latin1', at + 4, at + 8));
  return types;
}

test('a film says where it comes from behind all it held, and lasts as long', async () => {
  const before = await film();
  const after = Buffer.from(filmWithOrigin(before, 'the-job'));
  expect(after.subarray(0, before.length)).toEqual(Buffer.from(before));
  expect(boxTypes(after)).toEqual([...boxTypes(before), 'uuid']);
  expect(boxTypes(after).indexOf('moov')).toBeLessThan(boxTypes(after).indexOf('mdat'));
  const box = after.subarray(before.length);
  expect(box.subarray(8, 24)).toEqual(XMP_BOX);
  expect(box.toString('utf8', 24)).toMatch(
    /^<\?xpacket .*compositeWithTrainedAlgorithmicMedia.*urn:uuid:the-job.*<\?xpacket end="w"\?>$/,
  );
  expect(await facts(after)).toEqual(await facts(before));
});

test('a film that had XMP has only ours', async () => {
  const twice = Buffer.from(filmWithOrigin(filmWithOrigin(await film(), 'another'), 'ours'));
  expect(boxTypes(twice).slice(-2)).toEqual(['free', 'uuid']);
});

test('a last box that went on to the end of the file ends where it did', async () => {
  const before = Buffer.from(await film());
  const pictures = before.indexOf('mdat') - 4;
  const closed = Buffer.from(before);
  closed.writeUInt32BE(before.length - pictures, pictures);
  const open = Buffer.from(closed);
  open.writeUInt32BE(0, pictures);
  expect(filmWithOrigin(open, 'job')).toEqual(filmWithOrigin(closed, 'job'));
});

test('a film with a signed origin stays as it is', async () => {
  const signed = Buffer.concat([
    await film(),
    Buffer.from('00000018', 'hex'),
    Buffer.from('uuid'),
    Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex'),
  ]);
  expect(filmWithOrigin(signed, 'job')).toBe(signed);
});
