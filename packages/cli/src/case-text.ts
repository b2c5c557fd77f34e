/**
 * A case as text for an operator: what arrived, what was expected, the difference, the candidates, and the commands
 * that decide it.
 */
import { at, type Fact, facts, leaves, listAt, shown, table } from './output.ts'

/** Fields shown at the top or in the table; the others follow unchanged. */
const TOLD = new Set([
  'id',
  'reason',
  'merchantCode',
  'money',
  'left',
  'payment',
  'payments',
  'decisions',
  'detail',
])
/** Payins that can still become SUCCESS. */
const ASSIGNABLE = new Set(['NEW', 'PENDING', 'EXPIRED'])

export function caseText(body: unknown): string {
  const payments = listAt(body, 'payments')
  const [about] = at(body, 'payment') === undefined ? [] : payments
  const head: readonly Fact[] = [
    ['id', at(body, 'id')],
    ['reason', at(body, 'reason')],
    ['merchant', at(body, 'merchantCode')],
    ['payment', at(body, 'payment') === undefined ? undefined : nameOf(about ?? ownPayment(body))],
    ['wanted', at(about, 'wanted')],
    ['came', at(body, 'money')],
    ['gap', at(about, 'gap')],
    ['left', at(body, 'left')],
  ]
  const rest = Object.entries(typeof body === 'object' && body !== null ? body : {})
    .filter(([name]) => !TOLD.has(name))
    .flatMap(([name, value]) => leaves(value, name))
  const details = leaves(at(body, 'detail'), 'detail').filter(
    ([name]) => !name.startsWith('detail.candidates'),
  )
  const decisions = leaves(at(body, 'decisions'), 'decisions')
  const plain = [...head, ...rest, ...details, ...decisions].map(
    ([name, value]): Fact => [name, typeof value === 'object' && value !== null ? shown(value) : value],
  )
  const rows = payments.map((each) => [
    nameOf(each),
    ...['status', 'wanted', 'gap'].map((name) => at(each, name)),
    listAt(each, 'why').join(' '),
  ])
  const may =
    rows.length === 0
      ? []
      : ['', 'possible payments:', table(['PAYMENT', 'STATUS', 'WANTED', 'GAP', 'WHY'], rows, '')]
  const commands = commandsFor(body)
  const settle =
    commands.length === 0
      ? []
      : ['', 'to settle it, use one of:', ...commands.map((line) => `  ${shown(line)}`)]
  return [facts(plain), ...may, ...wordsOf(body), ...settle].join('\n')
}

const nameOf = (payment: unknown): string =>
  ['merchantCode', 'kind', 'id'].map((part) => String(at(payment, part))).join('/')

const ownPayment = (body: unknown): object => ({
  merchantCode: at(body, 'merchantCode'),
  kind: at(body, 'payment', 'kind'),
  id: at(body, 'payment', 'id'),
})

/** The payout that the case is about, with its status. */
function payoutIn(body: unknown): unknown {
  const [about] = at(body, 'payment', 'kind') === 'payout' ? listAt(body, 'payments') : []
  return at(about, 'kind') === 'payout' ? about : undefined
}

const isOver = (payout: unknown): boolean => ['REFUSED', 'FAILED'].includes(String(at(payout, 'status')))

/** For a returned payout that is not SUCCESS: who has the money already. */
function wordsOf(body: unknown): readonly string[] {
  const payout = payoutIn(body)
  const isOpenCase = at(body, 'closedAt') === undefined && Number(at(body, 'left', 'amount')) > 0
  if (!isOpenCase || payout === undefined || at(payout, 'status') === 'SUCCESS') return []
  return [
    '',
    isOver(payout)
      ? 'the merchant already got this money back when the payout failed: crediting it would pay it twice'
      : 'the payout is still open and its money is reserved: wait for the final status',
  ]
}

/** Ready to copy. Each names its part, so that running one twice decides once. */
function commandsFor(body: unknown): readonly string[] {
  if (at(body, 'closedAt') !== undefined || at(body, 'id') === undefined) return []
  const id = String(at(body, 'id'))
  const one = (operation: string, rest: string) => `npx sluice cases ${operation} ${id}${rest}`
  const left = at(body, 'left', 'amount')
  if (left === undefined) return [one('close', " --note 'why'")]
  const part = ` --part ${listAt(body, 'decisions').length + 1}`
  const merchant = String(at(body, 'merchantCode'))
  const whose = merchant.startsWith('~') ? '<merchant>' : merchant
  const payout = payoutIn(body)
  if (Number(left) > 0 && payout !== undefined && at(payout, 'status') !== 'SUCCESS') {
    const wentOut = one('return', ` <the bank's reference of the transfer that had gone out>${part}`)
    return isOver(payout) ? [wentOut, one('write-off', ` --note 'why'${part}`)] : []
  }
  const others = [
    one('credit', ` ${whose} --note 'why'${part}`),
    one('return', ` <the bank's reference of the transfer back>${part}`),
    one('write-off', ` --note 'why'${part}`),
  ]
  if (Number(left) < 0) return others
  const assign = listAt(body, 'payments').flatMap((payment) => {
    const isOpen = ASSIGNABLE.has(String(at(payment, 'status')))
    if (at(payment, 'kind') !== 'payin' || !isOpen || at(payment, 'gap') === undefined) return []
    const to = ` ${String(at(payment, 'merchantCode'))}/${String(at(payment, 'id'))}`
    const wanted = at(payment, 'wanted', 'amount')
    const over = Number(left) - Number(wanted)
    if (over === 0) return [one('assign', `${to}${part}`)]
    const accept = one('assign', `${to} --accept-difference${part}`)
    return over > 0 ? [one('assign', `${to} --amount ${String(wanted)}${part}`), accept] : [accept]
  })
  return [...assign, ...others]
}
