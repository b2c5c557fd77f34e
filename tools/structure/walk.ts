/**
 * Checks that everything that can be sent to the gateway was reviewed: each route that is not `GET` is in exactly one
 * place that says what it requires. Pure; findings are sentences that say what to do.
 *
 * | Route | Place |
 * |---|---|
 * | of operators, with operations of the policy | `operations` of its declaration; with a fresh proof of identity |
 * | of operators, without | `single-approval.ts` |
 * | of merchants, by a token or a session | `person` of its declaration |
 * | any other | `public-routes.ts` |
 */
import type { EndpointFacts } from '@sluice/gateway/admin/endpoint.ts'

export interface Walked {
  /** All routes of the server: `POST /payins/:idPayin`. */
  readonly served: readonly string[]
  readonly endpoints: readonly Pick<EndpointFacts, 'name' | 'operations' | 'stepUp'>[]
  /** Names in `single-approval.ts`. */
  readonly alone: readonly string[]
  readonly partlyAlone: readonly string[]
  readonly members: readonly string[]
  readonly open: readonly string[]
  /** All operations of the policy, and those that other routes declare. */
  readonly operations: readonly string[]
  readonly requestedElsewhere: readonly string[]
}

const ALONE = 'tools/structure/single-approval.ts'
const MEMBERS = 'the declarations of merchants (`person`)'
const OPEN = 'tools/structure/public-routes.ts'

const isRead = (name: string): boolean => name.startsWith('GET ')
const isAdmin = (route: string): boolean => route.includes(' /admin/')
/** As in a declaration. */
const named = (route: string): string => route.replaceAll(/:(\w+)/g, '{$1}')

export function unthought(walked: Walked): readonly string[] {
  const changing = walked.endpoints.filter(({ name }) => !isRead(name))
  const routes = walked.served.filter((route) => !isRead(route))
  return [
    ...changing.flatMap((endpoint) => wrongWith(endpoint, walked)),
    ...routes
      .filter(isAdmin)
      .flatMap((route) =>
        changing.some(({ name }) => name === named(route))
          ? []
          : [`${route} is served and not declared: make it an \`endpoint\` in the list of its resource.`],
      ),
    ...routes.filter((route) => !isAdmin(route)).flatMap((route) => wrongPlaces(route, walked)),
    ...gone(walked, changing, routes),
    ...walked.operations
      .filter(
        (operation) =>
          !walked.endpoints.some(({ operations }) => operations.some((each) => each === operation)),
      )
      .filter((operation) => !walked.requestedElsewhere.includes(operation))
      .map(
        (operation) =>
          `The policy has the act ${operation}, and nothing asks for it: have an endpoint name it, or take it out.`,
      ),
  ]
}

function wrongWith(
  { name, operations, stepUp }: Walked['endpoints'][number],
  walked: Walked,
): readonly string[] {
  const isListed = walked.alone.includes(name)
  if (operations.length === 0)
    return isListed
      ? []
      : [
          `${name} asks for no act, and nobody has said why one operator may do it alone: name its \`acts\` if it moves money or opens a door, else give it a row in ${ALONE}.`,
        ]
  return [
    ...(isListed
      ? [`${name} asks for ${operations.join(', ')} and stands in ${ALONE}: take the row out.`]
      : []),
    ...(stepUp
      ? []
      : [`${name} asks for ${operations.join(', ')} without a fresh proof: take \`stepUp: false\` out.`]),
  ]
}

function wrongPlaces(route: string, { members, open }: Walked): readonly string[] {
  const places = [members.includes(route) && MEMBERS, open.includes(route) && OPEN].filter(
    (at) => at !== false,
  )
  if (places.length === 1) return []
  return places.length > 1
    ? [`${route} stands in ${places.join(' and in ')}: it is for one of them.`]
    : [
        `${route} stands in no list: say its \`person\` in its declaration if a token or a session of a merchant opens it, else give it a row in ${OPEN}.`,
      ]
}

function gone(walked: Walked, changing: Walked['endpoints'], routes: readonly string[]): readonly string[] {
  const known = new Set(changing.map(({ name }) => name))
  const withActions = new Set(
    changing.flatMap(({ name, operations }) => (operations.length > 0 ? [name] : [])),
  )
  const none = (name: string, at: string) => `${at} names ${name}, which there is not: take the row out.`
  return [
    ...walked.alone.filter((name) => !known.has(name)).map((name) => none(name, ALONE)),
    ...walked.members.filter((route) => !routes.includes(route)).map((route) => none(route, MEMBERS)),
    ...walked.open.filter((route) => !routes.includes(route)).map((route) => none(route, OPEN)),
    ...walked.partlyAlone
      .filter((name) => !withActions.has(name))
      .map(
        (name) =>
          `${ALONE} says what of ${name} takes nobody, and it asks for no act: move the row to the others.`,
      ),
  ]
}
