import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import * as x509 from '@peculiar/x509';
import { JPEG, PNG } from '@trustnxt/c2pa-ts/asset';
import { SuperBox } from '@trustnxt/c2pa-ts/jumbf';
import { ActionAssertion, ManifestStore } from '@trustnxt/c2pa-ts/manifest';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadSettings } from '../src/config/settings.ts';
import { startTestService, type TestService, type TestWorkspace } from './support/service.ts';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

let folder: string;
let certificate: string;
let key: string;
let service: TestService;
let workspace: TestWorkspace;
let image: string;

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-c2pa-'));
  [certificate, key] = await writePair('signer');
  service = await startTestService({
    environment: { ATELIER_C2PA_CERTIFICATE: certificate, ATELIER_C2PA_KEY: key },
  });
  workspace = await service.workspace({ sandbox: true });
  image = await workspace.image();
});
afterAll(async () => {
  await service.stop();
  await fs.rm(folder, { recursive: true });
});

/** Writes a certificate of a test authority and its key, as PEM files. */
async function writePair(name: string): Promise<[certificate: string, key: string]> {
  const newKeys = () => crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const [authority, signer] = [await newKeys(), await newKeys()];
  const days = (count: number) => new Date(Date.now() + count * 86_400_000);
  const made = await x509.X509CertificateGenerator.create({
    subject: `CN=${name}`,
    issuer: 'CN=Test authority',
    notBefore: days(-1),
    notAfter: days(30),
    signingAlgorithm: ALGORITHM,
    publicKey: signer.publicKey,
    signingKey: authority.privateKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.emailProtection], true),
      await x509.AuthorityKeyIdentifierExtension.create(authority.publicKey),
    ],
  });
  const files: [string, string] = [path.join(folder, `${name}.crt`), path.join(folder, `${name}.key`)];
  await fs.writeFile(files[0], made.toString('pem'));
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', signer.privateKey);
  await fs.writeFile(files[1], x509.PemConverter.encode(pkcs8, 'PRIVATE KEY'));
  return files;
}

async function resultAs(format: string): Promise<Buffer<ArrayBuffer>> {
  const { body } = await workspace.post(`/v1/images/${image}/edit`, { prompt: 'warmer', output_format: format });
  const job = await workspace.final(body.jobs[0].id);
  return Buffer.from(await (await fetch(job.result.url)).arrayBuffer());
}

/** The manifests of a file and the judgement of the library's validator. */
async function validated(bytes: Uint8Array<ArrayBuffer>) {
  const asset = PNG.canRead(bytes) ? new PNG(bytes) : new JPEG(bytes);
  const manifest = asset.getManifestJUMBF();
  if (!manifest) throw new Error('the file has no manifest');
  const store = ManifestStore.read(SuperBox.fromBuffer(new Uint8Array(manifest)));
  return { store, verdict: await store.validate(asset) };
}

test.each(['png', 'jpeg'])('a %s says who signed its origin, and the note of IPTC stays', async (format) => {
  const bytes = await resultAs(format);
  const { store, verdict } = await validated(bytes);
  expect(verdict.statusEntries.filter(({ success }) => success === false)).toEqual([]);
  expect(verdict.isValid).toBe(true);
  const manifest = store.getActiveManifest();
  expect(manifest?.claim?.claimGeneratorName).toBe('Atelier');
  const assertions = manifest?.assertions?.assertions ?? [];
  const [actions] = assertions.filter((one) => one instanceof ActionAssertion);
  expect(actions?.actions).toMatchObject([
    {
      action: 'c2pa.created',
      digitalSourceType: expect.stringMatching(/compositeWithTrainedAlgorithmicMedia$/),
      softwareAgent: { name: 'Atelier' },
    },
  ]);
  expect((await sharp(bytes).metadata()).xmp?.toString()).toContain('compositeWithTrainedAlgorithmicMedia');
});

test('a change of the pixels breaks the signature', async () => {
  const bytes = await resultAs('jpeg');
  const at = bytes.length - 40;
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  expect((await validated(bytes)).verdict.isValid).toBe(false);
});

test('a WebP has the note of IPTC alone', async () => {
  const bytes = await resultAs('webp');
  expect(bytes.includes('jumb')).toBe(false);
  expect((await sharp(bytes).metadata()).xmp?.toString()).toContain('compositeWithTrainedAlgorithmicMedia');
});

test('a certificate and a key that are no pair are refused at the start', async () => {
  const [, otherKey] = await writePair('other');
  const start = (environment: Record<string, string>) => loadSettings(environment, { data: folder });
  await expect(start({ ATELIER_C2PA_CERTIFICATE: certificate })).rejects.toThrow('need each other');
  await expect(start({ ATELIER_C2PA_CERTIFICATE: certificate, ATELIER_C2PA_KEY: otherKey })).rejects.toThrow(
    'ATELIER_C2PA_KEY is not the key of the first certificate',
  );
  await expect(start({ ATELIER_C2PA_CERTIFICATE: key, ATELIER_C2PA_KEY: key })).rejects.toThrow('holds no certificate');
});
