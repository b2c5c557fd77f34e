/**
 * From the bank's words to ours. Total: a status or an error that is not in these tables settles nothing.
 *
 * Statuses and errors are those of the Banco Central's specification, 2.9.0 (Apache-2.0), whose list is in `samples/`, and a test holds
 * each of them to a line here.
 */
import { type Static, Type } from 'typebox'
import { offered } from '../../../catalogue/currencies.ts'
import { type Money, minorFromText } from '../../../foundation/money.ts'
import type { Declined } from '../../port.ts'
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
  endToEndId: Type.Optional(EndToEndId),
  devolucoes: Type.Optional(
    Type.Array(Type.Object({ rtrId: Type.String(), valor: Amount, status: Type.Optional(Type.String()) }), {
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

/** The code of an error: of the specification's problem document, or of a bank that has documents of its own. */
export function errorCode(body: unknown): string | undefined {
  const { type, nome } = readAs(Problem, body) ?? {}
  return (type === undefined ? undefined : ERROR_TYPE.exec(type)?.[1]) ?? nome
}
const Problem = Type.Object({
  type: Type.Optional(Type.String({ maxLength: 200 })),
  nome: Type.Optional(Type.String({ maxLength: 64 })),
})

/** What an error says of a request that was never sent before. `missing`: there is no such thing there. */
export const ERRORS: Readonly<Record<string, Declined['reason'] | 'missing' | 'unclear'>> = {
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
  // Efí, in its own form.
  pix_nao_encontrado: 'missing',
  erro_aplicacao: 'unclear',
}

export const brl = (text: string): Money => ({
  currency: offered('BRL').code,
  amountMinor: minorFromText(text, 2),
})
