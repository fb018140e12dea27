import { ensureBuild } from '@atelier/studio/build';
import type { Logger } from 'pino';
import { publicPath } from '../public-path.ts';
import type { Service } from '../service.ts';
import { readStudioFiles, type StudioFiles } from './files.ts';

/** The web page of the service. */
export interface Studio extends Service {
  /** The built files. Waits for the current build; after a failed build it starts another. Rejects with the reason. */
  files(): Promise<StudioFiles>;
}

/** Builds the page in the background if it is not built yet: the start does not wait, the first visitor does. */
export function studio(
  { log, publicUrl }: { readonly log: Logger; readonly publicUrl: string | null },
  build: (signal: AbortSignal) => Promise<string> = ensureBuild,
): Studio {
  let reading: Promise<StudioFiles> | null = null;
  const stopping = new AbortController();

  async function read(): Promise<StudioFiles> {
    try {
      return await readStudioFiles(await build(stopping.signal), publicPath(publicUrl));
    } catch (error) {
      reading = null;
      if (!stopping.signal.aborted) log.error({ err: error }, 'the studio cannot be shown');
      throw error;
    }
  }
  function files(): Promise<StudioFiles> {
    reading ??= read();
    return reading;
  }
  return {
    name: 'studio',
    files,
    async start() {
      // The log and the visitor of the page get the reason.
      files().catch(() => undefined);
    },
    async stop() {
      stopping.abort();
      await reading?.catch(() => undefined);
    },
  };
}
