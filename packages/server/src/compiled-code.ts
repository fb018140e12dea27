import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { cacheFolder, DATA_FOLDER } from './config/data-folder.ts';

/**
 * Keeps the compiled code of this process and its threads in the data folder, so that the next start need not compile it again, which is
 * a third of a start. To be called before the service is loaded, hence with the folder as it was given: undefined where it was not.
 */
export function keepCompiledCode(given: string | undefined, environment: NodeJS.ProcessEnv): void {
  const data = path.resolve(given ?? environment[DATA_FOLDER.variable] ?? DATA_FOLDER.fallback);
  const folder = path.join(cacheFolder(data), 'code');
  enableCompileCache(folder);
  // Threads read where it lies from here.
  process.env.NODE_COMPILE_CACHE = folder;
}
