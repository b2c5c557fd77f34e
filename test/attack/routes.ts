/** All routes that a started gateway has registered, including any that were forgotten elsewhere. */
import type { App } from '@sluice/gateway/server/app.ts'

export interface ServedRoute {
  readonly method: string
  /** As the router names it: `/payins/:idPayin`. */
  readonly path: string
}

/** Flattens the tree that the router prints: `└── payins/ ... :idPayin (GET, POST)`. */
export function routesOf({ server }: Pick<App, 'server'>): readonly ServedRoute[] {
  const parts: string[] = []
  return server
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', text = '', methods = ''] =
        /^((?:[│ ] {3})*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
      if (text === '') return []
      parts.length = indent.length / 4
      parts.push(text)
      const path = parts.join('').replace('(empty root node)', '')
      return methods === '' ? [] : methods.split(', ').map((method) => ({ method, path }))
    })
}
