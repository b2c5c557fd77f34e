/** What the answers to our calls come to, whatever was asked. Pure. */
import { paddedAmountText } from '../../../foundation/money.ts'
import type { Declined } from '../../../processing/port.ts'
import { declined, noAnswer, unclear } from '../answers.ts'
import type { ProviderOrder, Unclear } from '../provider.ts'
import type { CallAnswer } from '../reach.ts'
import { listed } from '../status-codes.ts'
import { CODES, type CodeMeaning, responseCode } from './read.ts'

export const NO_PAYOUTS = declined('METHOD', 'it sends no money by this method')
export const NO_REFUNDS = declined('METHOD', 'it gives nothing back by this method')
export const NO_PAYINS = declined('METHOD', 'it takes no money by this method')

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
 * The code counts, not the HTTP status; but what a status of 500 and more comes with may have been done, and a code of another service is
 * about something else.
 */
export function saidBy(answer: CallAnswer, service: string): SnapReply {
  if (answer.type === 'none') return noAnswer(answer)
  const read = responseCode(answer.body)
  const why = `status ${answer.status} ${read?.code ?? ''}`.trim()
  if (!read || read.service !== service || answer.status >= 500) return unclear(why)
  const means: CodeMeaning | undefined = listed(CODES, read.key)
  // A success that contradicts its own HTTP status is none.
  const isOk = answer.status < 300
  if (means === 'done') return isOk ? { type: 'done', body: answer.body } : unclear(why)
  if (means === undefined) return { ...unclear(why), unlisted: read.code }
  if (means === 'doing' || means === 'unclear') return unclear(why)
  // What is not there would be sent again: of a transfer only the code for that very thing says so.
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
  NO_TOKEN: 'it gives no token: client ID or private key are not right, or it is down',
}

/** Left out by many. */
export const given = (text: string | null | undefined): string | undefined =>
  text === null || text === undefined || text === '' ? undefined : text

/** One of ours must be named, and none may be somebody else's. */
export function namesOnly(reference: string, names: readonly (string | null | undefined)[]): boolean {
  const named = names.flatMap((name) => given(name) ?? [])
  return named.length > 0 && named.every((name) => name === reference)
}
