/**
 * What an endpoint of the merchants' API requires from one of the merchant's own people before it changes anything. Each endpoint
 * that changes something declares this. Roles and rights are a separate matter (`capabilities.ts`).
 *
 * `members/` enforces it: an endpoint that declares nothing is closed to people, and one that moves money or changes rights needs
 * a fresh proof of identity before its request is read. Money counts against the person's limit.
 */
import type {} from 'fastify'
import type { SingleApproval } from '../identity/operators/no-second-person.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Without it, people can use an endpoint only if it is a GET. */
    person?: PersonRule
  }
}

export type PersonRule =
  | {
      /** `MONEY`: the merchant's own money. `RIGHTS`: who may act for the merchant, with what, and where notifications go. */
      readonly puts: 'MONEY' | 'RIGHTS'
      readonly proof: true
      /** As a part of a sentence: `pay out`. */
      readonly can: string
    }
  | (SingleApproval & { readonly puts?: undefined; readonly proof?: true })
