/** Building blocks for schemas of answers. Pure. */
import { type TSchema, Type } from 'typebox'

/** A field that may be missing or null. */
export const orNull = <Schema extends TSchema>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]))

/** A status or error code. */
export const StatusCode = Type.String({ minLength: 1, maxLength: 64 })
