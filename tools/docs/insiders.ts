/**
 * What one person can do alone: a section for each kind of insider, made from the code and from the reviewed lists
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
import { codes, paragraphs } from './markdown.ts'

/** A paragraph, or a list below a sentence that ends in a colon. */
type Part = string | { readonly intro: string; readonly items: readonly string[] }

interface Insider {
  readonly who: string
  readonly alone: () => readonly Part[]
  /** What they need a second person for. */
  readonly two: () => readonly Part[]
}

const inSentence = (words: string): string => `${words.slice(0, 1).toLowerCase()}${words.slice(1)}`
const sentence = (words: string): string => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`

/** A list has at least one item; without one there is no part. */
const list = (intro: string, items: readonly string[]): readonly Part[] =>
  items.length === 0 ? [] : [{ intro, items: [...new Set(items)] }]

/** What operators with this as their least role may do. */
const aloneAs = (role: OperatorRole): readonly string[] =>
  ENDPOINTS.filter(({ facts }) => facts.role === role).flatMap(({ facts: { name } }) =>
    [OPERATORS_ALONE[name], PARTLY_ALONE[name]].flatMap((row) => row?.can ?? []),
  )

const operationsOf = (role: OperatorRole): readonly ApprovableOperation[] =>
  ACTION_NAMES.filter((operation) =>
    ENDPOINTS.some(({ facts }) => facts.role === role && facts.operations.includes(operation)),
  )
const describe = (operations: readonly ApprovableOperation[], usual: 'NONE' | 'ALWAYS'): readonly string[] =>
  operations
    .map(factsOfOperation)
    .filter((facts) => facts.usual === usual)
    .map(({ words }) => inSentence(words))

const unlessThePolicy = (role: OperatorRole): readonly Part[] =>
  list('Unless the [policy](approvals.md#set-the-policy) requires two:', describe(operationsOf(role), 'NONE'))

function member(role: MemberRole): readonly Part[] {
  const may = Object.entries(PERSON_RULES).filter(([name]) => {
    const right = memberCapabilityFor(name.split(' ')[1] ?? '', false)
    return right !== undefined && PRESETS[role].some((each) => each === right)
  })
  const those = (wanted: (rule: PersonRule) => boolean) =>
    may.flatMap(([, rule]) => (wanted(rule) ? rule.can : []))
  const proved = [
    ...those(({ puts }) => puts === 'MONEY').map((can) => `${can}, up to their own limit`),
    ...those(({ puts, proof }) => puts !== 'MONEY' && proof === true),
  ]
  return [
    ...list('With a proof of identity:', proved),
    ...list(
      'Without one:',
      those(({ proof }) => proof !== true),
    ),
  ]
}

const holder = (whose: Whose): readonly string[] =>
  Object.values(PUBLIC_ROUTES).flatMap((access) => (access.whose === whose ? access.can : []))
const holds = (whose: Whose): readonly Part[] => [`${[...new Set(holder(whose))].map(sentence).join('. ')}.`]

/** Above a limit of the policy. */
const HELD = 'Refunds and payers’ claims above the policy’s limit: an operator approves them.'
const OF_A_BANK: readonly ApprovableOperation[] = ACTION_NAMES.filter((operation) =>
  /^bank-f(?:eed|ile)\./.test(operation),
)

const OPERATORS: readonly Insider[] = [
  {
    who: 'VIEWER',
    alone: () => [
      'Reads everything in the console, including names and accounts of payers, but no secrets and no bank files. Changes nothing.',
    ],
    two: () => [],
  },
  {
    who: 'OPERATOR',
    alone: () => [
      ...list('Everything a VIEWER can, and:', aloneAs('OPERATOR')),
      ...unlessThePolicy('OPERATOR'),
    ],
    two: () => list('', describe(operationsOf('OPERATOR'), 'ALWAYS')),
  },
  {
    who: 'ADMIN',
    alone: () => [
      ...list('Everything an OPERATOR can, and:', [...aloneAs('ADMIN'), 'everything for test merchants']),
      ...unlessThePolicy('ADMIN'),
    ],
    two: () => list('', describe(operationsOf('ADMIN'), 'ALWAYS')),
  },
  {
    who: 'An operator restricted to merchants or amounts',
    alone: () => [
      'Only requests that name one of these merchants and move no more than that amount. Creates no operators.',
    ],
    two: () => ['The same. The approver needs the right for that merchant and amount, too.'],
  },
  {
    who: 'The approver',
    alone: () => [
      'Approves another operator’s request. Never their own or that of somebody who counts as the same person, and none from before they had their role and rights. Never sees the link, token or secret that it creates.',
    ],
    two: () => ['Is the second of two.'],
  },
  {
    who: 'A program with a token',
    alone: () => [
      'What its role and rights allow, without a proof of identity: anyone who has the token is that program.',
    ],
    two: () => ['The same as a person with its role.'],
  },
  {
    who: 'The installation’s token, bootstrap',
    alone: () => ['What an ADMIN can do alone. Everything, as long as there is no other operator.'],
    two: () => [
      'The same as an ADMIN, once there is a second operator. Once an ADMIN signs in, it approves nothing.',
    ],
  },
]

const MEMBERS: readonly Insider[] = (['OWNER', 'FINANCE', 'SUPPORT', 'DEVELOPER'] as const).map((role) => ({
  who: `${role} of a merchant`,
  alone: () => ['For that merchant only, besides what the role can read.', ...member(role)],
  two: () => {
    if (role === 'DEVELOPER') return ['A key that can make payouts: an owner confirms it.']
    return PRESETS[role].includes('refunds:act') ? [HELD] : []
  },
}))

const OTHERS: readonly Insider[] = [
  { who: 'The holder of a merchant’s key or secret', alone: () => holds('KEY'), two: () => [HELD] },
  {
    who: 'The holder of a token for one payment',
    alone: () => [
      `That payment, within the token's action and amount (${codes(Object.keys(ACTIONS))}). A payer's token cannot choose the amount or where callbacks go.`,
    ],
    two: () => [HELD],
  },
  { who: 'The holder of a payment link', alone: () => holds('LINK'), two: () => [] },
  { who: 'The holder of a refund’s claim link', alone: () => holds('CLAIM'), two: () => [HELD] },
  {
    who: 'The holder of a sign-in link, and anyone who can sign in',
    alone: () => holds('SIGNING_IN'),
    two: () => ['Creating a link for an operator, or for a live merchant’s person.'],
  },
  { who: 'The holder of the key of a test payin', alone: () => holds('TESTER'), two: () => [] },
  {
    who: 'A provider',
    alone: () => [
      ...holds('PROVIDER'),
      'Its API’s answer is then trusted, for payments that were sent to it.',
    ],
    two: () => ['Its account and its address.'],
  },
  { who: 'A connector', alone: () => holds('CONNECTOR'), two: () => ['Its address and its secrets.'] },
  {
    who: 'A bank, and anyone who alters its messages',
    alone: () => [
      'A credit that it reports pays the payin it names. Payouts that it reports as paid or refused count as such.',
    ],
    two: () => list('', describe(OF_A_BANK, 'ALWAYS')),
  },
  {
    who: 'The person who takes a released file to the bank',
    alone: () => [
      'Can alter it on the way, because the gateway’s control ends at the download. Compare its SHA-256 at the bank, and reconcile.',
    ],
    two: () => ['The bank’s own release, if two people do it there.'],
  },
  {
    who: 'Anyone with the machine, the database or the master key',
    alone: () => ['Everything. Only the operating system and a backup elsewhere protect you.'],
    two: () => [],
  },
]

function partText(part: Part): string {
  if (typeof part === 'string') return part
  return paragraphs(part.intro, part.items.map((item) => `- ${item}`).join('\n'))
}

/** **Needs two:** goes before the first sentence, or on a line of its own before a list. */
const needsTwo = (parts: readonly Part[]): string => {
  if (parts.length === 0) return ''
  const [first, ...rest] = parts
  return typeof first === 'string'
    ? paragraphs(`**Needs two:** ${first}`, ...rest.map(partText))
    : paragraphs('**Needs two:**', ...parts.map(partText))
}

export const insiders = (): string =>
  paragraphs(
    ...[...OPERATORS, ...MEMBERS, ...OTHERS].map(({ who, alone, two }) =>
      paragraphs(`### ${who}`, ...alone().map(partText), needsTwo(two())),
    ),
  )
