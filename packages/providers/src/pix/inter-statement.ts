/**
 * The account's statement, which shows each sent Pix with its description: our reference.
 *
 * A statement is kept for a minute, because after an outage many payouts are looked for at the same time.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { dayText } from '@sluice/core/foundation/instants.ts'
import { readDone, unclear } from '@sluice/provider-kit/answers.ts'
import type { ProviderOrder, Unclear } from '@sluice/provider-kit/provider.ts'
import { unanswered } from './inter-answers.ts'
import type { InterCalls } from './inter-calls.ts'
import { StatementPage } from './inter-read.ts'

const PAGE_WITHIN_MS = 5_000
const PAGE_SIZE = 100
const MOST_PAGES = 10
/** Much less than the age of what is looked for. */
const KEPT_MS = 60_000
/** Brazil has had no summer time since 2019. */
const BRASILIA_MS = -3 * 3_600_000

/** By description: more than one if a payee was paid twice. */
interface SentCodes {
  readonly type: 'codes'
  readonly byName: ReadonlyMap<string, ReadonlySet<string>>
}

interface Kept {
  readonly from: string
  readonly until: string
  readonly at: Instant
  readonly codes: Promise<SentCodes | Unclear>
}

export class InterStatement {
  readonly #calls: InterCalls
  #kept: Kept | undefined

  constructor(calls: InterCalls) {
    this.#calls = calls
  }

  /** @returns the bank's codes of the Pix with our reference since then */
  async codesOf(order: ProviderOrder, fromAt: Instant): Promise<ReadonlySet<string> | Unclear> {
    const { now } = this.#calls
    const [from, until] = [dayInBrasilia(fromAt), dayInBrasilia(now)]
    const kept = this.#kept
    const isGood = kept && kept.from <= from && kept.until === until && now - kept.at < KEPT_MS
    const codes = isGood ? kept.codes : this.#read(order, from, until)
    if (!isGood) this.#kept = { from, until, at: now, codes }
    const read = await codes
    if (read.type === 'codes') return read.byName.get(order.reference) ?? new Set()
    if (this.#kept?.codes === codes) this.#kept = undefined
    return read
  }

  /** @param order for the record @returns the codes of all Pix between two days, by description */
  async #read(order: ProviderOrder, from: string, until: string): Promise<SentCodes | Unclear> {
    const byName = new Map<string, Set<string>>()
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const query = new URLSearchParams({
        dataInicio: from,
        dataFim: until,
        tipoOperacao: 'D',
        tipoTransacao: 'PIX',
        pagina: String(page),
        tamanhoPagina: String(PAGE_SIZE),
      })
      const path = `/extrato/completo?${query.toString()}`
      const within = { timeoutMs: PAGE_WITHIN_MS }
      const answer = await this.#calls.ask('account', order, 'read-statement', path, within)
      const read = readDone(StatementPage, answer)
      if (!read) return unanswered(answer)
      for (const { detalhes } of read.transacoes) {
        const { descricaoPix, codigoSolicitacao } = detalhes ?? {}
        const name = descricaoPix?.trim()
        if (!name || !codigoSolicitacao) continue
        byName.set(name, (byName.get(name) ?? new Set()).add(codigoSolicitacao.toLowerCase()))
      }
      if (read.ultimaPagina ?? (read.totalPaginas ?? 0) <= page + 1) return { type: 'codes', byName }
    }
    return unclear('a statement that is too long to be searched')
  }
}

const dayInBrasilia = (at: Instant): string => dayText(at + BRASILIA_MS)
