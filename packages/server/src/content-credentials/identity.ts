import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import fs from 'node:fs';

/** Algorithms of C2PA signatures, by their numbers in COSE (RFC 9053). */
const ALGORITHMS = { ES256: -7, ES384: -35, ES512: -36, PS256: -37, Ed25519: -8 } as const;

/** The certificate and the key of the operator, who signs the origin of images. */
export type SigningIdentity = ReturnType<typeof signingIdentity>;

/** Reads a PEM file. Throws an Error that says what is allowed; it does not repeat the path, which may be a key. */
export function readPem(file: string): string {
  let text = '';
  try {
    text = fs.readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new Error(`the file cannot be read (${code}); allowed: a file in PEM`);
  }
  if (!text.includes('-----BEGIN ')) throw new Error('allowed: a file in PEM');
  return text;
}

/** The identity of two PEM files. Throws an Error that says what is wrong with them. */
export function signingIdentity(certificate: string, key: string) {
  const certificates = certificate.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  const [first] = certificates;
  if (first === undefined) throw new Error('ATELIER_C2PA_CERTIFICATE holds no certificate');
  const privateKey = keyOf(key);
  const signer = new X509Certificate(first);
  if (!signer.checkPrivateKey(privateKey))
    throw new Error('ATELIER_C2PA_KEY is not the key of the first certificate of ATELIER_C2PA_CERTIFICATE');
  if (signer.subject === signer.issuer)
    throw new Error('the first certificate of ATELIER_C2PA_CERTIFICATE is signed by itself, which C2PA forbids');
  return {
    /** The signer's certificate first, then its chain; each a PEM. */
    certificates: [...certificates],
    /** PKCS#8, in DER. */
    key: privateKey.export({ format: 'der', type: 'pkcs8' }),
    algorithm: ALGORITHMS[algorithmOf(privateKey)],
  };
}

function keyOf(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (cause) {
    throw new Error('ATELIER_C2PA_KEY holds no private key without a passphrase', { cause });
  }
}

function algorithmOf({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): keyof typeof ALGORITHMS {
  const curves: Readonly<Record<string, keyof typeof ALGORITHMS>> = {
    prime256v1: 'ES256',
    secp384r1: 'ES384',
    secp521r1: 'ES512',
  };
  const found = type === 'ed25519' ? 'Ed25519' : type === 'rsa' ? 'PS256' : curves[details?.namedCurve ?? ''];
  if (!found)
    throw new Error(
      'ATELIER_C2PA_KEY is of a kind that C2PA does not allow; allowed: P-256, P-384, P-521, Ed25519, RSA',
    );
  return found;
}
