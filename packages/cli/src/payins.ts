/** `sluice payins …`: incoming payments, for merchants. */
import { asMerchant, report } from './client.ts'
import { addMerchantOptions, type MerchantOptions, merchantOf, type SluiceCommand } from './context.ts'
import { addOwnExplain } from './explain.ts'
import { at, facts, leaves, listAt, table } from './output.ts'
import { addCreate, addGet, pathOf, paymentText } from './payment.ts'
import { amountOf, upperCase } from './request.ts'

export function addPayins(program: SluiceCommand): void {
  const payins = program.command('payins').description('incoming payments')
  addCreate(payins, 'payin')
  addGet(payins, 'payin')
  addOptions(payins)
  addSetReference(payins)
  addAccounts(payins)
  addOwnExplain(payins, 'payin')
}

interface MoneyOptions extends MerchantOptions {
  readonly amount: string
  readonly currency: string
}

function addOptions(payins: SluiceCommand): void {
  addMerchantOptions(payins.command('options').description('list the payment options for an amount'))
    .requiredOption('--currency <code>', 'currency', upperCase)
    .requiredOption('--amount <number>', 'amount in major units')
    .action(async (options: MoneyOptions, command: SluiceCommand) => {
      const { context } = command
      const money = { amount: amountOf(options.amount), currencyCode: options.currency }
      const answer = await asMerchant(context, merchantOf(context, options), {
        method: 'POST',
        path: '/payins/!availablePaymentOptions',
        body: { money },
      })
      report(context, answer, (body) => {
        const rows = listAt(body, 'data').map((row) => [
          at(row, 'paymentMethodCode'),
          listAt(row, 'paymentOperators')
            .map((operator) => at(operator, 'code'))
            .join(' '),
        ])
        return table(['METHOD', 'OPERATORS'], rows, 'nothing')
      })
    })
}

function addSetReference(payins: SluiceCommand): void {
  addMerchantOptions(
    payins
      .command('set-reference')
      .description("set the external reference (UTR, 12 digits) of the customer's transfer")
      .argument('<id>', 'the Merchant Order ID')
      .argument('<reference>', '12 digits'),
  ).action(async (id: string, reference: string, options: MerchantOptions, command: SluiceCommand) => {
    const { context } = command
    const answer = await asMerchant(context, merchantOf(context, options), {
      method: 'POST',
      path: `${pathOf('payin', id)}/!setExternalReference`,
      body: { externalReference: { reference } },
    })
    report(context, answer, (body) => paymentText('payin', body))
  })
}

function addAccounts(payins: SluiceCommand): void {
  addMerchantOptions(
    payins
      .command('accounts')
      .description("show the customer's account details")
      .argument('<id>', 'the Merchant Order ID'),
  ).action(async (id: string, options: MerchantOptions, command: SluiceCommand) => {
    const { context } = command
    const path = `${pathOf('payin', id)}/accounts`
    const answer = await asMerchant(context, merchantOf(context, options), { method: 'GET', path })
    report(
      context,
      answer,
      (body) =>
        listAt(body, 'data')
          .map((account) => facts(leaves(account)))
          .join('\n\n') || 'none',
    )
  })
}
