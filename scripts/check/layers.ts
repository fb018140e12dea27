import path from 'node:path';
import type { PackageRules } from './architecture.ts';
import { type Import, importsOf, type Source } from './source.ts';

/** A place that breaks a rule. */
export interface Breach {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** Breaches found, and how much was looked at: a check that read nothing proves nothing. */
export interface LayerReport {
  readonly breaches: readonly Breach[];
  readonly files: number;
  readonly imports: number;
}

/** Where a file stands: its package, whether it belongs to the package's product, and its room there. */
interface Place {
  readonly package: string;
  readonly isProduct: boolean;
  /** Null outside the product, and where the package's layers have no such room. */
  readonly room: string | null;
}

/** Name under which packages of ours import one another. */
const SCOPE = '@atelier/';

/** Checks every import between our files, types counted: packages, layers, reserved rooms, cycles. */
export function checkLayers(
  sources: readonly Source[],
  architecture: Readonly<Record<string, PackageRules>>,
): LayerReport {
  const graph = new Map<string, string[]>();
  const breaches: Breach[] = [];
  let imports = 0;
  for (const source of sources) {
    const place = placeOf(source.file, architecture);
    if (place?.isProduct && architecture[place.package]?.layers && !place.room)
      breaches.push({
        file: source.file,
        line: 1,
        message: 'has no layer: add its room to scripts/check/architecture.ts',
      });
    const targets: string[] = [];
    for (const each of importsOf(source)) {
      imports += 1;
      const target = fileOf(source.file, each.specifier);
      if (target) targets.push(target);
      const message = place && messageOf(place, each, target, architecture);
      if (message) breaches.push({ file: source.file, line: each.line, message });
    }
    graph.set(source.file, targets);
  }
  const cycles = cyclesOf(graph).map(([file = '', ...others]) => ({
    file,
    line: 1,
    message: `is in an import cycle with ${others.join(', ')}`,
  }));
  return { breaches: [...breaches, ...cycles], files: sources.length, imports };
}

/** The file of ours that a specifier names, or null for packages. */
function fileOf(from: string, specifier: string): string | null {
  if (!specifier.startsWith('.')) return null;
  return path.posix.join(path.posix.dirname(from), specifier);
}

function placeOf(file: string, architecture: Readonly<Record<string, PackageRules>>): Place | null {
  const match = /^packages\/([^/]+)\/(.*)$/.exec(file);
  const name = match?.[1];
  const inner = match?.[2];
  if (name === undefined || inner === undefined) return null;
  const isProduct = inner.startsWith('src/') && !/\.test\.tsx?$/.test(inner);
  return { package: name, isProduct, room: isProduct ? roomOf(inner.slice('src/'.length), architecture[name]) : null };
}

function roomOf(file: string, rules: PackageRules | undefined): string | null {
  const rooms = (rules?.layers ?? []).flat().filter((room) => file === room || file.startsWith(`${room}/`));
  return rooms.sort((a, b) => b.length - a.length)[0] ?? null;
}

/** The breach of an import, or null. */
function messageOf(
  place: Place,
  each: Import,
  target: string | null,
  architecture: Readonly<Record<string, PackageRules>>,
): string | null {
  const rules = architecture[place.package];
  if (!rules) return `its package ${place.package} is not in scripts/check/architecture.ts`;
  if (target === null) return each.specifier.startsWith(SCOPE) ? packageMessage(place, each, rules) : null;
  if (!/\.tsx?$/.test(target) || (each.startsProgram && !place.isProduct)) return null;
  const targetPlace = placeOf(target, architecture);
  if (!targetPlace) return `imports ${target}, outside every package`;
  if (targetPlace.package !== place.package) return `reaches into ${target}; import ${SCOPE}${targetPlace.package}`;
  if (place.isProduct && !targetPlace.isProduct) return `imports ${target}, which is no part of the product`;
  return place.room && targetPlace.room ? roomMessage(place.room, targetPlace.room, rules) : null;
}

function packageMessage(place: Place, { specifier, typeOnly }: Import, rules: PackageRules): string | null {
  const name = specifier.slice(SCOPE.length).split('/')[0] ?? '';
  if (name === place.package) return `imports its own package by name (${specifier})`;
  if (!rules.imports.includes(name)) return `${place.package} must not import ${specifier}`;
  if (rules.typesOnly?.includes(name) && place.isProduct && !typeOnly)
    return `${place.package} may import only types of ${specifier}`;
  const users = rules.reserved?.[`${SCOPE}${name}`];
  if (users && place.room && !users.includes(place.room)) return `only ${users.join(', ')} may import ${specifier}`;
  return null;
}

function roomMessage(from: string, to: string, rules: PackageRules): string | null {
  if (from === to) return null;
  const layerOf = (room: string) => (rules.layers ?? []).findIndex((rooms) => rooms.includes(room));
  const listed = (pairs: PackageRules['within'] = []) => pairs.some(([a, b]) => a === from && b === to);
  const users = rules.reserved?.[to];
  if (users && !users.includes(from)) return `only ${users.join(', ')} may import ${to}`;
  if (listed(rules.never)) return `${from} must never import ${to}`;
  if (layerOf(to) > layerOf(from))
    return `${from} (layer ${layerOf(from) + 1}) must not import ${to} (layer ${layerOf(to) + 1})`;
  if (layerOf(to) === layerOf(from) && !listed(rules.within))
    return `${from} and ${to} are in one layer and must not meet`;
  return null;
}

/**
 * Groups of files that import one another in a ring: the strongly connected components of more than one file (Tarjan,
 * 1972).
 */
function cyclesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const open: string[] = [];
  const cycles: string[][] = [];

  const visit = (file: string): number => {
    const index = order.size;
    order.set(file, index);
    open.push(file);
    let low = index;
    for (const target of graph.get(file) ?? []) {
      if (!graph.has(target)) continue;
      if (!order.has(target)) low = Math.min(low, visit(target));
      else if (open.includes(target)) low = Math.min(low, order.get(target) ?? index);
    }
    if (low === index) {
      const component = open.splice(open.indexOf(file));
      if (component.length > 1 || graph.get(file)?.includes(file)) cycles.push(component.sort());
    }
    return low;
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return cycles;
}
