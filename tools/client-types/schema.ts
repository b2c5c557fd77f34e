/**
 * Converts the server's JSON Schema to TypeScript. Supports what the description uses, and throws for anything else.
 */
import { isObject, type JsonObject } from '@sluice/core/catalogue/plain-text.ts'

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** A property's name, quoted if necessary. */
export const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name))

export const literal = (value: unknown): string =>
  typeof value === 'string' ? quoted(value) : JSON.stringify(value)

/** A comment for editors; empty without text. */
export const comment = (text: unknown): string =>
  typeof text === 'string' && text !== '' ? `/** ${text.replaceAll('*/', '*\\/')} */\n` : ''

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** @param schema one schema of the OpenAPI document; references become types named like their components */
export function typeOf(schema: unknown): string {
  if (!isObject(schema)) throw new Error(`no schema: ${JSON.stringify(schema)}`)
  const { $ref, const: constant, anyOf, oneOf, enum: values } = schema
  if (typeof $ref === 'string') return componentName($ref)
  if (constant !== undefined) return literal(constant)
  if (values !== undefined) return listOf(values).map(literal).join(' | ')
  const choices = [...listOf(anyOf), ...listOf(oneOf)]
  if (choices.length > 0) return choices.map(typeOf).join(' | ')
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return `ReadonlyArray<${typeOf(schema.items)}>`
    case 'object':
      return objectType(schema)
    default:
      return 'unknown'
  }
}

const componentName = (reference: string): string => reference.split('/').at(-1) ?? ''

/** `{ readonly name: type }`. */
export function objectType(schema: JsonObject): string {
  const properties = isObject(schema.properties) ? schema.properties : {}
  if (Object.keys(properties).sort().join() === 'amount,currencyCode') return 'Money'
  const required = new Set(listOf(schema.required))
  const members = Object.entries(properties).map(([name, property]) => {
    const description = isObject(property) ? property.description : undefined
    const optional = required.has(name) ? '' : '?'
    return `${comment(description)}readonly ${key(name)}${optional}: ${typeOf(property)}\n`
  })
  return members.length === 0 ? 'Readonly<Record<string, unknown>>' : `{\n${members.join('')}}`
}
