import type { EngineOutput } from './port.ts';

/** The output an engine names by an address, or sends as one that holds it (`data:`). */
export function outputAt(address: string): EngineOutput {
  const encoded = /^data:[^,]*;base64,/.exec(address);
  if (!encoded) return { kind: 'remote', url: address };
  return { kind: 'delivered', bytes: Buffer.from(address.slice(encoded[0].length), 'base64') };
}
