/** Searches the merchant's own payments by ID, reference, name or amount. Dates do not limit it. */
import { moneyText } from '@sluice/ui-kit/money.tsx'
import type { Finds } from '@sluice/ui-kit/palette.tsx'
import type { Answer } from '@sluice/ui-kit/result.ts'
import { ask } from './api.ts'
import { wordOf } from './language.ts'
import { placeOf } from './places.ts'

const SOMETHING = /[\p{L}\p{N}]/u
const NOTHING: Finds = { hits: [], hasMore: false }

/** For the command palette. Finds only what the person may read. */
export async function find(q: string, signal: AbortSignal): Promise<Answer<Finds>> {
  if (!SOMETHING.test(q)) return { ok: true, value: NOTHING }
  const answer = await ask('GET /search', { query: { q } }, signal)
  if (!answer.ok) return answer
  const { data, hasMore } = answer.value
  const hits = data.map(({ kind, id, money, status }) => ({
    href: kind === 'settlement' ? placeOf.settlements() : placeOf.payment(kind, id),
    title: `${id} · ${moneyText(money)}`,
    what: `${wordOf(kind)} · ${wordOf(status)}`,
  }))
  return { ok: true, value: { hits, hasMore } }
}
