/** How an application is built: one page into `dist/`, with a compressed copy of every file beside it. */
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { compressed } from './compressed.ts'

/**
 * @param name of its folder in `web/`, and of where it is served
 * @param plugins that it needs beside those that all need
 */
export function application(name: string, plugins: readonly Plugin[] = []) {
  const here = (path: string): string => fileURLToPath(new URL(`../${name}/${path}`, import.meta.url))
  return defineConfig({
    root: here('.'),
    base: `/${name}/`,
    publicDir: false,
    logLevel: 'warn',
    plugins: [compressed, ...plugins],
    // The reader of statements takes its package from here, where a browser has no buffers, and reads nothing from a disk.
    resolve: {
      alias: [
        {
          find: './csv-package.ts',
          replacement: fileURLToPath(new URL('csv-package.ts', import.meta.url)),
        },
      ],
    },
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir: here('dist'),
      // Names hold a hash of the contents: a gateway that runs on, and a page that is open, still load what they were made with.
      emptyOutDir: false,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rollupOptions: {
        input: { index: here('index.html') },
        // An install says nothing that nobody needs to act on.
        checks: { bundlerTimings: false },
      },
    },
  })
}
