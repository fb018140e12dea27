import fs from 'node:fs';
import path from 'node:path';
import { type ParseResult, parseSync, Visitor } from 'oxc-parser';

/**
 * One import of a file: static, dynamic, re-export, type query, or a TypeScript file named by `new URL(…,
 * import.meta.url)`.
 */
export interface Import {
  /** As written: a relative path or a package name. */
  readonly specifier: string;
  readonly line: number;
  /** True when nothing of it is left at run time. */
  readonly typeOnly: boolean;
  /** True for `new URL(…, import.meta.url)`: the file becomes a thread or a process of its own. */
  readonly startsProgram: boolean;
}

/** A TypeScript file, read and parsed. */
export interface Source {
  /** From the root of the tree, with forward slashes. */
  readonly file: string;
  readonly text: string;
  readonly parsed: ParseResult;
}

/** Folders that hold no source of ours. */
const SKIPPED = new Set(['node_modules', 'fixtures', 'dist']);

/** Reads every TypeScript file under the given folders of a tree. Throws when one does not parse. */
export function readSources(root: string, folders: readonly string[]): Source[] {
  return folders
    .flatMap((folder) => filesUnder(path.join(root, folder)))
    .map((absolute) => {
      const file = path.relative(root, absolute).replaceAll(path.sep, '/');
      const text = fs.readFileSync(absolute, 'utf8');
      const parsed = parseSync(file, text);
      const [error] = parsed.errors;
      if (error) throw new Error(`${file} cannot be parsed: ${error.message}`);
      return { file, text, parsed };
    });
}

function filesUnder(folder: string): string[] {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesUnder(name);
    return /(?<!\.d)\.tsx?$/.test(entry.name) ? [name] : [];
  });
}

/** Line of an offset, counted from 1. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** Everything a file imports. Throws for a dynamic import whose target is computed: nothing could check it. */
export function importsOf({ file, text, parsed }: Source): Import[] {
  const found: Import[] = [];
  const add = (specifier: string, offset: number, typeOnly: boolean, startsProgram = false) =>
    found.push({ specifier, line: lineAt(text, offset), typeOnly, startsProgram });
  new Visitor({
    ImportDeclaration(node) {
      const named = node.specifiers.length > 0;
      const allTypes = node.specifiers.every((each) => each.type === 'ImportSpecifier' && each.importKind === 'type');
      add(node.source.value, node.start, node.importKind === 'type' || (named && allTypes));
    },
    ExportAllDeclaration(node) {
      add(node.source.value, node.start, node.exportKind === 'type');
    },
    ExportNamedDeclaration(node) {
      if (!node.source) return;
      const allTypes = node.specifiers.every(({ exportKind }) => exportKind === 'type');
      add(node.source.value, node.start, node.exportKind === 'type' || allTypes);
    },
    TSImportType(node) {
      add(node.source.value, node.start, true);
    },
    ImportExpression(node) {
      if (node.source.type !== 'Literal' || typeof node.source.value !== 'string') {
        throw new Error(
          `${file}:${lineAt(text, node.start)}: the target of this import() is computed, so no rule can be checked`,
        );
      }
      add(node.source.value, node.start, false);
    },
    NewExpression(node) {
      const [target, base] = node.arguments;
      const isUrl =
        node.callee.type === 'Identifier' && node.callee.name === 'URL' && base?.type === 'MemberExpression';
      if (isUrl && target?.type === 'Literal' && typeof target.value === 'string' && target.value.endsWith('.ts')) {
        add(target.value, node.start, false, true);
      }
    },
  }).visit(parsed.program);
  return found;
}
