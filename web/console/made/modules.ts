/**
 * Modules of the console that are made while it is built: what its forms, its commands and its navigation hold follows from the endpoints and the commands,
 * and only that goes to the browser. `src/made.d.ts` says what they export.
 */
import type { Plugin } from 'vite'

/** Read by Node itself when it is asked for: an import would put the whole gateway into the build's configuration. */
const byNode = (name: string) => import(/* @vite-ignore */ new URL(name, import.meta.url).href)

const MODULES: Readonly<Record<string, () => Promise<string>>> = {
  'made:bodies': async () => `export const BODIES = ${JSON.stringify((await byNode('bodies.ts')).bodies())}`,
  'made:commands': async () =>
    `export const COMMANDS = ${JSON.stringify((await byNode('commands.ts')).commands())}`,
  'made:needs': async () => `export const NEEDS = ${JSON.stringify((await byNode('needs.ts')).needs())}`,
}

export const madeModules: Plugin = {
  name: 'made-modules',
  resolveId: (id) => (id in MODULES ? `\0${id}` : undefined),
  load: (id) => MODULES[id.slice(1)]?.(),
}
