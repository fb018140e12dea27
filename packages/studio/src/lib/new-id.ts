/**
 * A random UUID (RFC 9562, version 4). Browsers have `crypto.randomUUID` on secure origins alone, and a service in a
 * house's own network is often reached by plain http.
 */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte, index) => fixed(byte, index).toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The byte with the bits that say version and variant. */
function fixed(byte: number, index: number): number {
  if (index === 6) return (byte & 0x0f) | 0x40;
  return index === 8 ? (byte & 0x3f) | 0x80 : byte;
}
