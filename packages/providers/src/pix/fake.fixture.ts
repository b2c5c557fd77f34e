/**
 * The fake of a bank with the Pix API: checks requests against the published schemas, requires credentials and scopes, recognises
 * repetitions, and plays payers, payees and failures. Below /v2 it is Efí (`fake-efi.fixture.ts`), below /pix/v2 Banco Inter with its
 * payouts (`fake-inter.fixture.ts`), elsewhere as in the specification. It calls only the URL of its webhook.
 */
import { Ajv, type ValidateFunction } from 'ajv'
import {
  type Dice,
  type ErrorAnswer,
  type FakeAnswer,
  type FakeRequest,
  FakeServer,
  type FakeServerOptions,
  json,
} from '../fake-server.fixture.ts'
import { EfiBank, type EfiError, efiError, isEfiError } from './fake-efi.fixture.ts'
import { InterBank } from './fake-inter.fixture.ts'
import SAMPLE from './samples/bacen-2.9.0.json' with { type: 'json' }

export type { Mishap } from '../fake-server.fixture.ts'

export interface FakeOptions extends FakeServerOptions {
  readonly pixKey: string
  readonly clientId: string
  readonly clientSecret: string
  /** The account's number at Banco Inter. */
  readonly account?: string
  /** The application's scopes, if the bank has scopes. Default: all. */
  readonly grants?: readonly string[]
  /** At Banco Inter each sent Pix waits for approval. */
  readonly needsApproval?: boolean
}

interface Charge {
  readonly txid: string
  readonly valor: string
  readonly expiracao: number
  status: string
  readonly pix: Received[]
}
interface Received {
  readonly endToEndId: string
  readonly txid: string
  readonly valor: string
  readonly horario: string
  readonly devolucoes: Given[]
}
interface Given {
  readonly id: string
  readonly rtrId: string
  readonly valor: string
  status: string
}

/** How a bank refuses: as in the specification, or with Efí's codes. */
type Says = keyof typeof SPECIFIED
const SPECIFIED = {
  form: [400, 'RequisicaoInvalida'],
  key: [400, 'CobOperacaoInvalida'],
  amount: [400, 'CobOperacaoInvalida'],
  noCharge: [404, 'CobNaoEncontrado'],
  chargeOver: [400, 'CobOperacaoInvalida'],
  noPix: [404, 'PixNaoEncontrado'],
  noBack: [404, 'PixDevolucaoNaoEncontrada'],
  backThere: [400, 'PixDevolucaoInvalida'],
} as const
const BY_EFI: Readonly<Record<Says, readonly [number, EfiError]>> = {
  form: [400, 'valor_invalido'],
  key: [400, 'chave_invalida'],
  amount: [400, 'valor_invalido'],
  noCharge: [400, 'cobranca_nao_encontrada'],
  chargeOver: [400, 'status_cobranca_invalido'],
  noPix: [400, 'pix_nao_encontrado'],
  noBack: [400, 'devolucao_nao_encontrada'],
  backThere: [409, 'devolucao_id_duplicado'],
}

const ajv = new Ajv({ strict: false, validateFormats: false })
ajv.addSchema({ $id: 'bacen', definitions: SAMPLE.definitions })
const schema = (name: keyof typeof SAMPLE.definitions): ValidateFunction => {
  const found = ajv.getSchema(`bacen#/definitions/${name}`)
  if (!found) throw new Error(`the sample has no schema ${name}`)
  return found
}
const CHARGE_REQUESTED = schema('CobSolicitada')
const CHARGE_MADE = schema('CobGerada')
const BACK_REQUESTED = schema('DevolucaoSolicitada')
const TXID = /^[a-zA-Z0-9]{26,35}$/
const ID = /^[a-zA-Z0-9]{1,35}$/

export class PixFake extends FakeServer {
  readonly #options: FakeOptions
  readonly #charges = new Map<string, Charge>()
  /** What each token allows; undefined: everything. */
  readonly #tokens = new Map<
    string,
    { readonly until: number; readonly scopes: ReadonlySet<string> | undefined }
  >()
  readonly inter: InterBank
  readonly efi: EfiBank
  #webhookUrl: string | undefined
  #made = 0

  constructor(options: FakeOptions) {
    super(options)
    this.#options = options
    const { account = '', needsApproval, pixKey, grants } = options
    this.efi = new EfiBank({
      pixKey,
      time: () => this.#time(),
      id: (letter) => this.#id(letter),
      ...(grants && { grants }),
    })
    this.inter = new InterBank({
      account,
      now: () => this.now(),
      id: (letter) => this.#id(letter),
      ...(needsApproval && { needsApproval }),
    })
  }

  /** A payer pays a charge, exactly or another amount. @returns the Pix's end-to-end ID */
  async pay(txid: string, valor?: string): Promise<string> {
    const charge = this.#charges.get(txid)
    if (!charge) throw new Error(`there is no charge ${txid}`)
    const pix: Received = {
      endToEndId: this.#id('E'),
      txid,
      valor: valor ?? charge.valor,
      horario: this.#time(),
      devolucoes: [],
    }
    charge.pix.push(pix)
    if (charge.status === 'ATIVA') charge.status = 'CONCLUIDA'
    await this.#notify([{ endToEndId: pix.endToEndId, txid, valor: pix.valor, horario: pix.horario }])
    return pix.endToEndId
  }

  /** A requested devolução ends. */
  async endBack(id: string, status: 'DEVOLVIDO' | 'NAO_REALIZADO'): Promise<void> {
    const pix = this.#received().find(({ devolucoes }) => devolucoes.some((given) => given.id === id))
    const given = pix?.devolucoes.find((each) => each.id === id)
    if (!pix || !given) throw new Error(`there is no devolução ${id}`)
    given.status = status
    await this.#notify([
      { endToEndId: pix.endToEndId, txid: pix.txid, valor: pix.valor, devolucoes: [given] },
    ])
  }

  /** A sent Pix arrives, or does not. */
  async endSent(idEnvio: string, status: 'REALIZADO' | 'NAO_REALIZADO'): Promise<void> {
    await this.#notify([this.efi.end(idEnvio, status)])
  }

  /** The history of a Pix that Banco Inter sends, step by step; its end is notified. */
  async endInter(code: string, steps: readonly string[], errors: readonly string[] = []): Promise<void> {
    const sent = this.inter.move(code, steps, errors)
    if (this.inter.webhookUrl === undefined) return
    const headers = { 'content-type': 'application/json', 'x-conta-corrente': this.#options.account ?? '' }
    const body = JSON.stringify([this.inter.notificationOf(sent)])
    await this.tell({ url: this.inter.webhookUrl, body, headers })
  }

  /** The payee's bank returns it after its arrival, or tries to. */
  async sendBack(idEnvio: string, status = 'DEVOLVIDO', valor?: string): Promise<void> {
    await this.#notify([this.efi.sendBack(idEnvio, status, valor)])
  }

  /** The bank removes a charge by itself. */
  removeCharge(txid: string): void {
    const charge = this.#charges.get(txid)
    if (charge) charge.status = 'REMOVIDA_PELO_PSP'
  }

  /** How often money moved, or can move, under this reference. */
  known(reference: string): number {
    const back = this.#received().flatMap(({ devolucoes }) => devolucoes.filter(({ id }) => id === reference))
    const here = (this.#charges.has(reference) ? 1 : 0) + (this.efi.under(reference) ? 1 : 0)
    return here + back.length + this.inter.under(reference).length
  }

  statusOf(reference: string): string | undefined {
    const [sent] = this.inter.under(reference)
    return this.#charges.get(reference)?.status ?? this.efi.under(reference)?.status ?? sent?.status
  }

  /** Payers pay most of what is open, and most of what was sent arrives. */
  async live(dice: Dice): Promise<void> {
    for (const { txid, status } of this.#charges.values())
      if (
        status === 'ATIVA' &&
        dice.weighted([
          [3, true],
          [1, false],
        ])
      )
        await this.pay(txid)
    for (const { idEnvio, status } of this.efi.all())
      if (status === 'EM_PROCESSAMENTO') await this.end(idEnvio, dice.weighted(MOST_ARRIVE))
    for (const { reference, status } of this.inter.all())
      if (status === 'CRIADO') await this.end(reference, dice.weighted(MOST_ARRIVE))
  }

  /** `<reference> <status>`, the oldest first. */
  references(): readonly string[] {
    const back = this.#received().flatMap(({ devolucoes }) => devolucoes)
    return [
      ...[...this.#charges.values()].map(({ txid, status, valor }) => `${txid} ${status} ${valor}`),
      ...this.efi.all().map(({ idEnvio, status, valor }) => `${idEnvio} ${status} ${valor}`),
      ...this.inter.all().map(({ reference, status, valor }) => `${reference} ${status} ${valor}`),
      ...back.map(({ id, status, valor }) => `${id} ${status} ${valor}`),
    ]
  }

  /** Outgoing money arrives, or does not. */
  end(reference: string, arrives: boolean): Promise<void> {
    const [sent] = this.inter.under(reference)
    if (sent) return this.endInter(sent.code, arrives ? ['DEBITADO', 'ENVIADO', 'PAGO'] : ['FALHA'])
    if (this.efi.under(reference)) return this.endSent(reference, arrives ? 'REALIZADO' : 'NAO_REALIZADO')
    return this.endBack(reference, arrives ? 'DEVOLVIDO' : 'NAO_REALIZADO')
  }

  get webhookUrl(): string | undefined {
    return this.#webhookUrl
  }

  #received(): readonly Received[] {
    return [...this.#charges.values()].flatMap(({ pix }) => pix)
  }

  #time(): string {
    return new Date(this.now()).toISOString()
  }

  #id(letter: string): string {
    this.#made += 1
    return letter + String(this.#made).padStart(31, '0')
  }

  async #notify(pix: readonly object[]): Promise<void> {
    if (this.#webhookUrl === undefined) return
    const headers = { 'content-type': 'application/json' }
    await this.tell({ url: `${this.#webhookUrl}/pix`, body: JSON.stringify({ pix }), headers })
  }

  protected override isAside({ path }: FakeRequest): boolean {
    return path.endsWith('/token')
  }

  protected reported({ status, error }: ErrorAnswer): FakeAnswer {
    if (isEfiError(error)) return efiError(status, error)
    return error.includes('_') ? json(status, { nome: error }) : problem(status, error)
  }

  #token({ headers, body }: FakeRequest): FakeAnswer {
    const { clientId, clientSecret } = this.#options
    const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
    const form = new URLSearchParams(body)
    const isKnown =
      headers.authorization === basic ||
      (form.get('client_id') === clientId && form.get('client_secret') === clientSecret)
    if (!isKnown || form.get('grant_type') !== 'client_credentials')
      return json(401, { error: 'invalid_client' })
    const requested = form.get('scope')?.split(' ')
    // If the application lacks one scope, it gets none.
    if (requested?.some((scope) => this.#options.grants?.includes(scope) === false))
      return json(401, { error: 'invalid_scope' })
    const token = this.#id('t')
    this.#tokens.set(token, { until: this.now() + 3_600_000, scopes: requested && new Set(requested) })
    return json(200, { access_token: token, token_type: 'Bearer', expires_in: 3600 })
  }

  /** All tokens expire now. */
  forgetTokens(): void {
    this.#tokens.clear()
  }

  protected answer(request: FakeRequest): FakeAnswer {
    if (this.isAside(request)) return this.#token(request)
    const { method, headers } = request
    const token = this.#tokens.get((headers.authorization ?? '').replace('Bearer ', ''))
    if (token === undefined || token.until < this.now()) return problem(401, 'AcessoNegado')
    if (this.inter.isFor(request)) return this.inter.answer(request, token.scopes ?? new Set())
    const bank = bankAt(request.path)
    const refused = bank === 'efi' ? this.efi.refusal(request) : undefined
    if (refused) return refused
    const scope = scopeOf(request)
    if (token.scopes && !token.scopes.has(scope)) return problem(403, 'AcessoNegado')
    const path = request.path.replace(/^(\/pix)?\/v[23]/, '')
    const body: unknown = request.body === '' ? undefined : JSON.parse(request.body)
    return (
      (bank === 'efi' ? this.efi.answer(method, path, body) : undefined) ??
      this.#answer(method, path, body, bank)
    )
  }

  #answer(method: string, path: string, body: unknown, bank: Bank): FakeAnswer {
    const [, cob] = /^\/cob\/([^/]+)$/.exec(path) ?? []
    if (cob !== undefined) return this.#charge(method, cob, body, bank)
    const [, e2e, id] = /^\/pix\/([^/]+)\/devolucao\/([^/]+)$/.exec(path) ?? []
    if (e2e !== undefined && id !== undefined) return this.#back(method, e2e, id, body, bank)
    const [, key] = /^\/webhook\/([^/]+)$/.exec(path) ?? []
    if (key !== undefined) return this.#webhook(method, decodeURIComponent(key), body)
    return problem(404, 'NaoEncontrado')
  }

  #charge(method: string, txid: string, body: unknown, bank: Bank): FakeAnswer {
    const charge = this.#charges.get(txid)
    if (method === 'GET') return charge ? json(200, this.#shown(charge)) : says('noCharge', bank)
    if (method === 'PATCH') {
      if (!charge) return says('noCharge', bank)
      if (charge.status !== 'ATIVA') return says('chargeOver', bank)
      charge.status = 'REMOVIDA_PELO_USUARIO_RECEBEDOR'
      return json(200, this.#shown(charge))
    }
    if (!TXID.test(txid) || !CHARGE_REQUESTED(body)) return says('form', bank)
    const { valor, chave, calendario } = body as {
      valor: { original: string }
      chave: string
      calendario: { expiracao?: number }
    }
    // In the specification a repetition revises the charge; at Efí it changes nothing.
    if (charge && bank === 'efi') return efiError(409, 'txid_duplicado')
    if (chave !== this.#options.pixKey) return says('key', bank)
    if (Number(valor.original) === 0) return says('amount', bank)
    if (charge && charge.status !== 'ATIVA') return says('chargeOver', bank)
    const made: Charge = {
      txid,
      valor: valor.original,
      expiracao: calendario.expiracao ?? 86_400,
      status: 'ATIVA',
      pix: charge?.pix ?? [],
    }
    this.#charges.set(txid, made)
    return json(201, this.#shown(made))
  }

  #shown({ txid, valor, expiracao, status, pix }: Charge): object {
    const shown = {
      calendario: { criacao: this.#time(), expiracao },
      txid,
      revisao: 0,
      status,
      valor: { original: valor },
      chave: this.#options.pixKey,
      location: `pix.bank.example/qr/v2/${txid}`,
      ...(pix.length > 0 && { pix }),
    }
    // Its own answers must match the schema too, so that tests against it say something about a bank.
    if (!CHARGE_MADE(shown))
      throw new Error(`the fake’s own charge does not fit: ${ajv.errorsText(CHARGE_MADE.errors)}`)
    return shown
  }

  #back(method: string, endToEndId: string, id: string, body: unknown, bank: Bank): FakeAnswer {
    const pix = this.#received().find((each) => each.endToEndId === endToEndId)
    if (!pix) return says('noPix', bank)
    const given = pix.devolucoes.find((each) => each.id === id)
    const shown = (of: Given): object => ({ ...of, horario: { solicitacao: this.#time() } })
    if (method === 'GET') return given ? json(200, shown(given)) : says('noBack', bank)
    if (!ID.test(id) || !BACK_REQUESTED(body)) return says('form', bank)
    if (given) return says('backThere', bank)
    const { valor } = body as { valor: string }
    const before = pix.devolucoes.filter(({ status }) => status !== 'NAO_REALIZADO')
    const sum = before.reduce((total, each) => total + cents(each.valor), 0n)
    if (sum + cents(valor) > cents(pix.valor)) return problem(400, 'PixDevolucaoInvalida')
    const made: Given = { id, rtrId: this.#id('D'), valor, status: 'EM_PROCESSAMENTO' }
    pix.devolucoes.push(made)
    return json(201, shown(made))
  }

  #webhook(method: string, key: string, body: unknown): FakeAnswer {
    if (key !== this.#options.pixKey) return problem(403, 'AcessoNegado')
    if (method === 'GET')
      return this.#webhookUrl === undefined
        ? problem(404, 'WebhookNaoEncontrado')
        : json(200, { webhookUrl: this.#webhookUrl, chave: key, criacao: this.#time() })
    this.#webhookUrl = (body as { webhookUrl: string }).webhookUrl
    return json(200, {})
  }
}

const MOST_ARRIVE = [
  [9, true],
  [1, false],
] as const

/** The scope that a call needs: cob.write. */
function scopeOf({ method, path }: FakeRequest): string {
  const [, room = ''] = /^(?:\/pix)?(?:\/v[23])?\/([a-z]+)\//.exec(path) ?? []
  return `${room}.${method === 'GET' ? 'read' : 'write'}`
}

const cents = (text: string): bigint => BigInt(text.replace('.', ''))

type Bank = 'specified' | 'efi' | 'inter'

function bankAt(path: string): Bank {
  if (path.startsWith('/pix/v2/')) return 'inter'
  return /^\/v[23]\//.test(path) ? 'efi' : 'specified'
}

function says(what: Says, bank: Bank): FakeAnswer {
  if (bank === 'efi') return efiError(...BY_EFI[what])
  const [status, error] = SPECIFIED[what]
  // Inter's own clients read a title, a detail and the faults of fields, and no type.
  if (bank === 'inter') return json(status, { title: error, detail: 'x', violacoes: [] })
  return problem(status, error)
}

const problem = (status: number, error: string): FakeAnswer =>
  json(status, { type: `https://pix.bcb.gov.br/api/v2/error/${error}`, title: error, status })
