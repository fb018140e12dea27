/** 128 random bits. Browsers have `crypto.randomUUID` on secure origins alone; this they have everywhere. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
