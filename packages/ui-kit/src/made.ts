/**
 * Modules of an application that are made while it is built: what its forms, its commands and its navigation hold follows from the
 * gateway's declarations, and only that goes to the browser. Each application declares their types in `src`.
 */
import type { Plugin } from 'vite'

type Makers = Readonly<Record<string, () => unknown>>

/**
 * `made:payout-forms` exports `PAYOUT_FORMS`, which is what `payoutForms` returns in the file of that name.
 * @param folder of the files that make them, as an address
 */
export function madeModules(folder: string, names: readonly string[]): Plugin {
  const ids = new Map(names.map((name) => [`\0made:${name}`, name]))
  return {
    name: `made-modules ${folder}`,
    resolveId: (id) => (ids.has(`\0${id}`) ? `\0${id}` : undefined),
    async load(id) {
      const name = ids.get(id)
      if (name === undefined) return
      // Read by Node itself when it is asked for: an import would put the whole gateway into the build's configuration.
      const makers: Makers = await import(/* @vite-ignore */ new URL(`${name}.ts`, folder).href)
      const maker = makers[name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())]
      if (!maker) throw new Error(`nothing makes ${name}`)
      return `export const ${name.toUpperCase().replaceAll('-', '_')} = ${JSON.stringify(maker())}`
    },
  }
}
