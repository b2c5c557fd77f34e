/** `sluice trigger <method> <currency> [outcome]`: creates a test payment with valid data and the wanted outcome. */
import { randomInt, randomUUID } from 'node:crypto'
import { methodsOf } from '@sluice/core/catalogue/all-methods.ts'
import type { PaymentMethod } from '@sluice/core/catalogue/payment-method.ts'
import type { MethodKind } from '@sluice/core/foundation/identifiers.ts'
import { Option } from 'commander'
import { granted, merchantToken, report } from './client.ts'
import { addMerchantOptions, type MerchantOptions, merchantOf, type SluiceCommand } from './context.ts'
import { CliFailure } from './failure.ts'
import { onlyForTests } from './filled-in.ts'
import { wholeNumber } from './pages.ts'
import { pathOf, paymentText, wait } from './payment.ts'
import { createBody, upperCase } from './request.ts'

/** The sandbox decides by the last digits of the whole units: see its own table. */
const OUTCOMES: Readonly<Record<string, number | undefined>> = {
  success: undefined,
  refused: 901,
  failed: 902,
  'failed-verification': 903,
  'not-registered': 904,
  'not-verified': 905,
  expired: 906,
  pending: 907,
  late: 908,
  twice: 909,
  early: 910,
  slow: 911,
}
const NAMES = Object.keys(OUTCOMES)

interface Options extends MerchantOptions {
  readonly operator?: string
  readonly callbackUrl?: string
  readonly wait?: boolean
  readonly timeout: number
}

export function addTrigger(program: SluiceCommand): void {
  addMerchantOptions(
    program
      .command('trigger')
      .description('create a test payment with the outcome you choose')
      .argument('<method>', 'payment method, of payins or payouts: PROMPTPAY', upperCase)
      .argument('<currency>', 'currency: THB', upperCase)
      .argument('[outcome]', NAMES.join(', '), 'success'),
  )
    .addOption(new Option('--operator <code>', 'payment operator'))
    .option('--callback-url <url>', "callback URL; default: the merchant's")
    .option('--wait', 'wait for the final status; exit code 1 unless it is SUCCESS')
    .option('--timeout <seconds>', 'how long to wait', wholeNumber, 60)
    .action(trigger)
}

async function trigger(
  code: string,
  currency: string,
  outcome: string,
  options: Options,
  command: SluiceCommand,
) {
  if (!NAMES.includes(outcome))
    throw new CliFailure('usage', `there is no outcome ${outcome}; known are ${NAMES.join(', ')}`)
  const { context } = command
  const merchant = merchantOf(context, options)
  await onlyForTests(context, merchant, 'trigger')
  const kind: MethodKind = methodsOf('payin', code).length > 0 ? 'payin' : 'payout'
  const ending = OUTCOMES[outcome]
  const amount = ending === undefined ? undefined : amountEndingIn(ending, methodsOf(kind, code), currency)
  const body = createBody(kind, {
    method: code,
    currency,
    field: [],
    ...(amount !== undefined && { amount: String(amount) }),
    ...(options.operator !== undefined && { operator: options.operator }),
    ...(options.callbackUrl !== undefined && { callbackUrl: options.callbackUrl }),
  })
  const id = `trigger-${randomUUID()}`
  const path = pathOf(kind, id)
  const setReference = `${path}/!setExternalReference`
  const token = await merchantToken(context, merchant, [
    `POST ${path}`,
    `GET ${path}`,
    `POST ${setReference}`,
  ])
  let answer = await granted(context, { method: 'POST', path, body, token })
  if (needsReference(methodsOf(kind, code)) && outcome !== 'expired') {
    const reference = String(randomInt(100_000, 999_999)) + String(randomInt(100_000, 999_999))
    context.note(`the customer's bank showed the reference ${reference}`)
    answer = await granted(context, {
      method: 'POST',
      path: setReference,
      body: { externalReference: { reference } },
      token,
    })
  }
  if (options.wait === true) {
    const comesLate = outcome === 'late'
    return wait(context, { kind, path, token, timeoutSecs: options.timeout, comesLate }, answer)
  }
  report(context, answer, (found) => paymentText(kind, found))
}

const needsReference = (methods: readonly PaymentMethod[]): boolean =>
  methods.some((method) => method.kind === 'payin' && method.externalReference !== 'never')

/** A usual amount with that ending, within the method's limits. @throws CliFailure if there is none */
function amountEndingIn(
  ending: number,
  methods: readonly PaymentMethod[],
  currencyCode: string,
): number | undefined {
  const rules = methods
    .map(({ currencies }) => currencies.get(currencyCode))
    .find((each) => each !== undefined)
  // The create reports what is wrong.
  if (!rules) return undefined
  const { exampleAmount, minMinor, maxMinor, currency } = rules
  const unit = 10n ** BigInt(currency.ledgerDigits)
  const usual = Math.floor(exampleAmount / 1_000) * 1_000 + ending
  const fits = (amount: number): boolean =>
    BigInt(amount) * unit >= minMinor && BigInt(amount) * unit <= maxMinor
  const lowest = Math.ceil((Number(minMinor / unit) - ending) / 1_000) * 1_000 + ending
  const found = [usual, ending, lowest, lowest + 1_000].find(fits)
  if (found !== undefined) return found
  throw new CliFailure('usage', `no amount that this method accepts in ${currencyCode} ends in ${ending}`)
}
