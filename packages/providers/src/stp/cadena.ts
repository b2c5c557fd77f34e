/**
 * The text that STP signs, its "cadena original": the values of a request in a fixed order, between pipes, missing ones empty. Signed
 * with the company's key by RSA-SHA256 and sent as `firma`. Pure.
 */
import { type KeyObject, sign } from 'node:crypto'

/** The fields of an order in the order in which they are signed, including those never sent. */
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

/** `monto` in pesos. */
export type StpOrderBody = Readonly<Partial<Record<(typeof ORDER_FIELDS)[number], string | number>>>

/** An inquiry for one order, or with `page` for those of a day. */
export interface StpQuestion {
  readonly empresa: string
  readonly claveRastreo?: string
  /** E: sent, R: received. */
  readonly tipoOrden: 'E' | 'R'
  /** `YYYYMMDD`. Left out: the current day. */
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
    // Without a day there is one more pipe at the end.
    ...(fechaOperacion === undefined ? [''] : [fechaOperacion]),
  ])

/** For the current balance; a day would fill the empty place. */
export const balanceText = (empresa: string, account: string): string => between([empresa, account, ''])

const between = (values: readonly string[]): string => `||${values.join('|')}||`

export const firmaOf = (text: string, key: KeyObject): string =>
  sign('sha256', Buffer.from(text, 'utf8'), key).toString('base64')
