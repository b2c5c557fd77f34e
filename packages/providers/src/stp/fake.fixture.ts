/**
 * STP's fake: checks orders against the documented fields and signatures, recognises a tracking key within an operating day only, answers
 * inquiries for the day that they name, and plays banks and failures. It calls only the URL for notifications.
 */
import { type KeyObject, verify } from 'node:crypto'
import { localTime } from '@sluice/core/foundation/zones.ts'
import { Ajv } from 'ajv'
import {
  type Dice,
  type ErrorAnswer,
  type FakeAnswer,
  type FakeRequest,
  FakeServer,
  type FakeServerOptions,
  json,
} from '../fake-server.fixture.ts'
import { balanceText, orderText, questionText, type StpQuestion } from './cadena.ts'
import SAMPLE from './samples/stp.json' with { type: 'json' }

export type { Mishap } from '../fake-server.fixture.ts'

export interface StpFakeOptions extends FakeServerOptions {
  readonly empresa: string
  readonly publicKey: KeyObject
}

interface Sent {
  readonly id: number
  readonly day: string
  readonly capturedAt: number
  readonly fields: OrderFields
  status: string
  cause: number | null
}
interface OrderFields {
  readonly claveRastreo: string
  readonly monto: number
  readonly cuentaBeneficiario: string
  readonly [name: string]: string | number
}

const ajv = new Ajv({ strict: false, allErrors: true })
const REQUESTED = ajv.compile(SAMPLE.orderRequest)
const DAY_MS = 86_400_000

export class StpFake extends FakeServer {
  readonly #options: StpFakeOptions
  readonly #sent: Sent[] = []
  #count = 0
  #notifyUrl: string | undefined
  /** Its firewall refuses everything. */
  isClosed = false
  /** A day that it cannot answer for. */
  refusedDay: string | undefined
  balance: object = { cargosPendientes: 0, saldo: 10_000.5 }
  /** Overrides fields of each order. */
  besides: object = {}
  /** Requests in order. */
  readonly bodies: unknown[] = []

  constructor(options: StpFakeOptions) {
    super(options)
    this.#options = options
  }

  /** As entered at STP. */
  notifyAt(url: string): void {
    this.#notifyUrl = url
  }

  async pay(): Promise<void> {
    throw new Error('it has no payins')
  }

  /** Changes an order: a status, or whether it arrives. */
  async end(reference: string, outcome: string | boolean, cause: number | null = null): Promise<void> {
    const sent = this.#sent.findLast(({ fields }) => fields.claveRastreo === reference)
    if (!sent) throw new Error(`there is no order ${reference}`)
    sent.status = typeof outcome === 'string' ? outcome : outcome ? 'LQ' : 'CN'
    sent.cause = cause
    await this.#notify(changeOf(sent, this.#options.empresa))
  }

  /** How often money moved, or can move, under this reference. */
  known(reference: string): number {
    return this.#sent.filter(({ fields }) => fields.claveRastreo === reference).length
  }

  statusOf(reference: string): string | undefined {
    return this.#sent.findLast(({ fields }) => fields.claveRastreo === reference)?.status
  }

  /** `<reference> <day> <status> <pesos>`, the oldest first. */
  references(): readonly string[] {
    return this.#sent.map(
      ({ fields, day, status }) => `${fields.claveRastreo} ${day} ${status} ${fields.monto}`,
    )
  }

  /** What is in progress ends, and most of it arrives. */
  async live(dice: Dice): Promise<void> {
    for (const { fields, status } of [...this.#sent]) {
      const outcome = dice.weighted([
        [7, 'LQ'],
        [1, 'CN'],
        [1, 'D'],
      ] as const)
      if (status === 'A') await this.end(fields.claveRastreo, outcome)
    }
  }

  async #notify(body: object): Promise<void> {
    if (this.#notifyUrl === undefined) return
    const headers = { 'content-type': 'application/json' }
    await this.tell({ url: this.#notifyUrl, body: JSON.stringify(body), headers })
  }

  /** With status 200: an order's code, or an answer to an inquiry. */
  protected reported({ status, error }: ErrorAnswer): FakeAnswer {
    if (status !== 200) return json(status, { estado: Number(error), mensaje: 'Error' })
    const [code, ...statusCodes] = error.split(' ')
    return json(200, { resultado: { id: Number(code), descripcionError: statusCodes.join(' ') || 'Error' } })
  }

  protected answer({ method, path, body }: FakeRequest): FakeAnswer {
    if (this.isClosed) return { status: 403, headers: { 'content-type': 'text/html' }, body: 'Forbidden' }
    if (method === 'PUT' && path === '/speiws/rest/ordenPago/registra')
      return this.#register(JSON.parse(body))
    if (method === 'POST' && path === '/efws/API/consultaOrden') return this.#find(JSON.parse(body))
    if (method === 'POST' && path === '/efws/API/consultaSaldoCuenta') return this.#balance(JSON.parse(body))
    return { status: 404, body: '' }
  }

  #balance(requested: Readonly<Record<'empresa' | 'cuentaOrdenante' | 'firma', string>>): FakeAnswer {
    const { empresa, cuentaOrdenante, firma } = requested
    if (empresa !== this.#options.empresa || !this.#isSigned(balanceText(empresa, cuentaOrdenante), firma))
      return json(400, { estado: 2, mensaje: '{firma=la firma no es valida}' })
    return json(200, { estado: 0, mensaje: 'Datos consultados correctamente', respuesta: this.balance })
  }

  #isSigned(text: string, firma: string): boolean {
    return verify('sha256', Buffer.from(text), this.#options.publicKey, Buffer.from(firma, 'base64'))
  }

  #register(body: unknown): FakeAnswer {
    this.bodies.push(body)
    const refused = (id: number, descripcionError: string) =>
      json(200, { resultado: { descripcionError, id } })
    if (!REQUESTED(body)) return refused(0, `El campo <${ajv.errorsText(REQUESTED.errors)}> es obligatorio`)
    const { firma, ...fields } = body as OrderFields & { readonly firma: string }
    if (fields.empresa !== this.#options.empresa || !this.#isSigned(orderText(fields), firma))
      return refused(0, 'Error validando la firma')
    if (Number(fields.monto.toFixed(2)) !== fields.monto)
      return refused(-20, `El monto {${fields.monto}} no es válido`)
    const day = this.#today()
    const isThere = this.#sent.some(
      (each) => each.day === day && each.fields.claveRastreo === fields.claveRastreo,
    )
    if (isThere)
      return refused(
        -1,
        `La clave de rastreo {${fields.claveRastreo}} para la fecha {${day}} ya fue utilizada`,
      )
    this.#count += 1
    const id = 9_000_000 + this.#count
    this.#sent.push({ id, day, capturedAt: this.now(), fields, status: 'A', cause: null })
    return json(200, { resultado: { id } })
  }

  #find(body: StpQuestion & { readonly firma: string }): FakeAnswer {
    const { firma, ...question } = body
    if (question.empresa !== this.#options.empresa || !this.#isSigned(questionText(question), firma))
      return json(400, { estado: 2, mensaje: '{firma=la firma no es valida}' })
    const day = question.fechaOperacion ?? this.#today()
    if (question.fechaOperacion !== undefined && question.fechaOperacion === this.refusedDay)
      return json(400, { estado: 2, mensaje: '{fechaOperacion=la fecha no es valida}' })
    const sent = this.#sent.findLast(
      (each) => each.fields.claveRastreo === question.claveRastreo && each.day === day,
    )
    if (!sent || question.tipoOrden !== 'E')
      return json(400, { estado: 6, mensaje: 'No se encontraron datos relacionados' })
    return json(200, {
      estado: 0,
      mensaje: 'Datos consultados correctamente',
      respuesta: this.#shown(sent),
    })
  }

  #shown({ id, day, fields, status, cause, capturedAt }: Sent): object {
    const { topologia: _topology, prioridad: _priority, ...shown } = fields
    return {
      ...shown,
      idEF: id,
      estado: status,
      fechaOperacion: Number(day),
      nombreCep: null,
      sello: null,
      tsCaptura: capturedAt,
      tsLiquidacion: status === 'LQ' ? this.now() : null,
      causaDevolucion: cause,
      urlCEP: null,
      ...this.besides,
    }
  }

  /** Banks close on weekends, and the day ends at 18:00. */
  #today(): string {
    let at = this.now()
    const { secondOfDay } = localTime('America/Mexico_City', at)
    if (secondOfDay >= 64_800) at += DAY_MS
    while (localTime('America/Mexico_City', at).weekday > 5) at += DAY_MS
    return localTime('America/Mexico_City', at).day.replaceAll('-', '')
  }
}

const changeOf = ({ id, fields, status, cause }: Sent, empresa: string): object => ({
  id,
  empresa,
  claveRastreo: fields.claveRastreo,
  folioOrigen: fields.claveRastreo,
  estado: status,
  causaDevolucion: cause ?? '',
})
