/**
 * A person seen in a picture. Heights are measured from its top, as shares of its height; over 1 is below the picture.
 */
export interface SeenPerson {
  readonly hipsY: number;
  readonly anklesY: number;
}

/** Looks for the person an encoded picture shows; null where it shows none. */
export type FindPerson = (bytes: Uint8Array) => Promise<SeenPerson | null>;
