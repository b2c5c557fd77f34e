/** Counts what happened in simulated worlds, to show that a run without failures has really tried things. */
import { TRANSITIONS } from '@sluice/core/payment/transitions.ts'
import { EXCESS_ACTIONS } from './excess.ts'
import { FAULTS } from './gate.ts'
import { NATIVE_ACTIONS, NATIVE_CALLS, NATIVE_NOTICE } from './native.ts'
import { PEOPLE_ACTIONS } from './people-actions.ts'
import { ACTIONS, MISHAPS, OFFICE_ACTIONS, PASSING } from './plan.ts'
import { CALLS, WORDS } from './provider.ts'
import { ILLNESSES } from './receivers.ts'

/** Counts by name: `fault LOST_AFTER`, `payin PENDING>SUCCESS`. */
export type Coverage = ReadonlyMap<string, number>

const named = (group: string, table: readonly (readonly [number, string])[]) =>
  table.flatMap(([, name]) => (name === 'nothing' ? [] : [`${group} ${name}`]))

const ANSWERS = ['201', '400', '406', '409', '422', '503', 'nothing'].map((status) => `create ${status}`)

/** Naming a payee makes the refund NEW first, before the next processor is tried, so this never happens. */
const NOT_LIVED: ReadonlySet<string> = new Set(['refund AWAITING_PAYEE>PENDING'])
/** They need a steering amount, a sufficient balance and a decline at the right moment: rare in a hundred worlds. */
const SELDOM_LIVED: ReadonlySet<string> = new Set([
  'refund NEW>AWAITING_PAYEE',
  'refund PENDING>AWAITING_PAYEE',
  'refund PENDING>NEW',
  'refund AWAITING_PAYEE>FAILED',
  'settlement NEW>REFUSED',
  'settlement NEW>FAILED',
  'settlement PENDING>FAILED',
])
const isLived = (name: string): boolean => !NOT_LIVED.has(name) && !SELDOM_LIVED.has(name)

/** Results of approval requests and of settlement runs. */
const OFFICE = [
  'approval approve 200',
  'approval approve APPROVAL_DECIDED',
  'approval approve APPROVAL_STALE',
  'approval approve FOUR_EYES',
  'approval reject 200',
  'approval expired',
  'debit 202',
  'debit without an approval',
  'settlement run is started',
  'settlement run stopped 200',
  'settlement run goes on',
  'settlement PAID',
  'settlement BELOW_MINIMUM',
  'settlement SETTLED_BEFORE',
  'crash at a named operation',
]

/** What happens to money that does not match its payin. */
const EXCESS = [
  'excess applied',
  'excess sent-back',
  'excess suspended',
  'excess repeated',
  'excess LATE NATIVE SUCCESS',
  'excess LATE PAYOUT SUCCESS',
  'excess OVERPAID NATIVE SUCCESS',
  'excess OVERPAID PAYOUT SUCCESS',
  'excess SECOND NATIVE SUCCESS',
  'excess SECOND PAYOUT SUCCESS',
  'excess case PROCESSOR 200',
  'excess case PROCESSOR 409',
  'excess case NOTED 200',
]

/** Results of people's actions, including rogues'. */
const PEOPLE = [
  ...['INVITE', 'RECOVER'].flatMap((purpose) => [
    `link of the honest ${purpose}`,
    `link of a rogue ${purpose}`,
  ]),
  'link opened LINK_OVER',
  'link used 201',
  'people accept 201',
  'people accept LINK_OVER',
  'people end and accept at once',
  'people approve 200',
  'people approve FOUR_EYES',
  'people reject 200',
  'people approved POST /admin/people/!invite',
  'people approved PATCH /admin/people/{id}',
  'people collect 200',
  'people collect FOUR_EYES',
  'people confirm 200',
  'rogue confirms FOUR_EYES',
]

/** Everything that must have happened at least once in a run of a hundred worlds or more. */
export const EXPECTED: readonly string[] = [
  ...named('act', ACTIONS),
  ...named('act', OFFICE_ACTIONS),
  ...OFFICE,
  ...named('act', EXCESS_ACTIONS),
  ...EXCESS,
  ...named('act', NATIVE_ACTIONS),
  ...named('native call', NATIVE_CALLS),
  ...named('native news', NATIVE_NOTICE),
  ...['payin SUCCESS', 'payin EXPIRED', 'payout SUCCESS', 'payout FAILED'].map((end) => `native ${end}`),
  ...named('act', PEOPLE_ACTIONS),
  ...PEOPLE,
  ...named('mishap', MISHAPS),
  ...named('time', PASSING),
  ...named('fault', FAULTS),
  ...named('receiver', ILLNESSES),
  'receiver is gone for good',
  ...named('rail', CALLS),
  ...named('rail', WORDS),
  'rail declines before the commit',
  'rail asked',
  'rail cancelled',
  'case NO_STATUS_UPDATE',
  'receiver is dead',
  'census complete',
  'operator 200',
  'reference 200',
  'crash in flight',
  'clients meet two nodes',
  ...ANSWERS,
  'sameRequest true',
  'sameRequest false',
  ...TRANSITIONS.flatMap(({ from, to, kinds }) =>
    kinds.map((kind) => `${kind} ${from ?? ''}>${to}`).filter(isLived),
  ),
  'refund payee named',
  'refund refused REFUND_EXCEEDS_PAYIN',
  'refund refused PAYIN_NOT_REFUNDABLE',
  'create 404',
  ...['DELIVERED', 'RETRY', 'GONE', 'ABANDONED', 'SUPERSEDED'].map((outcome) => `callback ${outcome}`),
  'case NO_SUCH_PAYMENT',
  'theft claims an overheard number',
  'theft claims a made-up number',
  'the bank uses a reference again',
  'market credit pays',
  'market credit is a case',
  'case UTR_CLAIMED_TWICE',
  'case UNKNOWN_CREDIT',
  'case BANK_REFERENCE_REUSED',
]

export function addUp(all: Iterable<Coverage>): Coverage {
  const sums = new Map<string, number>()
  for (const coverage of all) {
    for (const [name, times] of coverage) sums.set(name, (sums.get(name) ?? 0) + times)
  }
  return sums
}

export const neverHappened = (coverage: Coverage): readonly string[] =>
  EXPECTED.filter((name) => !coverage.has(name))

/** One line for each first word of the names. */
export function describeCoverage(coverage: Coverage): readonly string[] {
  const groups = new Map<string, string[]>()
  const sorted = [...coverage].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [name, times] of sorted) {
    const [group = '', ...rest] = name.split(' ')
    const lines = groups.get(group) ?? []
    lines.push(`${rest.join(' ')} ${times}`)
    groups.set(group, lines)
  }
  const missing = neverHappened(coverage)
  return [
    ...[...groups].map(([group, entries]) => `  ${group}: ${entries.join(', ')}`),
    ...(missing.length > 0 ? [`  NEVER: ${missing.join(', ')}`] : []),
  ]
}
