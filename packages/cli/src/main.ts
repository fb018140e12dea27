import { parseArgs } from 'node:util';
import { keepCompiledCode } from '@atelier/server/compiled-code';

const words = process.argv.slice(2);
if (words[0] === 'serve') {
  // Before anything else is loaded, so that it is kept too; what is wrong with the words is said later.
  const { data } = parseArgs({ args: words, options: { data: { type: 'string' } }, strict: false }).values;
  keepCompiledCode(typeof data === 'string' ? data : undefined, process.env);
}
const { runCommandLine } = await import('./command-line.ts');

// A reader that has seen enough, such as `head`, is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

process.exitCode = await runCommandLine(words);
