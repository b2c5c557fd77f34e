/**
 * Reads the gateway's OpenAPI descriptions: the operations, and whether a description allows an answer. It does not say which answer was
 * expected.
 */
import { HTTP_PROBLEMS } from '@sluice/gateway/http/problems.ts'
import Schema from 'typebox/schema'
import type { Answer, Json, TestGateway } from '../harness.ts'

export interface Operation {
  /** For example `POST /payins/{idPayin}`. */
  readonly name: string
  readonly method: string
  readonly path: string
  /** Names of the query parameters. */
  readonly query: readonly string[]
  /** The schema of the body, if it has one. */
  readonly body: Json | undefined
  /** The media type of the file that it accepts instead. */
  readonly file: string | undefined
  readonly examples: readonly unknown[]
  /** Set if there is only one example, which is then complete and refers to the documented objects. */
  readonly example: unknown
  readonly responses: Json
}

const entries = (value: unknown): [string, Json][] =>
  Object.entries((value ?? {}) as Readonly<Record<string, Json>>)

/** The descriptions of the merchants' and the operators' API in one. */
export async function wholeDescription(gateway: Pick<TestGateway, 'request'>): Promise<Json> {
  const merchants = (await gateway.request('GET', '/openapi.json')).body
  const operators = (await gateway.request('GET', '/admin/openapi.json')).body
  // The operators' codes include the merchants'.
  const schemas = { ...merchants.components?.schemas, ...operators.components?.schemas }
  return {
    ...merchants,
    paths: { ...merchants.paths, ...operators.paths },
    components: { ...merchants.components, schemas },
  }
}

/** Event streams never end and have their own tests; here every answer is awaited. */
const endsOnce = (responses: Json | undefined): boolean => !responses?.['200']?.content?.['text/event-stream']

export const operationsOf = (document: Json): readonly Operation[] =>
  entries(document.paths).flatMap(([path, item]) =>
    entries(item)
      .filter(([, { responses }]) => endsOnce(responses))
      .map(([method, { parameters, requestBody, responses = {} }]) => {
        const content = requestBody?.content?.['application/json']
        const named = Array.isArray(parameters) ? parameters : []
        return {
          name: `${method.toUpperCase()} ${path}`,
          method: method.toUpperCase(),
          path,
          query: named.filter((one) => one.in === 'query').map((one) => String(one.name)),
          body: content?.schema,
          file: entries(requestBody?.content).find(([type]) => type !== 'application/json')?.[0],
          examples: entries(content?.examples).map(([, { value }]) => value),
          example: content?.example,
          responses,
        }
      }),
  )

/** How strictly an answer is checked: a request that HTTP itself may refuse can get any of HTTP's refusals. */
export type Strictness = 'as described' | 'or refused by HTTP'

export interface Judge {
  /** Why the description does not allow this answer; undefined if it does. */
  fault(operation: Operation, answer: Answer, strictness: Strictness): string | undefined
}

export function judgeBy(document: Json): Judge {
  const compiled = new Map<unknown, ReturnType<typeof Schema.Compile>>()
  const misfit = (schema: Json, value: unknown): string | undefined => {
    const validator =
      compiled.get(schema) ?? Schema.Compile({ allOf: [schema], components: document.components })
    compiled.set(schema, validator)
    if (validator.Check(value)) return undefined
    return JSON.stringify(validator.Errors(value)[1].slice(0, 3))
  }
  const problem = document.components?.schemas?.Problem ?? {}
  return {
    fault(operation, answer, strictness) {
      const { status, body, headers } = answer
      if (status >= 500) return `is a ${status}`
      const code = String(body?.code)
      const ofHttp = Object.entries(HTTP_PROBLEMS).some(
        ([name, kind]) => name === code && kind.status === status,
      )
      const wide = status < 200 ? undefined : `${String(status).charAt(0)}XX`
      const response = operation.responses[status] ?? operation.responses[wide ?? '']
      if (response === undefined) {
        if (strictness === 'or refused by HTTP' && ofHttp) return misfit(problem, body)
        return `the description knows no ${status} ${code}`
      }
      const [type = ''] = String(headers['content-type'] ?? '').split(';')
      const schema = response.content?.[type]?.schema
      if (schema === undefined) {
        return answer.text === '' && response.content === undefined
          ? undefined
          : `the description knows no ${status} of the type ${type}`
      }
      const wrong = misfit(schema, type.endsWith('json') ? body : answer.text)
      if (wrong !== undefined) return `${status} does not fit: ${wrong}`
      const reported = String(response.description)
      const foreseen =
        status < 400 || reported.includes(`${code}:`) || reported.startsWith('What HTTP itself refuses')
      return foreseen || (strictness === 'or refused by HTTP' && ofHttp)
        ? undefined
        : `the description knows no ${status} with the code ${code}`
    },
  }
}
