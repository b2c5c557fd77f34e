/**
 * An endpoint that anyone may call, declared once: a token request authenticates by its content, and public keys are public.
 * Before its handler, only the checks of all requests run.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import {
  type AnswerIn,
  type AnswerSchemas,
  type Declared,
  firstStatus,
  type NamesIn,
  partsOf,
  type Route,
  routeOptions,
  type Schemas,
  type WithDeclaration,
} from './endpoint.ts'
import { problemResponses } from './openapi.ts'
import type { HTTP_PROBLEMS } from './problems.ts'
import type { Server } from './server.ts'

type Code = keyof typeof HTTP_PROBLEMS

interface Declaration<Context, Path, Content, Answers, Problem>
  extends Declared<Path, Schemas, Schemas, Content, Answers, Problem> {
  readonly tag: string
  readonly operationId: string
  readonly description?: string
  /** Whether it needs `X-API-Version`. Default: yes. */
  readonly versioned?: boolean
  readonly handle: (
    context: Context,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => AnswerIn<Answers> | Promise<AnswerIn<Answers>>
}

/** Returns a function that declares endpoints whose handlers get this context. */
export function openEndpoints<Context>() {
  return <
    const Path extends Route,
    Answers extends AnswerSchemas,
    Content extends TSchema = TSchema,
    const Problem extends Code = never,
  >(
    declared: Declaration<Context, Path, Content, Answers, Problem> &
      ([NamesIn<Path>] extends [never] ? unknown : never),
  ): { register(app: Server, context: Context): void } & WithDeclaration<
    Path,
    Schemas,
    Schemas,
    Content,
    Answers,
    Problem
  > => {
    const { tag, operationId, description, versioned = true, handle } = declared
    const [method, url] = partsOf(declared.route)
    const status = firstStatus(declared.answers)
    const problems = problemResponses
    const described = { tag, operationId, description, security: [], everyProblem: [], problems }
    return {
      declared,
      register(app, context) {
        const options = routeOptions<Code>(declared, described)
        const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
          const answer = await handle(context, request, reply)
          reply.code(status)
          return answer
        }
        app.route({ ...options, config: { ...options.config, versioned }, method, url, handler })
      },
    }
  }
}
