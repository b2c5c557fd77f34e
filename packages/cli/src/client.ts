/**
 * How `sluice` calls the gateway over HTTP: with the signatures, retries and error texts of the client package.
 *
 * Promises: a refusal is printed with its detail and the path of every fault. If the gateway cannot be reached, the
 * command ends with its own exit code, without waiting unless the gateway has answered this command before. A request
 * that is not idempotent is repeated only if the gateway did not process it. No token or secret is ever printed.
 */
import {
  type Answer,
  type Call as ClientCall,
  problemText,
  refusalOf,
  SluiceUnreachable,
  signingKey,
  tokenCall,
} from '@sluice/client/main.ts'
import { adminToken, type Context, type MerchantIdentity, TIMEOUT_MS } from './context.ts'
import { CliFailure } from './failure.ts'
import { at, facts, leaves, listAt, shown } from './output.ts'

const TOKEN_VALIDITY_SECS = 300

export interface ApiCall extends Pick<ClientCall, 'method' | 'path' | 'token' | 'signature'> {
  /** Text and bytes are sent as they are, anything else as JSON. */
  readonly body?: unknown
}

/** Any answer, including refusals. @throws CliFailure if there is none */
export function exchange(context: Context, call: ApiCall): Promise<Answer> {
  return sent(context, call, 'UNPROCESSED')
}

async function sent(
  { transport, contact, url }: Context,
  { body, ...call }: ApiCall,
  repeat: 'AFTER_FAILURES' | 'UNPROCESSED',
): Promise<Answer> {
  try {
    const answer = await transport.request({
      ...call,
      ...(body !== undefined && { body: bodyOf(body) }),
      repeat: contact.hasAnswered ? repeat : 'UNPROCESSED',
    })
    contact.hasAnswered = true
    return answer
  } catch (error) {
    if (!(error instanceof SluiceUnreachable)) throw error
    const why = error.timedOut ? `did not answer within ${TIMEOUT_MS / 1000} s` : 'cannot be reached'
    throw new CliFailure(
      'unreachable',
      `the gateway at ${url} ${why}: is it running? (set its address with --url)`,
    )
  }
}

const bodyOf = (body: unknown): string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || isBytes(body) ? body : JSON.stringify(body)

const isBytes = (body: unknown): body is Uint8Array<ArrayBuffer> => body instanceof Uint8Array

/** The options behind properties of the body that have another name there: `/note` is `--text`. */
export type TypedAs = ReadonlyMap<string, string>

/** The answer, if the request succeeded. @throws CliFailure with everything that the gateway says about a refusal */
function onlyGranted(context: Context, answer: Answer, typedAs: TypedAs = new Map()): Answer {
  const refusal = refusalOf(answer)
  if (!refusal) return answer
  if (context.json && answer.text !== '') context.print(answer.text)
  const names = new Map(refusal.errors.map(({ path }) => [path, typedAs.get(path)]))
  const reported = [...names].flatMap(([path, typed]) =>
    typed === undefined ? [] : [`(${path} is ${typed})`],
  )
  throw new CliFailure('refused', [problemText(refusal), ...reported].join('\n'), answer.status)
}

/** A refusal as text for people. */
export const refusalText = (answer: Answer): string => {
  const refusal = refusalOf(answer)
  return refusal ? problemText(refusal) : ''
}

/**
 * With an existing token. A merchant's requests may reach the gateway twice, because creates are idempotent by ID.
 * @throws CliFailure
 */
export const granted = async (context: Context, call: ApiCall): Promise<Answer> =>
  onlyGranted(context, await sent(context, call, 'AFTER_FAILURES'))

/** As an operator, whose operations may not be idempotent. @throws CliFailure */
export async function asOperator(
  context: Context,
  call: Omit<ApiCall, 'token' | 'signature'>,
  typedAs?: TypedAs,
): Promise<Answer> {
  const repeat = call.method === 'GET' ? 'AFTER_FAILURES' : 'UNPROCESSED'
  const token = adminToken(context)
  const answer = onlyGranted(context, await sent(context, { ...call, token }, repeat), typedAs)
  const id = waitingIn(answer)
  if (id !== undefined) {
    const path = `/admin/approvals/${encodeURIComponent(id)}`
    noteWaiting(context, id, (await sent(context, { method: 'GET', path, token }, 'AFTER_FAILURES')).body)
  }
  return answer
}

/** The approval that an operation waits for, if it does. */
function waitingIn({ status, body }: Answer): string | undefined {
  const id = status === 202 ? at(body, 'approval', 'id') : undefined
  return id === undefined ? undefined : String(id)
}

/** Operations whose answer may contain a secret that only the requester is shown. */
const MAKES: ReadonlySet<string> = new Set(['operator.create', 'merchant.keys', 'connector.change'])

/** Who can approve it, and how. */
function noteWaiting(context: Context, id: string, approval: unknown): void {
  const names = listAt(approval, 'approvers').map((name) => shown(name))
  const who =
    names.length > 0 ? names.join(' or ') : `another operator with the role ${shown(at(approval, 'role'))}`
  context.note('nothing was done yet: the request needs approval')
  const unconfirmed = listAt(approval, 'unconfirmed').map((name) => shown(name))
  if (names.length === 0 && unconfirmed.length > 0)
    context.note(
      `nobody can approve it yet: ${unconfirmed.join(' or ')} could once it is confirmed that you are two different people, by another ADMIN or by the first operator (bootstrap): sluice operators confirm <id>`,
    )
  else
    context.note(
      `${who} can approve it in the console or with their own token: sluice approvals approve ${id}`,
    )
  if (MAKES.has(shown(at(approval, 'operation'))))
    context.note(`only you can collect the resulting link, token or secret: sluice approvals collect ${id}`)
}

/** Signs a token request with the merchant's key and sends it. @throws CliFailure */
export async function tokenAnswer(
  context: Context,
  merchant: MerchantIdentity,
  terms: object,
): Promise<Answer> {
  const signer = {
    merchantCode: merchant.code,
    key: await keyOf(merchant),
    now: context.clock.now(),
  }
  return granted(context, await tokenCall(signer, terms))
}

async function keyOf({ privateKeyPem }: MerchantIdentity): ReturnType<typeof signingKey> {
  try {
    return await signingKey(privateKeyPem)
  } catch {
    throw new CliFailure(
      'usage',
      'the key file does not contain an RSA private key in PEM (create one with: sluice keygen)',
    )
  }
}

/** As a merchant, with a token for only these operations. */
export async function merchantToken(
  context: Context,
  merchant: MerchantIdentity,
  operations: readonly string[],
): Promise<string> {
  const terms = { validitySecs: TOKEN_VALIDITY_SECS, operations }
  const { body } = await tokenAnswer(context, merchant, terms)
  return String(at(body, 'token'))
}

export async function asMerchant(
  context: Context,
  merchant: MerchantIdentity,
  call: ApiCall,
): Promise<Answer> {
  const [path = ''] = call.path.split('?')
  const token = await merchantToken(context, merchant, [`${call.method} ${path}`])
  return granted(context, { ...call, token })
}

/** Prints an answer: the gateway's JSON, or the text that `human` makes of it. */
export function report(context: Context, answer: Answer, human: (body: unknown) => string): void {
  const { text, body } = answer
  if (context.json) context.print(text)
  else if (waitingIn(answer) !== undefined) context.print(facts(leaves(at(body, 'approval'))))
  else if (body === undefined) context.note('done')
  else context.print(human(body))
}
