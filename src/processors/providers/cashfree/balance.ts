/**
 * What lies with Cashfree to be paid out. Its newer payouts API has no such question: this one is of the older, at a host of its own, which
 * gives a token for some minutes first.
 */
import { Type } from 'typebox'
import { minorFromText } from '../../../foundation/money.ts'
import { readAs, unclear, whyUnanswered } from '../answers.ts'
import type { Balances, Unclear } from '../provider.ts'
import { rupees } from './read.ts'
import type { PayoutKeys, Wire } from './wire.ts'

/** As text, with paise or without. */
const Sum = Type.String({ pattern: '^-?\\d{1,13}(\\.\\d{1,2})?$' })
const Granted = Type.Object({
  status: Type.Literal('SUCCESS'),
  data: Type.Object({ token: Type.String({ pattern: '^[\\x21-\\x7e]{1,4096}$' }) }),
})
const Reported = Type.Object({
  status: Type.Literal('SUCCESS'),
  data: Type.Object({ balance: Sum, availableBalance: Sum }),
})

export async function balancesOf(wire: Wire, keys: PayoutKeys): Promise<Balances | Unclear> {
  const granted = await wire.authorize(keys)
  if (granted.type === 'none') return unclear(whyUnanswered(granted, {}, granted.why))
  const token = readAs(Granted, granted.body)?.data.token
  if (token === undefined) return unclear('it gives no token for the question')
  const answer = await wire.balance(token)
  const reported = answer.type === 'answer' ? readAs(Reported, answer.body)?.data : undefined
  if (!reported) return unclear('its answer is not one that is known')
  const moneyOf = (text: string) => rupees(minorFromText(text, 2))
  return {
    type: 'balances',
    balances: [
      { name: 'to be paid out', money: moneyOf(reported.availableBalance) },
      { name: 'with what is under way', money: moneyOf(reported.balance) },
    ],
  }
}
