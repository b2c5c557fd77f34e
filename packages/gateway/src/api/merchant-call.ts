/** A request to an endpoint of the merchants' API after authentication, as the endpoint's handler sees it. */
import { assert } from '@sluice/core/foundation/result.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { bodyOf, checkedBody } from '../http/asked.ts'
import type { Fault } from '../http/problems.ts'
import type { Rules } from '../http/reading.ts'
import type { SignedInPerson } from '../identity/access/grant.ts'
import { type Caller, readPerson } from './caller.ts'
import type { Gateway } from './gateway.ts'
import { queryIn } from './list-endpoints.ts'
import { type CursorForm, type PageRequest, readPageRequest } from './pages.ts'

/** What a handler gets beside the request. Modules whose endpoints need more extend it. */
export interface MerchantsContext {
  readonly gateway: Gateway
}

/** What a call knows of its endpoint, the same for all calls. */
export interface ServedBy<Context, Content> {
  readonly context: Context
  readonly body: Content | undefined
}

export class MerchantCall<Context extends MerchantsContext, PathParams, Query, Content extends TSchema> {
  readonly caller: Caller
  /** As received. */
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Unknown parameters and values; only for an endpoint that checks them at their place among its own checks. */
  readonly queryFaults: readonly Fault[]
  readonly #served: ServedBy<Context, Content>
  readonly #page: ((form: CursorForm) => PageRequest) | undefined

  /** @param page which page it is for, if it is part of an export. @param queryFaults not refused yet */
  constructor(
    served: ServedBy<Context, Content>,
    caller: Caller,
    request: FastifyRequest,
    reply: FastifyReply,
    page?: (form: CursorForm) => PageRequest,
    queryFaults: readonly Fault[] = [],
  ) {
    this.caller = caller
    this.request = request
    this.reply = reply
    this.#served = served
    this.#page = page
    this.queryFaults = queryFaults
  }

  get context(): Context {
    return this.#served.context
  }

  get gateway(): Gateway {
    return this.#served.context.gateway
  }

  get params(): PathParams {
    // The server has matched the path: each of its names has a text.
    return this.request.params as PathParams
  }

  /** As received: a value that is repeated is a list. */
  get query(): { readonly [Name in keyof Query]?: unknown } {
    return queryIn(this.request)
  }

  /** The signed-in person, for an endpoint `forPeople`. */
  get person(): SignedInPerson {
    return readPerson(this.caller)
  }

  /** The body, read by its schema. @throws ProblemError 400 */
  body(): Static<Content> {
    return bodyOf(this.#described(), this.#sent())
  }

  /** The result of these rules for the body. @throws ProblemError 400 */
  check<Checked>(rules: Rules<Static<Content>, Checked>): Checked {
    return checkedBody(this.#described(), this.#sent(), rules)
  }

  /** Which page is requested. @throws ProblemError 400 */
  page(form: CursorForm): PageRequest {
    return this.#page?.(form) ?? readPageRequest(queryIn(this.request), form, this.queryFaults)
  }

  /** The page is part of an export. */
  get isExport(): boolean {
    return this.#page !== undefined
  }

  /** Sets a header of the response. */
  header(name: string, value: string): void {
    this.reply.header(name, value)
  }

  #described(): Content {
    const { body } = this.#served
    assert(body, 'an endpoint that reads a body describes it')
    return body
  }

  #sent() {
    return { body: this.request.body, imprecise: this.request.impreciseNumbers }
  }
}

/** What helpers of handlers need of a call, whatever its endpoint. */
export type AnyCall = Pick<
  MerchantCall<MerchantsContext, unknown, unknown, TSchema>,
  'gateway' | 'caller' | 'request' | 'reply' | 'page' | 'queryFaults'
>
