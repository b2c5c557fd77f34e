/**
 * A description of an API as it is reviewed: equivalent to what the server serves, but what is said more than once is
 * in `components`, a choice of constants is one `enum`, and the usual authentication is declared once.
 */
import { isObject, type JsonObject } from '@sluice/core/catalogue/plain-text.ts'

type Change = (value: JsonObject, place: readonly string[]) => JsonObject | undefined

/** Applies a change to each object, outermost first; if it returns undefined, the object's own values are visited. */
function changed(value: unknown, change: Change, place: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map((item) => changed(item, change, place))
  if (!isObject(value)) return value
  return change(value, place) ?? changedWithin(value, change, place)
}

const changedWithin = (value: JsonObject, change: Change, place: readonly string[] = []): JsonObject =>
  Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, changed(member, change, [...place, name])]),
  )

/** `{ anyOf: [{ enum: ['A'] }, { enum: ['B'] }] }` is `{ enum: ['A', 'B'] }`. */
function oneEnum({ anyOf, ...others }: JsonObject): JsonObject | undefined {
  if (!Array.isArray(anyOf) || others.type !== undefined) return undefined
  const constants = anyOf.map((each: unknown) =>
    isObject(each) && Object.keys(each).sort().join() === 'enum,type' && each.type === 'string'
      ? each.enum
      : undefined,
  )
  return constants.includes(undefined) ? undefined : { type: 'string', ...others, enum: constants.flat() }
}

/** A schema's parts come after what it says of the whole. */
const partsLast: Change = (each, place) => {
  const { items, properties, ...others } = each
  if (!isRecord(each) && !(each.type === 'array' && isObject(items))) return undefined
  const parts = Object.entries({ items, properties }).filter(([, part]) => part !== undefined)
  return changedWithin({ ...others, ...Object.fromEntries(parts) }, partsLast, place)
}

/** A response describes its body. */
const describedOnce: Change = (each) => {
  const { description, content } = each
  if (description === undefined || !isObject(content)) return undefined
  const change: Change = ({ description: again, ...schema }, place) =>
    place.join() === 'schema' && again === description ? schema : undefined
  return { ...each, content: changedWithin(content, (body) => changedWithin(body, change)) }
}

const sorted = (object: unknown): JsonObject =>
  Object.fromEntries(Object.entries(Object(object)).sort(([one], [other]) => (one < other ? -1 : 1)))

const OPERATIONS: ReadonlySet<string> = new Set(['get', 'put', 'post', 'patch', 'delete'])

/** Each operation of `paths` changed. */
const operationsOf = (paths: JsonObject, change: (operation: JsonObject) => JsonObject): JsonObject =>
  changedWithin(paths, (each, place) =>
    place.length === 2 && OPERATIONS.has(place[1] ?? '') ? change(each) : undefined,
  )

/** The authentication of most operations, which the others replace. */
function usualSecurity(paths: JsonObject): unknown {
  const uses = new Map<string, number>()
  operationsOf(paths, (operation) => {
    const text = JSON.stringify(operation.security ?? [])
    uses.set(text, (uses.get(text) ?? 0) + 1)
    return operation
  })
  const [[usual] = ['[]']] = [...uses].sort(([, one], [, other]) => other - one)
  return JSON.parse(usual)
}

/** @returns `paths` without the authentication that is declared for the whole document */
function withoutUsual(paths: JsonObject, usual: unknown): JsonObject {
  return operationsOf(paths, ({ security = [], ...others }) =>
    JSON.stringify(security) === JSON.stringify(usual) ? others : { ...others, security },
  )
}

/** Shared parts by name. */
class Shared {
  readonly #section: string
  /** By content. */
  readonly #names = new Map<string, string>()
  readonly #parts: Map<string, unknown>

  /** @param present parts that the description itself shares */
  constructor(section: string, present: unknown = {}) {
    this.#section = section
    this.#parts = new Map(Object.entries(Object(present)))
  }

  /**
   * @param wanted possible names, best first; if other parts have them all, the last gets a number
   * @param within it with its own parts shared
   * @returns a reference to it
   */
  add(part: JsonObject, wanted: readonly string[], within = (): JsonObject => part): JsonObject {
    const text = JSON.stringify(part)
    const known = this.#names.get(text)
    const name = known ?? this.#free(wanted)
    if (known === undefined) {
      this.#names.set(text, name)
      this.#parts.set(name, part)
      this.#parts.set(name, within())
    }
    return { $ref: `#/components/${this.#section}/${name}` }
  }

  /** Changes the parts that the description itself shares. */
  change(change: (part: unknown, name: string) => unknown): void {
    for (const [name, part] of [...this.#parts]) this.#parts.set(name, change(part, name))
  }

  get parts(): JsonObject {
    return sorted(Object.fromEntries(this.#parts))
  }

  #free(wanted: readonly string[]): string {
    const free = wanted.find((name) => !this.#parts.has(name))
    if (free !== undefined) return free
    const last = wanted.at(-1) ?? ''
    let number = 2
    while (this.#parts.has(`${last}${number}`)) number++
    return `${last}${number}`
  }
}

/** Named after its status, or the codes in its description. */
function responseName(status: string, { description }: JsonObject): string {
  const codes = [...String(description).matchAll(/\b([A-Z]+(?:_[A-Z0-9]+)*): /g)].map(([, code]) => code)
  return codes.join('.') || status
}

/** Short ones are easier to read in place. */
const isLong = (part: JsonObject): boolean =>
  JSON.stringify(part).length > (isRecord(part) || isParameter(part) ? 80 : 150)

/** What of a schema is shared: a property describes what it is there itself. */
function sharedPart(each: JsonObject): readonly [part: JsonObject, remarks: JsonObject] {
  const { description, ...part } = each
  return isRecord(each) && description !== undefined ? [part, { description }] : [each, {}]
}

const isRecord = ({ type, properties }: JsonObject): boolean => type === 'object' && isObject(properties)
const isParameter = ({ in: within, name, schema }: JsonObject): boolean =>
  typeof within === 'string' && typeof name === 'string' && isObject(schema)
/** A schema with properties or a property's own schema. */
const isSchema = (each: JsonObject, place: readonly string[]): boolean =>
  isRecord(each) || (place.at(-2) === 'properties' && each.$ref === undefined)

/** The refusals, and the successes that are the same for several operations. */
const RESPONSE = /^(202|[45]..)$/
const isResponse = (place: readonly string[]): boolean =>
  place.at(-2) === 'responses' && RESPONSE.test(place.at(-1) ?? '')

/** What occurs more than once, without the parts of it. */
function repeated(document: unknown): ReadonlySet<string> {
  const seen = new Set<string>()
  const again = new Set<string>()
  changed(document, (each, place) => {
    if (!isParameter(each) && !isSchema(each, place) && !isResponse(place)) return undefined
    const [part] = sharedPart(each)
    if (!isLong(part)) return undefined
    const text = JSON.stringify(part)
    if (!seen.has(text)) {
      seen.add(text)
      return undefined
    }
    again.add(text)
    return each
  })
  return again
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
const singular = (word: string): string =>
  word
    .replace(/ies$/, 'y')
    .replace(/(ss|ch)es$/, '$1')
    .replace(/([^su])s$/, '$1')
const typeName = (words: readonly string[]): string =>
  words
    .flatMap((word) => word.split('-'))
    .map((word) => capitalised(singular(word)))
    .join('')

/** Of a path, the collections; of a component, its name. */
const resourceOf = (path: string): readonly string[] =>
  path.split('/').filter((part) => /^[A-Za-z]/.test(part) && part !== 'admin')

/** Names by its first place, the shortest first: a property's name or what a path lists, then both. */
function schemaNames(place: readonly string[]): readonly string[] {
  const [path = '', , ...within] = place
  const property = within.filter((_, index) => within[index - 1] === 'properties').at(-1)
  const resource = resourceOf(path)
  if (property === undefined || property === 'data') return [typeName(resource)]
  return [typeName([property]), typeName([...resource, property])]
}

/** `id`, or `merchants.id` if other parameters have its name. */
const parameterNames = (name: string, [path = '']: readonly string[]): readonly string[] => [
  name,
  [...resourceOf(path), name].join('.'),
]

/** @param document as the server serves it */
export function normal(document: unknown): JsonObject {
  const whole = [oneEnum, describedOnce, partsLast].reduce<unknown>(
    (each, change) => changed(each, change),
    document,
  )
  if (!isObject(whole) || !isObject(whole.components) || !isObject(whole.paths))
    throw new Error('the server does not describe itself')
  const { openapi, info, components, paths, ...others } = whole
  const security = usualSecurity(paths)
  return { openapi, info, ...others, security, components, paths: sorted(withoutUsual(paths, security)) }
}

/** @param document as the server serves it */
export function reviewable(document: unknown): JsonObject {
  const whole = normal(document)
  const components: JsonObject = Object(whole.components)
  const again = repeated({ paths: whole.paths, schemas: components.schemas })
  const responses = new Shared('responses', components.responses)
  const parameters = new Shared('parameters', components.parameters)
  const schemas = new Shared('schemas', components.schemas)
  const share: Change = (each, place) => {
    const status = place.at(-1) ?? ''
    if (isResponse(place) && (status !== '202' || again.has(JSON.stringify(each))))
      return responses.add(each, [responseName(status, each)])
    if (!isParameter(each) && !isSchema(each, place)) return undefined
    const [part, remarks] = sharedPart(each)
    if (!again.has(JSON.stringify(part))) return undefined
    if (isParameter(each)) return parameters.add(each, parameterNames(String(each.name), place))
    return { ...schemas.add(part, schemaNames(place), () => changedWithin(part, share, place)), ...remarks }
  }
  schemas.change((schema, name) => (isObject(schema) ? changedWithin(schema, share, [name, '']) : schema))
  const paths = changed(whole.paths, share)
  const shared = { schemas: schemas.parts, parameters: parameters.parts, responses: responses.parts }
  return { ...whole, components: { ...components, ...shared }, paths }
}

/** The description with its references replaced by what they refer to. */
export function expanded(document: JsonObject): JsonObject {
  const follow: Change = ({ $ref, ...remarks }) => {
    if (typeof $ref !== 'string') return undefined
    const target = $ref
      .slice(2)
      .split('/')
      .reduce<unknown>((each, name) => (isObject(each) ? each[name] : undefined), document)
    if (!isObject(target)) throw new Error(`the description has no ${$ref}`)
    return { ...(follow(target, []) ?? changedWithin(target, follow)), ...remarks }
  }
  return changedWithin(document, follow)
}
