/** Shops under load: each connection creates one payin after the other and records every answer. */
import { Agent, request } from 'undici'

export interface Answered {
  readonly status: number
  readonly code: string
  readonly retryAfter: string | undefined
}

export interface Load {
  /** IDs of the payins answered with 201, or with 409 if an earlier answer to the same request was lost. */
  readonly accepted: ReadonlySet<string>
  /** The number of payins requested, with any result. */
  requested(): number
  /** All other answers: by status and code, or by the error of the connection. */
  readonly refused: ReadonlyMap<string, number>
  /** IDs answered with 503: nothing of them may have been stored. */
  readonly unavailable: ReadonlySet<string>
  /** A 503 must have Retry-After. */
  readonly without503RetryAfter: () => number
  /** Stops creating payins and waits for those under way. */
  stop(): Promise<void>
}

export interface LoadOptions {
  /** The node for the next request. */
  readonly baseUrl: (index: number) => string
  /** Repeats a request that got no answer, or 500 or 503, with the same ID, at the next node. */
  readonly repeats?: boolean
  readonly tokens: readonly string[]
  readonly callbackUrl: string
  readonly connections?: number
  /** Pause of a connection between an answer and the next request, so that the machine is busy and not overloaded. */
  readonly pauseMs?: number
}

const MAX_TRIES = 400
/** A dead node refuses immediately; one on a busy machine may take seconds. */
const HANGS_AFTER_MS = 60_000

let loads = 0

export function startLoad(options: LoadOptions): Load {
  const { connections = 8, pauseMs = 5 } = options
  const name = `load${++loads}`
  const dispatcher = new Agent({
    connections,
    connect: { timeout: HANGS_AFTER_MS },
    headersTimeout: HANGS_AFTER_MS,
  })
  const accepted = new Set<string>()
  const refused = new Map<string, number>()
  const unavailable = new Set<string>()
  let requested = 0
  let unpromised = 0
  let stopped = false

  const count = (outcome: Answered, id: string): void => {
    refused.set(outcome.code, (refused.get(outcome.code) ?? 0) + 1)
    if (outcome.status !== 503) return
    unavailable.add(id)
    if (outcome.retryAfter === undefined) unpromised += 1
  }
  const work = async (): Promise<void> => {
    while (!stopped) {
      requested += 1
      const id = `${name}-${requested}`
      const index = requested
      for (let tries = 0; ; tries += 1) {
        const outcome = await createPayin(dispatcher, options, index + tries, index, id)
        const known = outcome.status === 201 || (tries > 0 && outcome.code === '409 ALREADY_EXISTS')
        if (known) accepted.add(id)
        else count(outcome, id)
        await new Promise((resolve) => setTimeout(resolve, known ? pauseMs : 50))
        if (known || options.repeats !== true || tries === MAX_TRIES) break
      }
    }
  }
  const workers = Array.from({ length: connections }, work)
  return {
    accepted,
    requested: () => requested,
    refused,
    unavailable,
    without503RetryAfter: () => unpromised,
    async stop() {
      if (stopped) return
      stopped = true
      await Promise.all(workers)
      await dispatcher.close()
    },
  }
}

export const payinBody = (callbackUrl: string, amount = 100) => ({
  paymentRequested: { money: { amount, currencyCode: 'THB' } },
  paymentMethod: { paymentMethodCode: 'PROMPTPAY', account: { accountNumber: '1234567890' } },
  callbackUrl,
})

async function createPayin(
  dispatcher: Agent,
  { baseUrl, tokens, callbackUrl }: LoadOptions,
  place: number,
  index: number,
  id: string,
): Promise<Answered> {
  try {
    const answer = await request(`${baseUrl(place)}/payins/${id}`, {
      method: 'POST',
      dispatcher,
      body: JSON.stringify(payinBody(callbackUrl)),
      headers: {
        authorization: `Bearer ${tokens[index % tokens.length]}`,
        'content-type': 'application/json',
        'x-api-version': '2',
      },
    })
    const text = await answer.body.text()
    const problem = answer.statusCode === 201 ? '' : ` ${/"code":"([A-Z_]+)"/.exec(text)?.[1]}`
    const retryAfter = answer.headers['retry-after']
    return {
      status: answer.statusCode,
      code: `${answer.statusCode}${problem}`,
      retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'broken'
    return { status: 0, code, retryAfter: undefined }
  }
}
