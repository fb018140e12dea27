/**
 * Ends the name of a migration whose tables an older version cannot use, unless it knows at least the migration of this
 * number.
 */
const NEEDS = /\.needs-(\d{4})$/;

const NAME = /^(\d{4})-[a-z0-9-]+(?:\.needs-(\d{4}))?$/;

/**
 * Throws unless a migration is called `NNNN-what` or `NNNN-what.needs-NNNN`, where the second number is at most the
 * first. A mistyped marker would let in the versions it is to leave out.
 */
export function checkMigrationName(name: string): void {
  const [, own = '', needed = own] = NAME.exec(name) ?? [];
  if (own === '' || /-needs-\d+$/.test(name.replace(NEEDS, '')))
    throw new Error(`the migration ${name} must be called NNNN-what or NNNN-what.needs-NNNN, in lower case`);
  if (needed > own) throw new Error(`the migration ${name} needs a later one than itself`);
}

/**
 * The newest migration that a newer version has done; null where none has. Names are `NNNN-what`, oldest first. Throws
 * where this version, whose migrations are `known`, cannot use the tables that `done` has made of them.
 */
export function newestUnknown(known: readonly string[], done: readonly string[], version: string): string | null {
  const unknown = done.filter((name) => !known.includes(name)).sort();
  const [newestKnown, newest] = [known.at(-1), unknown.at(-1)];
  if (newestKnown === undefined || newest === undefined) return null;
  const here = `this is Atelier ${version} with the migration ${newestKnown}; the database`;
  const strange = unknown.find((name) => name < newestKnown);
  const lacking = known.find((name) => !done.includes(name));
  if (strange !== undefined || lacking !== undefined)
    throw new Error(`${here} has ${strange ?? newest}, which does not belong to it; start the version that made it`);
  const needed =
    unknown
      .map((name) => NEEDS.exec(name)?.[1] ?? '')
      .sort()
      .at(-1) ?? '';
  if (needed > newestKnown.slice(0, needed.length))
    throw new Error(
      `${here} has ${newest} and serves only versions from ${needed} on. Start a newer version, or restore a backup of before the upgrade`,
    );
  return newest;
}
