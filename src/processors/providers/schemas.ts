/** What schemas of providers' answers are made of. Pure. */
import { type TSchema, Type } from 'typebox'

/** Left out, or null: what does not apply. */
export const orNull = <Schema extends TSchema>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]))

/** A status or an error's code. */
export const StatusCode = Type.String({ minLength: 1, maxLength: 64 })
