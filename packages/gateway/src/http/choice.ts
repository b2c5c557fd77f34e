import { type TSchemaOptions, Type } from 'typebox'

/** One of these values, each listed in the description. */
export const choice = <const Value extends string>(
  values: readonly Value[],
  options: TSchemaOptions = {},
) => {
  const [only, ...others] = values
  return Type.Unsafe<Value>(
    only !== undefined && others.length === 0
      ? Type.Literal(only, options)
      : Type.Union(
          values.map((value) => Type.Literal(value)),
          options,
        ),
  )
}
