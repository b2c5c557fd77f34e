/** What a search finds among the merchant's own payments: those that have this ID, whichever of the three it is. */
import { moneyText } from '../../kit/money.tsx'
import type { Finds, Hit } from '../../kit/palette.tsx'
import type { Answer } from '../../kit/result.ts'
import { ask } from './api.ts'
import { wordOf } from './language.ts'
import { may } from './merchant.ts'
import { placeOf } from './places.ts'

const ID = /^[A-Za-z0-9._~-]{1,64}$/

/** For the palette. A payment that is not there, or that one may not see, is no hit. */
export async function find(q: string, signal: AbortSignal): Promise<Answer<Finds>> {
  if (!ID.test(q)) return { ok: true, value: { hits: [], hasMore: false } }
  const [payin, payout, refund] = await Promise.all([
    may('payins:read') ? ask('GET /payins/{idPayin}', { path: { idPayin: q } }, signal) : undefined,
    may('payouts:read') ? ask('GET /payouts/{idPayout}', { path: { idPayout: q } }, signal) : undefined,
    may('refunds:read') ? ask('GET /refunds/{idRefund}', { path: { idRefund: q } }, signal) : undefined,
  ])
  for (const answer of [payin, payout, refund])
    if (answer && !answer.ok && answer.refusal.kind !== 'absent' && answer.refusal.kind !== 'refused')
      return answer
  const hits: readonly (Hit | undefined)[] = [
    payin?.ok
      ? {
          href: placeOf.payment('payin', q),
          title: `${q} · ${moneyText(payin.value.paymentRequested.money)}`,
          what: `${wordOf('payin')} · ${wordOf(payin.value.process.status)}`,
        }
      : undefined,
    payout?.ok
      ? {
          href: placeOf.payment('payout', q),
          title: `${q} · ${moneyText(payout.value.paymentRequested.money)}`,
          what: `${wordOf('payout')} · ${wordOf(payout.value.process.status)}`,
        }
      : undefined,
    refund?.ok
      ? {
          href: placeOf.payment('refund', q),
          title: `${q} · ${moneyText(refund.value.money)}`,
          what: `${wordOf('refund')} · ${wordOf(refund.value.process.status)}`,
        }
      : undefined,
  ]
  return { ok: true, value: { hits: hits.filter((hit) => hit !== undefined), hasMore: false } }
}
