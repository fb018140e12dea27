import type { PoolConfig } from 'pg';
import type { MediaStore } from '../../src/media/store/port.ts';
import type { Slot } from './slot.ts';

/** A running service that can be broken. */
export interface Target {
  readonly name: 'cluster' | 'single';
  /** Where customers find it, whichever of its processes live. */
  readonly url: string;
  readonly adminKey: string;
  readonly slots: readonly Slot[];
  readonly database: PoolConfig;
  /** The media store, to be looked into from outside. */
  openStore(): Promise<MediaStore>;
  /** Folders of files that are on their way into the store. */
  readonly temporaryFolders: readonly string[];
  /** Ends PostgreSQL with SIGKILL; resolves when it takes connections again. */
  killDatabase(): Promise<void>;
  /** Further faults that this target supports. */
  readonly faults: readonly Fault[];
  /** Faults that cannot be made on this machine, with the reason. */
  readonly impossible: readonly string[];
  /** Folder of the logs of its processes. */
  readonly logs: string;
  stop(): Promise<void>;
}

/** A fault that lasts for a while. */
export interface Fault {
  /** For the report. */
  readonly name: string;
  /** True when the database gives no answer meanwhile. */
  readonly takesDatabase: boolean;
  /** Makes the fault, waits and mends it; resolves when the broken part is whole again. */
  strike(random: () => number): Promise<void>;
}
