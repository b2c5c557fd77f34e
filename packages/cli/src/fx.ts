/** `sluice fx …`: exchange rates; `put` for operators, `list` as a merchant reads them. */
import { isoTime, timeOnly } from '@sluice/core/foundation/instants.ts'
import { asMerchant, asOperator, report } from './client.ts'
import { addMerchantOptions, type MerchantOptions, merchantOf, type SluiceCommand } from './context.ts'
import { at, listAt, table } from './output.ts'
import { amountOf, upperCase } from './request.ts'

const A_DAY_MS = 86_400_000

interface PutOptions {
  readonly from?: string
  readonly to?: string
}

export function addFx(program: SluiceCommand): void {
  const fx = program.command('fx').description('exchange rates')
  fx.command('put')
    .description('set the rate of a pair (operators)')
    .argument('<base>', 'base currency', upperCase)
    .argument('<quote>', 'quote currency', upperCase)
    .argument('<rate>', 'units of the quote currency for one unit of the base currency')
    .option('--from <time>', 'valid from, ISO 8601; default: now')
    .option('--to <time>', 'valid to, ISO 8601; default: a day later')
    .sends('PUT /admin/fx-rate-pairs')
    .action(
      async (base: string, quote: string, rate: string, { from, to }: PutOptions, command: SluiceCommand) => {
        const { context } = command
        const pair = {
          baseCurrencyCode: base,
          quoteCurrencyCode: quote,
          rate: amountOf(rate),
          ...(from !== undefined && { validFrom: from }),
          validTo: to ?? aDayAfter(from, context.clock.now()),
        }
        const answer = await asOperator(context, {
          method: 'PUT',
          path: '/admin/fx-rate-pairs',
          body: { data: [pair] },
        })
        report(context, answer, ratesText)
      },
    )
  addMerchantOptions(fx.command('list').description('list the current rates')).action(
    async (options: MerchantOptions, command: SluiceCommand) => {
      const { context } = command
      const call = { method: 'GET', path: '/fx-rate-pairs' } as const
      report(context, await asMerchant(context, merchantOf(context, options), call), ratesText)
    },
  )
}

/** An unreadable time is passed on, so that the gateway refuses it. */
function aDayAfter(from: string | undefined, now: number): string {
  const start = from === undefined ? undefined : timeOnly(from)
  return isoTime((start ?? now) + A_DAY_MS)
}

function ratesText(body: unknown): string {
  const rows = listAt(body, 'data').map((row) =>
    ['baseCurrencyCode', 'quoteCurrencyCode', 'rate', 'validFrom', 'validTo'].map((name) => at(row, name)),
  )
  return table(['BASE', 'QUOTE', 'RATE', 'FROM', 'TO'], rows, 'none')
}
