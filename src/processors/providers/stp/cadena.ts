/**
 * The text that STP has signed, its "cadena original": the values of a request in an order of their own, between pipes, and what is not there
 * as nothing. It is signed with the company's key, RSA-SHA256, and sent beside the values as `firma`. Pure.
 */
import { type KeyObject, sign } from 'node:crypto'

/** Of an order, in the order in which they are signed: those that are never sent, too. */
const ORDER_FIELDS = [
  'institucionContraparte',
  'empresa',
  'fechaOperacion',
  'folioOrigen',
  'claveRastreo',
  'institucionOperante',
  'monto',
  'tipoPago',
  'tipoCuentaOrdenante',
  'nombreOrdenante',
  'cuentaOrdenante',
  'rfcCurpOrdenante',
  'tipoCuentaBeneficiario',
  'nombreBeneficiario',
  'cuentaBeneficiario',
  'rfcCurpBeneficiario',
  'emailBeneficiario',
  'tipoCuentaBeneficiario2',
  'nombreBeneficiario2',
  'cuentaBeneficiario2',
  'rfcCurpBeneficiario2',
  'conceptoPago',
  'conceptoPago2',
  'claveCatUsuario1',
  'claveCatUsuario2',
  'clavePago',
  'referenciaCobranza',
  'referenciaNumerica',
  'tipoOperacion',
  'topologia',
  'usuario',
  'medioEntrega',
  'prioridad',
  'iva',
] as const

/** As it is sent: `monto` in pesos. */
export type StpOrderBody = Readonly<Partial<Record<(typeof ORDER_FIELDS)[number], string | number>>>

/** A question for one order, or with `page` for a day's. */
export interface StpQuestion {
  readonly empresa: string
  readonly claveRastreo?: string
  /** E: sent, R: received. */
  readonly tipoOrden: 'E' | 'R'
  /** `YYYYMMDD`; left out: the day that is open now. */
  readonly fechaOperacion?: string
  readonly page?: number
}

export const orderText = (order: StpOrderBody): string =>
  between(
    ORDER_FIELDS.map((name) => {
      const value = order[name] ?? ''
      return name === 'monto' && typeof value === 'number' ? value.toFixed(2) : String(value)
    }),
  )

export const questionText = ({ empresa, claveRastreo, tipoOrden, fechaOperacion }: StpQuestion): string =>
  between([
    empresa,
    ...(claveRastreo === undefined ? [] : [claveRastreo]),
    tipoOrden,
    // That of an order without its day ends in one pipe more.
    ...(fechaOperacion === undefined ? [''] : [fechaOperacion]),
  ])

/** Of a question for what lies on an account now; another day would stand in the place that is empty. */
export const balanceText = (empresa: string, account: string): string => between([empresa, account, ''])

const between = (values: readonly string[]): string => `||${values.join('|')}||`

export const firmaOf = (text: string, key: KeyObject): string =>
  sign('sha256', Buffer.from(text, 'utf8'), key).toString('base64')
