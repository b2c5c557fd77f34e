/**
 * Generates the types of the merchants' API that the dashboard uses, `web/dashboard/src/operations.ts`, from its
 * description. `generated.ts` writes the file, which is never committed.
 *
 * Amounts are text there, never numbers: the dashboard reads them from the answer's bytes (`web/kit/http.ts`).
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject } from '../src/catalogue/plain-text.ts'
import { comment, key, literal, objectType, typeOf } from './client-types/schema.ts'
import { ROOT } from './docs.ts'

const SOURCES = join(ROOT, 'web/dashboard/src')
export const DASHBOARD_OPERATIONS = join(SOURCES, 'operations.ts')

const HEAD = `/** Made by \`npm run check\` from docs/openapi/merchants.json. Never changed by hand, and never committed. */

/** Major units as decimal text: \`150.5\`. */
export interface Money {
  readonly amount: string
  readonly currencyCode: string
}

/** What a payin's method answered; the rest differs by method. */
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

/** Parameters of the path and the query are text in an address. */
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

/** The operations that the dashboard's sources name. */
function operationsRequested(): ReadonlySet<string> {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => join(SOURCES, path))
    .filter((path) => path !== DASHBOARD_OPERATIONS)
  const named = files.flatMap((path) => [
    ...readFileSync(path, 'utf8').matchAll(/'((?:GET|POST|PUT|PATCH|DELETE) \/[^']+)'/g),
  ])
  return new Set(named.map(([, name = '']) => name))
}

/** Amounts without a currency beside them are read as text, too. */
const asText = (types: string): string =>
  types.replaceAll(
    /readonly (gross|fee|vat|net|available|reserved|balance|rate): number/g,
    'readonly $1: string',
  )

/** @param document the description of the merchants' API */
export function dashboardTypes(document: unknown): string {
  const requested = operationsRequested()
  const members = Object.entries(Object(part(document, 'paths'))).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = part(item, method)
      const called = `${method.toUpperCase()} ${path}`
      if (operation === undefined || !requested.has(called)) return []
      const what = `path: ${parameters('path', operation)}\nquery: ${parameters('query', operation)}\nbody: ${bodyOf(operation)}\nanswer: ${asText(answerOf(operation))}\n`
      return [`${comment(part(operation, 'summary'))}${literal(called)}: {\n${what}}\n`]
    }),
  )
  return `${HEAD}export interface Operations {\n${members.join('')}}\n`
}
