/**
 * What one person can do alone: a row for each kind of insider, made from the code and from the reviewed lists
 * (`tools/structure/single-approval.ts`). `test/attack/walk.test.ts` checks that nothing else is possible.
 */
import { ENDPOINTS } from '@sluice/gateway/admin/endpoints.ts'
import {
  ACTION_NAMES,
  type ApprovableOperation,
  factsOfOperation,
} from '@sluice/gateway/approvals/operations.ts'
import { ACTIONS } from '@sluice/gateway/identity/access/grant.ts'
import { type MemberRole, PRESETS } from '@sluice/gateway/identity/members/rights.ts'
import type { OperatorRole } from '@sluice/gateway/identity/operators/rights.ts'
import { memberCapabilityFor } from '@sluice/gateway/merchants/capabilities.ts'
import type { PersonRule } from '@sluice/gateway/merchants/person-rules.ts'
import { PERSON_RULES } from '../structure/person-rules.ts'
import { PUBLIC_ROUTES, type Whose } from '../structure/public-routes.ts'
import { OPERATORS_ALONE, PARTLY_ALONE } from '../structure/single-approval.ts'
import { codes, table } from './markdown.ts'

const listed = (parts: readonly string[]): string => [...new Set(parts)].join('; ')
const inSentence = (words: string): string => `${words.slice(0, 1).toLowerCase()}${words.slice(1)}`

/** What operators with this as their least role may do. */
const aloneAs = (role: OperatorRole): string =>
  listed(
    ENDPOINTS.filter(({ facts }) => facts.role === role).flatMap(({ facts: { name } }) =>
      [OPERATORS_ALONE[name], PARTLY_ALONE[name]].flatMap((row) => row?.can ?? []),
    ),
  )

const actionsOf = (role: OperatorRole): readonly ApprovableOperation[] =>
  ACTION_NAMES.filter((operation) =>
    ENDPOINTS.some(({ facts }) => facts.role === role && facts.operations.includes(operation)),
  )
const wordsOf = (operations: readonly ApprovableOperation[], usual: 'NONE' | 'ALWAYS'): string =>
  listed(
    operations.flatMap((operation) => {
      const facts = factsOfOperation(operation)
      return facts.usual === usual ? inSentence(facts.words) : []
    }),
  )
const untilThePolicy = (role: OperatorRole): string => {
  const words = wordsOf(actionsOf(role), 'NONE')
  return words === '' ? '' : `. Unless the [policy](approvals.md#set-the-policy) requires two: ${words}`
}

function member(role: MemberRole): string {
  const may = Object.entries(PERSON_RULES).filter(([name]) => {
    const right = memberCapabilityFor(name.split(' ')[1] ?? '', false)
    return right !== undefined && PRESETS[role].some((each) => each === right)
  })
  const those = (wanted: (rule: PersonRule) => boolean) =>
    listed(may.flatMap(([, rule]) => (wanted(rule) ? rule.can : [])))
  const money = those(({ puts }) => puts === 'MONEY')
  const rights = those(({ puts, proof }) => puts !== 'MONEY' && proof === true)
  const proved = listed([money && `${money}, up to their own limit`, rights].filter((words) => words !== ''))
  const free = those(({ proof }) => proof !== true)
  return `${proved && `With a proof of identity: ${proved}. `}Without: ${free}`
}

const holder = (whose: Whose): string =>
  sentence(
    listed(Object.values(PUBLIC_ROUTES).flatMap((access) => (access.whose === whose ? access.can : []))),
  )
const sentence = (words: string): string => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`

/** Above a limit of the policy. */
const HELD = 'Refunds and payers’ claims above the policy’s limit: an operator approves them'
const OF_A_BANK: readonly ApprovableOperation[] = ACTION_NAMES.filter((operation) =>
  /^bank-f(?:eed|ile)\./.test(operation),
)

const ROWS: readonly (readonly [who: string, alone: () => string, two: () => string])[] = [
  [
    'VIEWER',
    () =>
      'Reads everything in the console, including names and accounts of payers, but no secrets and no bank files',
    () => 'Changes nothing',
  ],
  [
    'OPERATOR',
    () => `Everything a VIEWER can, and: ${aloneAs('OPERATOR')}${untilThePolicy('OPERATOR')}`,
    () => sentence(wordsOf(actionsOf('OPERATOR'), 'ALWAYS')),
  ],
  [
    'ADMIN',
    () =>
      `Everything an OPERATOR can, and: ${aloneAs('ADMIN')}; everything for test merchants${untilThePolicy('ADMIN')}`,
    () => sentence(wordsOf(actionsOf('ADMIN'), 'ALWAYS')),
  ],
  [
    'Any of them, restricted to merchants or amounts',
    () =>
      'Only requests that name one of these merchants and move no more than that amount. Creates no operators',
    () => 'The same. The approver needs the right for that merchant and amount, too',
  ],
  [
    'The approver',
    () =>
      'Approves another operator’s request. Never their own or that of somebody who counts as the same person, and none from before they had their role and rights. Never sees the link, token or secret that it creates',
    () => 'Is the second of two',
  ],
  [
    'A program with a token',
    () =>
      'What its role and rights allow, without a proof of identity: whoever has the token is that program',
    () => 'The same',
  ],
  [
    'The installation’s token, `bootstrap`',
    () => 'What an ADMIN can do alone. Everything, as long as there is no other operator',
    () => 'The same, once there is a second operator. Once an ADMIN signs in, it approves nothing',
  ],
  ...(['OWNER', 'FINANCE', 'SUPPORT', 'DEVELOPER'] as const).map(
    (role) =>
      [
        `${role} of a merchant`,
        () => `For that merchant only, besides what the role can read. ${member(role)}`,
        () =>
          role === 'DEVELOPER'
            ? 'A key that can make payouts: an owner confirms it'
            : PRESETS[role].includes('refunds:act')
              ? HELD
              : 'Nothing',
      ] as const,
  ),
  ['Whoever has a merchant’s key or secret', () => holder('KEY'), () => HELD],
  [
    'Whoever has a token for one payment',
    () =>
      `That payment, within the token's action and amount (${codes(Object.keys(ACTIONS))}). A payer's token cannot choose the amount or where callbacks go`,
    () => HELD,
  ],
  ['Whoever has a payment link', () => holder('LINK'), () => 'Nothing'],
  ['Whoever has a refund’s claim link', () => holder('CLAIM'), () => HELD],
  [
    'Whoever has a sign-in link, or can sign in',
    () => holder('SIGNING_IN'),
    () => 'Creating a link for an operator, or for a live merchant’s person',
  ],
  ['Whoever has the key of a test payin', () => holder('TESTER'), () => 'Nothing'],
  [
    'A provider',
    () => `${holder('PROVIDER')}. Its API’s answer is then trusted, for payments that were sent to it`,
    () => 'Its account and its address',
  ],
  ['A connector', () => holder('CONNECTOR'), () => 'Its address and its secrets'],
  [
    'A bank, or whoever alters its messages',
    () =>
      'A credit that it reports pays the payin it names; payouts that it reports as paid or refused count as such',
    () => sentence(wordsOf(OF_A_BANK, 'ALWAYS')),
  ],
  [
    'Whoever takes a released file to the bank',
    () =>
      'Can alter it on the way, because the gateway’s control ends at the download. Compare its SHA-256 at the bank, and reconcile',
    () => 'The bank’s own release, if two people do it there',
  ],
  [
    'Whoever has the machine, the database or the master key',
    () => 'Everything. Only the operating system and a backup elsewhere protect you',
    () => 'Nothing',
  ],
]

export const insiders = (): string =>
  table(
    ['Who', 'Can do alone', 'Needs two'],
    ROWS.map(([who, alone, two]) => [`**${who}**`, alone(), two()]),
  )
