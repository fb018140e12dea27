import fs from 'node:fs/promises';
import path from 'node:path';
import { isFolderTaken } from '../database/embedded/lock.ts';
import { type Finding, note, ok, reasonOf, wrong } from './finding.ts';
import { existingAncestor } from './machine.ts';

/** The files with keys that only their owner may read. */
const KEY_FILES = ['api-key', 'admin-key'] as const;

/** Read or write for anybody but the owner. */
const OTHERS = 0o077;

/** Write for anybody but the owner. */
const WRITABLE_BY_OTHERS = 0o022;

/** Whether the data folder can be written, who uses it, and who can read its keys. */
export async function checkDataFolder(data: string): Promise<Finding[]> {
  return [await checkWriting(data), await checkUse(data), ...(await checkKeyFiles(data))];
}

async function checkWriting(data: string): Promise<Finding> {
  const ancestor = existingAncestor(data);
  try {
    // A real file: permissions alone do not tell of read-only file systems and quotas.
    await fs.rm(await fs.mkdtemp(path.join(ancestor, '.atelier-doctor-')), { recursive: true });
  } catch (error) {
    return wrong(
      'data folder',
      `${ancestor} cannot be written: ${reasonOf(error)}`,
      `let the user that runs the service own it (chown), or name another with --data`,
    );
  }
  if (ancestor !== data) return ok('data folder', `${data} will be made at the first start`);
  const { mode } = await fs.stat(data);
  if ((mode & WRITABLE_BY_OTHERS) === 0) return ok('data folder', data);
  return note('data folder', `other users can change ${data}`, `chmod 700 ${data}`);
}

async function checkUse(data: string): Promise<Finding> {
  try {
    return (await isFolderTaken(data))
      ? ok('data folder in use', 'by a running service')
      : ok('data folder in use', 'no');
  } catch (error) {
    return note('data folder in use', reasonOf(error), 'wait until the service has stopped, or end it');
  }
}

async function checkKeyFiles(data: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const name of KEY_FILES) {
    const file = path.join(data, name);
    const stat = await fs.stat(file).catch(() => null);
    if (!stat) continue;
    const isOpen = (stat.mode & OTHERS) !== 0;
    findings.push(isOpen ? wrong(name, `others can read ${file}`, `chmod 600 ${file}`) : ok(name, `${file}, private`));
  }
  return findings;
}
