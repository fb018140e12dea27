import { defineConfig } from 'vite';

/** The page: built into files with hashed names, or served with a proxy to a running service while it is worked on. */
export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  // Built files name each other relative to themselves, and the page names them relative to its `<base>`.
  base: command === 'build' ? './' : '/',
  // Vite's own transform; the automatic runtime needs no import of React.
  oxc: { jsx: { runtime: 'automatic' } },
  build: {
    // Where the service serves the files; the page itself is at `/` and under `/studio`.
    assetsDir: 'studio/files',
    emptyOutDir: true,
    // No data URIs: a file has a hashed name and is cached for ever.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      ['/v1', '/images', '/assets', '/text-to-video', '/admin', '/media', '/docs', '/openapi.json'].map((path) => [
        path,
        { target: process.env.STUDIO_SERVICE ?? 'http://127.0.0.1:8787' },
      ]),
    ),
  },
}));
