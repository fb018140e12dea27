import type { SigningIdentity } from './identity.ts';

/** Signs the origin of a file. Files of formats that it cannot sign come back as they are. */
export type SignOrigin = (file: SignableFile) => Promise<Uint8Array>;

/** A finished file. */
export interface SignableFile {
  readonly bytes: Uint8Array;
  readonly mimeType: string;
  /** Instance of the file: the job that made it. */
  readonly jobId: string;
}

/** Name of the program that made the images. */
const AGENT = { name: 'Atelier' };

/**
 * Writes a C2PA manifest into PNG and JPEG files and signs it with the identity (c2pa.org, specification 2.1). It says
 * that Atelier created the file as a composite with media of trained models. It binds every byte but its own.
 */
export function originSigner({ certificates, key, algorithm }: SigningIdentity): SignOrigin {
  return async ({ bytes, mimeType, jobId }) => {
    if (mimeType !== 'image/png' && mimeType !== 'image/jpeg') return bytes;
    const { x509, asset: assets, cose, manifest: c2pa } = await loaded();
    const [certificate, ...chain] = certificates.map((pem) => new x509.X509Certificate(pem));
    if (!certificate) throw new Error('the identity has no certificate');
    const signer = new cose.LocalSigner(key, algorithm, certificate, chain);
    const asset = mimeType === 'image/png' ? new assets.PNG(bytes) : new assets.JPEG(bytes);
    const store = new c2pa.ManifestStore();
    const instanceID = `urn:uuid:${jobId}`;
    const manifest = store.createManifest({
      assetFormat: mimeType,
      instanceID,
      defaultHashAlgorithm: 'SHA-256',
      signer,
    });
    if (manifest.claim) manifest.claim.claimGeneratorName = AGENT.name;
    const actions = new c2pa.ActionAssertion();
    actions.actions.push({
      action: c2pa.ActionType.C2paCreated,
      digitalSourceType: c2pa.DigitalSourceType.CompositeWithTrainedAlgorithmicMedia,
      softwareAgent: AGENT,
    });
    manifest.addAssertion(actions);
    const binding = c2pa.DataHashAssertion.create('SHA-256');
    manifest.addAssertion(binding);
    await asset.ensureManifestSpace(store.measureSize());
    await binding.updateWithAsset(asset);
    await manifest.sign(signer);
    await asset.writeManifestJUMBF(store.getBytes());
    return asset.getDataRange();
  };
}

/** The library, loaded with the first file: most services sign none. */
async function loaded() {
  const [x509, asset, cose, manifest] = await Promise.all([
    import('@peculiar/x509'),
    import('@trustnxt/c2pa-ts/asset'),
    import('@trustnxt/c2pa-ts/cose'),
    import('@trustnxt/c2pa-ts/manifest'),
  ]);
  return { x509, asset, cose, manifest };
}
