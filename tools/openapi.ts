/**
 * `node tools/openapi.ts`, run by `npm run docs`: writes the descriptions of the server's two APIs to `docs/openapi/`,
 * where a change of an API is reviewed line by line. The client's types are made from them (`tools/generated.ts`).
 *
 * They are equivalent to the descriptions that the server serves, but shorter: what many operations repeat is once in
 * `components`, a choice of constants is one `enum`, and shallow objects are on one line.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject, type JsonObject } from '@sluice/core/catalogue/plain-text.ts'
import { ROOT } from './docs.ts'

interface Api {
  readonly name: 'merchants' | 'operators'
  /** Where the server serves its description. */
  readonly description: string
  /**
   * Whether schemas of several operations are shared. Merchants' schemas are not: the client's types are made from them
   * as they are.
   */
  readonly sharesSchemas: boolean
}

export const APIS: readonly Api[] = [
  { name: 'merchants', description: '/openapi.json', sharesSchemas: false },
  { name: 'operators', description: '/admin/openapi.json', sharesSchemas: true },
]

export const openapiFile = ({ name }: Pick<Api, 'name'>): string => join(ROOT, `docs/openapi/${name}.json`)

type Change = (value: JsonObject, place: readonly string[]) => JsonObject | undefined

/** Applies a change to each object, outermost first; if it returns undefined, the object's own values are visited. */
function changed(value: unknown, change: Change, place: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map((item) => changed(item, change, place))
  if (!isObject(value)) return value
  return change(value, place) ?? changedWithin(value, change, place)
}

const changedWithin = (value: JsonObject, change: Change, place: readonly string[]): JsonObject =>
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

const sorted = (object: unknown): JsonObject =>
  Object.fromEntries(Object.entries(Object(object)).sort(([one], [other]) => (one < other ? -1 : 1)))

/** Shared parts by name. */
class Shared {
  readonly #section: string
  /** By content. */
  readonly #names = new Map<string, string>()
  readonly #parts = new Map<string, JsonObject>()

  constructor(section: string) {
    this.#section = section
  }

  /**
   * @param wanted its name; another part with the same name gets a number
   * @param within it with its own parts shared
   * @returns a reference to it
   */
  add(part: JsonObject, wanted: string, within = (): JsonObject => part): JsonObject {
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

  get parts(): JsonObject {
    return sorted(Object.fromEntries(this.#parts))
  }

  #free(wanted: string): string {
    const same = [...this.#parts.keys()].filter((name) => name.replace(/\d+$/, '') === wanted).length
    return same === 0 ? wanted : `${wanted}${same + 1}`
  }
}

/** Named after the codes in its description. */
function refusalName(status: string, { description }: JsonObject): string {
  const codes = [...String(description).matchAll(/\b([A-Z]+(?:_[A-Z0-9]+)*): /g)].map(([, code]) => code)
  return codes.join('.') || status
}

/** Short objects are easier to read in place. */
const LONG = 200

/** What occurs more than once in the paths, without the parts of it. */
function repeated(paths: unknown): ReadonlySet<string> {
  const seen = new Set<string>()
  const again = new Set<string>()
  changed(paths, (each) => {
    if (!isSchema(each)) return undefined
    const text = JSON.stringify(each)
    if (text.length <= LONG) return undefined
    if (!seen.has(text)) {
      seen.add(text)
      return undefined
    }
    again.add(text)
    return each
  })
  return again
}

const isSchema = ({ type, properties }: JsonObject): boolean => type === 'object' && isObject(properties)

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
const singular = (word: string): string =>
  word
    .replace(/ies$/, 'y')
    .replace(/(ss|ch)es$/, '$1')
    .replace(/([^s])s$/, '$1')

/** Named after its first place: a property's name, or what a path lists. */
function nameAt(place: readonly string[]): string {
  const [path = '', , ...within] = place
  const property = within.filter((_, index) => within[index - 1] === 'properties').at(-1)
  const resource = path.split('/').filter((part) => /^[a-z]/.test(part) && part !== 'admin')
  const words = property === undefined || property === 'data' ? resource : [property]
  return singular(
    words
      .flatMap((word) => word.split('-'))
      .map(capitalised)
      .join(''),
  )
}

/** @param document as the server serves it */
export function reviewable(document: unknown, { sharesSchemas }: Pick<Api, 'sharesSchemas'>): JsonObject {
  const whole = changed(document, oneEnum)
  if (!isObject(whole) || !isObject(whole.components)) throw new Error('the server does not describe itself')
  const responses = new Shared('responses')
  const schemas = new Shared('schemas')
  const paths = sorted(whole.paths)
  const again = sharesSchemas ? repeated(paths) : new Set<string>()
  const share: Change = (each, place) => {
    const [name = '', within] = [place.at(-1), place.at(-2)]
    if (within === 'responses' && /^[45]/.test(name)) return responses.add(each, refusalName(name, each))
    if (!isSchema(each) || !again.has(JSON.stringify(each))) return undefined
    return schemas.add(each, nameAt(place), () => changedWithin(each, share, place))
  }
  const shared = changed(paths, share)
  const components = {
    ...whole.components,
    schemas: sorted({ ...Object(whole.components.schemas), ...schemas.parts }),
    responses: responses.parts,
  }
  return { ...whole, components, paths: shared }
}

const WIDTH = 140

/** Properties kept on one line, whatever their length. */
const WHOLE: ReadonlySet<string> = new Set(['example', 'examples', 'required', 'enum'])
/** Properties whose own properties each get a line. */
const LISTED: ReadonlySet<string> = new Set(['paths', 'components', 'schemas', 'properties', 'responses'])

const holdsProperties = (value: unknown): boolean =>
  value instanceof Object &&
  ('properties' in value || 'responses' in value || Object.values(value).some(holdsProperties))

/** A parameter, property or refusal on one line each; objects with properties over several lines. */
export function inLines(value: unknown, name = '', indent = ''): string {
  if (!(value instanceof Object) || WHOLE.has(name)) return onOneLine(value)
  const isList = Array.isArray(value)
  const text = onOneLine(value)
  if (indent.length + text.length <= WIDTH) return text
  if (!isList && !LISTED.has(name) && !holdsProperties(value)) return text
  const inner = `${indent} `
  const members = isList
    ? value.map((each) => inLines(each, '', inner))
    : Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${inLines(each, key, inner)}`)
  const [opening, closing] = isList ? '[]' : '{}'
  return `${opening}\n${members.map((member) => `${inner}${member}`).join(',\n')}\n${indent}${closing}`
}

function onOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`
  if (!(value instanceof Object)) return JSON.stringify(value)
  const members = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${onOneLine(each)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

export const openapiText = (api: Api, document: unknown): string => `${inLines(reviewable(document, api))}\n`

if (import.meta.main) {
  // Loads the whole gateway, which reading the files does not need.
  const { describedBy } = await import('./described.ts')
  for (const api of APIS) {
    mkdirSync(join(ROOT, 'docs/openapi'), { recursive: true })
    writeFileSync(openapiFile(api), openapiText(api, await describedBy(api.description)))
  }
}
