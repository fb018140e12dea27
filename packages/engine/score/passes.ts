import { registerHooks } from 'node:module';

/** A function of the engine that a measurement can do without. */
interface Pass {
  /** The end of its file's path. */
  readonly file: string;
  /** The name it is exported by. */
  readonly name: string;
  /** What stands in for it: an expression of a function. */
  readonly instead: string;
}

/** What can be left out, by the names that `--without` takes. */
const PASSES: Readonly<Record<string, Pass>> = {
  piping: { file: 'cut-out/piping.ts', name: 'withPiping', instead: '(alpha) => alpha' },
};

/** Puts the stand-in in the place of a pass, in all that is loaded from here on. Throws for names that are no pass. */
export function leaveOut(wanted: string): void {
  const pass = PASSES[wanted];
  if (!pass) throw new Error(`there is no pass ${wanted}; there are ${Object.keys(PASSES).join(', ')}`);
  const { file, name, instead } = pass;
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (!url.endsWith(file)) return loaded;
      const source = String(loaded.source);
      const kept = source.replace(
        new RegExp(`export (async )?function ${name}\\b`),
        `export const ${name}: any = ${instead};\n$1function ${name}_`,
      );
      if (kept === source) throw new Error(`${file} exports no function ${name}`);
      return { ...loaded, source: kept };
    },
  });
}
