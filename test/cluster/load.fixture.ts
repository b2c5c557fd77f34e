/** Shops under load: each connection makes one payin after the other, and remembers how every one was answered. */
import { Agent, request } from 'undici'

export interface Answered {
  readonly status: number
  readonly code: string
  readonly retryAfter: string | undefined
}

export interface Load {
  /** IDs of the payins answered with 201. */
  readonly accepted: ReadonlySet<string>
  /** How many payins were asked for, whatever came of them. */
  asked(): number
  /** Everything else: by status and code, or by the error of the connection. */
  readonly refused: ReadonlyMap<string, number>
  /** A 503 without Retry-After is a broken promise. */
  readonly without503RetryAfter: () => number
  /** Makes no more, and waits for what is under way. */
  stop(): Promise<void>
}

export interface LoadOptions {
  /** Where the next request goes. */
  readonly baseUrl: (index: number) => string
  readonly tokens: readonly string[]
  readonly callbackUrl: string
  readonly connections?: number
  /** Between one answer and the next request of a connection, so that the machine is busy and not overrun. */
  readonly pauseMs?: number
}

let loads = 0

export function startLoad(options: LoadOptions): Load {
  const { connections = 8, pauseMs = 5 } = options
  const name = `load${++loads}`
  const dispatcher = new Agent({ connections, connect: { timeout: 2_000 }, headersTimeout: 20_000 })
  const accepted = new Set<string>()
  const refused = new Map<string, number>()
  let asked = 0
  let unpromised = 0
  let stopped = false

  const work = async (): Promise<void> => {
    while (!stopped) {
      asked += 1
      const id = `${name}-${asked}`
      const outcome = await createPayin(dispatcher, options, asked, id)
      if (outcome.code === '201') accepted.add(id)
      else {
        refused.set(outcome.code, (refused.get(outcome.code) ?? 0) + 1)
        if (outcome.status === 503 && outcome.retryAfter === undefined) unpromised += 1
      }
      await new Promise((resolve) => setTimeout(resolve, outcome.code === '201' ? pauseMs : 50))
    }
  }
  const workers = Array.from({ length: connections }, work)
  return {
    accepted,
    asked: () => asked,
    refused,
    without503RetryAfter: () => unpromised,
    async stop() {
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
  index: number,
  id: string,
): Promise<Answered> {
  try {
    const answer = await request(`${baseUrl(index)}/payins/${id}`, {
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
