/** Pieces of schemas that many endpoints have. */
import { type TSchemaOptions, Type } from 'typebox'

/** One of these, each named in the description. */
export const choice = <const Value extends string>(values: readonly Value[], options: TSchemaOptions = {}) =>
  Type.Unsafe<Value>(
    Type.Union(
      values.map((value) => Type.Literal(value)),
      options,
    ),
  )
