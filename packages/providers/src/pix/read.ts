/**
 * What the bank's codes mean. A code that is not in these tables settles nothing.
 *
 * From the Banco Central's specification 2.9.0 (Apache-2.0) and Efí's pages. The lists are in `samples/`; a test compares both.
 */
import { offered } from '@sluice/core/catalogue/currencies.ts'
import { type Money, minorFromText } from '@sluice/core/foundation/money.ts'
import type { Declined } from '@sluice/core/processor/port.ts'
import { readAs } from '@sluice/provider-kit/answers.ts'
import { byMeaning } from '@sluice/provider-kit/status-codes.ts'
import { type Static, Type } from 'typebox'
import { Check } from 'typebox/schema'

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

/** `over`: no more money comes by it. */
export const COB_STATUS = byMeaning({
  // ATIVA: also after its expiry, which the specification has no status for.
  open: 'ATIVA',
  over: 'CONCLUIDA',
  removed: 'REMOVIDA_PELO_USUARIO_RECEBEDOR REMOVIDA_PELO_PSP',
})

/** Outgoing money: a devolução or a sent Pix. */
export const MOVING_STATUS = byMeaning({
  open: 'EM_PROCESSAMENTO',
  done: 'DEVOLVIDO REALIZADO',
  failed: 'NAO_REALIZADO',
})

const ERROR_TYPE = /\/error\/([A-Za-z]{1,64})$/

/** The error code: of the specification's problem document, of a bank's own document, or of OAuth. */
export function errorCode(body: unknown): string | undefined {
  const { type, nome, error } = readAs(Problem, body) ?? {}
  return (
    (type === undefined ? undefined : ERROR_TYPE.exec(type)?.[1]) ??
    nome ??
    (typeof error === 'string' ? error.slice(0, 64) : undefined)
  )
}
/**
 * Whether the bank answered, and not a proxy: a problem document. Inter's have no type (github.com/inter-co/pj-sdk-java: title, detail,
 * violacoes).
 */
export const isProblem = (body: unknown): boolean => Check(Titled, body)
const Titled = Type.Object({ title: Type.String(), detail: Type.String() })

const Problem = Type.Object({
  type: Type.Optional(Type.String({ maxLength: 200 })),
  nome: Type.Optional(Type.String({ maxLength: 64 })),
  error: Type.Optional(Type.Unknown()),
})

/** What an error means for a first request. `there`: it exists already. `payee`: the payee's key cannot be credited. */
export const ERRORS: Readonly<
  Record<string, Declined['reason'] | 'missing' | 'there' | 'payee' | 'unclear'>
> = byMeaning({
  // valor_invalido: an amount, a period or a payer's number.
  // pagamento_negado: refused after Efí's own analysis.
  METHOD: `RequisicaoInvalida CobOperacaoInvalida PixDevolucaoInvalida WebhookOperacaoInvalida
    valor_invalido pagamento_negado status_cobranca_invalido`,
  // AcessoNegado: the contract with the bank does not cover it, or the key is another customer's.
  // chave_invalida and those after it: our own key, account or application.
  UNHEALTHY: 'AcessoNegado chave_invalida documento_bloqueado insufficient_scope',
  missing: `NaoEncontrado CobNaoEncontrado PixNaoEncontrado PixDevolucaoNaoEncontrada WebhookNaoEncontrado
    cobranca_nao_encontrada PixEnviadoNaoEncontrado pix_nao_encontrado devolucao_nao_encontrada`,
  // PermanentementeRemovido: it existed once, so it may have been done.
  unclear: `PermanentementeRemovido ErroInternoDoServidor ServicoIndisponivel
    IndisponibilidadePorTempoEsgotado CobConsultaInvalida PixConsultaInvalida WebhookConsultaInvalida
    BaldeFichasVazio erro_aplicacao erro_interno_servidor`,
  // Efí's codes.
  there: 'txid_duplicado id_envio_duplicado devolucao_id_duplicado',
  payee: 'chave_favorecido_nao_encontrada chave_nao_pertence_ao_documento',
})

export const brl = (text: string): Money => ({
  currency: offered('BRL').code,
  amountMinor: minorFromText(text, 2),
})
