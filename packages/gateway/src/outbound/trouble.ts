/**
 * What went wrong between us and another party's server, in words that say what to do.
 *
 * The error's own text is never passed on: it may repeat a path, a query or a header.
 */
import type { OutgoingAnswer } from '@sluice/core/foundation/deps.ts'

export type Trouble = Pick<Extract<OutgoingAnswer, { ok: false }>, 'reason' | 'detail'>

/** The address policy refused. */
export class RefusedAddress extends Error {
  readonly refusal: string
  constructor(refusal: string) {
    super(`refused address: ${refusal}`)
    this.refusal = refusal
  }
}

const TIMEOUT_CODES = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
])

const ADVICE: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the name is not known to DNS: check its spelling and its records',
  EAI_AGAIN: 'the name could not be looked up at the moment: check its name servers',
  ETIMEOUT: 'its name servers do not answer: check them',
  ESERVFAIL: 'its name servers fail to answer for the name: check them',
  ECONNREFUSED: 'nothing listens on that port: check that the server runs and the port is right',
  ECONNRESET: 'the server closed the connection without an answer',
  UND_ERR_SOCKET: 'the server closed the connection without a complete answer',
  EPIPE: 'the server closed the connection while it was being written to',
  EHOSTUNREACH: 'there is no route to the server: check its firewall',
  ENETUNREACH: 'there is no route to the server: check its address',
  UND_ERR_HEADERS_OVERFLOW: 'the answer has too many headers: keep them below 16 KiB',
  CERT_HAS_EXPIRED: 'its certificate has expired: renew it',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name: get one for this host',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed: get one from a public authority',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate chain ends in an unknown authority: use a public one',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'its certificate chain is incomplete: send the intermediate certificates too',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'its certificate chain is incomplete: send the intermediate certificates too',
}

/** @param where host and port, for the reader */
export function troubleOf(error: unknown, where: string): Trouble {
  const causes = causesOf(error)
  const refused = causes.find((cause) => cause instanceof RefusedAddress)
  if (refused) {
    const detail = `${where} leads to an address that callbacks may not reach (${refused.refusal}): use a public one`
    return { reason: 'REFUSED_ADDRESS', detail }
  }
  const codes = causes.map(codeOf)
  if (codes.some((code) => TIMEOUT_CODES.has(code))) {
    return { reason: 'TIMEOUT', detail: `${where} did not accept a connection in time: check its firewall` }
  }
  if (codes.some((code) => code === 'ERR_INVALID_URL' || code === 'UND_ERR_INVALID_ARG')) {
    return { reason: 'BAD_URL', detail: `${where} cannot be called: give an absolute http or https URL` }
  }
  const known = codes.find((code) => ADVICE[code] !== undefined)
  if (known !== undefined) return { reason: 'UNREACHABLE', detail: `${where}: ${ADVICE[known]}` }
  if (codes.some((code) => code.startsWith('ERR_SSL_') || code === 'EPROTO')) {
    const detail = `${where}: the server does not speak TLS that we understand: check that the port serves https`
    return { reason: 'UNREACHABLE', detail }
  }
  const detail = `${where} could not be reached (${codes.find((code) => code !== '') ?? 'unknown error'})`
  return { reason: 'UNREACHABLE', detail }
}

const MAX_CAUSES = 16

/** The error, its causes and, if several addresses were tried, the error of each. */
function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = [error]
  for (let at = 0; at < causes.length && causes.length < MAX_CAUSES; at++) {
    const one = causes[at]
    if (!(one instanceof Error)) continue
    if (one.cause !== undefined) causes.push(one.cause)
    if (one instanceof AggregateError) causes.push(...one.errors)
  }
  return causes
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return ''
  const code = error.code
  // Codes are our own or Node's; other texts are not passed on.
  return typeof code === 'string' && /^[A-Z0-9_]{1,64}$/.test(code) ? code : ''
}
