/**
 * `sluice explain`: the story of one payment for operators, and of their own payments for merchants, below `payins`,
 * `payouts` and `refunds`.
 */
import type { MethodKind } from '@sluice/core/foundation/identifiers.ts'
import { asMerchant, report } from './client.ts'
import { addMerchantOptions, type MerchantOptions, merchantOf, type SluiceCommand } from './context.ts'
import { addOperations, type OperatorCommand } from './operator-command.ts'
import { at, facts, listAt, shown } from './output.ts'
import { pathOf } from './payment.ts'
import { PAYMENT } from './payments.ts'

const EXPLAIN: OperatorCommand = {
  name: 'explain',
  sends: 'GET /admin/payments/{merchantCode}/{kind}/{id}/!explain',
  does: 'explain a payment: what happened, why, and who must act next (operators)',
  takes: PAYMENT,
  shows: storyText,
}

export function addExplain(program: SluiceCommand): void {
  addOperations(program, [EXPLAIN])
}

/** For a merchant's own payments. */
export function addOwnExplain(parent: SluiceCommand, kind: MethodKind | 'refund'): void {
  addMerchantOptions(
    parent
      .command('explain')
      .description(`explain a ${kind}: what happened, why, and who must act next`)
      .argument('<id>', 'the Merchant Order ID'),
  ).action(async (id: string, options: MerchantOptions, command: SluiceCommand) => {
    const { context } = command
    const path = `${pathOf(kind, id)}/explanation`
    const answer = await asMerchant(context, merchantOf(context, options), { method: 'GET', path })
    report(context, answer, storyText)
  })
}

/** The sentences are the whole story; the data for programs is above them. */
function storyText(body: unknown): string {
  const head = facts([
    [shown(at(body, 'kind')), at(body, 'id')],
    ['status', at(body, 'status')],
    ['waiting for', at(body, 'waitingFor')],
    ['next', at(body, 'next', 'operation')],
    ['by', at(body, 'next', 'at')],
  ])
  const refs = listAt(body, 'evidence').flatMap((fact) => {
    const ref = at(fact, 'ref')
    const isFound = ['CASE', 'BANK_FILE', 'BANK_ENTRY'].includes(String(at(fact, 'type')))
    return ref === undefined || !isFound ? [] : [`  ${shown(at(fact, 'type'))} ${shown(ref)}`]
  })
  const found = refs.length === 0 ? [] : ['', 'See:', ...new Set(refs)]
  return [head, '', ...listAt(body, 'sentences').map(shown), ...found].join('\n')
}
