/**
 * Loads a package when it is first used instead of at start, for packages that not every gateway needs. Each one costs start
 * time, and memory as long as the gateway runs.
 *
 *   const xml = atFirstUse((require): typeof import('fast-xml-parser') => require('fast-xml-parser'))
 *   … xml().XMLValidator.validate(text)
 *
 * Loading blocks the thread for some tens of milliseconds. Packages that payments need are therefore loaded right after the
 * start: see `server/read-ahead.ts`. `server/start-packages.test.ts` lists the packages that a start loads.
 */
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** @param load its declared return type gives the package's types */
export function atFirstUse<Loaded>(load: (require: NodeJS.Require) => Loaded): () => Loaded {
  let loaded: { readonly it: Loaded } | undefined
  return () => {
    loaded ??= { it: load(require) }
    return loaded.it
  }
}
