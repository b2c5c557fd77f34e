/**
 * What a request brings, read by the schemas of its endpoint's declaration (`reading.ts`): the path's parameters, the query, the body.
 * What does not fit is a problem, with all faults at once.
 */
import { type Static, type TSchema, Type } from 'typebox'
import type { Result } from '../foundation/result.ts'
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

/** A part of a path that is not of its form leads to nothing. @throws ProblemError 404 */
export function paramsOf<Params extends Schemas>(
  schemas: Params | undefined,
  given: unknown,
): Values<Params> {
  const read = readParameters(schemas, given)
  if (!read.ok) throw new ProblemError(httpProblem('NOT_FOUND', 'there is nothing at this path'))
  return read.value
}

/**
 * A parameter with words of its own (`worded`) is refused where it does not fit; another is then as if it were not there.
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

/** A query is all text. What is given several times is the list of them all: a filter is never dropped for it. */
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

/** What a body comes to by rules across its fields. @throws ProblemError 400 */
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
