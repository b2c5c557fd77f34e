/** The balance for payouts. The newer payouts API cannot tell it, so this uses the older one. */
import { moneyIn } from '@sluice/provider-kit/amounts.ts'
import { readDone, unclear, whyUnanswered } from '@sluice/provider-kit/answers.ts'
import type { Balances, Unclear } from '@sluice/provider-kit/provider.ts'
import { Type } from 'typebox'
import type { OlderPayouts } from './wire.ts'

/** As text, with or without paise. */
const Sum = Type.String({ pattern: '^-?\\d{1,13}(\\.\\d{1,2})?$' })
const Granted = Type.Object({
  status: Type.Literal('SUCCESS'),
  data: Type.Object({ token: Type.String({ pattern: '^[\\x21-\\x7e]{1,4096}$' }) }),
})
const Lying = Type.Object({
  status: Type.Literal('SUCCESS'),
  data: Type.Object({ balance: Sum, availableBalance: Sum }),
})

export async function balancesOf(older: OlderPayouts): Promise<Balances | Unclear> {
  const granted = await older.authorize()
  if (granted.type === 'none') return unclear(whyUnanswered(granted, {}, granted.why))
  const token = readDone(Granted, granted)?.data.token
  if (token === undefined) return unclear('it gives no token for the inquiry')
  const { availableBalance = '', balance = '' } = readDone(Lying, await older.balance(token))?.data ?? {}
  const [free, whole] = [moneyIn(availableBalance, 'INR'), moneyIn(balance, 'INR')]
  if (!free || !whole) return unclear('its answer cannot be read')
  return {
    type: 'balances',
    balances: [
      { name: 'for payouts', money: free },
      { name: 'with what is under way', money: whole },
    ],
  }
}
