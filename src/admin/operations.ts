/**
 * The operations of the operators' API as types, by name: what each takes and answers. They are inferred from the
 * endpoints, so the console and the command always match. This file has only types: importing it loads nothing of the
 * server.
 *
 * The compiler writes them out in full into `dist/types`. The console's check reads them there and does not have to
 * infer them again.
 */
import type { Readable } from 'node:stream'
import type { Static, TArray, TObject, TSchema } from 'typebox'
import type { ExactNumber } from '../foundation/json.ts'
import type { WaitingSchema } from './approvals/views.ts'
import type { Endpoint, EndpointTypes } from './endpoint.ts'
import type { ENDPOINTS } from './endpoints.ts'

/** `GET /admin/networks/{chainId}`, of `GET /admin/networks/:chainId`. */
type NameOf<Route extends string> = Route extends `${infer Before}:${infer Rest}`
  ? Rest extends `${infer Parameter}/${infer After}`
    ? `${Before}{${Parameter}}/${NameOf<After>}`
    : `${Before}{${Rest}}`
  : Route

type PageParameter<Pages> =
  | (undefined extends Pages ? never : 'cursor' | 'limit')
  | ('by time' extends Pages ? 'from' | 'to' : never)

/** Every list can be exported as a file. */
type ExportParameter<Answers> = Answers extends { readonly 200: TObject<{ data: TArray }> }
  ? 'format' | 'zone'
  : never

/** The field names of a JSON body. The endpoint checks their values: a form sends what was typed. */
type BodyOf<Types extends EndpointTypes> = TSchema extends Types['body']
  ? undefined extends Types['file']
    ? undefined
    : Blob
  : { readonly [Name in keyof Static<Types['body']>]?: unknown }

type AnswerOf<Types extends EndpointTypes> =
  | { [Status in keyof Types['answers']]: StaticOf<Types['answers'][Status]> }[keyof Types['answers']]
  | (Types['operations'] extends readonly [] ? never : Static<typeof WaitingSchema>)

type StaticOf<Schema> = Schema extends TSchema ? Static<Schema> : never

/** Properties with an amount that has no currency beside it. */
type Sum = 'amount' | 'gross' | 'fee' | 'vat' | 'net' | 'available' | 'reserved' | 'balance' | 'rate'

/** As an application reads it: amounts are text, digit for digit (`withAmountsAsText` of `web/kit/http.ts`). */
type Read<Value> = Value extends ExactNumber
  ? string
  : Value extends string | number | boolean | null | undefined
    ? Value
    : Value extends readonly (infer Item)[]
      ? readonly Read<Item>[]
      : keyof Value extends never
        ? unknown extends Value
          ? unknown
          : Readonly<Record<string, unknown>>
        : { readonly [Name in keyof Value]: Name extends Sum ? ReadSum<Value[Name]> : Read<Value[Name]> }

type ReadSum<Value> = Value extends number ? string : Read<Value>

type File = Readable | Uint8Array

/** A file is downloaded, not read; 204 has no body. */
type ReadAnswer<Answer> = [Exclude<Answer, File>] extends [never]
  ? undefined
  : Read<Exclude<Answer, File | null>> | (null extends Answer ? undefined : never)

declare function operationsIn<All extends readonly Endpoint[]>(
  endpoints: All,
): {
  readonly [Types in NonNullable<All[number]['types']> as NameOf<Types['route']>]: {
    readonly path: { readonly [Name in keyof Types['params']]: string }
    readonly query: {
      readonly [Name in
        | (keyof Types['query'] & string)
        | PageParameter<Types['pages']>
        | ExportParameter<Types['answers']>]?: string
    }
    readonly body: BodyOf<Types>
    readonly answer: ReadAnswer<AnswerOf<Types>>
  }
}

declare const endpoints: typeof ENDPOINTS
/** Never called. The inferred return type is written out in full; a named type would be written by its name. */
const inferred = () => operationsIn(endpoints)

export type AdminOperations = ReturnType<typeof inferred>
