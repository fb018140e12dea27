import type { Atelier, RequestOptions } from '@atelier/client';
import type { CallToolResult, ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import type { ResultShelf } from './results.ts';

/** A JSON schema of an object, as tools declare their input and output. */
export interface ToolSchema {
  readonly type: 'object';
  readonly properties: Record<string, object>;
  readonly required?: string[];
  readonly [keyword: string]: unknown;
}

/** The services that tools need. */
export interface ToolRoom {
  readonly client: Atelier;
  readonly connection: RequestOptions;
  readonly results: ResultShelf;
  /** True: when the client cancels a call, its jobs are canceled too. */
  readonly cancelsJobs: boolean;
}

/** One call of a tool. */
export interface ToolCall {
  readonly input: Readonly<Record<string, unknown>>;
  /** Aborted when the client cancels the call. */
  readonly signal: AbortSignal;
  /** Tells the client how far the call is, 0 to 1, where it asked for it. */
  readonly onProgress: (share: number, message: string) => void;
}

/** A tool as the MCP server offers it. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ToolSchema;
  readonly outputSchema: ToolSchema;
  readonly annotations: ToolAnnotations;
  readonly run: (room: ToolRoom, call: ToolCall) => Promise<CallToolResult>;
}

/** A schema of the contract as a tool declares it: without the names under which OpenAPI shares its parts. */
export function toolSchema(schema: object): ToolSchema {
  return JSON.parse(JSON.stringify(schema, (key, value) => (key === '$id' || key === 'examples' ? undefined : value)));
}

/** A result that is data alone: for programs as it is, for models as JSON. */
export function dataResult(data: Record<string, unknown>): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(data) }], structuredContent: data };
}

/** The texts of an argument that may be one or a list. */
export function textsIn(input: ToolCall['input'], name: string): readonly string[] {
  return [input[name]].flat().filter((value) => typeof value === 'string');
}
