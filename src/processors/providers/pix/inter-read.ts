/**
 * From the words of Banco Inter's Banking API to ours, about Pix that it sends. Total: a status that is not in the table settles nothing.
 *
 * The list of statuses is the bank's own (`samples/inter-banking.json`), and a test holds each of them to a line here. The API has no codes
 * of errors but the HTTP status, and a title and a detail that people read.
 */

import { type Static, Type } from 'typebox'
import type { Declined } from '../../../processing/port.ts'
import { readAs } from '../answers.ts'
import { orNull } from '../schemas.ts'
import { listed } from '../status-codes.ts'

const UUID = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'
const RequestCode = Type.String({ pattern: UUID })
const StatusCode = Type.String({ maxLength: 64 })

/** A number, and from older parts of the bank a text. */
const Amount = Type.Union([Type.Number(), Type.String({ maxLength: 32 })])

/** The answer to a Pix that was asked for: how it is called there, and nothing of whom it goes to. */
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

/** A page of the statement, of which only Pix with what was written into them are of use. */
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

/** What a status means. `open`: it may still go either way. */
export const PIX_STATUS: Readonly<Record<string, 'open' | 'done' | 'failed'>> = {
  CRIADO: 'open',
  TRANSACAO_CRIADA: 'open',
  AGUARDANDO_APROVACAO: 'open',
  APROVADO: 'open',
  TRANSACAO_APROVADA: 'open',
  AGENDADO: 'open',
  DEBITADO: 'open',
  ENVIADO: 'open',
  PIX_ENVIADO: 'open',
  // A part of the money is not what was asked for: an operator looks at it.
  PARCIALMENTE_DEBITADO: 'open',
  PARCIALMENTE_PAGO: 'open',
  PAGO: 'done',
  PIX_PAGO: 'done',
  REPROVADO: 'failed',
  EXPIRADO: 'failed',
  CANCELADO: 'failed',
  CANCELADO_SEM_SALDO: 'failed',
  AGENDAMENTO_CANCELADO: 'failed',
  NAO_DEBITADO: 'failed',
  FALHA: 'failed',
}

/** Steps by which no money leaves the account. Whoever ends badly after any other step may have sent it, or a part of it. */
const HARMLESS: ReadonlySet<string> = new Set([
  'CRIADO',
  'TRANSACAO_CRIADA',
  'AGUARDANDO_APROVACAO',
  'APROVADO',
  'TRANSACAO_APROVADA',
  'AGENDADO',
  ...Object.keys(PIX_STATUS).filter((status) => PIX_STATUS[status] === 'failed'),
])

/** By its history, which must be told. */
export const noMoneyMoved = ({ historico }: PixThere): boolean =>
  Array.isArray(historico) && historico.every(({ status }) => HARMLESS.has(status ?? ''))

/** Answers by which the bank says that it has not taken a Pix on, as its documents list them. Only with its own problem document. */
const REFUSALS: Readonly<Record<number, Declined['reason']>> = {
  400: 'METHOD',
  401: 'UNHEALTHY',
  403: 'UNHEALTHY',
  404: 'METHOD',
  422: 'METHOD',
}

/** Codes that stand in brackets in a detail, as far as anybody has published them. */
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
  /** For operators: the status, and a code where there is one; never what people wrote. */
  readonly said: string
}

/** @returns undefined where the answer is no refusal that the bank lists */
export function refusalIn(status: number, body: unknown): InterRefusal | undefined {
  const means = readAs(Problem, body) ? listed(REFUSALS, status) : undefined
  const code = codeIn(body)
  return means && { reason: listed(DETAIL_CODES, code) ?? means, said: saidBy(status, body) }
}

export const saidBy = (status: number, body: unknown): string =>
  `status ${status} ${codeIn(body) ?? ''}`.trim()

/** The status, how it was taken on, or the error's code: for the record. */
export const interWord = (body: unknown): string | undefined =>
  readAs(PixThere, body)?.transacaoPix.status ?? readAs(Included, body)?.tipoRetorno ?? codeIn(body)
