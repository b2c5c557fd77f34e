/**
 * What one alone can do: a row for each kind of insider, made from what the code obeys and from the reviewed lists
 * (`tools/structure/single-approval.ts`). What stands in none of them cannot be done: `test/attack/walk.test.ts`.
 */

import { ENDPOINTS } from '../../src/admin/endpoints.ts'
import { ACTION_NAMES, type ApprovableOperation, factsOfOperation } from '../../src/approvals/operations.ts'
import { ACTIONS } from '../../src/identity/access/grant.ts'
import { type MemberRole, PRESETS } from '../../src/identity/members/rights.ts'
import type { OperatorRole } from '../../src/identity/operators/rights.ts'
import { memberCapabilityFor } from '../../src/merchants/capabilities.ts'
import type { PersonRule } from '../../src/merchants/person-rules.ts'
import { PERSON_RULES } from '../structure/person-rules.ts'
import { PUBLIC_ROUTES, type Whose } from '../structure/public-routes.ts'
import { OPERATORS_ALONE, PARTLY_ALONE } from '../structure/single-approval.ts'
import { codes, table } from './markdown.ts'

const listed = (parts: readonly string[]): string => [...new Set(parts)].join('; ')
const inSentence = (words: string): string => `${words.slice(0, 1).toLowerCase()}${words.slice(1)}`

/** What operators do whose least role this is. */
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
  return words === '' ? '' : `. Until the [policy](approvals.md#the-policy) says otherwise: ${words}`
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
  return `${proved && `With a fresh proof: ${proved}. `}Without: ${free}`
}

const holder = (whose: Whose): string =>
  sentence(
    listed(Object.values(PUBLIC_ROUTES).flatMap((access) => (access.whose === whose ? access.can : []))),
  )
const sentence = (words: string): string => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`

/** Above a limit of the policy. */
const HELD = 'Refunds, and claims of payers, above what the policy says: an operator approves them'
const OF_A_BANK: readonly ApprovableOperation[] = ACTION_NAMES.filter((operation) =>
  /^bank-f(?:eed|ile)\./.test(operation),
)

const ROWS: readonly (readonly [who: string, alone: () => string, two: () => string])[] = [
  [
    'VIEWER',
    () =>
      'Reads what the back office shows, names and accounts of payers too. No secret, and no file for a bank',
    () => 'Changes nothing',
  ],
  [
    'OPERATOR',
    () => `What a VIEWER does, and: ${aloneAs('OPERATOR')}${untilThePolicy('OPERATOR')}`,
    () => sentence(wordsOf(actionsOf('OPERATOR'), 'ALWAYS')),
  ],
  [
    'ADMIN',
    () =>
      `What an OPERATOR does, and: ${aloneAs('ADMIN')}; everything of test merchants${untilThePolicy('ADMIN')}`,
    () => sentence(wordsOf(actionsOf('ADMIN'), 'ALWAYS')),
  ],
  [
    'Any of them, narrowed to merchants or amounts',
    () => 'Of that, only what names one of these merchants, and moves no more than that amount. Makes nobody',
    () => 'The same. Whoever approves needs the right for that merchant and amount, too',
  ],
  [
    'Who approves',
    () =>
      'Has done what another has asked for. Never what they have asked for themselves, or somebody who counts as one person with them, and nothing that was asked before they had their role and rights. Is never shown the link, token or secret that it makes',
    () => 'Is the second of two',
  ],
  [
    'A program with a token',
    () => 'What its role and rights let it do, without a fresh proof: who has the token is that program',
    () => 'The same',
  ],
  [
    'The token of the installation, `bootstrap`',
    () => 'What an ADMIN does alone. Everything, as long as there is no other operator',
    () => 'The same, from the second operator on. Once an ADMIN signs in it approves nothing',
  ],
  ...(['OWNER', 'FINANCE', 'SUPPORT', 'DEVELOPER'] as const).map(
    (role) =>
      [
        `${role} of a merchant`,
        () => `For that merchant alone, besides reading what the role reads. ${member(role)}`,
        () =>
          role === 'DEVELOPER'
            ? 'A key that pays out: an owner confirms it'
            : PRESETS[role].includes('refunds:act')
              ? HELD
              : 'Nothing',
      ] as const,
  ),
  ['Who has a key or a secret of a merchant', () => holder('KEY'), () => HELD],
  [
    'Who has a token of one payment',
    () =>
      `That payment, as the token's action and amount say (${codes(Object.keys(ACTIONS))}). A payer's says neither the amount nor where callbacks go`,
    () => HELD,
  ],
  ['Who has a payment link', () => holder('LINK'), () => 'Nothing'],
  ['Who has the link of a refund to claim', () => holder('CLAIM'), () => HELD],
  [
    'Who has a link to sign in, or a way in',
    () => holder('SIGNING_IN'),
    () => 'To make a link for an operator, or for somebody of a live merchant',
  ],
  ['Who has the key of a test payin', () => holder('TESTER'), () => 'Nothing'],
  [
    'A provider',
    () => `${holder('PROVIDER')}. What its API answers then is believed, of payments that were sent to it`,
    () => 'Its account and its address',
  ],
  ['A connector', () => holder('CONNECTOR'), () => 'Its address and its secrets'],
  [
    'A bank, or whoever alters what it tells',
    () => 'What it says came in pays the payin that it names; what it says it has paid out or refused is so',
    () => sentence(wordsOf(OF_A_BANK, 'ALWAYS')),
  ],
  [
    'Who brings a released file to the bank',
    () =>
      'Alters it on the way: the gateway’s word ends where it is downloaded. Compare its SHA-256 at the bank, and reconcile',
    () => 'The bank’s own release, where you have two people do it',
  ],
  [
    'Who has the machine, the database or the master key',
    () => 'Everything. Only the operating system, and a backup elsewhere, stand against them',
    () => 'Nothing',
  ],
]

export const insiders = (): string =>
  table(
    ['Who', 'Can alone', 'Takes two'],
    ROWS.map(([who, alone, two]) => [`**${who}**`, alone(), two()]),
  )
