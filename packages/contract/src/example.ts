import type { TSchema } from 'typebox';

/** Examples of text formats. */
const FORMATS: Readonly<Record<string, string>> = {
  uuid: '0198f3a2-7c1e-7d53-9a34-5b1c2d3e4f50',
  'date-time': '2026-11-20T09:30:00.000Z',
  uri: 'https://cdn.example/pictures/shirt.jpg',
};

/**
 * A value of a schema, for documents. It is the schema's own example or default, or else made of the examples of its
 * parts, optional ones included.
 */
export function exampleOf(schema: TSchema): unknown {
  const part = (key: string): unknown => Reflect.get(schema, key);
  const [given] = listOf(part('examples'));
  if (given !== undefined) return given;
  if (part('default') !== undefined) return part('default');
  const [first] = [...listOf(part('enum')), ...listOf(part('anyOf')).filter(isSchema).map(exampleOf)];
  if (first !== undefined) return first;
  switch (part('type')) {
    case 'object':
      return Object.fromEntries(
        Object.entries(propertiesOf(schema)).map(([name, property]) => [name, exampleOf(property)]),
      );
    case 'array':
      return listOf([part('items')])
        .filter(isSchema)
        .map(exampleOf);
    case 'integer':
    case 'number':
      return part('minimum') ?? 1;
    case 'boolean':
      return false;
    case 'string':
      return FORMATS[String(part('format'))] ?? 'text';
    default:
      return null;
  }
}

/** The properties of an object schema, by name; none where it is another kind. */
export function propertiesOf(schema: TSchema | undefined): Record<string, TSchema> {
  const properties: unknown = schema && Reflect.get(schema, 'properties');
  return isRecordOfSchemas(properties) ? properties : {};
}

function isRecordOfSchemas(value: unknown): value is Record<string, TSchema> {
  return typeof value === 'object' && value !== null;
}

function isSchema(value: unknown): value is TSchema {
  return typeof value === 'object' && value !== null;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
