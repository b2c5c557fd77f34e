/**
 * Money of a merchant that moves without a payment: top-ups and opening balances (`!credit`), settlements (`!debit`).
 *
 * A reference moves money once: the same again gets the same answer, the same reference for anything else is refused.
 */
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { balanceRows } from '../../account/balances.ts'
import type { Database } from '../../database/port.ts'
import type { Instant } from '../../foundation/deps.ts'
import { changeId, type MerchantCode, type PaymentKey, paymentKey } from '../../foundation/identifiers.ts'
import { isoTime } from '../../foundation/instants.ts'
import { type Money, negate } from '../../foundation/money.ts'
import { assert } from '../../foundation/result.ts'
import { type Fault, validationFailed } from '../../http/problems.ts'
import { undecidedProblem } from '../../intake/problems.ts'
import { moneyText, readMoney } from '../../intake/requests.ts'
import { moneyBody } from '../../intake/views.ts'
import { funded } from '../../ledger/postings.ts'
import { readFunding } from '../../payments/balances.ts'
import { operatorOfRequest } from '../authorize.ts'
import {
  type AdminContext,
  auditFirst,
  auditLine,
  described,
  instant,
  MerchantCodeParam,
  MoneySchema,
  merchantOf,
  objectOf,
  refuse,
} from '../context.ts'
import { adminProblem } from '../problems.ts'

const REFERENCE = /^[^\p{Cc}\p{Cs}]{1,140}$/u

interface Movement {
  readonly merchantCode: string
  readonly direction: 'credit' | 'debit'
  readonly money: Money
  readonly reference: string
}

const MovementSchema = Type.Object(
  {
    id: Type.String(),
    merchantCode: Type.String(),
    direction: Type.Union([Type.Literal('credit'), Type.Literal('debit')]),
    money: MoneySchema,
    reference: Type.String(),
    at: instant(),
  },
  { description: 'The movement as it was booked, now or before.' },
)

export function registerBalanceRoutes(context: AdminContext): void {
  const { app, gateway } = context
  for (const direction of ['credit', 'debit'] as const) {
    app.post<{ Body: unknown; Reply: unknown }>(
      `/admin/balances/!${direction}`,
      described(context, {
        role: 'OPERATOR',
        summary:
          direction === 'credit'
            ? "Add to a merchant's available balance: a top-up, an opening balance"
            : "Take from a merchant's available balance: a settlement",
        body: Type.Object({
          merchantCode: Type.String(),
          money: MoneySchema,
          reference: Type.String({
            maxLength: 140,
            description: 'Unique per merchant: it moves money once, however often it is sent.',
          }),
        }),
        answers: { 200: MovementSchema },
        problems: [
          'NOT_FOUND',
          'REFERENCE_CONFLICT',
          ...(direction === 'debit' ? (['INSUFFICIENT_BALANCE'] as const) : []),
        ],
      }),
      async (request) => {
        const movement = readMovement(request, direction)
        const { merchantCode } = await merchantOf(gateway, movement.merchantCode)
        return move(context, request, { ...movement, merchantCode })
      },
    )
  }

  app.get<{ Params: { merchantCode: string }; Reply: unknown }>(
    '/admin/balances/:merchantCode',
    described(context, {
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
    }),
    async (request) => {
      const profile = await merchantOf(gateway, request.params.merchantCode)
      return { data: await balanceRows(gateway.database, profile, []) }
    },
  )
}

function readMovement(request: FastifyRequest, direction: Movement['direction']): Movement {
  const { merchantCode, money: given, reference } = objectOf(request.body)
  const faults: Fault[] = []
  if (typeof merchantCode !== 'string') {
    const code = merchantCode === undefined ? 'REQUIRED' : 'WRONG_TYPE'
    faults.push({ path: '/merchantCode', code, message: "must be a merchant's code" })
  }
  const money = readMoney(given, '/money', request.impreciseNumbers, 'ledger')
  if (!money.ok) faults.push(...money.failure)
  const isReference = typeof reference === 'string' && REFERENCE.test(reference) && reference.trim() !== ''
  if (!isReference) {
    const code = reference === undefined ? 'REQUIRED' : 'INVALID_FORMAT'
    faults.push({ path: '/reference', code, message: 'must be text of 1 to 140 characters' })
  }
  if (!money.ok || !isReference || typeof merchantCode !== 'string') throw refuse(validationFailed(faults))
  return { merchantCode, direction, money: money.value, reference }
}

const signed = ({ direction, money }: Movement): Money =>
  direction === 'credit' ? money : { ...money, amountMinor: negate(money.amountMinor) }

async function move(
  { gateway }: AdminContext,
  request: FastifyRequest,
  movement: Movement & { readonly merchantCode: MerchantCode },
) {
  const { database, deps, journal } = gateway
  const at = deps.clock.now()
  const key = paymentKey(deps.randomness.uuidV7(at))
  const { merchantCode, direction, reference } = movement
  const audit = auditLine(gateway, request, {
    action: `balance.${direction}`,
    subject: `merchant ${merchantCode}`,
    detail: { id: key, reference, money: moneyBody(movement.money) },
  })
  await auditFirst(gateway, audit)
  const outcome = await journal.commit({
    changeId: changeId(deps.randomness.uuidV7(at)),
    merchantId: merchantCode,
    at,
    actor: `operator:${operatorOfRequest(request).name}`,
    claims: [{ owner: merchantCode, scope: 'funding', value: reference }],
    claimKey: key,
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
      const missing = moneyText({ ...movement.money, amountMinor: outcome.missingMinor })
      throw refuse(
        adminProblem(
          'INSUFFICIENT_BALANCE',
          `The available balance in ${movement.money.currency} does not cover this debit: ${missing.amount} is missing.`,
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

/** The reference has moved money before: the same movement is answered as it was then. */
async function repeated(
  database: Database,
  movement: Movement & { readonly merchantCode: MerchantCode },
  key: PaymentKey,
) {
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
      'This reference has moved other money before. Use a new one for a new movement.',
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
