/** What Banco Inter is sent, and how its answers are read. Pure. */
import { createHash } from 'node:crypto'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { Declined } from '@sluice/core/processor/port.ts'
import { isAmountOf } from '@sluice/provider-kit/amounts.ts'
import { unclear } from '@sluice/provider-kit/answers.ts'
import { ended, factOf, known, NOTHING_LEFT } from '@sluice/provider-kit/findings.ts'
import type { OrderFindings, Unclear } from '@sluice/provider-kit/provider.ts'
import type { CallAnswer } from '@sluice/provider-kit/reach.ts'
import { uuidOf } from '@sluice/provider-kit/references.ts'
import { listed } from '@sluice/provider-kit/status-codes.ts'
import { NO_PAYOUTS } from './answers.ts'
import { noMoneyMoved, PIX_STATUS, type PixThere, saidBy } from './inter-read.ts'
import { type AccountPayee, accountPayeeOf, pixKeyOf } from './payee.ts'

export type InterPayee = { readonly type: 'key'; readonly key: string } | AccountPayee

export function payeeOf(payment: Payment): InterPayee | Declined {
  if (payment.method === 'BANK_TRANSFER') return accountPayeeOf(payment)
  const key = pixKeyOf(payment)
  return key === undefined ? NO_PAYOUTS : { type: 'key', key }
}

export const payeeThere = (payee: InterPayee): object =>
  payee.type === 'key'
    ? { tipo: 'CHAVE', chave: payee.key }
    : {
        tipo: 'DADOS_BANCARIOS',
        nome: payee.name,
        cpfCnpj: payee.taxNumber,
        contaCorrente: payee.number,
        agencia: payee.branch,
        tipoConta: payee.accountType,
        instituicaoFinanceira: { ispb: payee.ispb },
      }

/** With the bank's code, our amount, from our account to our payee. */
export function isSentAs(
  code: string,
  { money }: Payment,
  payee: InterPayee,
  account: string,
  { transacaoPix: pix }: PixThere,
): boolean {
  return (
    pix.codigoSolicitacao.toLowerCase() === code.toLowerCase() &&
    isAmountOf(money, pix.valor, 'BRL') &&
    isSameNumber(pix.contaCorrente ?? account, account) &&
    isPayee(payee, pix)
  )
}

/** A payee that is not named is not ours. */
function isPayee(payee: InterPayee, { chave, recebedor }: PixThere['transacaoPix']): boolean {
  if (payee.type === 'key') return chave?.toLowerCase() === payee.key.toLowerCase()
  const { codIspb, nroConta, codAgencia } = recebedor ?? {}
  return (
    isSameNumber(codIspb ?? '', payee.ispb) &&
    isSameNumber(nroConta ?? '', payee.number) &&
    isSameNumber(codAgencia ?? payee.branch, payee.branch)
  )
}

/** The bank writes some numbers without leading zeros, others with separators. */
const isSameNumber = (one: string, other: string): boolean =>
  one !== '' && plainNumber(one) === plainNumber(other)
const plainNumber = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[^0-9X]/g, '')
    .replace(/^0+(?=.)/, '')

/** RFC 9562, version 5: the bank needs a UUID, always the same for the same reference. */
export const repetitionKey = (reference: string): string =>
  uuidOf(createHash('sha1').update(NAMESPACE).update(reference, 'utf8').digest(), 5)
/** Random. Changing it would send payouts in progress a second time. */
const NAMESPACE = Buffer.from('0d1c5f0a6c3e4b0b9e4a6f1d2b7c8e93', 'hex')

export const unanswered = (answer: CallAnswer): Unclear => {
  if (answer.type === 'none') return unclear(answer.why)
  return unclear(answer.status === 200 ? 'an invalid response' : saidBy(answer.status, answer.body))
}

export function sentFindings(there: PixThere): OrderFindings {
  const { status, codigoSolicitacao, endToEnd, erros } = there.transacaoPix
  const meaning = listed(PIX_STATUS, status)
  switch (meaning) {
    case undefined:
      return { type: 'unlisted', statusCode: status }
    case 'open':
      return known(status)
    case 'done':
      return endToEnd && END_TO_END_ID.test(endToEnd)
        ? known(status, [factOf(endToEnd, status, { type: 'delivered' }, { endToEndId: endToEnd })])
        : unclear('a Pix that has arrived and has no end-to-end ID')
    case 'failed': {
      if (!noMoneyMoved(there)) return known(status)
      const errors = (erros ?? []).flatMap(({ codigoErro }) =>
        codigoErro && STATUS_CODE.test(codigoErro) ? [codigoErro] : [],
      )
      const about = errors.length > 0 ? { errors: errors.slice(0, 5).join(' ') } : {}
      return ended(codigoSolicitacao.toLowerCase(), status, NOTHING_LEFT, about)
    }
  }
}

const END_TO_END_ID = /^E[a-zA-Z0-9]{31}$/
const STATUS_CODE = /^[A-Za-z0-9_.-]{1,32}$/
