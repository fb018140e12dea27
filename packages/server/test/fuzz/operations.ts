import type { OpenApiDocument } from '@atelier/contract';

/** A JSON schema, as far as the document uses them. */
export type Schema = Readonly<Record<string, unknown>>;

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly schema: Schema;
}

/** One operation of the document, as a fuzzer needs it. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  /** With `{name}` for path parameters. */
  readonly path: string;
  readonly key: 'workspace' | 'admin' | 'none';
  readonly parameters: readonly Parameter[];
  readonly body: { readonly mediaType: string; readonly schema: Schema; readonly example: unknown } | null;
}

/** Every operation of a served document. References are left in place; {@link resolve} follows them. */
export function operationsOf(document: OpenApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, described]) => operationOf(path, method, fieldsOf(described))),
  );
}

function operationOf(path: string, method: string, described: Schema): Operation {
  const parameters = listOf(described.parameters).map((each): Parameter => {
    const { name, in: place, schema } = fieldsOf(each);
    return {
      name: String(name),
      in: place === 'path' || place === 'query' ? place : 'header',
      schema: fieldsOf(schema),
    };
  });
  const [content] = Object.entries(fieldsOf(fieldsOf(described.requestBody).content));
  const schemes = listOf(described.security).flatMap((each) => Object.keys(fieldsOf(each)));
  return {
    id: String(described.operationId),
    method: method.toUpperCase(),
    path,
    key: schemes.includes('workspaceKey') ? 'workspace' : schemes.includes('adminKey') ? 'admin' : 'none',
    parameters,
    body: content
      ? { mediaType: content[0], schema: fieldsOf(fieldsOf(content[1]).schema), example: fieldsOf(content[1]).example }
      : null,
  };
}

/** The schema a reference leads to; any other schema as it is. */
export function resolve(document: OpenApiDocument, schema: Schema): Schema {
  if (typeof schema.$ref !== 'string') return schema;
  let node: unknown = document;
  for (const part of schema.$ref.split('/').slice(1)) node = fieldsOf(node)[part];
  return fieldsOf(node);
}

/** The fields of a value; none unless it is an object. */
export function fieldsOf(value: unknown): Schema {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

/** The items of a value; none unless it is an array. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
