/**
 * `node packages/cli/src/operations-file.ts` writes `dist/admin-operations.json`, what the command needs of each operation of
 * the operators' API. It runs with `npm install`, `npm run check` and the tests. The command reads this file instead of
 * the endpoints, because it must not load the server to show its help.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isObject } from '@sluice/core/catalogue/plain-text.ts'
import type { Endpoint } from '@sluice/gateway/admin/endpoint.ts'
import { ENDPOINTS } from '@sluice/gateway/admin/endpoints.ts'

/** A field of a path, a query or a body. */
export interface Member {
  /** `string`, `integer`, `number` or `boolean`; `other` for anything structured. */
  readonly type: string
  readonly isRequired?: boolean
  readonly choices?: readonly string[]
  readonly description: string
}
type Members = Readonly<Record<string, Member>>

export interface AdminOperation {
  readonly summary: string
  readonly path: Members
  readonly query: Members
  /** Of JSON; missing if there is none. */
  readonly body?: Members
  /** For a body with structured fields: an example of what a file may contain. */
  readonly example?: object
  /** It takes a file that is no JSON. */
  readonly isFile?: boolean
}

const DIST = fileURLToPath(new URL('../dist/', import.meta.url))
export const OPERATIONS_FILE = `${DIST}admin-operations.json`

const SCALARS: readonly unknown[] = ['string', 'integer', 'number', 'boolean']

const part = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce((found, name) => (isObject(found) ? found[name] : undefined), value)
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The possible texts, if they are a fixed list. */
const choicesOf = (schema: unknown): readonly string[] =>
  [
    part(schema, 'const'),
    ...listOf(part(schema, 'enum')),
    ...listOf(part(schema, 'anyOf')).flatMap(choicesOf),
  ].filter((each) => typeof each === 'string')

/** A field of a path, a query or a body. */
function memberOf(schema: unknown, isRequired: boolean): Member {
  const choices = choicesOf(schema)
  const type = part(schema, 'type')
  return {
    type: choices.length > 0 ? 'string' : typeof type === 'string' && SCALARS.includes(type) ? type : 'other',
    ...(isRequired && { isRequired }),
    ...(choices.length > 0 && { choices }),
    description: String(part(schema, 'description') ?? ''),
  }
}

function membersOf(schema: unknown): Members {
  const required = listOf(part(schema, 'required'))
  return Object.fromEntries(
    Object.entries(Object(part(schema, 'properties'))).map(([name, member]) => [
      name,
      memberOf(member, required.includes(name)),
    ]),
  )
}

/** By field; empty for no body, or one that is no JSON. */
function bodyOf(schema: unknown): Pick<AdminOperation, 'body' | 'example' | 'isFile'> {
  if (schema === undefined) return {}
  if (part(schema, 'content') !== undefined) return { isFile: true }
  const body = membersOf(schema)
  const example = listOf(part(schema, 'examples'))[0]
  const isMore = Object.values(body).some(({ type }) => type === 'other')
  return { body, ...(isMore && isObject(example) && { example }) }
}

function operationOf({ facts, describe }: Endpoint): AdminOperation {
  const { schema } = describe()
  return {
    summary: facts.summary,
    path: membersOf(part(schema, 'params')),
    query: membersOf(part(schema, 'querystring')),
    ...bodyOf(part(schema, 'body')),
  }
}

const METHODS: readonly unknown[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const methodOf = ({ facts }: Endpoint): number => METHODS.indexOf(facts.name.split(' ')[0])
const pathOf = ({ facts }: Endpoint): string => facts.name.split(' ')[1] ?? ''

/** By name; operations of the same path are together, as in the API's description. */
export function operationsOf(endpoints: readonly Endpoint[]): Readonly<Record<string, AdminOperation>> {
  const byPath = [...Map.groupBy(endpoints, pathOf).values()]
  const ordered = byPath.flatMap((some) => some.sort((one, other) => methodOf(one) - methodOf(other)))
  return Object.fromEntries(ordered.map((endpoint) => [endpoint.facts.name, operationOf(endpoint)]))
}

export const operationsText = (): string => JSON.stringify(operationsOf(ENDPOINTS))

export function writeOperations(): void {
  mkdirSync(DIST, { recursive: true })
  writeFileSync(OPERATIONS_FILE, operationsText())
}

if (import.meta.main) writeOperations()
