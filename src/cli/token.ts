/** `sluice token`: signs a token request with a merchant's key and prints the token. */
import type { Command } from 'commander'
import { ACTIONS, NAMES_URLS } from '../access/grant.ts'
import { report, tokenAnswer } from './client.ts'
import { addMerchantOptions, contextOf, type MerchantOptions, merchantOf } from './context.ts'
import { CliFailure } from './failure.ts'
import { at, note, shown } from './output.ts'
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

export function addToken(program: Command): void {
  addMerchantOptions(
    program
      .command('token')
      .description('get a token: for one payment by --action and --id, or for --operations'),
  )
    .option('--action <action>', Object.keys(ACTIONS).join(', '))
    .option('--id <id>', 'the payment that the token is limited to')
    .option('--operations <operation...>', "such as 'GET /payins/.*'; several may follow")
    .option('--validity <seconds>', 'how long it is valid (otherwise 1800)', wholeNumber)
    .option('--amount <number>', 'only payments of this amount; with --currency')
    .option('--currency <code>', 'only payments in this currency; with --amount', upperCase)
    .option(
      '--callback-url <url>',
      'where callbacks go, whatever the create says; of PAYIN_CHECKOUT and PAYIN_CREATE',
    )
    .option('--return-url <url>', 'where the page leads back to; of PAYIN_CHECKOUT and PAYIN_CREATE')
    .action(run)
}

async function run(options: Options, command: Command): Promise<void> {
  const context = contextOf(command)
  const { action, id, operations, validity, amount, currency, callbackUrl, returnUrl } = options
  if ((action === undefined) === (operations === undefined))
    throw new CliFailure('usage', 'give either --action with --id, or --operations')
  if ((action === undefined) !== (id === undefined))
    throw new CliFailure('usage', '--action and --id go together')
  if ((amount === undefined) !== (currency === undefined))
    throw new CliFailure('usage', '--amount and --currency go together')
  if (action === 'PAYIN_CHECKOUT' && amount === undefined)
    throw new CliFailure('usage', 'PAYIN_CHECKOUT needs what the customer pays: --amount and --currency')
  if ((callbackUrl ?? returnUrl) !== undefined && !(action && NAMES_URLS.includes(action)))
    throw new CliFailure('usage', `--callback-url and --return-url go with ${NAMES_URLS.join(' or ')}`)
  const common = {
    ...(validity !== undefined && { validitySecs: validity }),
    ...(amount !== undefined && { money: { amount: amountOf(amount), currencyCode: currency } }),
  }
  const merchant = merchantOf(context, options)
  const answer = await (operations === undefined
    ? tokenAnswer(context, merchant, '/auth-tokens-by-action', {
        ...common,
        action,
        idPayment: id,
        ...(callbackUrl !== undefined && { callbackUrl }),
        ...(returnUrl !== undefined && { returnUrl }),
      })
    : tokenAnswer(context, merchant, '/auth-tokens', { ...common, operations }))
  report(context, answer, (body) => {
    note(`valid until ${shown(at(body, 'expiresAt'))}`)
    return String(at(body, 'token'))
  })
}
