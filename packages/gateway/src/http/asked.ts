/**
 * Reads a request by the schemas of its endpoint's declaration (`reading.ts`): path parameters, query, body. A mismatch is a
 * problem that lists all faults.
 */
import type { Result } from '@sluice/core/foundation/result.ts'
import { type Static, type TSchema, Type } from 'typebox'
import type { Schemas } from './endpoint.ts'
import { type Fault, httpProblem, ProblemError, validationFailed } from './problems.ts'
import {
  isWorded,
  type Rules,
  readBody,
  readByRules,
  readParameters,
  type Sent,
  type Values,
} from './reading.ts'

/** A path parameter with an invalid form is not found. @throws ProblemError 404 */
export function paramsOf<Params extends Schemas>(
  schemas: Params | undefined,
  given: unknown,
): Values<Params> {
  const read = readParameters(schemas, given)
  if (!read.ok) throw new ProblemError(httpProblem('NOT_FOUND', 'there is nothing at this path'))
  return read.value
}

/** Parameters that the endpoint does not have, so that a misspelled one is not ignored. */
export const unknownParameters = (known: readonly string[], given: object): readonly Fault[] =>
  Object.keys(given)
    // `&=&` names nothing.
    .filter((name) => name !== '' && !known.includes(name))
    .slice(0, MAX_UNKNOWN)
    .map((name) => ({
      path: `query:${name.slice(0, MAX_NAME)}`,
      code: 'UNKNOWN_FIELD',
      message:
        known.length === 0
          ? 'is not a parameter of this endpoint, which has none'
          : `is not a parameter of this endpoint; it has ${known.join(', ')}`,
    }))
const MAX_UNKNOWN = 10
const MAX_NAME = 64

/**
 * An invalid parameter with its own message (`worded`) is rejected; any other invalid parameter is ignored.
 * @throws ProblemError 400
 */
export function queryOf<Query extends Schemas>(
  schemas: Query | undefined,
  given: unknown,
): Partial<Values<Query>> {
  const { value, faults } = readQuery(schemas, given)
  if (faults.length > 0) throw new ProblemError(validationFailed(faults))
  return value
}

/** The faults of parameters with their own message, and the valid ones. */
export function readQuery<Query extends Schemas>(
  schemas: Query | undefined,
  given: unknown,
): { readonly value: Partial<Values<Query>>; readonly faults: readonly Fault[] } {
  const sent: Readonly<Record<string, unknown>> = { ...Object(given) }
  const requested = Object.entries(schemas ?? {}).map(([name, schema]) => {
    return [name, asSent(schema, sent[name])]
  })
  const read = readParameters(schemas, Object.fromEntries(requested))
  if (read.ok) return { value: read.value, faults: [] }
  const faults = read.failure.flatMap((fault) => {
    const name = fault.path.slice(1)
    const schema = schemas?.[name]
    return schema && isWorded(schema) ? [{ ...fault, path: `query:${name}` }] : []
  })
  return { value: read.given, faults }
}

/** A query is all text. A repeated parameter becomes a list of all its values, so no filter is dropped. */
function asSent(schema: TSchema, value: unknown): unknown {
  if (Type.IsBoolean(schema)) return TRUTHS.get(value) ?? value
  return Type.IsString(schema) && Array.isArray(value) ? value.join(',') : value
}

const TRUTHS: ReadonlyMap<unknown, boolean> = new Map([
  ['true', true],
  ['false', false],
])

/** A body by its schema. @throws ProblemError 400 */
export const bodyOf = <Schema extends TSchema>(schema: Schema, { body, imprecise }: Sent): Static<Schema> =>
  whole(readBody(schema, body, imprecise))

/** The result of a body's rules across fields. @throws ProblemError 400 */
export const checkedBody = <Schema extends TSchema, Checked>(
  schema: Schema,
  sent: Sent,
  rules: Rules<Static<Schema>, Checked>,
): Checked => whole(readByRules(schema, sent, rules))

/** @throws ProblemError 400 */
export function whole<Value>(read: Result<Value, readonly Fault[]>): Value {
  if (!read.ok) throw new ProblemError(validationFailed(read.failure))
  return read.value
}
