import os from 'node:os';
import path from 'node:path';
import { Atelier } from '@atelier/client';
import packageJson from '../../package.json' with { type: 'json' };
import { type Command, EXIT, UsageError } from '../command.ts';
import { CONNECTION_OPTIONS, workspaceConnection } from '../connection.ts';
import { onInterruption } from '../interruption.ts';
import { complain } from '../output.ts';

/** Longest side of a preview: enough to judge a picture by, little enough for every client. */
const PREVIEW_PIXELS = 768;
const PREVIEW_PIXELS_MAX = 2_048;

/** `atelier mcp` */
export const mcp: Command = {
  name: 'mcp',
  summary: 'Serve the operations to AI assistants (an MCP server).',
  details:
    'Started by the assistant, as docs/mcp.md shows; it speaks to a service that runs. Standard input and output belong to the protocol.',
  options: {
    out: {
      type: 'string',
      short: 'o',
      value: 'FOLDER',
      summary: 'Where results are written (atelier-results in the home folder).',
    },
    preview: {
      type: 'string',
      value: 'PIXELS',
      summary: `Longest side of the pictures a model is shown, 0 for none (${PREVIEW_PIXELS}).`,
    },
    'cancel-on-interrupt': { type: 'boolean', summary: 'A call that the assistant cancels cancels its jobs (they go on).' },
    url: CONNECTION_OPTIONS.url,
    data: CONNECTION_OPTIONS.data,
  },
  async run(invocation) {
    const connection = await workspaceConnection(invocation);
    const folder = path.resolve(invocation.text('out') ?? path.join(os.homedir(), 'atelier-results'));
    const preview = invocation.text('preview') ?? String(PREVIEW_PIXELS);
    if (!/^\d+$/.test(preview) || Number(preview) > PREVIEW_PIXELS_MAX)
      throw new UsageError(`--preview is ${JSON.stringify(preview)}; allowed are 0 to ${PREVIEW_PIXELS_MAX} pixels`);
    // Loaded here: the protocol is large, and no other command speaks it.
    const [{ serveTools }, { resultShelf }] = await Promise.all([import('../mcp/server.ts'), import('../mcp/results.ts')]);
    if (process.stdin.isTTY) complain('this is for programs: add it to an assistant as docs/mcp.md shows. Ctrl-C ends it.');
    const room = {
      client: new Atelier(connection),
      connection,
      results: resultShelf(folder, Number(preview)),
      cancelsJobs: invocation.flag('cancel-on-interrupt'),
    };
    const interruption = onInterruption();
    await serveTools(room, packageJson.version, interruption.signal);
    interruption.forget();
    return EXIT.ok;
  },
};
