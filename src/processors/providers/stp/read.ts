/**
 * From STP's words to ours. Total: a status or a code that is not in these tables settles nothing.
 *
 * STP's own documents are for its customers. These are the lists that integrators have published of them (`samples/stp.json` says which),
 * and a test holds each of their words to a line here.
 */

import { type Static, Type } from 'typebox'
import type { Declined } from '../../../processing/port.ts'
import { orNull } from '../schemas.ts'

const Text = Type.String({ maxLength: 512 })

/** What money hangs on. All else of an order may be there or not, in any form. */
export const StpOrder = Type.Object({
  idEF: Type.Integer({ minimum: 1 }),
  claveRastreo: Text,
  empresa: Text,
  estado: Type.String({ minLength: 1, maxLength: 16 }),
  /** In pesos. */
  monto: Type.Number({ exclusiveMinimum: 0, maximum: 10_000_000_000 }),
  cuentaBeneficiario: Text,
  tipoPago: orNull(Type.Integer()),
  causaDevolucion: orNull(Type.Integer()),
})
export type StpOrder = Static<typeof StpOrder>

/** An answer to a question. */
export const StpAnswered = Type.Object({ estado: Type.Integer() })
export const OneStpOrder = Type.Object({ estado: Type.Literal(0), respuesta: StpOrder })

/** In pesos, as numbers or as text. */
const Pesos = Type.Union([
  Type.Number({ minimum: -1e12, maximum: 1e12 }),
  Type.String({ pattern: '^-?\\d{1,12}(\\.\\d{1,2})?$' }),
])
export const StpBalance = Type.Object({
  estado: Type.Union([Type.Literal(0), Type.Literal('0')]),
  respuesta: Type.Object({ saldo: Pesos, cargosPendientes: orNull(Pesos) }),
})

/** An answer to an order: its number, or what is wrong with it. */
export const StpResult = Type.Object({
  resultado: Type.Object({ id: Type.Integer(), descripcionError: orNull(Text) }),
})

/** Codes have up to three digits, and some of them are no less than nothing: an order's number has more. */
export const LEAST_ORDER_ID = 1_000

/** What a question is answered. */
export const ANSWERS: Readonly<Record<number, 'done' | 'faulty' | 'missing'>> = {
  0: 'done',
  2: 'faulty',
  6: 'missing',
}

/**
 * What the status of an order that we sent means. `open`: also what nobody has seen an order end in, though its name sounds like an end:
 * rejected (RL, RA, RB), deleted (EL). Those of orders that are received are no ends of one that is sent.
 */
export const SENT_STATUS: Readonly<Record<string, 'open' | 'done' | 'failed' | 'returned'>> = {
  // Captured, released, authorised, sent; the same of a transfer within STP.
  C: 'open',
  PL: 'open',
  L: 'open',
  PA: 'open',
  A: 'open',
  E: 'open',
  EA: 'open',
  TC: 'open',
  TL: 'open',
  TA: 'open',
  // Settled.
  LQ: 'done',
  TLQ: 'done',
  // Cancelled.
  CN: 'failed',
  TCL: 'failed',
  CL: 'failed',
  CR: 'failed',
  CA: 'failed',
  // Given back by the payee's bank.
  D: 'returned',
  R: 'open',
  XD: 'open',
  CXO: 'open',
  CCE: 'open',
  CCO: 'open',
  CCR: 'open',
  XC: 'open',
  RL: 'open',
  RA: 'open',
  RB: 'open',
  EL: 'open',
  XR: 'open',
  RE: 'open',
  EP: 'open',
  EC: 'open',
}

/**
 * What a code says of an order that was never asked for before. `unclear`: it may be there. `exists`: there is one by this tracking key today.
 * `laundering`: it must not be sent by anybody else either.
 */
export const CODES: Readonly<Record<number, Declined['reason'] | 'unclear' | 'exists' | 'laundering'>> = {
  // Of anything: see `zeroMeans`.
  0: 'unclear',
  1: 'METHOD',
  2: 'METHOD',
  3: 'UNHEALTHY',
  4: 'METHOD',
  5: 'exists',
  6: 'UNHEALTHY',
  7: 'UNHEALTHY',
  8: 'METHOD',
  [-1]: 'exists',
  [-2]: 'exists',
  [-3]: 'UNHEALTHY',
  [-5]: 'OPERATOR',
  [-6]: 'UNHEALTHY',
  // The account that pays.
  [-7]: 'UNHEALTHY',
  [-9]: 'OPERATOR',
  [-10]: 'UNHEALTHY',
  [-11]: 'METHOD',
  [-12]: 'UNHEALTHY',
  [-13]: 'UNHEALTHY',
  [-14]: 'UNHEALTHY',
  [-16]: 'UNHEALTHY',
  [-17]: 'UNHEALTHY',
  [-18]: 'UNHEALTHY',
  [-20]: 'AMOUNT',
  [-21]: 'METHOD',
  [-22]: 'OPERATOR',
  [-23]: 'METHOD',
  // To the very account that pays.
  [-24]: 'METHOD',
  [-26]: 'UNHEALTHY',
  // It answers questions alone: nobody says that nothing was kept of the order.
  [-30]: 'unclear',
  [-34]: 'METHOD',
  [-200]: 'laundering',
}

/** The code 0 has several meanings, which its text tells. */
export function zeroMeans(text: string): Declined['reason'] | 'unclear' {
  if (/^(Error validando la firma|Firma invalida)/i.test(text)) return 'UNHEALTHY'
  return /^El campo .{1,80} es obligatorio/.test(text) ? 'METHOD' : 'unclear'
}
