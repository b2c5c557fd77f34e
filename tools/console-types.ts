/**
 * `node tools/console-types.ts` (a part of `npm run docs`): writes `web/console/src/operations.ts`, the types of what the console asks of
 * the operators' API, from the server's own description of itself (`/admin/openapi.json`).
 *
 * An amount is text there, never a number: the console reads it from the answer's bytes (`web/console/src/api.ts`).
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject } from '../src/catalogue/plain-text.ts'
import { comment, key, literal, objectType, typeOf } from './client-types/schema.ts'
import { describedBy } from './described.ts'
import { ROOT } from './docs.ts'

const SOURCES = join(ROOT, 'web/console/src')
export const OPERATIONS_OF_CONSOLE = join(SOURCES, 'operations.ts')

const HEAD = `/**
 * What the console asks of the operators' API, and what it is answered. Made from the server's own description by
 * \`node tools/console-types.ts\`; a test keeps it fresh. Never changed by hand.
 */

/** Major units as decimal text: \`150.5\`. */
export interface Money {
  readonly amount: string
  readonly currencyCode: string
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

/** A body is sent as it is: amounts in it are numbers. */
function bodyOf(operation: unknown): string {
  const schema = schemaIn(part(operation, 'requestBody'))
  return schema === undefined ? 'undefined' : 'Readonly<Record<string, unknown>>'
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

/** What the console's sources name. */
function operationsAsked(): ReadonlySet<string> {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.tsx?$/.test(path),
  )
  const texts = files.map((path) => join(SOURCES, path)).filter((path) => path !== OPERATIONS_OF_CONSOLE)
  const named = texts.flatMap((path) => [
    ...readFileSync(path, 'utf8').matchAll(/'((?:GET|POST|PUT|PATCH|DELETE) \/admin\/[^']+)'/g),
  ])
  return new Set(named.map(([, name = '']) => name))
}

/** @param document `/admin/openapi.json` */
export function consoleTypes(document: unknown): string {
  const asked = operationsAsked()
  const members = Object.entries(Object(part(document, 'paths'))).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = part(item, method)
      const called = `${method.toUpperCase()} ${path}`
      if (operation === undefined || !asked.has(called)) return []
      const name = literal(called)
      const what = `path: ${parameters('path', operation)}\nquery: ${parameters('query', operation)}\nbody: ${bodyOf(operation)}\nanswer: ${answerOf(operation)}\n`
      return [`${comment(part(operation, 'summary'))}${name}: {\n${what}}\n`]
    }),
  )
  const text = `${HEAD}export interface Operations {\n${members.join('')}}\n`
  return execFileSync(join(ROOT, 'node_modules/.bin/biome'), ['format', '--stdin-file-path=generated.ts'], {
    cwd: ROOT,
    input: text,
    encoding: 'utf8',
    maxBuffer: 16_000_000,
  })
}

if (import.meta.main)
  writeFileSync(OPERATIONS_OF_CONSOLE, consoleTypes(await describedBy('/admin/openapi.json')))
