/** The pages of an application, read from its own routes, so that tests of all pages cannot miss a new one. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Imported without its types, which need the types of a browser. */
const CONSOLE_PLACES = new URL('../../packages/console/src/places.ts', import.meta.url).href
const { placeOf, ROOT }: { readonly placeOf: object; readonly ROOT: string } = await import(
  /* @vite-ignore */ CONSOLE_PLACES
)

export interface PageRoute {
  /** For example `/console/cases/:id`. */
  readonly path: string
  /** Its component. One page may have several paths. */
  readonly page: string
}

/** The names of path prefixes in the sources. */
const BEGINNINGS = {
  console: { ROOT },
  dashboard: { AT: '/dashboard/at/:merchant' },
} as const

const ROUTE =
  /<Route\s+path=\{(?:`\$\{(?<beginning>\w+)\}(?<rest>[^`]*)`|placeOf\.(?<place>\w+)|(?<alone>\w+))\}\s+component=\{(?<page>\w+)\}/g

/** In the order in which the application tries them. */
export function routesOf(application: keyof typeof BEGINNINGS): readonly PageRoute[] {
  const source = readFileSync(join(import.meta.dirname, `../../packages/${application}/src/app.tsx`), 'utf8')
  const routes = [...source.matchAll(ROUTE)].map(
    ({ groups: { beginning, rest, place, alone, page } = {} }) => {
      const path: unknown =
        place === undefined
          ? `${Reflect.get(BEGINNINGS[application], beginning ?? alone ?? '')}${rest ?? ''}`
          : Reflect.get(placeOf, place)
      return { path: String(path), page: page ?? '' }
    },
  )
  const written = source.match(/<Route\s+path=/g)?.length
  if (routes.length !== written)
    throw new Error(`${written} routes are written, and ${routes.length} are read`)
  return routes
}

const patternOf = ({ path }: PageRoute): RegExp =>
  new RegExp(`^${path.replace(/\/$/, '').replaceAll(/:\w+/g, '[^/]+')}/?$`)

/** The pages of an application that none of these addresses opens. */
export function unseenPages(
  application: keyof typeof BEGINNINGS,
  addresses: readonly string[],
): readonly string[] {
  const routes = routesOf(application).map((route) => ({ ...route, pattern: patternOf(route) }))
  const seen = addresses.map((address) => {
    const [path = ''] = address.split('?')
    return routes.find(({ pattern }) => pattern.test(path))?.page
  })
  return [...new Set(routes.map(({ page }) => page))].filter((page) => !seen.includes(page))
}
