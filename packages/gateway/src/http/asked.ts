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

/**
 * An invalid parameter with its own message (`worded`) is rejected; any other invalid parameter is ignored.
 * @throws ProblemError 400
 */
export function queryOf<Query extends Schemas>(
  schemas: Query | undefined,
  given: unknown,
): Partial<Values<Query>> {
  const sent: Readonly<Record<string, unknown>> = { ...Object(given) }
  const requested = Object.entries(schemas ?? {}).map(([name, schema]) => {
    return [name, asSent(schema, sent[name])]
  })
  const read = readParameters(schemas, Object.fromEntries(requested))
  if (read.ok) return read.value
  const reported = read.failure.flatMap((fault) => {
    const name = fault.path.slice(1)
    const schema = schemas?.[name]
    return schema && isWorded(schema) ? [{ ...fault, path: `query:${name}` }] : []
  })
  if (reported.length > 0) throw new ProblemError(validationFailed(reported))
  return read.given
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
