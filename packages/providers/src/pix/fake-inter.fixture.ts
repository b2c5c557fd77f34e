/**
 * The Banking API of Banco Inter: checks requests against the published forms and scopes, counts calls against the bank's limits,
 * recognises repetitions by their key, and plays the outcomes of sent Pix.
 */
import { Ajv, type ValidateFunction } from 'ajv'
import { type FakeAnswer, type FakeRequest, json } from '../fake-server.fixture.ts'
import SAMPLE from './samples/inter-banking.json' with { type: 'json' }

export interface SentByInter {
  /** Our reference, in the description. */
  readonly reference: string
  readonly code: string
  readonly valor: string
  readonly destinatario: Readonly<Record<string, unknown>>
  status: string
  endToEnd: string | undefined
  readonly steps: string[]
  errors: readonly string[]
}

export interface InterBankOptions {
  /** The number of the paying account. */
  readonly account: string
  readonly now: () => number
  /** A new ID of 32 characters. */
  readonly id: (letter: string) => string
  /** Everything waits for approval in the bank's own pages. */
  readonly needsApproval?: boolean
}

const ajv = new Ajv({ strict: false })
const PIX_REQUESTED: ValidateFunction = ajv.compile(SAMPLE.definitions.PixRequest)
const PIX_REPORTED: ValidateFunction = ajv.compile(SAMPLE.definitions.PixResponse)
const KEY: ValidateFunction = ajv.compile(
  SAMPLE.definitions.PixRequest.properties.destinatario.oneOf[0]?.properties.chave ?? false,
)
const BANKING = '/banking/v2'

/** A Pix key in the directory's form. */
export const isDirectoryKey = (key: string): boolean => KEY(key)

type Call = keyof typeof SAMPLE.scopes

export class InterBank {
  readonly #options: InterBankOptions
  readonly #sent = new Map<string, SentByInter>()
  /** By idempotency key. */
  readonly #byKey = new Map<string, SentByInter>()
  readonly #called = new Map<Call, number[]>()
  /** Forgets the idempotency keys, as a bank does at some time. */
  forgetsKeys = false
  /** Calls that broke the bank's limits. */
  refusedForHaste = 0
  /** The URL for notifications of payouts. */
  webhookUrl: string | undefined

  constructor(options: InterBankOptions) {
    this.#options = options
  }

  isFor({ path }: FakeRequest): boolean {
    return path.startsWith(`${BANKING}/`)
  }

  all(): readonly SentByInter[] {
    return [...this.#sent.values()]
  }

  /** The Pix with a reference of ours: several if a payee was paid twice. */
  under(reference: string): readonly SentByInter[] {
    return this.all().filter((sent) => sent.reference === reference)
  }

  /** Its history, step by step; the last is its status. */
  move(code: string, steps: readonly string[], errors: readonly string[] = []): SentByInter {
    const sent = this.#sent.get(code)
    if (!sent) throw new Error(`nothing was sent as ${code}`)
    sent.steps.push(...steps)
    sent.status = steps.at(-1) ?? sent.status
    sent.errors = errors
    if (['PAGO', 'PIX_PAGO', 'ENVIADO', 'PIX_ENVIADO'].some((step) => steps.includes(step)))
      sent.endToEnd ??= this.#options.id('E')
    return sent
  }

  /** The bank's notification of an ended Pix. */
  notificationOf({ reference, code, valor, destinatario, endToEnd, status, errors }: SentByInter): object {
    const reported = { PAGO: 'EFETIVADO', PIX_PAGO: 'EFETIVADO', FALHA: 'ERRO', NAO_DEBITADO: 'ERRO' }
    return {
      codigoSolicitacao: code,
      ...(typeof destinatario.chave === 'string' && { chave: destinatario.chave }),
      descricaoPagamento: reference,
      ...(endToEnd !== undefined && { endToEnd }),
      erros: errors.map((codigoErro) => ({ codigoErro, descricaoErro: 'x' })),
      status: reported[status as keyof typeof reported] ?? 'CANCELADO',
      tipoMovimentacao: 'PAGAMENTO',
      valor: String(Number(valor)),
    }
  }

  /** @param scopes of the call's token */
  answer({ method, path, query, headers, body }: FakeRequest, scopes: ReadonlySet<string>): FakeAnswer {
    const call = callOf(method, path.slice(BANKING.length))
    if (!call) return problem(404, 'Não Encontrado.')
    if (!scopes.has(SAMPLE.scopes[call])) return problem(403, 'Acesso Negado')
    const account = headers['x-conta-corrente']
    const form = new RegExp(SAMPLE.headers['x-conta-corrente'])
    if (typeof account !== 'string' || !form.test(account)) return problem(400, 'Dados inválidos.')
    if (account !== this.#options.account) return problem(403, 'Acesso Negado')
    if (this.#isTooOften(call)) return problem(429, 'Too Many Requests')
    const [last = ''] = path.split('/').slice(-1)
    switch (call) {
      case 'POST /pix':
        return this.#include(headers['x-id-idempotente'], body)
      case 'GET /pix':
        return this.#reported(last)
      case 'PUT /webhooks':
        this.webhookUrl = (JSON.parse(body) as { webhookUrl: string }).webhookUrl
        return { status: 204, body: '' }
      case 'GET /webhooks':
        return this.webhookUrl === undefined
          ? problem(404, 'Não Encontrado.')
          : json(200, { webhookUrl: this.webhookUrl })
      case 'GET /saldo':
        return json(200, { disponivel: 2850.55, bloqueadoCheque: 0, limite: 0 })
      case 'GET /extrato/completo':
        return this.#statement(query)
    }
  }

  #isTooOften(call: Call): boolean {
    const now = this.#options.now()
    const recent = (this.#called.get(call) ?? []).filter((at) => at > now - 60_000)
    const inThisSecond = recent.filter((at) => at > now - 1_000).length
    const isTooOften =
      recent.length >= SAMPLE.callsAMinute[call] || (call === 'POST /pix' && inThisSecond >= 1)
    if (isTooOften) this.refusedForHaste += 1
    else recent.push(now)
    this.#called.set(call, recent)
    return isTooOften
  }

  #include(key: string | string[] | undefined, body: string): FakeAnswer {
    if (typeof key !== 'string' || !new RegExp(SAMPLE.headers['x-id-idempotente']).test(key))
      return problem(400, 'Dados inválidos.')
    const requested: unknown = JSON.parse(body)
    if (!PIX_REQUESTED(requested))
      return problem(400, 'Dados inválidos.', ajv.errorsText(PIX_REQUESTED.errors))
    const { valor, descricao, destinatario } = requested as {
      valor: string
      descricao?: string
      destinatario: Record<string, unknown>
    }
    if (Number(valor) <= 0) return problem(422, 'Ocorreu um erro!')
    const before = this.forgetsKeys ? undefined : this.#byKey.get(key)
    if (before) return this.#included(before)
    const raw = this.#options.id('').padStart(32, '0').slice(-32)
    const code = `${raw.slice(0, 8)}-${raw.slice(8, 12)}-${raw.slice(12, 16)}-${raw.slice(16, 20)}-${raw.slice(20)}`
    const status = this.#options.needsApproval ? 'AGUARDANDO_APROVACAO' : 'CRIADO'
    const made: SentByInter = {
      reference: descricao ?? '',
      code,
      valor,
      destinatario,
      status,
      endToEnd: undefined,
      steps: ['CRIADO', ...(status === 'CRIADO' ? [] : [status])],
      errors: [],
    }
    this.#sent.set(code, made)
    this.#byKey.set(key, made)
    return this.#included(made)
  }

  #included({ code }: SentByInter): FakeAnswer {
    const day = new Date(this.#options.now()).toISOString().slice(0, 10)
    return json(200, {
      tipoRetorno: this.#options.needsApproval ? 'APROVACAO' : 'PROCESSADO',
      codigoSolicitacao: code,
      dataPagamento: day,
      dataOperacao: day,
    })
  }

  #reported(code: string): FakeAnswer {
    const sent = this.#sent.get(code)
    if (!sent) return problem(404, 'Não Encontrado.')
    const { valor, destinatario, status, endToEnd, steps, errors } = sent
    const isKey = typeof destinatario.chave === 'string'
    const { ispb } = (destinatario.instituicaoFinanceira ?? {}) as { ispb?: string }
    const reported = {
      transacaoPix: {
        contaCorrente: this.#options.account,
        codigoSolicitacao: code,
        // As the bank writes it: 120.5.
        valor: Number(valor),
        status,
        ...(isKey && { chave: destinatario.chave }),
        recebedor: {
          nome: 'Fulano de Tal',
          cpfCnpj: '***.456.789-**',
          ...(!isKey && {
            // Numbers lose their leading zeros there.
            codIspb: String(Number(ispb)),
            codAgencia: String(destinatario.agencia),
            nroConta: String(destinatario.contaCorrente),
            tipoConta: 'CAC',
          }),
        },
        erros: errors.map((codigoErro) => ({ codigoErro, descricaoErro: 'x' })),
        ...(endToEnd !== undefined && { endToEnd }),
      },
      historico: steps.map((step) => ({ status: step, dataHoraEvento: '2026-11-23T12:00:00' })),
    }
    if (!PIX_REPORTED(reported))
      throw new Error(`the fake’s own Pix does not fit: ${ajv.errorsText(PIX_REPORTED.errors)}`)
    return json(200, reported)
  }

  /** Money that has left, the newest first. */
  #statement(query: URLSearchParams): FakeAnswer {
    const size = Number(query.get('tamanhoPagina') ?? 50)
    const page = Number(query.get('pagina') ?? 0)
    const isWhole = ['dataInicio', 'dataFim'].every((name) =>
      /^\d{4}-\d{2}-\d{2}$/.test(query.get(name) ?? ''),
    )
    if (!isWhole || query.get('tipoOperacao') !== 'D') return problem(400, 'Dados inválidos.')
    const left = this.all()
      .filter(({ endToEnd }) => endToEnd !== undefined)
      .toReversed()
    const pages = Math.max(1, Math.ceil(left.length / size))
    return json(200, {
      totalPaginas: pages,
      totalElementos: left.length,
      ultimaPagina: page + 1 >= pages,
      transacoes: left.slice(page * size, (page + 1) * size).map(({ reference, code, valor, endToEnd }) => ({
        tipoTransacao: 'PIX',
        tipoOperacao: 'D',
        valor,
        detalhes: { descricaoPix: reference, codigoSolicitacao: code, endToEndId: endToEnd },
      })),
    })
  }
}

function callOf(method: string, path: string): Call | undefined {
  const [, room = '', what] = path.split('/')
  const isKnown = room === 'extrato' ? what === 'completo' : room !== 'webhooks' || what === 'pix-pagamento'
  const name = `${method} /${room}${room === 'extrato' ? '/completo' : ''}`
  return isKnown && Object.hasOwn(SAMPLE.scopes, name) ? (name as Call) : undefined
}

/** The bank's problem document: a text as status, and no code. */
const problem = (status: number, title: string, detail = 'x'): FakeAnswer =>
  json(status, { title, detail, status: String(status) })
