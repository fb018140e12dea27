import fs from 'node:fs/promises';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { errorResult } from './errors.ts';
import { OPERATION_TOOLS } from './operation-tools.ts';
import { OTHER_TOOLS } from './other-tools.ts';
import type { ToolRoom } from './tool.ts';

const TOOLS = [...OPERATION_TOOLS, ...OTHER_TOOLS];

/** The instructions for a model before its first call. */
const INSTRUCTIONS = `Atelier makes and changes fashion images: try_on dresses a person, and generate, edit, inpaint, upscale, animate and text_to_video make and change images and videos.
Images go in as files, http(s) addresses, data URIs or IDs; pass the ID of a result to the next call.
Every operation costs credits: price tells how many. If a call is not done in time, its job continues: wait with get_job, never submit again.`;

/** Serves the tools over standard input and output until the client goes away or the signal is aborted. */
export async function serveTools(room: ToolRoom, version: string, signal: AbortSignal): Promise<void> {
  const server = toolServer(room, version);
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
    process.stdin.once('end', resolve);
    signal.addEventListener('abort', () => resolve());
  });
  await server.connect(new StdioServerTransport());
  await closed;
  await server.close();
}

/** A server of the tools, which is not connected yet. */
export function toolServer(room: ToolRoom, version: string): Server {
  const server = new Server(
    { name: 'atelier', title: 'Atelier', version },
    { capabilities: { tools: {}, resources: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: TOOLS.map(({ run: _, ...tool }) => tool) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal: canceled, sendNotification }) => {
    const tool = TOOLS.find(({ name }) => name === params.name);
    if (!tool) throw new McpError(ErrorCode.InvalidParams, `there is no tool ${params.name}`);
    const token = params._meta?.progressToken;
    const onProgress = (progress: number, message: string) => {
      if (token === undefined || canceled.aborted) return;
      // A client that is gone hears nothing; the call ends by its signal.
      sendNotification({
        method: 'notifications/progress',
        params: { progressToken: token, progress, total: 1, message },
      }).catch(() => {});
    };
    try {
      return await tool.run(room, { input: params.arguments ?? {}, signal: canceled, onProgress });
    } catch (error) {
      return errorResult(error);
    }
  });
  serveResults(server, room);
  return server;
}

/** The files of this session's results, which links in answers point to. */
function serveResults(server: Server, { results }: ToolRoom): void {
  server.setRequestHandler(ListResourcesRequestSchema, () => ({
    resources: results.kept.map(({ uri, mimeType, file }) => ({ uri, mimeType, name: file })),
  }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => {
    const found = results.kept.find((kept) => kept.uri === uri);
    if (!found) throw new McpError(ErrorCode.InvalidParams, `${uri} is not a result of this session`);
    const blob = (await fs.readFile(found.file)).toString('base64');
    return { contents: [{ uri, mimeType: found.mimeType, blob }] };
  });
}
