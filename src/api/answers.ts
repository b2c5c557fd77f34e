/** The types of what endpoints answer, from the schemas that describe it: what is described and what is sent do not come apart. */
import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { ExactNumber } from '../http/json.ts'
import type { Page } from './pages.ts'

/** What a schema describes, as a handler may answer it: lists that nobody writes to, and nothing where something may be left out. */
export type Reported<Value> = Value extends
  | ExactNumber
  | Uint8Array
  | Readable
  | string
  | number
  | boolean
  | null
  ? Value
  : Value extends readonly (infer Item)[]
    ? readonly Reported<Item>[]
    : {
        readonly [Name in keyof Value]: object extends Pick<Value, Name>
          ? Reported<Value[Name]> | undefined
          : Reported<Value[Name]>
      }

export type AnswerOf<Schema extends TSchema> = Reported<Static<Schema>>

/** Of a list: a page of it, or its export, which is sent while it is read. */
export type ListAnswerOf<Item extends TSchema> = Page<AnswerOf<Item>> | FastifyReply
