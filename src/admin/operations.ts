/**
 * The operations of the operators' API as types, by their names: what each takes, and what it answers. They are inferred from the
 * endpoints, so the console and the command cannot expect anything else. There are only types here: whoever imports them loads nothing
 * of the server.
 *
 * The compiler writes them out in full into `dist/types`, where the console's check reads them: it need not infer them again.
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

/** A list can be had as a file. */
type ExportParameter<Answers> = Answers extends { readonly 200: TObject<{ data: TArray }> }
  ? 'format' | 'zone'
  : never

/** The names of a JSON body's fields. What a field may hold, the endpoint says: a form sends what was typed. */
type BodyOf<Types extends EndpointTypes> = TSchema extends Types['body']
  ? undefined extends Types['file']
    ? undefined
    : Blob
  : { readonly [Name in keyof Static<Types['body']>]?: unknown }

type AnswerOf<Types extends EndpointTypes> =
  | { [Status in keyof Types['answers']]: StaticOf<Types['answers'][Status]> }[keyof Types['answers']]
  | (Types['operations'] extends readonly [] ? never : Static<typeof WaitingSchema>)

type StaticOf<Schema> = Schema extends TSchema ? Static<Schema> : never

/** Members that are sums without a currency beside them. */
type Sum = 'amount' | 'gross' | 'fee' | 'vat' | 'net' | 'available' | 'reserved' | 'balance' | 'rate'

/** As an application reads it: sums are text, digit for digit (`withAmountsAsText` of `web/kit/http.ts`). */
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

/** A file is downloaded, not read; 204 answers nothing. */
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
/** Never called. The type that is inferred for what it returns is written out in full; a type with a name is written by its name. */
const inferred = () => operationsIn(endpoints)

export type AdminOperations = ReturnType<typeof inferred>
