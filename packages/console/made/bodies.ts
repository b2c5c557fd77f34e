/**
 * The shapes of the request bodies that the console has forms for, made from the endpoints' declarations, so that a form has exactly the
 * fields of the API.
 */
import { isObject } from '@sluice/core/catalogue/plain-text.ts'
import { ENDPOINTS } from '@sluice/gateway/admin/endpoints.ts'
import { FORMS, type FormName } from '../src/forms/forms.ts'
import type { GroupShape, Member, Shape } from '../src/forms/shape.ts'

const part = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce((found, name) => (isObject(found) ? found[name] : undefined), value)
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const isNull = (schema: unknown): boolean => part(schema, 'type') === 'null'
const constants = (schema: unknown): readonly string[] =>
  [part(schema, 'const') ?? [], part(schema, 'enum') ?? []].flat().map(String)

/** @returns undefined for a value that cannot be typed in a form; it is sent unchanged */
function shapeOf(schema: unknown): Shape | undefined {
  const all = listOf(part(schema, 'anyOf'))
  if (all.length > 0) {
    const some = all.filter((each) => !isNull(each))
    if (some.every((each) => constants(each).length > 0)) return { is: 'choice', of: some.flatMap(constants) }
    // A field that accepts a number or decimal text: both are typed alike.
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
      // A record has one shape for all of its values.
      const [values] = Object.values(Object(part(schema, 'patternProperties')))
      const of = shapeOf(values)
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

function bodyOf(name: FormName): GroupShape {
  const endpoint = ENDPOINTS.find(({ facts }) => facts.name === name)
  const shape = shapeOf(part(endpoint?.describe().schema, 'body'))
  // A free-form object has no declared fields.
  if (!shape) throw new Error(`${name} takes no body`)
  return shape.is === 'group' ? shape : { is: 'group', members: [] }
}

export const bodies = () => Object.fromEntries(FORMS.map((name) => [name, bodyOf(name)]))
