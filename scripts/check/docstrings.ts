import type { Breach } from './layers.ts';
import { lineAt, type Source } from './source.ts';

type Statement = Source['parsed']['program']['body'][number];
type Declaration = NonNullable<Extract<Statement, { type: 'ExportNamedDeclaration' }>['declaration']>;

/**
 * Exported functions, types and constants without a docstring right above them. One docstring serves a constant and the
 * type of its name, or a list and the type of its members. It also serves all signatures of an overloaded function. An
 * endpoint's `summary` is its docstring.
 */
export function checkDocstrings(sources: readonly Source[]): Breach[] {
  return sources.filter(({ file }) => !/\.test\.tsx?$/.test(file)).flatMap(undocumented);
}

function undocumented({ file, text, parsed }: Source): Breach[] {
  const documented = new Set<string>();
  const docstringEnds = parsed.comments
    .filter(({ type, value }) => type === 'Block' && value.startsWith('*'))
    .map(({ end }) => end);
  const breaches: Breach[] = [];
  for (const statement of parsed.program.body) {
    if (statement.type !== 'ExportNamedDeclaration' || !statement.declaration) continue;
    const names = namesOf(statement.declaration);
    const between = (end: number) => text.slice(end, statement.start).replace(/\/\/.*$/gm, '');
    const hasDocstring = docstringEnds.some((end) => end <= statement.start && between(end).trim() === '');
    const isListed = documented.has(listOf(statement.declaration, text));
    if (hasDocstring || isListed || describesItself(statement.declaration))
      for (const name of names) documented.add(name);
    for (const name of names.filter((each) => !documented.has(each)))
      breaches.push({ file, line: lineAt(text, statement.start), message: `${name} is exported without a docstring` });
  }
  return breaches;
}

function namesOf(declaration: Declaration): string[] {
  if (declaration.type === 'VariableDeclaration')
    return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
  return 'id' in declaration && declaration.id?.type === 'Identifier' ? [declaration.id.name] : [];
}

/** The constant whose members a type lists, as in `(typeof SIZES)[number]`, or an empty string. */
function listOf(declaration: Declaration, text: string): string {
  if (declaration.type !== 'TSTypeAliasDeclaration') return '';
  const { start, end } = declaration.typeAnnotation;
  return /^(?:\(typeof (\w+)\)\[number\]|keyof typeof (\w+))$/.exec(text.slice(start, end))?.slice(1).join('') ?? '';
}

/** True for `endpoint({ … summary … })`. */
function describesItself(declaration: Declaration): boolean {
  if (declaration.type !== 'VariableDeclaration') return false;
  const made = declaration.declarations[0]?.init;
  return made?.type === 'CallExpression' && made.callee.type === 'Identifier' && made.callee.name === 'endpoint';
}
