/**
 * What Efí adds: sent Pix, its own error codes instead of the specification's, and an application's scopes. From Efí's published pages,
 * which `samples/efi.json` names.
 */
import { Ajv, type ValidateFunction } from 'ajv'
import { type FakeAnswer, type FakeRequest, json } from '../fake-server.fixture.ts'
import { isDirectoryKey } from './fake-inter.fixture.ts'
import SAMPLE from './samples/efi.json' with { type: 'json' }

export interface SentByEfi {
  readonly idEnvio: string
  readonly valor: string
  /** The payee's key. */
  readonly chave: string
  readonly endToEndId: string
  status: string
  readonly devolucoes: { readonly rtrId: string; readonly valor: string; readonly status: string }[]
}

export interface EfiBankOptions {
  /** The paying account's key. */
  readonly pixKey: string
  /** The application's scopes. Default: all. */
  readonly grants?: readonly string[]
  readonly time: () => string
  /** A new ID of 32 characters. */
  readonly id: (letter: string) => string
}

const SEND_REQUESTED: ValidateFunction = new Ajv({ strict: false }).compile(SAMPLE.requests.SendPix)
const ID = /^[a-zA-Z0-9]{1,35}$/

export type EfiError = keyof typeof SAMPLE.errors

/** Most errors are a name and a text; some are the specification's problem document. */
export function efiError(status: number, error: EfiError): FakeAnswer {
  if (error === 'insufficient_scope') return json(status, { error, error_description: 'x' })
  const isProblem = /^[A-Z]/.test(error)
  return json(
    status,
    isProblem
      ? { type: `https://pix.bcb.gov.br/api/v2/error/${error}`, title: 'x', status, detail: 'x' }
      : { nome: error, mensagem: 'x' },
  )
}

export const isEfiError = (error: string): error is EfiError => Object.hasOwn(SAMPLE.errors, error)

export class EfiBank {
  readonly #options: EfiBankOptions
  readonly #sent = new Map<string, SentByEfi>()
  /** Keys that the directory does not have. */
  readonly unknownKeys = new Set<string>()

  constructor(options: EfiBankOptions) {
    this.#options = options
  }

  all(): readonly SentByEfi[] {
    return [...this.#sent.values()]
  }

  under(idEnvio: string): SentByEfi | undefined {
    return this.#sent.get(idEnvio)
  }

  /** @returns undefined if the application may do that */
  refusal({ method, path }: FakeRequest): FakeAnswer | undefined {
    const [, version = '', room = ''] = path.split('/')
    const scopes: Readonly<Record<string, string>> = SAMPLE.scopes
    const scope = scopes[`${method} /${version}/${room}`]
    const { grants } = this.#options
    const isGranted = grants === undefined || (scope !== undefined && grants.includes(scope))
    return isGranted ? undefined : efiError(403, 'insufficient_scope')
  }

  /** @param path below the version. @returns undefined if it is none of these */
  answer(method: string, path: string, body: unknown): FakeAnswer | undefined {
    const [, read] = /^\/gn\/pix\/enviados\/id-envio\/([^/]+)$/.exec(path) ?? []
    if (method === 'GET' && read !== undefined) return this.#read(read)
    const [, idEnvio] = /^\/gn\/pix\/([^/]+)$/.exec(path) ?? []
    return method === 'PUT' && idEnvio !== undefined ? this.#send(idEnvio, body) : undefined
  }

  /** It arrives, or does not. @returns Efí's notification */
  end(idEnvio: string, status: 'REALIZADO' | 'NAO_REALIZADO'): object {
    const sent = this.#of(idEnvio)
    sent.status = status
    return this.#reported(sent)
  }

  /** The payee's bank returns it after its arrival. @returns Efí's notification */
  sendBack(idEnvio: string, status: string, valor?: string): object {
    const sent = this.#of(idEnvio)
    sent.devolucoes.push({ rtrId: this.#options.id('D'), valor: valor ?? sent.valor, status })
    return { ...this.#reported(sent), devolucoes: sent.devolucoes }
  }

  #of(idEnvio: string): SentByEfi {
    const sent = this.#sent.get(idEnvio)
    if (!sent) throw new Error(`nothing was sent as ${idEnvio}`)
    return sent
  }

  #reported({ idEnvio, endToEndId, valor, status }: SentByEfi): object {
    const { pixKey, time } = this.#options
    return {
      endToEndId,
      chave: pixKey,
      tipo: 'SOLICITACAO',
      status,
      valor,
      horario: time(),
      gnExtras: { idEnvio },
    }
  }

  #read(idEnvio: string): FakeAnswer {
    const sent = this.#sent.get(idEnvio)
    if (!sent) return efiError(404, 'PixEnviadoNaoEncontrado')
    const { endToEndId, valor, status, chave, devolucoes } = sent
    return json(200, {
      endToEndId,
      idEnvio,
      valor,
      // The payer's key.
      chave: this.#options.pixKey,
      status,
      horario: { solicitacao: this.#options.time() },
      favorecido: { chave, identificacao: { nome: 'Francisco da Silva', cpf: '***.456.789-**' } },
      ...(devolucoes.length > 0 && { devolucoes }),
    })
  }

  #send(idEnvio: string, body: unknown): FakeAnswer {
    const { pixKey, time, id } = this.#options
    if (this.#sent.has(idEnvio)) return efiError(409, 'id_envio_duplicado')
    if (!ID.test(idEnvio) || !SEND_REQUESTED(body)) return efiError(400, 'valor_invalido')
    const { valor, pagador, favorecido } = body as {
      valor: string
      pagador: { chave: string }
      favorecido: { chave: string }
    }
    if (pagador.chave !== pixKey) return efiError(400, 'chave_invalida')
    if (Number(valor) <= 0) return efiError(400, 'valor_invalido')
    const { chave } = favorecido
    if (!isDirectoryKey(chave) || this.unknownKeys.has(chave))
      return efiError(404, 'chave_favorecido_nao_encontrada')
    const status = 'EM_PROCESSAMENTO'
    const made: SentByEfi = { idEnvio, valor, chave, endToEndId: id('E'), status, devolucoes: [] }
    this.#sent.set(idEnvio, made)
    return json(201, { idEnvio, e2eId: made.endToEndId, valor, horario: { solicitacao: time() }, status })
  }
}
