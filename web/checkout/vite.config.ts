/**
 * Builds the checkout, the claim of refunds and the sandbox's pages into `dist/`, with a compressed copy of every file beside it.
 * Run by `npm install` (`prepare`); the server only serves what it finds.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Phones on slow networks get a third of the bytes, and no request waits for a compression. */
const compressed: Plugin = {
  name: 'compressed-copies',
  writeBundle({ dir = '' }, bundle) {
    for (const file of Object.keys(bundle).filter((name) => /\.(js|css|svg)$/.test(name))) {
      const path = join(dir, file)
      const bytes = readFileSync(path)
      const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
      writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }))
      writeFileSync(`${path}.gz`, gzipSync(bytes))
    }
  },
}

export default defineConfig({
  root: here('.'),
  base: '/checkout/',
  publicDir: false,
  logLevel: 'warn',
  plugins: [compressed],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: here('./dist'),
    // Names hold a hash of the contents: a gateway that runs on, and a page that is open, still load what they were made with.
    emptyOutDir: false,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rollupOptions: {
      input: { index: here('./index.html'), sandbox: here('./sandbox.html'), claim: here('./claim.html') },
      // An install says nothing that nobody needs to act on.
      checks: { bundlerTimings: false },
    },
  },
})
