/**
 * Packages that only some of what a gateway does needs: read from disk when they are first used, and not when it starts. Each costs a
 * start its milliseconds, and its memory for as long as the gateway runs.
 *
 *   const xml = atFirstUse((require): typeof import('fast-xml-parser') => require('fast-xml-parser'))
 *   … xml().XMLValidator.validate(text)
 *
 * It blocks for as long as reading takes, some tens of milliseconds. What payments need is therefore read right after a start:
 * see `server/read-ahead.ts`. `server/start-packages.test.ts` says which packages a start reads.
 */
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** @param load says the package's types as what it returns */
export function atFirstUse<Loaded>(load: (require: NodeJS.Require) => Loaded): () => Loaded {
  let loaded: { readonly it: Loaded } | undefined
  return () => {
    loaded ??= { it: load(require) }
    return loaded.it
  }
}
