/**
 * `sluice listen --forward-to URL`: posts the callbacks of a test merchant to this machine, wherever its gateway is.
 *
 * Headers and body are those that the gateway signed, so the signature is valid here as well. After a lost connection
 * it reconnects and continues. Each attempt of the gateway is forwarded once; a retry is forwarded only if no earlier
 * forwarding was answered with 2xx.
 */
import { type Answer, problemText, SluiceProblem } from '@sluice/client/main.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { exchange, merchantToken, refusalText } from './client.ts'
import type { Context, MerchantIdentity } from './context.ts'
import { eventsOf } from './event-stream.ts'
import { CliFailure } from './failure.ts'
import { at, shown } from './output.ts'
import { pathOf } from './payment.ts'

const PATH = '/callbacks/!listen'
const KINDS = ['payin', 'payout', 'refund'] as const
const FORWARD_TIMEOUT_MS = 15_000
/** The gateway sends a keep-alive every 15 s. */
const SILENT_FOR_MS = 45_000
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 15_000

export interface ForwardOptions {
  readonly forwardTo: string
  readonly kind?: string
  readonly status?: readonly string[]
  readonly id?: readonly string[]
  /** Payments whose latest callback is to be sent again. */
  readonly replay?: readonly string[]
}

interface Callback {
  readonly webhookId: string
  readonly kind: string
  readonly paymentId: string
  readonly status: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Runs until it is interrupted. @throws CliFailure if retrying is useless */
export async function forward(
  context: Context,
  merchant: MerchantIdentity,
  options: ForwardOptions,
): Promise<void> {
  if (!URL.canParse(options.forwardTo) || !/^https?:/.test(options.forwardTo))
    throw new CliFailure('usage', `--forward-to takes an http or https URL, not: ${options.forwardTo}`)
  const session = new Session(context, merchant, options)
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    if (await session.connection()) pauseMs = FIRST_PAUSE_MS
    await context.pause(pauseMs)
  }
}

class Session {
  readonly #context: Context
  readonly #merchant: MerchantIdentity
  readonly #options: ForwardOptions
  readonly #done = new Set<string>()
  readonly #replayed = new Set<string>()
  #lastId: string | undefined
  #toReplay: readonly string[]

  constructor(context: Context, merchant: MerchantIdentity, options: ForwardOptions) {
    this.#context = context
    this.#merchant = merchant
    this.#options = options
    this.#toReplay = options.replay ?? []
  }

  /**
   * Runs until the connection is lost. @returns whether it was established. @throws CliFailure if the gateway refuses
   */
  async connection(): Promise<boolean> {
    let stood = false
    try {
      const token = await merchantToken(this.#context, this.#merchant, [`GET ${PATH}`])
      for await (const { id, name, data } of eventsOf(await this.#open(token))) {
        if (name === 'ready') {
          stood = true
          this.#context.note(`listening; callbacks go to ${this.#options.forwardTo} (Ctrl-C ends it)`)
          await this.#replay()
        } else if (name === 'callback') {
          await this.#take(JSON.parse(data))
          this.#lastId = id ?? this.#lastId
        }
      }
      this.#context.note('the gateway closed the connection; reconnecting')
    } catch (error) {
      if (error instanceof CliFailure && error.exitCode !== 3) throw error
      this.#context.note(error instanceof CliFailure ? error.message : 'connection lost; reconnecting')
    }
    return stood
  }

  async #open(token: string): Promise<AsyncIterable<Uint8Array>> {
    const { clock, fetch, url } = this.#context
    const giveUp = new AbortController()
    const giveUpLater = () => clock.after(SILENT_FOR_MS, () => giveUp.abort())
    let stayHere = giveUpLater()
    const answer = await fetch(url + PATH, {
      redirect: 'error',
      signal: giveUp.signal,
      headers: {
        accept: 'text/event-stream',
        'x-api-version': '2',
        authorization: `Bearer ${token}`,
        ...(this.#lastId !== undefined && { 'last-event-id': this.#lastId }),
      },
    })
    const { body, status } = answer
    if (status !== 200 || !body) {
      stayHere()
      const text = await answer.text()
      if (status === 429 || status >= 500) throw new Error('not now')
      throw new CliFailure('refused', problemText(new SluiceProblem(status, JSON.parse(text))))
    }
    return (async function* () {
      try {
        for await (const chunk of body) {
          stayHere()
          stayHere = giveUpLater()
          yield chunk
        }
      } finally {
        stayHere()
      }
    })()
  }

  async #take(event: unknown): Promise<void> {
    const callback = read(event)
    const { webhookId, kind, paymentId, status } = callback
    const { kind: wantedKind, status: statuses, id: ids } = this.#options
    if (wantedKind !== undefined && wantedKind !== kind) return
    if (statuses && !statuses.includes(status)) return
    if (ids && !ids.includes(paymentId)) return
    if (this.#done.has(webhookId) && !this.#replayed.delete(paymentId)) return
    const { ok, words } = await post(this.#context, this.#options.forwardTo, callback)
    if (ok) this.#done.add(webhookId)
    const { json, clock, print } = this.#context
    print(json ? JSON.stringify({ ...callback, answer: words }) : lineOf(callback, words, clock.now()))
  }

  /** Runs once. If kinds share an ID, the first of payin, payout and refund is used. */
  async #replay(): Promise<void> {
    const ids = this.#toReplay
    this.#toReplay = []
    for (const id of ids) {
      const operations = KINDS.map((kind) => `POST /${kind}s/${id}/callbacks/!redeliver`)
      const token = await merchantToken(this.#context, this.#merchant, operations)
      this.#replayed.add(id)
      let answer: Answer | undefined
      for (const kind of KINDS) {
        const path = `${pathOf(kind, id)}/callbacks/!redeliver`
        answer = await exchange(this.#context, { method: 'POST', path, token })
        if (answer.status !== 404) break
      }
      if (answer?.status === 404)
        throw new CliFailure('refused', `you have no payin, payout or refund with the ID ${shown(id)}`)
      if (answer && answer.status >= 300) throw new CliFailure('refused', refusalText(answer))
    }
  }
}

function read(event: unknown): Callback {
  const headers = Object.entries(at(event, 'headers') ?? {}).map(
    ([name, value]) => [name, String(value)] as const,
  )
  return {
    webhookId: String(at(event, 'headers', 'webhook-id')),
    kind: String(at(event, 'kind')),
    paymentId: String(at(event, 'paymentId')),
    status: String(at(event, 'status')),
    headers: Object.fromEntries(headers),
    body: String(at(event, 'body')),
  }
}

/** Posts it as the gateway would. */
async function post(
  { fetch, clock }: Context,
  url: string,
  { headers, body }: Callback,
): Promise<{ readonly ok: boolean; readonly words: string }> {
  const startedAt = clock.now()
  try {
    const signal = AbortSignal.timeout(FORWARD_TIMEOUT_MS)
    const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
    await answer.body?.cancel()
    return { ok: answer.ok, words: `${answer.status} in ${clock.now() - startedAt} ms` }
  } catch {
    return { ok: false, words: 'no response there' }
  }
}

const lineOf = ({ kind, paymentId, status }: Callback, words: string, now: number): string =>
  `${isoTime(now)}  ${shown(kind)} ${shown(paymentId)}  ${shown(status)}  → ${words}`
