/** How an application is built: one page into `dist/`, with a compressed copy of every file beside it. */
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { compressed } from './compressed.ts'

/**
 * @param name of its folder in `packages/`, and of its path on the server
 * @param plugins in addition to the common ones
 */
export function application(name: string, plugins: readonly Plugin[] = []) {
  const here = (path: string): string => fileURLToPath(new URL(`../../${name}/${path}`, import.meta.url))
  return defineConfig({
    root: here('.'),
    base: `/${name}/`,
    publicDir: false,
    logLevel: 'warn',
    plugins: [compressed, ...plugins],
    // The statement reader gets its package from here, because browsers have no buffers and no disk.
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
      // File names contain a hash of the contents: old files stay, so that a running gateway and an open page can still
      // load theirs.
      emptyOutDir: false,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rollupOptions: {
        input: { index: here('index.html') },
        // The output of an install only has what needs attention.
        checks: { bundlerTimings: false },
      },
    },
  })
}
