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
    'An assistant starts it as docs/mcp.md shows. It connects to a running service. The protocol uses standard input and output.',
  options: {
    out: {
      type: 'string',
      short: 'o',
      value: 'FOLDER',
      summary: 'Folder for results (atelier-results in your home folder).',
    },
    preview: {
      type: 'string',
      value: 'PIXELS',
      summary: `Longest side of the previews that the assistant sees; 0 for none (${PREVIEW_PIXELS}).`,
    },
    'cancel-on-interrupt': {
      type: 'boolean',
      summary: 'When the assistant cancels a call, its jobs are canceled too (they continue).',
    },
    url: CONNECTION_OPTIONS.url,
    data: CONNECTION_OPTIONS.data,
  },
  async run(invocation) {
    const connection = await workspaceConnection(invocation);
    const folder = path.resolve(invocation.text('out') ?? path.join(os.homedir(), 'atelier-results'));
    const preview = invocation.text('preview') ?? String(PREVIEW_PIXELS);
    if (!/^\d+$/.test(preview) || Number(preview) > PREVIEW_PIXELS_MAX)
      throw new UsageError(`--preview is ${JSON.stringify(preview)}; allowed: 0 to ${PREVIEW_PIXELS_MAX} pixels`);
    // Loaded here: the protocol is large, and no other command speaks it.
    const [{ serveTools }, { resultShelf }] = await Promise.all([
      import('../mcp/server.ts'),
      import('../mcp/results.ts'),
    ]);
    if (process.stdin.isTTY)
      complain('this command is for programs: add it to an assistant as docs/mcp.md shows. Ctrl-C ends it.');
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
