import { ensureBuild } from '@atelier/studio/build';
import type { Logger } from 'pino';
import { publicPath } from '../public-path.ts';
import type { Service } from '../service.ts';
import { readStudioFiles, type StudioFiles } from './files.ts';

/** The web page of the service. */
export interface Studio extends Service {
  /**
   * The built files. Waits for the build under way; after one that failed it begins another. Rejects with why there is
   * none.
   */
  files(): Promise<StudioFiles>;
}

/** Builds the page in the background where it is not built yet: starting waits for nothing, the first visitor does. */
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
      // Told in the log, and to whoever asks for the page.
      files().catch(() => undefined);
    },
    async stop() {
      stopping.abort();
      await reading?.catch(() => undefined);
    },
  };
}
