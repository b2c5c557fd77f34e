/**
 * The gateway over HTTP, as `sluice` talks to it.
 *
 * Promises: a refusal is told with its detail and the path of every fault; a gateway that cannot be reached ends the
 * command with its own exit code; no token or secret is ever printed.
 */

import { createSign } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { realClock } from '../foundation/real-deps.ts'
import { adminToken, type Context, type Merchant } from './context.ts'
import { CliFailure } from './failure.ts'
import { at, facts, listAt, note, print, shown } from './output.ts'

const TIMEOUT_MS = 30_000
const TOKEN_VALIDITY_SECS = 300

export interface Answer {
  readonly status: number
  /** What the gateway asked to wait for; 0 where it did not. */
  readonly retryAfterMs?: number
  /** Of /merchant-info: whether the merchant is for tests. */
  readonly isTest?: boolean
  readonly text: string
  /** As received: files are not always UTF-8. */
  readonly bytes: Uint8Array
  /** Parsed; undefined where it is no JSON. */
  readonly body: unknown
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: unknown
  /** Sent as it is, instead of `body`. */
  readonly file?: Uint8Array<ArrayBuffer>
  readonly token?: string
  readonly signature?: string
}

/** Any answer, also a refusal. @throws CliFailure where there is none */
export async function exchange({ url }: Context, call: Call): Promise<Answer> {
  const json = typeof call.body === 'string' ? call.body : JSON.stringify(call.body)
  const body = call.file ?? json
  const type = call.file ? 'application/octet-stream' : 'application/json'
  try {
    const answer = await fetch(url + call.path, {
      method: call.method,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        accept: 'application/json',
        'x-api-version': '2',
        ...(body !== undefined && { 'content-type': type }),
        ...(call.token !== undefined && { authorization: `Bearer ${call.token}` }),
        ...(call.signature !== undefined && { 'x-signature': call.signature }),
      },
      ...(body !== undefined && { body }),
    })
    const bytes = new Uint8Array(await answer.arrayBuffer())
    const text = new TextDecoder().decode(bytes)
    const retryAfterMs = Number(answer.headers.get('retry-after')) * 1_000
    const isTest = answer.headers.get('x-is-test') === 'true'
    return { status: answer.status, text, bytes, body: parsed(text), retryAfterMs, isTest }
  } catch (error) {
    const late = error instanceof Error && error.name === 'TimeoutError'
    const why = late ? `did not answer within ${TIMEOUT_MS / 1000} s` : 'cannot be reached'
    throw new CliFailure(
      'unreachable',
      `the gateway at ${url} ${why}: is it running? (--url says where it is)`,
    )
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const MOST_TRIES = 5
const LONGEST_WAIT_MS = 5_000

/** A request that came too soon was not processed: it is sent again when the gateway says so. */
async function withinTheRate(context: Context, call: Call): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await exchange(context, call)
    const waitMs = answer.retryAfterMs ?? 0
    if (answer.status !== 429 || waitMs > LONGEST_WAIT_MS || tries === MOST_TRIES) return answer
    await sleep(waitMs)
  }
}

/** The answer of a request that was granted. @throws CliFailure with everything the gateway says of a refusal */
export async function granted(context: Context, call: Call): Promise<Answer> {
  const answer = await withinTheRate(context, call)
  if (answer.status < 300) return answer
  if (context.json && answer.text !== '') print(answer.text)
  throw new CliFailure('refused', refusalText(answer), answer.status)
}

export function refusalText({ status, body }: Answer): string {
  const head = `${status} ${shown(at(body, 'code'))}`
  const detail = shown(at(body, 'detail') ?? at(body, 'title'))
  const errors = listAt(body, 'errors')
  // The detail tells of the first faults only, and of a single one all there is to say.
  if (errors.length < 2) return `${head}: ${detail}`
  const faults = errors.map((fault) => [shown(at(fault, 'path') || 'body'), at(fault, 'message')] as const)
  return `${head}: ${shown(at(body, 'title'))}\n${facts(faults).replace(/^/gm, '  ')}`
}

/** As an operator. */
export const asOperator = (context: Context, call: Omit<Call, 'token' | 'signature'>): Promise<Answer> =>
  granted(context, { ...call, token: adminToken(context) })

/** Signs a token request with the merchant's key, and sends it. */
export function tokenAnswer(
  context: Context,
  merchant: Merchant,
  path: '/auth-tokens' | '/auth-tokens-by-action',
  terms: object,
): Promise<Answer> {
  const body = JSON.stringify({
    merchantCode: merchant.code,
    timestamp: Math.floor(realClock.now() / 1000),
    ...terms,
  })
  return granted(context, { method: 'POST', path, body, signature: signatureOf(body, merchant) })
}

function signatureOf(body: string, { privateKeyPem }: Merchant): string {
  try {
    return createSign('RSA-SHA256').update(body).sign(privateKeyPem, 'base64')
  } catch {
    throw new CliFailure(
      'usage',
      'the key file does not hold an RSA private key in PEM (make one with: sluice keygen)',
    )
  }
}

/** As a merchant, with a token for just these operations. */
export async function merchantToken(
  context: Context,
  merchant: Merchant,
  operations: readonly string[],
): Promise<string> {
  const terms = { validitySecs: TOKEN_VALIDITY_SECS, operations }
  const { body } = await tokenAnswer(context, merchant, '/auth-tokens', terms)
  return String(at(body, 'token'))
}

export async function asMerchant(context: Context, merchant: Merchant, call: Call): Promise<Answer> {
  const [path = ''] = call.path.split('?')
  const token = await merchantToken(context, merchant, [`${call.method} ${path}`])
  return granted(context, { ...call, token })
}

/** Prints an answer: the gateway's JSON, or what `human` makes of it. */
export function report({ json }: Context, { text, body }: Answer, human: (body: unknown) => string): void {
  if (json) print(text)
  else if (body === undefined) note('done')
  else print(human(body))
}
