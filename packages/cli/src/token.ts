/** `sluice token`: signs a token request with a merchant's key and prints the token. */
import { ACTIONS, NAMES_URLS } from '@sluice/gateway/identity/access/grant.ts'
import { granted, report, tokenAnswer } from './client.ts'
import {
  addMerchantOptions,
  type Context,
  type MerchantOptions,
  merchantOf,
  type SluiceCommand,
} from './context.ts'
import { CliFailure } from './failure.ts'
import { endpointsOf, examplesFor, mayMatch } from './operations.ts'
import { at, shown } from './output.ts'
import { wholeNumber } from './pages.ts'
import { amountOf, upperCase } from './request.ts'

interface Options extends MerchantOptions {
  readonly action?: string
  readonly id?: string
  readonly operations?: readonly string[]
  readonly validity?: number
  readonly amount?: string
  readonly currency?: string
  readonly callbackUrl?: string
  readonly returnUrl?: string
}

export function addToken(program: SluiceCommand): void {
  addMerchantOptions(
    program
      .command('token')
      .description('get a token: for one payment by --action and --id, or for --operations'),
  )
    .option('--action <action>', Object.keys(ACTIONS).join(', '))
    .option('--id <id>', 'the payment that the token is limited to')
    .option('--operations <operation...>', "such as 'GET /payins/.*'; several may follow")
    .option('--validity <seconds>', 'how long it is valid (default: 1800)', wholeNumber)
    .option('--amount <number>', 'only payments of this amount; with --currency')
    .option('--currency <code>', 'only payments in this currency; with --amount', upperCase)
    .option(
      '--callback-url <url>',
      'callback URL that overrides the create; for PAYIN_CHECKOUT and PAYIN_CREATE',
    )
    .option('--return-url <url>', 'return URL of the page; for PAYIN_CHECKOUT and PAYIN_CREATE')
    .action(run)
}

async function run(options: Options, command: SluiceCommand): Promise<void> {
  const { context } = command
  const { action, id, operations, validity, amount, currency, callbackUrl, returnUrl } = options
  if ((action === undefined) === (operations === undefined))
    throw new CliFailure('usage', 'give either --action with --id, or --operations')
  if ((action === undefined) !== (id === undefined))
    throw new CliFailure('usage', '--action and --id go together')
  if ((amount === undefined) !== (currency === undefined))
    throw new CliFailure('usage', '--amount and --currency go together')
  if (action === 'PAYIN_CHECKOUT' && amount === undefined)
    throw new CliFailure('usage', 'PAYIN_CHECKOUT needs --amount and --currency')
  if ((callbackUrl ?? returnUrl) !== undefined && !(action && NAMES_URLS.includes(action)))
    throw new CliFailure('usage', `--callback-url and --return-url go with ${NAMES_URLS.join(' or ')}`)
  const common = {
    ...(validity !== undefined && { validitySecs: validity }),
    ...(amount !== undefined && { money: { amount: amountOf(amount), currencyCode: currency } }),
  }
  const merchant = merchantOf(context, options)
  if (operations !== undefined) await refuseUseless(context, operations)
  const answer = await (operations === undefined
    ? tokenAnswer(context, merchant, {
        ...common,
        action,
        idPayment: id,
        ...(callbackUrl !== undefined && { callbackUrl }),
        ...(returnUrl !== undefined && { returnUrl }),
      })
    : tokenAnswer(context, merchant, { ...common, operations }))
  report(context, answer, (body) => {
    context.note(`valid until ${shown(at(body, 'expiresAt'))}`)
    return String(at(body, 'token'))
  })
}

/** A token that allows nothing is a mistake. @throws CliFailure */
async function refuseUseless(context: Context, operations: readonly string[]): Promise<void> {
  const { body } = await granted(context, { method: 'GET', path: '/openapi.json' })
  const endpoints = endpointsOf(body)
  // Without the API's description this cannot be checked.
  if (endpoints.length === 0) return
  const useless = operations.find((entry) => !mayMatch(entry, endpoints))
  if (useless === undefined) return
  const examples = [...new Set(examplesFor(useless, endpoints))].join("', '")
  throw new CliFailure('usage', `'${useless}' cannot match any endpoint; examples are '${examples}'`)
}
