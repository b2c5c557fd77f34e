/**
 * Builds the checkout, the claim of refunds, payment links and the sandbox's pages into `dist/`, with a compressed copy of every file beside it.
 * Run by `npm install` (`prepare`); the server only serves what it finds.
 */
import { fileURLToPath } from 'node:url'
import { compressed } from '@sluice/ui-kit/compressed.ts'
import { defineConfig } from 'vite'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

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
      input: {
        index: here('./index.html'),
        sandbox: here('./sandbox.html'),
        claim: here('./claim.html'),
        link: here('./link.html'),
      },
      // An install says nothing that nobody needs to act on.
      checks: { bundlerTimings: false },
    },
  },
})
