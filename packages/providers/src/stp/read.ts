/**
 * What STP's codes mean. A code that is not in these tables settles nothing.
 *
 * STP's documents are for its customers only. These lists were published by integrators (`samples/stp.json` names them); a test compares
 * both.
 */
import type { Declined } from '@sluice/core/processor/port.ts'
import { orNull } from '@sluice/provider-kit/schemas.ts'
import { byMeaning } from '@sluice/provider-kit/status-codes.ts'
import { type Static, Type } from 'typebox'

const Text = Type.String({ maxLength: 512 })

/** The fields that decide about money. Other fields may be missing or have any form. */
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

export const StpAnswered = Type.Object({ estado: Type.Integer() })
export const OneStpOrder = Type.Object({ estado: Type.Literal(0), respuesta: StpOrder })

/** In pesos, as numbers or text. */
const Pesos = Type.Union([
  Type.Number({ minimum: -1e12, maximum: 1e12 }),
  Type.String({ pattern: '^-?\\d{1,12}(\\.\\d{1,2})?$' }),
])
export const StpBalance = Type.Object({
  estado: Type.Union([Type.Literal(0), Type.Literal('0')]),
  respuesta: Type.Object({ saldo: Pesos, cargosPendientes: orNull(Pesos) }),
})

/** The answer to an order: its number, or what is wrong. */
export const StpResult = Type.Object({
  resultado: Type.Object({ id: Type.Integer(), descripcionError: orNull(Text) }),
})

/** Codes have up to three digits, and may be negative; order numbers have more. */
export const LEAST_ORDER_ID = 1_000

export const ANSWERS: Readonly<Record<number, 'done' | 'faulty' | 'missing'>> = {
  0: 'done',
  2: 'faulty',
  6: 'missing',
}

/**
 * The statuses of orders that we sent. `open` includes some that sound final but were never seen as an end: rejected (RL, RA, RB),
 * deleted (EL). Statuses of received orders are no end of a sent one.
 */
export const SENT_STATUS = byMeaning({
  // C to TA: captured, released, authorised or sent; T…: the same for a transfer within STP.
  open: 'C PL L PA A E EA TC TL TA R XD CXO CCE CCO CCR XC RL RA RB EL XR RE EP EC',
  // Settled.
  done: 'LQ TLQ',
  // Cancelled.
  failed: 'CN TCL CL CR CA',
  // Returned by the payee's bank.
  returned: 'D',
})

/**
 * What a code means for a first order. `exists`: there is one with this tracking key today. `laundering`: no other processor may send it
 * either.
 */
export const CODES: Readonly<Record<number, Declined['reason'] | 'unclear' | 'exists' | 'laundering'>> =
  byMeaning({
    // 0: see `zeroMeans`.
    // -30: only inquiries are answered; nothing says that the order was not stored.
    unclear: '0 -30',
    // -24: the payee's account is the paying account.
    METHOD: '1 2 4 8 -11 -21 -23 -24 -34',
    // -7: the paying account.
    UNHEALTHY: '3 6 7 -3 -6 -7 -10 -12 -13 -14 -16 -17 -18 -26',
    exists: '5 -1 -2',
    OPERATOR: '-5 -9 -22',
    AMOUNT: '-20',
    laundering: '-200',
  })

/** The code 0 has several meanings; its text says which. */
export function zeroMeans(text: string): Declined['reason'] | 'unclear' {
  if (/^(Error validando la firma|Firma invalida)/i.test(text)) return 'UNHEALTHY'
  return /^El campo .{1,80} es obligatorio/.test(text) ? 'METHOD' : 'unclear'
}
