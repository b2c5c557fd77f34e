/**
 * The types of an operation as an application sees it: what a request brings and what is answered, inferred from the declaration of its
 * endpoint. The same for the operators' and the merchants' API. There are only types here: an import loads nothing of the server.
 */
import type { Readable } from 'node:stream'
import type { ExactNumber } from '@sluice/core/foundation/json.ts'
import type { Static, TSchema } from 'typebox'

/** `GET /payins/{idPayin}`, of `GET /payins/:idPayin`. */
type NameOf<Route extends string> = Route extends `${infer Before}:${infer Rest}`
  ? Rest extends `${infer Parameter}/${infer After}`
    ? `${Before}{${Parameter}}/${NameOf<After>}`
    : `${Before}{${Rest}}`
  : Route

/** The parts of a declaration that these types are inferred from. */
export interface DeclaredTypes {
  readonly route: string
  readonly params?: unknown
  readonly query?: unknown
  readonly pages?: unknown
  /** The rows of a list that can be had as a file, too. */
  readonly exports?: unknown
  readonly body?: TSchema
  readonly file?: unknown
  readonly answers: unknown
}

/**
 * By name. Never called: the compiler writes the type that it infers for what a call returns in full, and a type with a name by its name.
 */
export declare function operationsIn<All extends DeclaredTypes>(): {
  readonly [Types in All as NameOf<Types['route']>]: {
    readonly path: { readonly [Name in keyof NonNullable<Types['params']>]: string }
    readonly query: {
      readonly [Name in
        | (keyof NonNullable<Types['query']> & string)
        | PageParameter<NonNullable<Types['pages']>>
        | ExportParameter<NonNullable<Types['exports']>>]?: string
    }
    readonly body: BodyOf<Types>
    readonly answer: ReadAnswer<Answered<Types['answers']>>
  }
}

type PageParameter<Pages> =
  | ([Pages] extends [never] ? never : 'cursor' | 'limit')
  | ('by time' extends Pages ? 'from' | 'to' : never)

type ExportParameter<Rows> = [Rows] extends [never] ? never : 'format' | 'zone'

/** The names of a JSON body's fields. What a field may hold, the endpoint says: a form sends what was typed. */
type BodyOf<Types extends DeclaredTypes> = TSchema extends Types['body']
  ? [NonNullable<Types['file']>] extends [never]
    ? undefined
    : Blob
  : { readonly [Name in keyof Static<NonNullable<Types['body']>>]?: unknown }

/** By whichever status, of one of several tables. */
type Answered<Answers> = Answers extends unknown
  ? { [Status in keyof Answers]: StaticOf<Answers[Status]> }[keyof Answers]
  : never

type StaticOf<Schema> = Schema extends TSchema ? Static<Schema> : never

/** Members that are sums without a currency beside them. */
type Sum = 'amount' | 'gross' | 'fee' | 'vat' | 'net' | 'available' | 'reserved' | 'balance' | 'rate'

/** As an application reads it: sums are text, digit for digit (`withAmountsAsText` of `packages/ui-kit/src/http.ts`). */
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
