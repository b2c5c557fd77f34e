/** `sluice sandbox …`: decides what becomes of a test payment that waits, as an operator. */
import { asOperator, report } from './client.ts'
import { merchantCodeOf, type SluiceCommand } from './context.ts'
import { kindArgument, lineText } from './payments.ts'

const ACTS = {
  succeed: 'the money arrives',
  refuse: 'customer, bank or operator refuse it',
  fail: 'it fails',
  expire: 'its time is over (payins)',
} as const

export function addSandbox(program: SluiceCommand): void {
  const sandbox = program
    .command('sandbox')
    .description('decide about payments of test merchants (operators)')
  for (const [act, description] of Object.entries(ACTS)) {
    sandbox
      .command(act)
      .description(description)
      .addArgument(kindArgument())
      .argument('<id>', 'the Merchant Order ID')
      .option('--merchant <code>', "whose; otherwise the data folder's test merchant")
      .action(async (kind: string, id: string, options: { merchant?: string }, command: SluiceCommand) => {
        const { context } = command
        const merchant = encodeURIComponent(merchantCodeOf(context, options))
        const path = `/admin/sandbox/${merchant}/${kind}/${encodeURIComponent(id)}/!${act}`
        report(context, await asOperator(context, { method: 'POST', path, body: {} }), lineText)
      })
  }
}
