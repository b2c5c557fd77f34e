/**
 * What Peach's result codes (`ddd.ddd.ddd`, those of the Open Payment Platform) mean. A code of no documented family settles nothing.
 * Pure.
 *
 * The whole list is in `samples/result-codes.json`; a test compares both. Only codes of success pay. A rejection settles nothing either,
 * because Peach says that a cancelled or uncertain transaction may still succeed.
 */
import type { DeclineReason } from '@sluice/core/processor/port.ts'

/**
 * `simulated`: a success of Peach's simulator, which counts in the sandbox only. `open`: undecided. `rejected`: refused as it is.
 * `other`: a success that moves no money, or a dispute.
 */
export type Outcome = 'paid' | 'simulated' | 'open' | 'rejected' | 'other'

const SUCCEEDED = ['000.000.000', '000.600.000']
/** Also a success: the bank has moved the money, and a person should check it. */
const FOR_REVIEW = ['000', '010', '020', '040', '050', '060', '070', '080', '090', '100'].map(
  (last) => `000.400.${last}`,
)
const PAID = new Set([...SUCCEEDED, ...FOR_REVIEW])
const SIMULATED = new Set(['000.100.110', '000.100.111', '000.100.112'])
const OPEN = /^(000\.200\.\d{3}|100\.400\.500|800\.400\.50[0-2])$/
/** Successful requests and risk checks, and chargebacks. */
const OTHER = /^000\.(000\.100|100\.10[56]|100\.2\d\d|3[01]0\.\d{3}|400\.1[12]0)$/

/** The first two groups of all documented refusals. */
const REJECTED = new Set([
  ...['000.400', '300.100', '500.100', '500.200', '600.100', '600.200', '600.300', '999.999'],
  ...['100.100', '100.150', '100.200', '100.210', '100.211', '100.212', '100.250', '100.300', '100.350'],
  ...['100.360', '100.370', '100.380', '100.390', '100.395', '100.396', '100.397', '100.400', '100.500'],
  ...['100.550', '100.600', '100.700', '100.800', '100.900', '200.100', '200.200', '200.300'],
  ...['700.100', '700.300', '700.400', '700.450', '700.500'],
  ...['800.100', '800.110', '800.120', '800.121', '800.130', '800.140', '800.150', '800.160', '800.200'],
  ...['800.300', '800.310', '800.400', '800.500', '800.600', '800.700', '800.800', '800.900'],
  ...['900.100', '900.200', '900.300', '900.400'],
])

const CODE = /^\d{3}\.\d{3}\.\d{3}$/

/** @returns undefined if the code is of no documented family */
export function outcomeOf(code: string): Outcome | undefined {
  if (!CODE.test(code)) return undefined
  if (PAID.has(code)) return 'paid'
  if (SIMULATED.has(code)) return 'simulated'
  if (OPEN.test(code)) return 'open'
  if (OTHER.test(code)) return 'other'
  return REJECTED.has(code.slice(0, 7)) ? 'rejected' : undefined
}

/** It exists already or is in progress: a status inquiry decides. */
const THERE_ALREADY = new Set([
  '200.200.106',
  '200.300.405',
  '800.110.100',
  '800.120.402',
  '800.130.100',
  '800.600.100',
  '800.700.100',
])
/** The connection failed on the way: the request may have been carried out. */
const MIDWAY = /^(900|999)\.|^600\.100\.|^800\.(500|600)\.|^800\.800\.[48]|^000\.400\.030$|^700\.400\.000$/

/** The account's settings and credentials. */
const SET_UP = /^(500\.[12]00|600\.[23]00|800\.(121|900))\./
const AMOUNT = /^100\.550\./
/** A value has a wrong form. */
const FORM = /^(100\.(1[05]0|2[015][0-2]|3[0567]0|[56789]00)|200\.[123]00)\.|^100\.380\.(101|201|305|306)$/

/** Why a refused request may go to another processor. Undefined: it may have been carried out. */
export function refusedRequest(code: string): DeclineReason | undefined {
  if (THERE_ALREADY.has(code) || MIDWAY.test(code) || outcomeOf(code) !== 'rejected') return undefined
  if (SET_UP.test(code)) return 'UNHEALTHY'
  if (AMOUNT.test(code)) return 'AMOUNT'
  return FORM.test(code) ? 'METHOD' : undefined
}

/** Why a payin was rejected when it was created. Undefined: it may have been carried out. */
export function refusalReason(code: string): string | undefined {
  if (THERE_ALREADY.has(code) || MIDWAY.test(code) || outcomeOf(code) !== 'rejected') return undefined
  // What the payer does on a page or in an app, and may repeat.
  if (/^100\.39[567]\./.test(code)) return undefined
  if (code === '000.400.102' || code === '800.100.195') return 'CUSTOMER_NOT_REGISTERED'
  return code.startsWith('800.100.') ? 'DECLINED_BY_BANK' : 'DECLINED_BY_PROVIDER'
}

/** The refund cannot be started. Without the codes for a refund, reversal or chargeback that exists already. */
const NEVER_BEGUN =
  /^700\.(100\.\d{3}|300\.(100|200|700|800)|400\.(520|530|570|580|700)|500\.00[1-4])$|^200\.300\.406$/

/** Certainly no money has left for this refund, and none will. */
export const isNeverBegun = (code: string): boolean => NEVER_BEGUN.test(code)

/** The bank has rejected a refund. */
export const isBankRefusal = (code: string): boolean =>
  /^800\.[13]\d{2}\./.test(code) && !THERE_ALREADY.has(code)

export const isMissing = (code: string): boolean => code === '700.400.580' || code === '200.300.406'
