/** Search results as the console shows them. */
import { plainWords } from '@sluice/ui-kit/codes.ts'
import { moneyText } from '@sluice/ui-kit/money.tsx'
import type { Hit } from '@sluice/ui-kit/palette.tsx'
import { type AnswerOf, ask } from './api.ts'
import { placeOf } from './places.ts'
import { merchantName } from './texts.tsx'

/** All results, the likeliest first. */
export function hitsIn(found: AnswerOf<'GET /admin/search'>): readonly Hit[] {
  return [
    ...found.payments.map(({ payment, matched }) => ({
      href: placeOf.payment(payment),
      title: `${payment.id} · ${moneyText(payment.money)}`,
      what: `${plainWords(payment.kind)} of ${payment.merchantCode} · ${plainWords(payment.status)} · by ${matched.map(plainWords).join(', ').toLowerCase()}`,
    })),
    ...found.cases.map(({ id, merchantCode, reason }) => ({
      href: placeOf.case(id),
      title: plainWords(reason),
      what: `Case of ${merchantName(merchantCode)} · ${id}`,
    })),
    ...found.merchants.map(({ merchantCode, name }) => ({
      href: placeOf.merchant(merchantCode),
      title: name,
      what: `Merchant ${merchantCode}`,
    })),
    ...found.bankEntries.map(({ account, reference, money, bookedAt, outcome }) => ({
      href: placeOf.account(account),
      title: `${reference} · ${moneyText(money)}`,
      what: `Bank line of ${account} · ${bookedAt} · ${outcome === undefined ? 'not processed yet' : plainWords(outcome)}`,
    })),
  ]
}

/** For the palette. */
export async function find(q: string, signal: AbortSignal) {
  const answer = await ask('GET /admin/search', { query: { q } }, signal)
  if (!answer.ok) return answer
  return { ok: true, value: { hits: hitsIn(answer.value), hasMore: answer.value.hasMore } } as const
}
