/**
 * From the bank's words to ours. Total: a status or an error that is not in these tables settles nothing.
 *
 * Statuses and errors are those of the Banco Central's specification, 2.9.0 (Apache-2.0), and of Efí's pages, whose lists are in
 * `samples/`, and a test holds each of them to a line here.
 */
import { type Static, Type } from 'typebox'
import { Check } from 'typebox/schema'
import { offered } from '../../../catalogue/currencies.ts'
import { type Money, minorFromText } from '../../../foundation/money.ts'
import type { Declined } from '../../../processing/port.ts'
import { readAs } from '../answers.ts'

const Amount = Type.String({ pattern: '^\\d{1,10}\\.\\d{2}$' })
const EndToEndId = Type.String({ pattern: '^[a-zA-Z0-9]{32}$' })

export const PixReceived = Type.Object({
  endToEndId: EndToEndId,
  txid: Type.Optional(Type.String()),
  valor: Amount,
  chave: Type.Optional(Type.String()),
})
export type PixReceived = Static<typeof PixReceived>

export const Cob = Type.Object({
  txid: Type.String(),
  status: Type.String({ maxLength: 64 }),
  valor: Type.Object({ original: Amount }),
  chave: Type.String(),
  location: Type.Optional(Type.String()),
  pix: Type.Optional(Type.Array(PixReceived, { maxItems: 1_000 })),
})
export type Cob = Static<typeof Cob>

export const Devolucao = Type.Object({
  id: Type.String(),
  valor: Amount,
  status: Type.String({ maxLength: 64 }),
})

export const SentPix = Type.Object({
  idEnvio: Type.Optional(Type.String()),
  status: Type.String({ maxLength: 64 }),
  valor: Type.Optional(Amount),
  endToEndId: Type.Optional(Type.String({ maxLength: 64 })),
  devolucoes: Type.Optional(
    Type.Array(Type.Object({ rtrId: Type.String(), valor: Amount, status: Type.String({ maxLength: 64 }) }), {
      maxItems: 1_000,
    }),
  ),
})

export type SentPix = Static<typeof SentPix>

/** What a charge's status means. `over`: nothing more comes by it, for good. */
export const COB_STATUS: Readonly<Record<string, 'open' | 'over' | 'removed'>> = {
  // After its expiry, too: the specification has no word for that.
  ATIVA: 'open',
  CONCLUIDA: 'over',
  REMOVIDA_PELO_USUARIO_RECEBEDOR: 'removed',
  REMOVIDA_PELO_PSP: 'removed',
}

/** Money on its way to somebody: a devolução, or a Pix that was sent. */
export const MOVING_STATUS: Readonly<Record<string, 'open' | 'done' | 'failed'>> = {
  EM_PROCESSAMENTO: 'open',
  DEVOLVIDO: 'done',
  REALIZADO: 'done',
  NAO_REALIZADO: 'failed',
}

const ERROR_TYPE = /\/error\/([A-Za-z]{1,64})$/

/** The code of an error: of the specification's problem document, of a bank that has documents of its own, or of OAuth. */
export function errorCode(body: unknown): string | undefined {
  const { type, nome, error } = readAs(Problem, body) ?? {}
  return (
    (type === undefined ? undefined : ERROR_TYPE.exec(type)?.[1]) ??
    nome ??
    (typeof error === 'string' ? error.slice(0, 64) : undefined)
  )
}
/**
 * Whether the bank says it, and not a proxy before it: a problem document. Of Inter's own the type is left out
 * (github.com/inter-co/pj-sdk-java: title, detail, violacoes).
 */
export const isProblem = (body: unknown): boolean => Check(Titled, body)
const Titled = Type.Object({ title: Type.String(), detail: Type.String() })

const Problem = Type.Object({
  type: Type.Optional(Type.String({ maxLength: 200 })),
  nome: Type.Optional(Type.String({ maxLength: 64 })),
  error: Type.Optional(Type.Unknown()),
})

/**
 * What an error says of a request that was never sent before. `missing`: there is no such thing there. `there`: what was asked for is there
 * already. `payee`: the payee's key takes nothing.
 */
export const ERRORS: Readonly<
  Record<string, Declined['reason'] | 'missing' | 'there' | 'payee' | 'unclear'>
> = {
  RequisicaoInvalida: 'METHOD',
  // The agreement with the bank does not cover it, or the key is another customer's.
  AcessoNegado: 'UNHEALTHY',
  NaoEncontrado: 'missing',
  // It was there once: so it may have been done.
  PermanentementeRemovido: 'unclear',
  ErroInternoDoServidor: 'unclear',
  ServicoIndisponivel: 'unclear',
  IndisponibilidadePorTempoEsgotado: 'unclear',
  CobNaoEncontrado: 'missing',
  CobOperacaoInvalida: 'METHOD',
  CobConsultaInvalida: 'unclear',
  PixNaoEncontrado: 'missing',
  PixDevolucaoNaoEncontrada: 'missing',
  PixDevolucaoInvalida: 'METHOD',
  PixConsultaInvalida: 'unclear',
  WebhookOperacaoInvalida: 'METHOD',
  WebhookNaoEncontrado: 'missing',
  WebhookConsultaInvalida: 'unclear',
  // Efí's own.
  txid_duplicado: 'there',
  id_envio_duplicado: 'there',
  devolucao_id_duplicado: 'there',
  cobranca_nao_encontrada: 'missing',
  PixEnviadoNaoEncontrado: 'missing',
  pix_nao_encontrado: 'missing',
  devolucao_nao_encontrada: 'missing',
  chave_favorecido_nao_encontrada: 'payee',
  chave_nao_pertence_ao_documento: 'payee',
  // Of an amount, of a period and of a payer's number alike.
  valor_invalido: 'METHOD',
  // After an analysis of theirs.
  pagamento_negado: 'METHOD',
  status_cobranca_invalido: 'METHOD',
  // Our own key, our own account, our own application.
  chave_invalida: 'UNHEALTHY',
  documento_bloqueado: 'UNHEALTHY',
  insufficient_scope: 'UNHEALTHY',
  BaldeFichasVazio: 'unclear',
  erro_aplicacao: 'unclear',
  erro_interno_servidor: 'unclear',
}

export const brl = (text: string): Money => ({
  currency: offered('BRL').code,
  amountMinor: minorFromText(text, 2),
})
