import { createPersonFinder, type PersonFinder } from '@atelier/engine';
import { workerData } from 'piscina';
import type { SeenPerson } from '../../../assets/person.ts';

/**
 * Certainty from which a finding counts. On 68 photos of people one lies below it; on 54 product files one of shoes
 * lies above.
 */
const CERTAINTY_MIN = 0.67;

let finder: Promise<PersonFinder> | null = null;

/** Looks for the person an encoded picture shows; the nets are loaded with the first picture. */
export async function findPerson(bytes: Uint8Array): Promise<SeenPerson | null> {
  finder ??= createPersonFinder({ cacheDirectory: workerData.cacheDirectory, threads: workerData.threads }).catch(
    (error: unknown) => {
      // A full disk, say: the next call tries again.
      finder = null;
      throw error;
    },
  );
  const { certainty, hipsY, anklesY } = await (await finder).find(bytes);
  return certainty >= CERTAINTY_MIN ? { hipsY, anklesY } : null;
}
