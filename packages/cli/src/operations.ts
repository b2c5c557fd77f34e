/**
 * Finds operations of a token that can match no endpoint. The gateway accepts any pattern, as its contract says, so a
 * typing mistake would be noticed only when the token is refused. The command warns instead.
 */
import { at } from './output.ts'

const METACHARACTER = /[\\^$|?*+()[\]{}.]/
const METHODS = ['get', 'post', 'put', 'patch', 'delete']

interface Endpoint {
  readonly method: string
  /** As the description writes it: `/payins/{idPayin}`. */
  readonly path: string
}

/** The endpoints of an OpenAPI document. */
export const endpointsOf = (description: unknown): readonly Endpoint[] =>
  Object.entries(at(description, 'paths') ?? {}).flatMap(([path, item]: readonly [string, unknown]) =>
    METHODS.filter((method) => at(item, method) !== undefined).map((method) => ({
      method: method.toUpperCase(),
      path,
    })),
  )

/**
 * The entry's text up to its first special character must be the beginning of some endpoint's path, or the reverse. So
 * nothing that may match is reported.
 */
export function mayMatch(entry: string, endpoints: readonly Endpoint[]): boolean {
  const [method = '', ...rest] = entry.split(' ')
  const path = rest.join(' ')
  const cut = path.search(METACHARACTER)
  const isLiteral = cut < 0
  const literal = isLiteral ? path : path.slice(0, cut)
  return endpoints.some(
    (endpoint) => endpoint.method === method && fits(literal.split('/'), endpoint.path.split('/'), isLiteral),
  )
}

function fits(given: readonly string[], path: readonly string[], isWhole: boolean): boolean {
  if (isWhole && given.length !== path.length) return false
  return given.every((part, index) => {
    const wanted = path[index]
    if (wanted === undefined) return false
    const isPart = !isWhole && index === given.length - 1
    if (wanted.startsWith('{')) return isPart || part !== ''
    return isPart ? wanted.startsWith(part) : wanted === part
  })
}

/** Suggestions: the paths of that method, as patterns. */
export function examplesFor(entry: string, endpoints: readonly Endpoint[]): readonly string[] {
  const [method = ''] = entry.split(' ')
  const ofMethod = endpoints.filter((endpoint) => endpoint.method === method.toUpperCase())
  return (ofMethod.length > 0 ? ofMethod : endpoints).map(
    (endpoint) => `${endpoint.method} ${endpoint.path.replace(/\{[^}]*\}.*$/, '.*')}`,
  )
}
