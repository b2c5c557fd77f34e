/**
 * `node tools/admin-operations.ts` (a part of `npm run docs`): writes `src/cli/data/admin-operations.json`, what the command needs to
 * know of each operation of the operators' API. It is made from the server's own description, and read in the server's place: the
 * command must not load the server to show its help.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { isObject } from '../src/catalogue/plain-text.ts'
import { describedBy } from './described.ts'
import { ROOT } from './docs.ts'

export const OPERATIONS_FILE = join(ROOT, 'src/cli/data/admin-operations.json')

const METHODS = ['get', 'post', 'put', 'patch', 'delete']
const SCALARS: readonly unknown[] = ['string', 'integer', 'number', 'boolean']

const part = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce((found, name) => (isObject(found) ? found[name] : undefined), value)
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The words that it may be, where these are all. */
const choicesOf = (schema: unknown): readonly unknown[] =>
  [
    part(schema, 'const'),
    ...listOf(part(schema, 'enum')),
    ...listOf(part(schema, 'anyOf')).flatMap(choicesOf),
  ].filter((each) => typeof each === 'string')

/** One of a path, a query or a body. */
function memberOf(schema: unknown, words: unknown, isRequired: boolean): object {
  const choices = choicesOf(schema)
  const type = part(schema, 'type')
  return {
    type: choices.length > 0 ? 'string' : SCALARS.includes(type) ? type : 'other',
    ...(isRequired && { isRequired }),
    ...(choices.length > 0 && { choices }),
    description: String(words ?? part(schema, 'description') ?? ''),
  }
}

function parametersIn(place: string, operation: unknown): object {
  const found = listOf(part(operation, 'parameters')).filter((each) => part(each, 'in') === place)
  return Object.fromEntries(
    found.map((each) => [
      String(part(each, 'name')),
      memberOf(part(each, 'schema'), part(each, 'description'), part(each, 'required') === true),
    ]),
  )
}

/** By member; nothing where it is no JSON, or there is none. */
function bodyOf(operation: unknown): object {
  const content = part(operation, 'requestBody', 'content')
  if (content === undefined) return {}
  const schema = part(content, 'application/json', 'schema')
  if (schema === undefined) return { isFile: true }
  const required = listOf(part(schema, 'required'))
  const members = Object.fromEntries(
    Object.entries(Object(part(schema, 'properties'))).map(([name, member]) => [
      name,
      memberOf(member, undefined, required.includes(name)),
    ]),
  )
  const example = listOf(part(schema, 'examples'))[0]
  const isMore = Object.values(members).some((member) => part(member, 'type') === 'other')
  return { body: members, ...(isMore && example !== undefined && { example }) }
}

/** @param description `/admin/openapi.json` */
export function adminOperations(description: unknown): string {
  const operations = Object.entries(Object(part(description, 'paths')))
    .filter(([path]) => path.startsWith('/admin/'))
    .flatMap(([path, item]) =>
      METHODS.filter((method) => part(item, method) !== undefined).map((method) => {
        const operation = part(item, method)
        const known = {
          summary: part(operation, 'summary'),
          path: parametersIn('path', operation),
          query: parametersIn('query', operation),
          ...bodyOf(operation),
        }
        return [`${method.toUpperCase()} ${path}`, known] as const
      }),
    )
  return `${JSON.stringify(Object.fromEntries(operations), undefined, 2)}\n`
}

if (import.meta.main) {
  const text = adminOperations(await describedBy('/admin/openapi.json'))
  if (!existsSync(OPERATIONS_FILE) || readFileSync(OPERATIONS_FILE, 'utf8') !== text) {
    writeFileSync(OPERATIONS_FILE, text)
    process.stdout.write(`${relative(ROOT, OPERATIONS_FILE)} written\n`)
  }
}
