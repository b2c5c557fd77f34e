/**
 * `node tools/console-bodies.ts` (a part of `npm run docs`): writes `web/console/src/forms/bodies.ts`, what the bodies hold for which the
 * console has forms, from the server's own description. So no form lacks a field that the API has, and none has one that it has not.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject } from '../src/catalogue/plain-text.ts'
import { FORMS } from '../web/console/src/forms/forms.ts'
import type { Member, Shape } from '../web/console/src/forms/shape.ts'
import { describedBy } from './described.ts'
import { ROOT } from './docs.ts'

export const BODIES_OF_CONSOLE = join(ROOT, 'web/console/src/forms/bodies.ts')

const HEAD = `/**
 * What the bodies hold for which the console has forms. Made from the server's own description by \`node tools/console-bodies.ts\`; a test
 * keeps it fresh. Never changed by hand.
 */
import type { FormName } from './forms.ts'
import type { GroupShape } from './shape.ts'

`

const part = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce((found, name) => (isObject(found) ? found[name] : undefined), value)
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const isNull = (schema: unknown): boolean => part(schema, 'type') === 'null'
const constants = (schema: unknown): readonly string[] => listOf(part(schema, 'enum')).map(String)

/** @returns undefined for what cannot be typed: it is as it was */
function shapeOf(schema: unknown): Shape | undefined {
  const all = listOf(part(schema, 'anyOf'))
  if (all.length > 0) {
    const some = all.filter((each) => !isNull(each))
    if (some.every((each) => constants(each).length > 0)) return { is: 'choice', of: some.flatMap(constants) }
    // A number, or decimal text: both are typed alike.
    return shapeOf(some.find((each) => part(each, 'type') === 'number') ?? some[0])
  }
  switch (part(schema, 'type')) {
    case 'string':
      return constants(schema).length > 0 ? { is: 'choice', of: constants(schema) } : { is: 'text' }
    case 'number':
    case 'integer':
      return { is: 'number' }
    case 'boolean':
      return { is: 'yes-no' }
    case 'array': {
      const of = shapeOf(part(schema, 'items'))
      return of && { is: 'list', of }
    }
    case 'object': {
      const members = membersOf(schema)
      if (members.length > 0) return { is: 'group', members }
      const of = shapeOf(part(schema, 'additionalProperties'))
      return of ? { is: 'by-name', of } : { is: 'json' }
    }
    default:
      return undefined
  }
}

function membersOf(schema: unknown): readonly Member[] {
  const needed = listOf(part(schema, 'required'))
  return Object.entries(Object(part(schema, 'properties'))).flatMap(([name, of]) => {
    const shape = shapeOf(of)
    if (!shape) return []
    const hint = hintOf(of)
    return [
      {
        name,
        shape,
        ...(needed.includes(name) && { isNeeded: true as const }),
        ...(listOf(part(of, 'anyOf')).some(isNull) && { isNullable: true as const }),
        ...(hint !== '' && { hint }),
      },
    ]
  })
}

function hintOf(schema: unknown): string {
  const own = textOf(part(schema, 'description'))
  const within = listOf(part(schema, 'anyOf')).map((each) => textOf(part(each, 'description')))
  const usual = part(schema, 'default')
  const words = own ?? within.find((each) => each !== undefined) ?? ''
  return [words, usual !== undefined && `Left out: ${usual}.`].filter(Boolean).join(' ').replaceAll('`', '')
}

/** @param document the description of the operators' API */
export function consoleBodies(document: unknown): string {
  const bodies = FORMS.map((name) => {
    const [method = '', path = ''] = name.split(' ')
    const operation = part(document, 'paths', path, method.toLowerCase())
    const shape = shapeOf(part(operation, 'requestBody', 'content', 'application/json', 'schema'))
    // An object of any kind has no fields of its own.
    if (!shape) throw new Error(`${name} takes no body`)
    return [name, shape.is === 'group' ? shape : { is: 'group', members: [] }] as const
  })
  const text = `${HEAD}export const BODIES: Readonly<Record<FormName, GroupShape>> = ${JSON.stringify(Object.fromEntries(bodies))}\n`
  return execFileSync(join(ROOT, 'node_modules/.bin/biome'), ['format', '--stdin-file-path=generated.ts'], {
    cwd: ROOT,
    input: text,
    encoding: 'utf8',
    maxBuffer: 16_000_000,
  })
}

if (import.meta.main)
  writeFileSync(BODIES_OF_CONSOLE, consoleBodies(await describedBy('/admin/openapi.json')))
