/**
 * An endpoint of the merchants' API, declared once. The declaration yields the guarded route, its description in
 * `/openapi.json`, the right it needs from a merchant's people, and the types of its handler.
 *
 * The caller has a merchant's token or is one of its people, and has the right to call it (`identity/access/bearer.ts`,
 * `identity/members/session-access.ts`). Version and rate are checked before. An unknown parameter of the query is refused
 * here: with the other faults of a page, or in a create after it is known whether its ID was accepted before. Path
 * parameters are passed on unread, because an invalid ID is refused at its place among the checks.
 * What a handler returns has the type of the schema that describes the response. A request whose caller is in memory
 * does not wait.
 */
import { assert } from '@sluice/core/foundation/result.ts'
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { TSchema } from 'typebox'
import { readQuery, unknownParameters } from '../http/asked.ts'
import {
  type AnswerIn,
  type AnswerSchemas,
  type Declared,
  type Facts,
  type FileBody,
  firstStatus,
  type Method,
  type NamesIn,
  partsOf,
  type Route,
  routeOptions,
  type Schemas,
  type WithDeclaration,
} from '../http/endpoint.ts'
import { problemResponsesOf } from '../http/openapi.ts'
import { type Fault, HTTP_PROBLEMS, ProblemError, validationFailed } from '../http/problems.ts'
import type { Server } from '../http/server.ts'
import { PEOPLE_PROBLEMS } from '../identity/people/problems.ts'
import type { PersonRule } from '../merchants/person-rules.ts'
import { MERCHANT_PROBLEMS } from '../merchants/problems.ts'
import { readCaller, readPerson } from './caller.ts'
import { readExportRequest, withExports } from './exports.ts'
import { exportList, listParameters, type Pages, queryIn } from './list-endpoints.ts'
import { MerchantCall, type MerchantsContext } from './merchant-call.ts'
import type { Query } from './pages.ts'
import { PAYMENT_PROBLEMS } from './problems.ts'

export type { AnyCall, MerchantCall, MerchantsContext } from './merchant-call.ts'

const ALL_PROBLEMS = { ...HTTP_PROBLEMS, ...PEOPLE_PROBLEMS, ...MERCHANT_PROBLEMS, ...PAYMENT_PROBLEMS }
export type MerchantsProblem = keyof typeof ALL_PROBLEMS

const problems = problemResponsesOf(ALL_PROBLEMS)
const OF_EVERY_ENDPOINT = [
  'VALIDATION_FAILED',
  'AUTHENTICATION_FAILED',
  'TOKEN_EXPIRED',
  'SCOPE_EXCEEDED',
  'VERSION_UNSUPPORTED',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'UNAVAILABLE',
] as const satisfies readonly MerchantsProblem[]

const OF_PEOPLE = 'Only for a person who is signed in to the dashboard. Tokens are not accepted.'
const OWN = 'An addition of Sluice, not part of the interface that it shares with other gateways.'

/** A JSON response that was already written: its text is sent as it is. */
export class WrittenAnswer {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Given<Answers> = AnswerIn<Answers> | WrittenAnswer

/** The parameters of a path, each a text. */
type Params<Path extends string> = { readonly [Name in NamesIn<Path>]: string }

interface Declaration<
  Context extends MerchantsContext,
  Path extends string,
  ParamSchemas,
  Query,
  Content extends TSchema,
  Answers,
  Code,
> extends Declared<Path, ParamSchemas, Query, Content, Answers, Code> {
  /** The heading under which it is described. */
  readonly tag: string
  /** Its name in clients; left out, made of method and path. */
  readonly operationId?: string
  readonly description?: string
  /** Not part of the API that other gateways share: the description says so. */
  readonly isOwn?: boolean
  /** It only reads, although it is no GET. */
  readonly asks?: boolean
  /** The right it needs from a merchant's people. Without one, only GETs are open to people. */
  readonly person?: PersonRule
  /** Only for signed-in people, not for tokens: it leaves something behind that outlives a token. */
  readonly forPeople?: boolean
  readonly pages?: Pages
  /** The rows of the list, if it can be exported: each column of the file is a field of them. */
  readonly exports?: TSchema
  /** The address of what was created. */
  readonly location?: (params: Params<Path>) => string
  readonly handle: (
    call: MerchantCall<Context, Params<Path>, Query, Content>,
  ) => Given<Answers> | Promise<Given<Answers>>
}

/** Parts of a declaration of which its clients need the types, too (`server/merchant-operations.ts`). */
export interface MerchantsExtras<Order, File, Sheet> {
  readonly pages?: Order
  readonly file?: File
  readonly exports?: Sheet
}

export interface Registration<Context> {
  readonly app: Server
  /** Authenticates the caller. */
  readonly bearer: onRequestHookHandler
  readonly context: Context
}

/** An endpoint in the list of all endpoints. */
export interface MerchantEndpoint<Context> {
  readonly facts: {
    /** As the server names it: `POST /payins/:idPayin`. */
    readonly route: string
    readonly person: PersonRule | undefined
  }
  register(registration: Registration<Context>): void
}

/** Declares endpoints whose handlers need only the gateway. A path whose parameters have no schema does not compile. */
export const endpoint = endpointsIn<MerchantsContext>()

/** Returns a function that declares endpoints whose handlers need this context. */
export function endpointsIn<Context extends MerchantsContext>() {
  return <
    const Path extends Route,
    ParamSchemas extends Readonly<Record<NamesIn<Path>, TSchema>>,
    Answers extends AnswerSchemas,
    Query extends Schemas = Record<never, TSchema>,
    Content extends TSchema = TSchema,
    const Code extends MerchantsProblem = never,
    Order extends Pages | undefined = undefined,
    File extends FileBody | undefined = undefined,
    Sheet extends TSchema | undefined = undefined,
  >(
    declared: Declaration<Context, Path, ParamSchemas, Query, Content, Answers, Code> &
      MerchantsExtras<Order, File, Sheet> &
      ([NamesIn<Path>] extends [never] ? unknown : { readonly params: ParamSchemas }),
  ): MerchantEndpoint<Context> &
    WithDeclaration<
      Path,
      ParamSchemas,
      Query,
      Content,
      Answers,
      Code,
      MerchantsExtras<Order, File, Sheet>
    > => {
    const { route, person } = declared
    const [method, url] = partsOf(route)
    let options: ReturnType<typeof optionsOf> | undefined
    return {
      declared,
      facts: { route, person },
      register({ app, bearer, context }) {
        options ??= optionsOf(method, declared)
        app.route({ ...options, onRequest: bearer, method, url, handler: handlerOf(declared, context) })
      },
    }
  }
}

type Described = Facts<MerchantsProblem> &
  Pick<
    Declaration<never, never, unknown, unknown, TSchema, unknown, unknown>,
    'tag' | 'operationId' | 'description' | 'isOwn' | 'forPeople' | 'person' | 'pages' | 'asks' | 'exports'
  >

function optionsOf(method: Method, declared: Described) {
  const { forPeople = false, isOwn = false, pages, exports, asks, person, answers } = declared
  const words = [isOwn && OWN, forPeople && OF_PEOPLE, declared.description].filter((part) => part)
  const options = routeOptions<MerchantsProblem>(
    {
      ...declared,
      query: listParameters(declared.query, pages, exports !== undefined),
      answers: exports ? { ...answers, 200: withExports(answers[200] ?? {}) } : answers,
    },
    {
      tag: declared.tag,
      operationId: declared.operationId,
      description: words.length > 0 ? words.join(' ') : undefined,
      security: [forPeople ? { session: [] } : { bearer: [] }],
      everyProblem: OF_EVERY_ENDPOINT,
      problems,
    },
  )
  assert(method !== 'GET' || person === undefined, 'a read takes nothing but the right')
  return {
    ...options,
    config: { ...options.config, ...(asks !== undefined && { asks }), ...(person && { person }) },
  }
}

function handlerOf<
  Context extends MerchantsContext,
  Path extends string,
  Asked extends Schemas,
  Content extends TSchema,
  Answers extends AnswerSchemas,
>(declared: Declaration<Context, Path, unknown, Asked, Content, Answers, unknown>, context: Context) {
  type Call = MerchantCall<Context, Params<Path>, Asked, Content>
  const { gateway } = context
  const { handle, body, exports, location, pages, forPeople = false, person } = declared
  const proof = person?.proof ? 'fresh' : 'any'
  const status = firstStatus(declared.answers)
  const served = { context, body }
  const parameters = listParameters(declared.query, pages, exports !== undefined)
  const names = Object.keys(parameters)
  const checksItself = pages !== undefined || location !== undefined
  const faultsIn = (query: Query): readonly Fault[] =>
    Object.keys(query).length === 0
      ? []
      : [...unknownParameters(names, query), ...readQuery(parameters, query).faults]
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    // For most neither is a promise, and awaiting costs a turn of the event loop.
    const called = readCaller(gateway, request)
    const caller = called instanceof Promise ? await called : called
    if (forPeople) readPerson(caller, proof)
    const query = queryIn(request)
    const faults = faultsIn(query)
    const wanted = exports && readExportRequest(query, faults)
    if (faults.length > 0 && !checksItself) throw new ProblemError(validationFailed(faults))
    if (wanted)
      return exportList({
        ...{ request, reply, wanted, deps: gateway.deps, caller: caller.profile.merchantCode, item: exports },
        answer: (page) => handle(new MerchantCall(served, caller, request, reply, page)),
      })
    const call: Call = new MerchantCall(served, caller, request, reply, undefined, faults)
    const given = handle(call)
    const answer = given instanceof Promise ? await given : given
    reply.code(status)
    if (location) reply.header('location', location(call.params))
    if (!(answer instanceof WrittenAnswer)) return status === 204 ? undefined : answer
    reply.header('content-type', JSON_TYPE)
    return answer.text
  }
}

/** As fastify writes it. */
const JSON_TYPE = 'application/json; charset=utf-8'
