/** Shops for tests of real processes: they create payments as fast as they are answered, and record the answers. */
import { createSign, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'

export type Kind = 'payin' | 'payout'

export interface Shop {
  readonly code: string
  readonly key: KeyObject
  readonly callbackSecret: string
  token: string
}

/** One create, kept so that it can be repeated exactly. */
export interface Create {
  readonly shop: Shop
  readonly kind: Kind
  readonly id: string
  readonly body: string
}

export interface Reported {
  readonly accepted: Create[]
  /** Creates whose connection broke: their result is unknown. */
  readonly unanswered: Create[]
  /** Answered with anything but 201. */
  readonly refused: string[]
}

export async function post(url: string, body: string, headers: Record<string, string> = {}) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-version': '2', ...headers },
    body,
  })
  return { status: answer.status, text: await answer.text() }
}

export async function get(url: string, token: string) {
  const answer = await fetch(url, { headers: { 'x-api-version': '2', authorization: `Bearer ${token}` } })
  return { status: answer.status, text: await answer.text() }
}

/** A token for all operations, requested with a signature. */
export async function fetchToken(url: string, shop: Pick<Shop, 'code' | 'key'>): Promise<string> {
  const terms = { validitySecs: 3_600, operations: ['POST .*', 'GET .*'] }
  const body = JSON.stringify({ merchantCode: shop.code, timestamp: Date.now(), ...terms })
  const signature = createSign('RSA-SHA256').update(body).sign(shop.key, 'base64')
  const { status, text } = await post(`${url}/auth-tokens`, body, { 'x-signature': signature })
  if (status !== 201) throw new Error(text)
  return String(JSON.parse(text).token)
}

const METHODS = {
  payin: { paymentMethodCode: 'PROMPTPAY', account: { accountNumber: '1234567890' } },
  payout: { paymentMethodCode: 'BANK_TRANSFER', account: { accountName: 'Linh', accountNumber: '0011' } },
}
const MONEY = {
  payin: { amount: 100, currencyCode: 'THB' },
  payout: { amount: 150_000, currencyCode: 'VND' },
}

export const createOf = (shop: Shop, kind: Kind, id: string, callbackUrl: string): Create => ({
  shop,
  kind,
  id,
  body: JSON.stringify({
    paymentRequested: { money: MONEY[kind] },
    paymentMethod: METHODS[kind],
    callbackUrl,
  }),
})

export const send = (url: string, { shop, kind, id, body }: Create) =>
  post(`${url}/${kind}s/${id}`, body, { authorization: `Bearer ${shop.token}` })

const LOOPS_PER_SHOP = 2
/** Short enough that something is under way whenever it is killed, and long enough that all callbacks are sent soon. */
const PAUSE_MS = 30

/** Creates payments until the connection breaks. @returns the answers so far, and a promise of the end */
export function loadUntilBroken(
  url: string,
  shops: readonly Shop[],
  options: { readonly round: number; readonly callbackUrl: string },
): { readonly reported: Reported; readonly broken: Promise<unknown> } {
  const reported: Reported = { accepted: [], unanswered: [], refused: [] }
  const loop = async (shop: Shop, kind: Kind, name: string) => {
    for (let count = 0; ; count += 1) {
      const create = createOf(shop, kind, `${options.round}-${name}-${count}`, options.callbackUrl)
      try {
        const { status, text } = await send(url, create)
        if (status === 201) reported.accepted.push(create)
        else reported.refused.push(text)
        await sleep(PAUSE_MS)
      } catch {
        reported.unanswered.push(create)
        return
      }
    }
  }
  const loops = shops.flatMap((shop) =>
    Array.from({ length: LOOPS_PER_SHOP }, (_, number) =>
      loop(shop, number % 2 === 0 ? 'payin' : 'payout', String(number)),
    ),
  )
  return { reported, broken: Promise.all(loops) }
}

export interface Sink {
  readonly url: string
  /** The sequence numbers received for a payment, in order of arrival, by `paymentName`. */
  readonly arrived: ReadonlyMap<string, readonly number[]>
  readonly forged: readonly string[]
  close(): void
}

export const paymentName = (merchant: string, kind: string, id: string): string => `${merchant} ${kind} ${id}`

/** Receives callbacks and verifies their signatures. */
export async function openSink(secretOf: (merchantCode: string) => string): Promise<Sink> {
  const arrived = new Map<string, number[]>()
  const forged: string[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const body = Buffer.concat(chunks).toString('utf8')
    const { data } = JSON.parse(body)
    const name = paymentName(
      data.merchantCode,
      data.idPayin ? 'payin' : 'payout',
      data.idPayin ?? data.idPayout,
    )
    const headers = Object.entries(request.headers).map(([key, value]) => [key, String(value)] as const)
    try {
      new Webhook(secretOf(data.merchantCode)).verify(body, Object.fromEntries(headers))
    } catch {
      forged.push(name)
    }
    arrived.set(name, [...(arrived.get(name) ?? []), data.sequence])
    response.writeHead(204).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/callbacks`,
    arrived,
    forged,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
