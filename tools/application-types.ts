/**
 * `node tools/application-types.ts` (a part of `npm run docs`): writes the types of what our applications ask of the gateway's APIs, from the
 * server's own descriptions: `web/console/src/operations.ts` and `web/dashboard/src/operations.ts`.
 *
 * An amount is text there, never a number: the applications read it from the answer's bytes (`web/kit/http.ts`).
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject } from '../src/catalogue/plain-text.ts'
import { comment, key, literal, objectType, typeOf } from './client-types/schema.ts'
import { describedBy } from './described.ts'
import { ROOT } from './docs.ts'

export interface Application {
  readonly name: 'console' | 'dashboard'
  /** Of the API that it is a client of. */
  readonly api: string
  /** Where the server describes it. */
  readonly description: string
}

export const APPLICATIONS: readonly Application[] = [
  { name: 'console', api: "the operators' API", description: '/admin/openapi.json' },
  { name: 'dashboard', api: "the merchants' API", description: '/openapi.json' },
]

const sourcesOf = ({ name }: Application): string => join(ROOT, 'web', name, 'src')
export const operationsFile = (application: Application): string =>
  join(sourcesOf(application), 'operations.ts')

const headOf = ({ name, api }: Application): string => `/**
 * What the ${name} asks of ${api}, and what it is answered. Made from the server's own description by
 * \`node tools/application-types.ts\`; a test keeps it fresh. Never changed by hand.
 */

/** Major units as decimal text: \`150.5\`. */
export interface Money {
  readonly amount: string
  readonly currencyCode: string
}

`

/** What a method answers differs by method; these are in each. */
const RESPONSES = `/** What a payin's method answered; the rest differs by method. */
export interface PayinMethodResponse {
  readonly idPayin: string
  readonly paymentMethodCode: string
  readonly reference?: string
  readonly accountCustomer?: Readonly<Record<string, unknown>>
}

/** What a payout's method answered; the rest differs by method. */
export interface PayoutMethodResponse {
  readonly idPayout: string
  readonly paymentMethodCode: string
}

`

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

const part = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce((found, name) => (isObject(found) ? found[name] : undefined), value)
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** What stands in the path, and in the query, is text in an address. */
function parameters(place: string, operation: unknown): string {
  const members = listOf(part(operation, 'parameters'))
    .filter((each) => part(each, 'in') === place)
    .map((each) => {
      const optional = part(each, 'required') === true ? '' : '?'
      return `readonly ${key(String(part(each, 'name')))}${optional}: string\n`
    })
  return members.length === 0 ? 'Readonly<Record<never, string>>' : `{\n${members.join('')}}`
}

const schemaIn = (content: unknown): unknown => part(content, 'content', 'application/json', 'schema')

/** A body is sent as it is: amounts in it are numbers, and a file is its bytes. */
function bodyOf(operation: unknown): string {
  const body = part(operation, 'requestBody')
  if (schemaIn(body) !== undefined) return 'Readonly<Record<string, unknown>>'
  // Any other type is a file.
  return body === undefined ? 'undefined' : 'Blob'
}

function answerOf(operation: unknown): string {
  const successes = Object.entries(Object(part(operation, 'responses'))).filter(([status]) =>
    /^2/.test(status),
  )
  const types = successes.map(([, response]) => {
    const schema = schemaIn(response)
    if (!isObject(schema)) return 'undefined'
    return schema.type === 'object' ? objectType(schema) : typeOf(schema)
  })
  return [...new Set(types)].join(' | ') || 'undefined'
}

/** What the application's sources name. */
function operationsRequested(application: Application): ReadonlySet<string> {
  const sources = sourcesOf(application)
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.tsx?$/.test(path),
  )
  const texts = files
    .map((path) => join(sources, path))
    .filter((path) => path !== operationsFile(application))
  const named = texts.flatMap((path) => [
    ...readFileSync(path, 'utf8').matchAll(/'((?:GET|POST|PUT|PATCH|DELETE) \/[^']+)'/g),
  ])
  return new Set(named.map(([, name = '']) => name))
}

/** Sums that stand alone, without their currency, are read as text, too. */
const asText = (types: string): string =>
  types.replaceAll(
    /readonly (gross|fee|vat|net|available|reserved|balance|rate): number/g,
    'readonly $1: string',
  )

/** @param document its API's description */
export function applicationTypes(application: Application, document: unknown): string {
  const requested = operationsRequested(application)
  const members = Object.entries(Object(part(document, 'paths'))).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = part(item, method)
      const called = `${method.toUpperCase()} ${path}`
      if (operation === undefined || !requested.has(called)) return []
      const name = literal(called)
      const what = `path: ${parameters('path', operation)}\nquery: ${parameters('query', operation)}\nbody: ${bodyOf(operation)}\nanswer: ${asText(answerOf(operation))}\n`
      return [`${comment(part(operation, 'summary'))}${name}: {\n${what}}\n`]
    }),
  )
  const operations = `export interface Operations {\n${members.join('')}}\n`
  const responses = /Pay(?:in|out)MethodResponse/.test(operations) ? RESPONSES : ''
  return execFileSync(join(ROOT, 'node_modules/.bin/biome'), ['format', '--stdin-file-path=generated.ts'], {
    cwd: ROOT,
    input: `${headOf(application)}${responses}${operations}`,
    encoding: 'utf8',
    maxBuffer: 16_000_000,
  })
}

if (import.meta.main) {
  for (const application of APPLICATIONS) {
    const types = applicationTypes(application, await describedBy(application.description))
    writeFileSync(operationsFile(application), types)
  }
}
