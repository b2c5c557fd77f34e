/**
 * `sluice checkout`: a link to the hosted checkout, as a shop's server would make it, and a QR code to scan from the
 * terminal.
 *
 * Without a method the payer chooses on the page, and the QR code is the link. With a method the payin is created
 * immediately, and the QR code is the payment's own for a banking app, if the method has one.
 */
import { randomUUID } from 'node:crypto'
import { checkoutLink } from '@sluice/client/main.ts'
import { renderUnicodeCompact } from 'uqr'
import { granted, tokenAnswer } from './client.ts'
import {
  addMerchantOptions,
  type Context,
  type MerchantOptions,
  merchantOf,
  type SluiceCommand,
} from './context.ts'
import { bodyFor, onlyForTests } from './filled-in.ts'
import { at, facts } from './output.ts'
import { wholeNumber } from './pages.ts'
import { collect, nextStep, pathOf } from './payment.ts'
import { amountOf, upperCase } from './request.ts'

const VALIDITY_SECS = 3_600
const NO_CURRENCY = 'checkout without --currency'

interface Options extends MerchantOptions {
  readonly id?: string
  readonly amount: string
  readonly currency?: string
  readonly method?: string
  readonly operator?: string
  readonly field: readonly string[]
  readonly callbackUrl?: string
  readonly returnUrl?: string
  readonly validity: number
}

export function addCheckout(program: SluiceCommand): void {
  addMerchantOptions(
    program.command('checkout').description('create a checkout link for one payment, with its QR code'),
  )
    .requiredOption('--amount <number>', 'what the customer pays, in major units')
    .option(
      '--currency <code>',
      "currency; of a test merchant otherwise the method's first, or THB",
      upperCase,
    )
    .option('--method <code>', 'create the payin with this method; otherwise the customer chooses', upperCase)
    .option('--operator <code>', 'payment operator; with --method')
    .option('--field <name=value>', 'a field of paymentMethod, with --method; may be repeated', collect, [])
    .option('--id <id>', 'the Merchant Order ID; default: a random UUID')
    .option('--callback-url <url>', "where callbacks go; otherwise the merchant's default")
    .option('--return-url <url>', 'where the customer returns to')
    .option('--validity <seconds>', 'how long the link is valid', wholeNumber, VALIDITY_SECS)
    .action(run)
}

async function run(options: Options, command: SluiceCommand): Promise<void> {
  const { context } = command
  const merchant = merchantOf(context, options)
  const { id = randomUUID(), amount, currency, method, callbackUrl, returnUrl, validity } = options
  if (method === undefined && currency === undefined) await onlyForTests(context, merchant, NO_CURRENCY)
  const body =
    method === undefined ? undefined : await bodyFor(context, merchant, 'payin', { ...options, method })
  const currencyCode = currency ?? at(body, 'paymentRequested', 'money', 'currencyCode') ?? 'THB'
  const { body: made } = await tokenAnswer(context, merchant, {
    action: 'PAYIN_CHECKOUT',
    idPayment: id,
    validitySecs: validity,
    money: { amount: amountOf(amount), currencyCode },
    ...(callbackUrl !== undefined && { callbackUrl }),
    ...(returnUrl !== undefined && { returnUrl }),
  })
  const token = String(at(made, 'token'))
  const payin =
    body && (await granted(context, { method: 'POST', path: pathOf('payin', id), body, token })).body
  const url = checkoutLink({ baseUrl: context.url, merchantCode: merchant.code, idPayin: id, token })
  const expiresAt = at(made, 'expiresAt')
  if (context.json)
    return context.print(
      JSON.stringify({ idPayin: id, url, expiresAt, ...(payin !== undefined && { payin }) }),
    )
  show(context, { id, url, expiresAt, payin })
}

interface Made {
  readonly id: string
  readonly url: string
  readonly expiresAt: unknown
  /** The answer to the create, if a method was given. */
  readonly payin: unknown
}

function show(context: Context, { id, url, expiresAt, payin }: Made): void {
  const response = at(payin, 'paymentMethodResponse')
  const code = at(response, 'qrCode') ?? at(response, 'upiQrDeepLink')
  const next = payin === undefined ? undefined : nextStep('payin', payin)
  const toPay = at(response, 'moneyRequired') ?? at(response, 'money')
  context.note(
    facts([
      ['payin', id],
      ['to pay', toPay],
      ['next', next],
      ['valid until', expiresAt],
    ]),
  )
  context.print(url)
  context.note(typeof code === 'string' ? 'For a banking app:' : 'The link, for a phone:')
  context.note(drawn(context, typeof code === 'string' ? code : url))
  if (code === undefined && isThisMachine(context.url)) {
    context.note('A phone cannot reach 127.0.0.1: use --url with an address that the phone can reach.')
  }
}

/** A QR code that wraps over two lines is unreadable. */
function drawn({ terminal }: Context, text: string): string {
  const code = renderUnicodeCompact(text, { border: 2 })
  const width = code.indexOf('\n')
  const { columns } = terminal
  if (columns === undefined || width <= columns) return code
  return `(its QR code needs ${width} columns, and this terminal has ${columns})`
}

const isThisMachine = (url: string): boolean => /^https?:\/\/(?:127\.|localhost|\[::1\])/.test(url)
