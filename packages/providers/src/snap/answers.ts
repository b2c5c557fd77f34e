/** Reads answers of SNAP providers. Pure. */
import { paddedAmountText } from '@sluice/core/foundation/money.ts'
import type { Declined } from '@sluice/core/processor/port.ts'
import { declined, noAnswer, unclear } from '@sluice/provider-kit/answers.ts'
import type { ProviderOrder, Unclear } from '@sluice/provider-kit/provider.ts'
import type { CallAnswer } from '@sluice/provider-kit/reach.ts'
import { listed } from '@sluice/provider-kit/status-codes.ts'
import { CODES, type CodeMeaning, responseCode } from './read.ts'

export const NO_PAYOUTS = declined('METHOD', 'it makes no payouts by this method')
export const NO_REFUNDS = declined('METHOD', 'it makes no refunds by this method')
export const NO_PAYINS = declined('METHOD', 'it serves no payins by this method')

/** Always with both decimals: 10000.00. */
export const decimal = ({ money: { amountMinor } }: Pick<ProviderOrder['payment'], 'money'>): string =>
  paddedAmountText(amountMinor, 2)

export const amountOf = (payment: Pick<ProviderOrder['payment'], 'money'>) => ({
  value: decimal(payment),
  currency: 'IDR',
})

export type SnapReply =
  | { readonly type: 'done'; readonly body: unknown }
  | { readonly type: 'missing' }
  | { readonly type: 'payee'; readonly detail: string }
  | Declined
  | Unclear

/**
 * The code decides, not the HTTP status. But with a status of 500 or more the request may have been carried out, and a code of another
 * service is about something else.
 */
export function saidBy(answer: CallAnswer, service: string): SnapReply {
  if (answer.type === 'none') return noAnswer(answer)
  const read = responseCode(answer.body)
  const why = `status ${answer.status} ${read?.code ?? ''}`.trim()
  if (!read || read.service !== service || answer.status >= 500) return unclear(why)
  const means: CodeMeaning | undefined = listed(CODES, read.key)
  // A success must also have a status below 300.
  const isOk = answer.status < 300
  if (means === 'done') return isOk ? { type: 'done', body: answer.body } : unclear(why)
  if (means === undefined) return { ...unclear(why), unlisted: read.code }
  if (means === 'doing' || means === 'unclear') return unclear(why)
  // "Missing" means sending again, so for transfers only the exact code counts.
  if (means === 'missing') return isAbsent(read) ? { type: 'missing' } : unclear(why)
  const detail = `the provider refuses it: ${read.code}`
  return means === 'payee' ? { type: 'payee', detail } : declined(means, detail)
}

const isAbsent = ({ key, service }: { readonly key: string; readonly service: string }): boolean =>
  key === '40401' || VA_SERVICES.has(service)
const VA_SERVICES: ReadonlySet<string> = new Set(['26', '31'])

/** The code of an answer, for the record. */
export const codeIn = (body: unknown): string | undefined => responseCode(body)?.code

export const NOT_REACHED: Readonly<Record<string, string>> = {
  NO_TOKEN: 'it returns no token: client ID or private key is wrong, or it is down',
}

/** Many leave it out or send ''. */
export const given = (text: string | null | undefined): string | undefined =>
  text === null || text === undefined || text === '' ? undefined : text

/** Our reference must be named, and no other. */
export function namesOnly(reference: string, names: readonly (string | null | undefined)[]): boolean {
  const named = names.flatMap((name) => given(name) ?? [])
  return named.length > 0 && named.every((name) => name === reference)
}
