/**
 * Money of a merchant that moves without a payment: top-ups and opening balances (`!credit`), settlements (`!debit`).
 *
 * A reference moves money once: the same request again gets the same answer, and the same reference with anything else
 * is refused.
 */
import { moneyWords } from '@sluice/core/catalogue/amounts.ts'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import {
  changeId,
  type MerchantCode,
  type PaymentKey,
  paymentKey,
} from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Money, negate } from '@sluice/core/foundation/money.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import type { Database } from '@sluice/database/port.ts'
import { Type } from 'typebox'
import { balanceRows } from '../../account/balances.ts'
import { undecidedProblem } from '../../api/problems.ts'
import { moneyBody } from '../../api/views.ts'
import { worded } from '../../http/reading.ts'
import { isLine, refined } from '../../http/texts.ts'
import { funded } from '../../ledger/postings.ts'
import { findMerchant } from '../../merchants/store.ts'
import { hasMovedMoney, readFunding } from '../../payments/balances.ts'
import { type ApprovalRequest, fingerprintOf } from '../approval-requests.ts'
import { instant, MerchantCodeParam, MoneySchema, merchantOf, refuse } from '../context.ts'
import { type Call, endpoint } from '../endpoint.ts'
import { choice, money } from '../fields.ts'
import { adminProblem } from '../problems.ts'

interface Movement {
  readonly merchantCode: MerchantCode
  readonly direction: 'credit' | 'debit'
  readonly money: Money
  readonly reference: string
}

const MovementRequested = Type.Object({
  merchantCode: worded(Type.String(), 'WRONG_TYPE', "must be a merchant's code"),
  money: money('ledger'),
  reference: refined((text) => isLine(text, 140), 'INVALID_FORMAT', 'must be text of 1 to 140 characters', {
    maxLength: 140,
    description: 'Unique per merchant. Repeating it moves the money only once.',
  }),
})

const MovementSchema = Type.Object(
  {
    id: Type.String(),
    merchantCode: Type.String(),
    direction: choice(['credit', 'debit']),
    money: MoneySchema,
    reference: Type.String(),
    at: instant(),
  },
  { description: 'The booked movement.' },
)

const moving = (direction: Movement['direction'], summary: string) =>
  endpoint({
    route: `POST /admin/balances/!${direction}`,
    role: 'OPERATOR',
    summary,
    body: MovementRequested,
    example: {
      merchantCode: 'SIAM-SHOP',
      money: { amount: 500, currencyCode: 'THB' },
      reference: `${direction} 2026-11-22`,
    },
    answers: { 200: MovementSchema },
    problems: [
      'NOT_FOUND',
      'REFERENCE_CONFLICT',
      ...(direction === 'debit' ? (['INSUFFICIENT_BALANCE'] as const) : []),
    ],
    operations: [`balance.${direction}`],
    operation: async (call) => approvalRequestOf(call.backOffice, await movementOf(call, direction)),
    handle: async (call) => move(call, await movementOf(call, direction)),
  })

const credit = moving('credit', "Credit a merchant's available balance: a top-up or an opening balance")
const debit = moving('debit', "Debit a merchant's available balance: a settlement")

const show = endpoint({
  route: 'GET /admin/balances/:merchantCode',
  role: 'VIEWER',
  summary: "Read a merchant's balances",
  params: { merchantCode: MerchantCodeParam },
  answers: {
    200: Type.Object({
      data: Type.Array(
        Type.Object({
          currencyCode: Type.String(),
          available: MoneySchema,
          pending: MoneySchema,
          reserved: MoneySchema,
        }),
      ),
    }),
  },
  problems: ['NOT_FOUND'],
  async handle(call) {
    const { gateway } = call.backOffice
    const profile = await merchantOf(gateway, call.params.merchantCode)
    return { data: await balanceRows(gateway.database, profile, []) }
  },
})

type MovingCall = Pick<Call<unknown, unknown, unknown>, 'backOffice' | 'operator' | 'alongside'>
type RequestedMovement = Omit<Movement, 'merchantCode' | 'direction'> & { readonly merchantCode: string }

/** @throws ProblemError */
async function movementOf(
  { backOffice, body }: Pick<Call<unknown, unknown, RequestedMovement>, 'backOffice' | 'body'>,
  direction: Movement['direction'],
): Promise<Movement> {
  const { merchantCode: code, money, reference } = body()
  const { merchantCode } = await merchantOf(backOffice.gateway, code)
  return { merchantCode, direction, money, reference }
}

/** A used reference moves no money, so repeating it needs no approval. */
async function approvalRequestOf(
  { gateway: { database } }: MovingCall['backOffice'],
  { merchantCode, direction, money, reference }: Movement,
): Promise<ApprovalRequest | undefined> {
  if (await hasMovedMoney(database, merchantCode, reference)) return undefined
  const way = direction === 'credit' ? `Credit ${moneyWords(money)} to` : `Debit ${moneyWords(money)} from`
  const merchant = await findMerchant(database, merchantCode)
  return {
    operation: `balance.${direction}`,
    summary: `${way} the balance of ${merchantCode}: ${reference}`,
    money,
    about: fingerprintOf(merchantCode, merchant?.merchant.status),
  }
}

const signed = ({ direction, money }: Movement): Money =>
  direction === 'credit' ? money : { ...money, amountMinor: negate(money.amountMinor) }

async function move({ backOffice, operator, alongside }: MovingCall, movement: Movement) {
  const { database, deps, journal } = backOffice.gateway
  const at = deps.clock.now()
  const key = paymentKey(deps.randomness.uuidV7(at))
  const { merchantCode, direction, reference } = movement
  const operation = {
    action: `balance.${direction}`,
    subject: `merchant ${merchantCode}`,
    detail: { id: key, reference, money: moneyBody(movement.money) },
  }
  const outcome = await journal.commit({
    changeId: changeId(deps.randomness.uuidV7(at)),
    merchantId: merchantCode,
    at,
    actor: `operator:${operator.name}`,
    claims: [{ owner: merchantCode, scope: 'funding', value: reference }],
    claimKey: key,
    alongside: alongside(operation),
    subject: {
      type: 'fund',
      key,
      reason: `${direction} ${reference}`,
      postings: funded(signed(movement)),
      cases: [],
    },
  })
  switch (outcome.type) {
    case 'done':
      return movementBody(movement, key, at)
    case 'claimed':
      return repeated(database, movement, outcome.holder.key)
    case 'short': {
      const missing = moneyWords({ ...movement.money, amountMinor: outcome.missingMinor })
      throw refuse(
        adminProblem(
          'INSUFFICIENT_BALANCE',
          `The available balance in ${movement.money.currency} does not cover this debit. ${missing} is missing.`,
        ),
      )
    }
    case 'shed':
    case 'unavailable':
    case 'unknown':
      throw refuse(undecidedProblem(outcome))
    case 'absent':
    case 'duplicate':
    case 'refused':
      throw new Error(`a funding cannot end as ${outcome.type}`)
  }
}

/** The reference has moved money before: the same movement gets its first answer. */
async function repeated(database: Database, movement: Movement, key: PaymentKey) {
  const funding = await readFunding(database, movement.merchantCode, key)
  assert(funding, 'a reference that is held has moved money')
  const { money: was, at } = funding
  const wanted = signed(movement)
  if (was.currency === wanted.currency && was.amountMinor === wanted.amountMinor) {
    return movementBody(movement, key, at)
  }
  throw refuse(
    adminProblem(
      'REFERENCE_CONFLICT',
      'This reference was already used for another movement. Use a new one.',
    ),
  )
}

const movementBody = ({ merchantCode, direction, money, reference }: Movement, id: string, at: Instant) => ({
  id,
  merchantCode,
  direction,
  money: moneyBody(money),
  reference,
  at: isoTime(at),
})

export const BALANCE_ENDPOINTS = [credit, debit, show]
