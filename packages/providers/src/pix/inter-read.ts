/**
 * What the codes of Banco Inter's Banking API mean, for Pix that it sends. A status that is not in the table settles nothing.
 *
 * The bank's list is in `samples/inter-banking.json`; a test compares both. Errors have no codes except the HTTP status; title and detail
 * are for people.
 */
import type { Declined } from '@sluice/core/processor/port.ts'
import { readAs } from '@sluice/provider-kit/answers.ts'
import { orNull } from '@sluice/provider-kit/schemas.ts'
import { byMeaning, listed } from '@sluice/provider-kit/status-codes.ts'
import { type Static, Type } from 'typebox'

const UUID = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'
const RequestCode = Type.String({ pattern: UUID })
const StatusCode = Type.String({ maxLength: 64 })

/** A number; in older parts of the bank's API text. */
const Amount = Type.Union([Type.Number(), Type.String({ maxLength: 32 })])

/** The answer to a new Pix: its code. */
export const Included = Type.Object({ codigoSolicitacao: RequestCode, tipoRetorno: orNull(StatusCode) })

const Payee = Type.Object({
  codIspb: orNull(Type.String()),
  codAgencia: orNull(Type.String()),
  nroConta: orNull(Type.String()),
  cpfCnpj: orNull(Type.String()),
})

export const PixThere = Type.Object({
  transacaoPix: Type.Object({
    codigoSolicitacao: RequestCode,
    contaCorrente: orNull(Type.String()),
    valor: Amount,
    status: StatusCode,
    chave: orNull(Type.String()),
    recebedor: orNull(Payee),
    endToEnd: orNull(Type.String()),
    erros: orNull(Type.Array(Type.Object({ codigoErro: orNull(Type.String()) }), { maxItems: 100 })),
  }),
  historico: orNull(Type.Array(Type.Object({ status: orNull(Type.String()) }), { maxItems: 1_000 })),
})
export type PixThere = Static<typeof PixThere>

export const BalanceThere = Type.Object({ disponivel: Amount })

/** A page of the statement, of which only Pix and their descriptions are read. */
export const StatementPage = Type.Object({
  totalPaginas: orNull(Type.Integer()),
  ultimaPagina: orNull(Type.Boolean()),
  transacoes: Type.Array(
    Type.Object({
      detalhes: orNull(
        Type.Object({ descricaoPix: orNull(Type.String()), codigoSolicitacao: orNull(Type.String()) }),
      ),
    }),
    { maxItems: 1_000 },
  ),
})

const Problem = Type.Object({ title: Type.String(), detail: orNull(Type.String()) })

export const PIX_STATUS = byMeaning({
  // PARCIALMENTE_…: part of the amount is not the payout; an operator decides.
  open: `CRIADO TRANSACAO_CRIADA AGUARDANDO_APROVACAO APROVADO TRANSACAO_APROVADA AGENDADO DEBITADO ENVIADO
    PIX_ENVIADO PARCIALMENTE_DEBITADO PARCIALMENTE_PAGO`,
  done: 'PAGO PIX_PAGO',
  failed: 'REPROVADO EXPIRADO CANCELADO CANCELADO_SEM_SALDO AGENDAMENTO_CANCELADO NAO_DEBITADO FALHA',
})

/** Steps by which no money leaves the account. After any other step a failed Pix may have been sent, or a part of it. */
const HARMLESS: ReadonlySet<string> = new Set([
  'CRIADO',
  'TRANSACAO_CRIADA',
  'AGUARDANDO_APROVACAO',
  'APROVADO',
  'TRANSACAO_APROVADA',
  'AGENDADO',
  ...Object.keys(PIX_STATUS).filter((status) => PIX_STATUS[status] === 'failed'),
])

/** By its history, which must be present. */
export const noMoneyMoved = ({ historico }: PixThere): boolean =>
  Array.isArray(historico) && historico.every(({ status }) => HARMLESS.has(status ?? ''))

/** Documented refusals of a Pix, valid only with the bank's problem document. */
const REFUSALS: Readonly<Record<number, Declined['reason']>> = byMeaning({
  METHOD: '400 404 422',
  UNHEALTHY: '401 403',
})

/** Codes in brackets in a detail, as far as published. */
const DETAIL_CODES: Readonly<Record<string, Declined['reason']>> = {
  // The account's limit for Pix is used up.
  PIXP30: 'LIMIT',
}
const DETAIL_CODE = /\[([A-Z]{2,8}\d{1,6})\]/

const codeIn = (body: unknown): string | undefined => {
  const { title = '', detail } = readAs(Problem, body) ?? {}
  return DETAIL_CODE.exec(`${title} ${detail ?? ''}`)?.[1]
}

export interface InterRefusal {
  readonly reason: Declined['reason']
  /** For operators: the status, and a code if there is one. Never free text. */
  readonly said: string
}

/** @returns undefined if it is no documented refusal */
export function refusalIn(status: number, body: unknown): InterRefusal | undefined {
  const means = readAs(Problem, body) ? listed(REFUSALS, status) : undefined
  const code = codeIn(body)
  return means && { reason: listed(DETAIL_CODES, code) ?? means, said: saidBy(status, body) }
}

export const saidBy = (status: number, body: unknown): string =>
  `status ${status} ${codeIn(body) ?? ''}`.trim()

/** The status, how it was accepted, or the error code, for the record. */
export const interWord = (body: unknown): string | undefined =>
  readAs(PixThere, body)?.transacaoPix.status ?? readAs(Included, body)?.tipoRetorno ?? codeIn(body)
