/** What payins and payouts share on the command line: create, wait for the end, show. */
import { randomUUID } from 'node:crypto'
import type { Answer } from '@sluice/client/main.ts'
import type { MethodKind } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { granted, merchantToken, report } from './client.ts'
import {
  addMerchantOptions,
  type Context,
  type MerchantIdentity,
  type MerchantOptions,
  merchantOf,
  type SluiceCommand,
} from './context.ts'
import { CliFailure } from './failure.ts'
import { fileText } from './files.ts'
import { bodyFor } from './filled-in.ts'
import { at, type Fact, facts, leaves, shown } from './output.ts'
import { wholeNumber } from './pages.ts'
import { type CreateOptions, fieldNames, upperCase } from './request.ts'

const FINAL = ['SUCCESS', 'REFUSED', 'FAILED', 'EXPIRED']
/** Money may still arrive after this status. */
const BEFORE_LATE_MONEY = 'EXPIRED'
const POLL_MS = 500

interface Options extends MerchantOptions, CreateOptions {
  readonly file?: string
  readonly wait?: boolean
  readonly timeout: number
}

export const pathOf = (kind: MethodKind | 'refund', id: string): string =>
  `/${kind}s/${encodeURIComponent(id)}`

export const collect = (value: string, previous: readonly string[]): readonly string[] => [...previous, value]

export function addCreate(parent: SluiceCommand, kind: MethodKind): void {
  const methodHelp =
    kind === 'payin'
      ? 'payment method; default for test merchants: PROMPTPAY, or one of the currency'
      : 'payment method; default for test merchants: BANK_TRANSFER'
  const create = addMerchantOptions(
    parent
      .command('create')
      .description(`create a ${kind}; for test merchants, missing fields are filled with examples`)
      .argument('[id]', 'the Merchant Order ID; default: a random UUID'),
  )
    .option('--method <code>', methodHelp)
    .option('--operator <code>', 'payment operator')
    .option(
      '--currency <code>',
      "currency; default for test merchants: THB, or the method's first",
      upperCase,
    )
    .option('--amount <number>', 'amount in major units; test merchants have a default')
    .option('--field <name=value>', 'a field of paymentMethod; may be repeated', collect, [])
    .option('--callback-url <url>', "callback URL; default: the merchant's")
    .option('--file <file>', 'the whole body from a JSON file, - for standard input')
    .option('--wait', 'wait for the final status; exit code 1 unless it is SUCCESS')
    .option('--timeout <seconds>', 'how long to wait', wholeNumber, 60)
    .addHelpText(
      'after',
      `\nFields: ${fieldNames(kind).join(', ')}\nA live merchant's ${kind} has no defaults: what is missing is named.`,
    )
    .action(async (id: string | undefined, options: Options, command: SluiceCommand) => {
      await send(command.context, kind, id ?? randomUUID(), options)
    })
  if (kind === 'payin') create.option('--return-url <url>', 'where the customer returns to')
}

async function send(context: Context, kind: MethodKind, id: string, options: Options): Promise<void> {
  const merchant = merchantOf(context, options)
  const body =
    options.file === undefined
      ? await bodyFor(context, merchant, kind, options)
      : fileText(context, options.file)
  const path = pathOf(kind, id)
  const token = await merchantToken(context, merchant, [`POST /${kind}s/${id}`, `GET /${kind}s/${id}`])
  const created = await granted(context, { method: 'POST', path, body, token })
  if (options.wait !== true) return report(context, created, (found) => paymentText(kind, found))
  await wait(context, { kind, path, token, timeoutSecs: options.timeout }, created)
}

/** @param comesLate the money is known to arrive after the payin's time */
export const isOver = (status: string, comesLate: boolean): boolean =>
  FINAL.includes(status) && !(comesLate && status === BEFORE_LATE_MONEY)

interface Waiting {
  readonly kind: MethodKind
  readonly path: string
  readonly token: string
  readonly timeoutSecs: number
  /** The money is known to arrive after its time. */
  readonly comesLate?: boolean
}

/** Prints each change of the status, and the payment when it is final. @throws CliFailure unless it is SUCCESS */
export async function wait(
  context: Context,
  { kind, path, token, timeoutSecs, comesLate = false }: Waiting,
  created: Answer,
): Promise<void> {
  const until = context.clock.now() + timeoutSecs * 1000
  let answer = created
  let status = ''
  for (;;) {
    const now = String(at(answer.body, 'process', 'status'))
    if (now !== status) context.note(`${isoTime(context.clock.now())}  ${now}`)
    status = now
    if (isOver(status, comesLate) || context.clock.now() >= until) break
    await context.pause(POLL_MS)
    answer = await granted(context, { method: 'GET', path, token })
  }
  report(context, answer, (found) => paymentText(kind, found))
  if (status === 'SUCCESS') return
  const after = isOver(status, comesLate)
    ? `it ended as ${status}`
    : `it is still ${status} after ${timeoutSecs} s`
  throw new CliFailure('refused', after)
}

export function addGet(parent: SluiceCommand, kind: MethodKind): void {
  addMerchantOptions(
    parent.command('get').description(`read a ${kind}`).argument('<id>', 'the Merchant Order ID'),
  ).action(async (id: string, options: MerchantOptions, command: SluiceCommand) => {
    const { context } = command
    const answer = await read(context, merchantOf(context, options), kind, id)
    report(context, answer, (body) => paymentText(kind, body))
  })
}

async function read(
  context: Context,
  merchant: MerchantIdentity,
  kind: MethodKind,
  id: string,
): Promise<Answer> {
  const token = await merchantToken(context, merchant, [`GET /${kind}s/${id}`])
  return granted(context, { method: 'GET', path: pathOf(kind, id), token })
}

const HEAD = ['idPayin', 'idPayout', 'paymentMethodCode', 'money']

/** Who has to act, and what to type if it is the user. */
export function nextStep(kind: MethodKind, body: unknown): string | undefined {
  const response = at(body, 'paymentMethodResponse')
  const id = String(at(response, kind === 'payin' ? 'idPayin' : 'idPayout'))
  const status = String(at(body, 'process', 'status'))
  const isOpen = status === 'NEW' || status === 'PENDING'
  if (at(body, 'externalReferenceNeeded') === true && (isOpen || status === 'EXPIRED'))
    return `the customer pays and enters the 12-digit UTR from the bank: npx sluice payins set-reference ${id} <12 digits>`
  if (status === 'NEW') return `the processor has not answered yet: npx sluice ${kind}s get ${id}`
  if (status !== 'PENDING') return undefined
  if (kind === 'payout') return 'its processor delivers it'
  const redirectUrl = at(response, 'redirectUrl')
  return redirectUrl === undefined ? 'the customer pays' : `send the customer to ${shown(redirectUrl)}`
}

/** A payment as its merchant sees it. */
export function paymentText(kind: MethodKind, body: unknown): string {
  const response = at(body, 'paymentMethodResponse')
  const entries: Fact[] = [
    [kind, at(response, kind === 'payin' ? 'idPayin' : 'idPayout')],
    ['status', at(body, 'process', 'status')],
    ['externalReferenceNeeded', at(body, 'externalReferenceNeeded')],
    ['next', nextStep(kind, body)],
    ['why', at(body, 'failureReasonCode')],
    ['amount', at(body, 'paymentRequested', 'money')],
    ['fee', at(body, 'fee')],
    ['method', at(response, 'paymentMethodCode')],
    ['created', at(body, 'process', 'createdAt')],
    ['processed', at(body, 'process', 'processedAt')],
    ...leaves(response).filter(([name]) => !HEAD.includes(name)),
  ]
  return facts(entries)
}
