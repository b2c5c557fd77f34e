/** One method of a receiving account as an operator describes it: what payers are shown, and by what money is recognised. Pure. */

import { payinMethods } from '../../catalogue/all-methods.ts'
import type { Currency } from '../../catalogue/currencies.ts'
import type { PayinMethod, PayinRules } from '../../catalogue/payment-method.ts'
import { checkOwnReceiving } from '../../catalogue/receiving-details.ts'
import { pointerTo } from '../../http/body.ts'
import type { Fault } from '../../http/problems.ts'
import { isObject } from '../../intake/requests.ts'
import type { Recognition, ServedMethod } from '../../processors/own-account/account.ts'
import {
  checkDigitOf,
  methodServed,
  recognitionFault,
  recognitionsOf,
  SERVABLE,
  usualRecognition,
} from '../../processors/own-account/rails.ts'

const KNOWN = ['code', 'operators', 'receiving', 'recognisedBy', 'virtualDigits']
const RECOGNITIONS: readonly Recognition[] = ['reference', 'amount', 'account', 'external-reference']
/** Fewer would be used up, and a number is never given out twice. */
const MIN_VIRTUAL_DIGITS = 6
const MAX_VIRTUAL_DIGITS = 16

/** @returns the method where `faults` gets nothing new */
export function readServedMethod(
  given: unknown,
  path: string,
  currency: Currency,
  faults: Fault[],
): ServedMethod | undefined {
  const say = (name: string, code: Fault['code'], message: string): undefined => {
    faults.push({ path: name === '' ? path : pointerTo(path, name), code, message })
  }
  if (!isObject(given)) return say('', 'WRONG_TYPE', 'must be an object with code and receiving')
  for (const name of Object.keys(given)) {
    if (!KNOWN.includes(name)) say(name, 'UNKNOWN_FIELD', `is not known; there are ${KNOWN.join(', ')}`)
  }
  const { code } = given
  if (typeof code !== 'string')
    return say('code', code === undefined ? 'REQUIRED' : 'WRONG_TYPE', 'must be the code of a payment method')
  if (payinMethods(code).length === 0) return say('code', 'UNKNOWN_VALUE', 'is not a payin method')
  const operators = readOperators(given.operators, say)
  const method = methodServed({ code, ...(operators && { operators }) })
  const rules = method?.currencies.get(currency.code)
  if (!method || !rules) return say('code', 'UNKNOWN_VALUE', servable(currency.code))
  if (recognitionsOf(method, rules).length === 0) {
    return say('code', 'NOT_ALLOWED', `money by ${method.object} does not come to an account of one's own`)
  }
  const unknown = (operators ?? []).filter((each) => !rules.operatorByCode.has(each))
  if (unknown.length > 0)
    return say('operators', 'UNKNOWN_VALUE', `are not all operators of ${method.object} in ${currency.code}`)
  const virtualDigits = readDigits(given.virtualDigits, say)
  const place = { rules, isPrefix: virtualDigits !== undefined }
  const details = checkOwnReceiving(method, place, given.receiving ?? {})
  if (!details.ok) {
    faults.push(...details.failure.map((fault) => ({ ...fault, path: `${path}/receiving${fault.path}` })))
    return undefined
  }
  const recognisedBy =
    readRecognition(given.recognisedBy, say) ??
    usualRecognition(method, rules, { receiving: details.value, virtualDigits })
  if (!recognisedBy) return say('recognisedBy', 'CONFLICT', 'virtualDigits are of no use to this method')
  const served = { receiving: details.value, recognisedBy, virtualDigits }
  const problem = recognitionProblem(method, rules, served)
  if (problem) return say(problem.name, 'CONFLICT', problem.message)
  return {
    code,
    ...(operators && { operators }),
    receiving: details.value,
    recognisedBy,
    ...(virtualDigits !== undefined && { virtualDigits }),
  }
}

type Say = (name: string, code: Fault['code'], message: string) => undefined

function recognitionProblem(
  method: PayinMethod,
  rules: PayinRules,
  served: Pick<ServedMethod, 'receiving' | 'recognisedBy'> & { readonly virtualDigits: number | undefined },
): { readonly name: string; readonly message: string } | undefined {
  const fault = recognitionFault(method, rules, served)
  if (fault) return { name: 'recognisedBy', message: fault }
  const isVirtual = served.recognisedBy === 'account'
  if (isVirtual && served.virtualDigits === undefined) {
    const message =
      'is mandatory for virtual account numbers: how many digits follow receiving.accountNumber, which your bank gave you'
    return { name: 'virtualDigits', message }
  }
  if (!isVirtual && served.virtualDigits !== undefined)
    return { name: 'virtualDigits', message: 'is for money that is recognised by account only' }
  const length = checkDigitOf(rules)?.numberLength
  const has = (served.receiving.accountNumber?.length ?? 0) + (served.virtualDigits ?? 0)
  if (isVirtual && length !== undefined && has !== length)
    return {
      name: 'virtualDigits',
      message: `the whole number must have ${length} digits, with its check digit`,
    }
  return undefined
}

function readOperators(given: unknown, say: Say): readonly string[] | undefined {
  if (given === undefined || given === null) return undefined
  const isList = Array.isArray(given) && given.length > 0 && given.every((each) => typeof each === 'string')
  if (!isList) return say('operators', 'WRONG_TYPE', 'must be a list of operator codes, or left out: all')
  return [...new Set<string>(given)]
}

function readDigits(given: unknown, say: Say): number | undefined {
  if (given === undefined || given === null) return undefined
  const isCount =
    typeof given === 'number' &&
    Number.isInteger(given) &&
    given >= MIN_VIRTUAL_DIGITS &&
    given <= MAX_VIRTUAL_DIGITS
  if (isCount) return given
  const message = `must be a whole number from ${MIN_VIRTUAL_DIGITS} to ${MAX_VIRTUAL_DIGITS}`
  return say('virtualDigits', 'OUT_OF_RANGE', message)
}

function readRecognition(given: unknown, say: Say): Recognition | undefined {
  if (given === undefined || given === null) return undefined
  const found = RECOGNITIONS.find((each) => each === given)
  return found ?? say('recognisedBy', 'UNKNOWN_VALUE', `must be one of ${RECOGNITIONS.join(', ')}`)
}

function servable(currency: string): string {
  const codes = SERVABLE.filter((each) => each.currency === currency).map(({ method }) => method.code)
  return codes.length === 0
    ? `nothing can be received in ${currency} on an account of one's own`
    : `on own accounts in ${currency} there are ${[...new Set(codes)].join(', ')}`
}
