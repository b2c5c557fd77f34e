/**
 * What it takes of one of a merchant's own people to do something that is no read, and what they can do by it. Each endpoint of the
 * merchants' API that changes anything says it in its declaration. Who may by role and right is another matter (`capabilities.ts`).
 *
 * The door obeys it (in `members/`): an endpoint that says nothing is closed to every person, and one that puts money or rights at
 * stake takes a fresh proof, before anything of it is read. Money counts against the person's limit.
 */
import type {} from 'fastify'
import type { MayAlone } from '../identity/operators/alone.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Left out of what is no GET: no person may ask it. */
    person?: PersonRule
  }
}

export type PersonRule =
  | {
      /** The merchant's own money, or who may act for the merchant, by what, and where it is told. */
      readonly puts: 'MONEY' | 'RIGHTS'
      readonly proof: true
      /** As a part of a sentence: `pay out`. */
      readonly can: string
    }
  | (MayAlone & { readonly puts?: undefined; readonly proof?: true })
