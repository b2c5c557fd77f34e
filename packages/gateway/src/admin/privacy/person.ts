/** What the endpoints share that take a person's identifier: the field, the limit of look-ups, and names for the log. */
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { fail, succeed } from '@sluice/core/foundation/result.ts'
import { Type } from 'typebox'
import { httpProblem } from '../../http/problems.ts'
import { readAs } from '../../http/reading.ts'
import { mac } from '../../identity/access/secrets.ts'
import { countLines } from '../../identity/operators/audit.ts'
import type { GatewayOperator } from '../../identity/operators/operators.ts'
import { firstKeyAt } from '../../payments/following.ts'
import { findPerson, MOST_PAYMENTS, type PaymentOfPerson } from '../../privacy/finding.ts'
import { identifierText, isIndexBehind } from '../../search/erasing.ts'
import { MAX_QUERY_CHARACTERS } from '../../search/terms.ts'
import type { BackOffice } from '../back-office.ts'
import type { Call } from '../call.ts'
import { merchantOf, refuse } from '../context.ts'
import { adminProblem } from '../problems.ts'

/** Shorter texts identify nobody. */
const SHORTEST = 5

export const Identifier = readAs<string>(
  Type.String({
    maxLength: MAX_QUERY_CHARACTERS,
    description:
      'The whole account number, phone number, email address or tax number, as the payment has it. Spaces, punctuation and case do not matter.',
  }),
  (value, { path }) => {
    const text = typeof value === 'string' ? value.trim() : ''
    return (identifierText(text)?.length ?? 0) < SHORTEST
      ? fail([{ path, code: 'INVALID_FORMAT', message: `must have at least ${SHORTEST} letters or digits` }])
      : succeed(text)
  },
)

export const OneMerchant = Type.Optional(
  Type.String({ description: 'Only payments of this merchant. Default: of all merchants.' }),
)

/** @throws ProblemError 404 */
export async function oneMerchant(
  { gateway }: BackOffice,
  code: string | undefined,
): Promise<MerchantCode | undefined> {
  return code === undefined ? undefined : (await merchantOf(gateway, code)).merchantCode
}

const LOOK_UPS = ['privacy.find', 'privacy.verify']
const MOST_IN_AN_HOUR = 60
const HOUR_MS = 3_600_000

/** A look-up of a person is a look at others' data. Counted in the audit log, so on all nodes. @throws ProblemError 429 */
export async function mustBeWithinLimit({ gateway }: BackOffice, { name }: GatewayOperator): Promise<void> {
  const { database, deps } = gateway
  const after = firstKeyAt(deps.clock.now() - HOUR_MS)
  const done = await countLines(database, { operator: name, actions: LOOK_UPS, after })
  if (done < MOST_IN_AN_HOUR) return
  const detail = `An operator may look up ${MOST_IN_AN_HOUR} persons an hour. Go on later.`
  throw refuse(httpProblem('RATE_LIMITED', detail, { headers: { 'retry-after': '600' } }))
}

/** What a look-up needs of its call. */
type LookUpCall = Pick<Call<unknown, unknown, unknown>, 'backOffice' | 'operator' | 'note'>

/**
 * The payments of a person. The look-up is counted and logged before anything is shown, also if nothing is found.
 * @throws ProblemError 404, 409 or 429
 */
export async function lookUp(
  call: LookUpCall,
  { identifier, merchantCode: code }: { readonly identifier: string; readonly merchantCode?: string },
): Promise<{ readonly merchantCode: MerchantCode | undefined; readonly found: readonly PaymentOfPerson[] }> {
  const { backOffice, operator } = call
  const merchantCode = await oneMerchant(backOffice, code)
  await mustBeWithinLimit(backOffice, operator)
  await call.note({
    action: 'privacy.find',
    subject: personIn(backOffice, identifier),
    detail: { ...(merchantCode !== undefined && { merchantCode }) },
  })
  return { merchantCode, found: await paymentsOf(backOffice, identifier, merchantCode) }
}

const CHARACTERS = 16

/** The person in the audit log: the same for the same identifier, and of no use without the master key. */
export function personIn({ gateway }: BackOffice, identifier: string): string {
  const known = mac(gateway.masterKey, `person:${identifierText(identifier)}`)
  return `person ${known.toString('base64url').slice(0, CHARACTERS)}`
}

const BEHIND = adminProblem(
  'INVALID_STATE',
  'The search index does not have all payments yet, so a person’s payments cannot be found. Try again later, or see that a worker node indexes.',
)

/** @throws ProblemError 409 if there are too many, or the index lacks some */
export async function paymentsOf(
  { gateway: { database, deps } }: BackOffice,
  identifier: string,
  merchantCode: MerchantCode | undefined,
): Promise<readonly PaymentOfPerson[]> {
  if (await isIndexBehind(database, deps.clock.now())) throw refuse(BEHIND)
  const found = await findPerson(database, { identifier, merchantCode }, deps.clock.now())
  if (found) return found
  throw refuse(
    adminProblem(
      'INVALID_STATE',
      `More than ${MOST_PAYMENTS} payments have this identifier. Erase for one merchant at a time.`,
    ),
  )
}
