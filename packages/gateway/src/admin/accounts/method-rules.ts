/**
 * Checks one method of an own account as an operator describes it: what payers are shown, and by what money is
 * recognised. Pure.
 */
import { payinMethods } from '@sluice/core/catalogue/all-methods.ts'
import type { Currency } from '@sluice/core/catalogue/currencies.ts'
import type { PayinMethod, PayinRules } from '@sluice/core/catalogue/payment-method.ts'
import { checkOwnReceiving } from '@sluice/core/catalogue/receiving-details.ts'
import { pointerTo } from '@sluice/core/foundation/json-document.ts'
import type { Fault } from '../../http/problems.ts'
import type { Given } from '../../http/reading.ts'
import type { ServedMethod } from '../../processors/own-account/account.ts'
import {
  checkDigitOf,
  methodServed,
  recognitionFault,
  recognitionsOf,
  SERVABLE,
  usualRecognition,
} from '../../processors/own-account/rails.ts'
import type { AccountMethod } from './schemas.ts'

/**
 * @param given what its schema could read
 * @returns the method, if it adds nothing to `faults`
 */
export function servedMethod(
  given: Given<AccountMethod>,
  path: string,
  currency: Currency,
  faults: Fault[],
): ServedMethod | undefined {
  const say = (name: string, code: Fault['code'], message: string): undefined => {
    faults.push({ path: pointerTo(path, name), code, message })
  }
  const { code } = given
  if (code === undefined) return undefined
  if (payinMethods(code).length === 0) return say('code', 'UNKNOWN_VALUE', 'is not a payin method')
  const operators = operatorsOf(given)
  const method = methodServed({ code, ...(operators && { operators }) })
  const rules = method?.currencies.get(currency.code)
  if (!method || !rules) return say('code', 'UNKNOWN_VALUE', servable(currency.code))
  if (recognitionsOf(method, rules).length === 0) {
    return say('code', 'NOT_ALLOWED', `money by ${method.object} cannot arrive on an own account`)
  }
  const unknown = (operators ?? []).filter((each) => !rules.operatorByCode.has(each))
  if (unknown.length > 0)
    return say(
      'operators',
      'UNKNOWN_VALUE',
      `contains codes that are not operators of ${method.object} in ${currency.code}`,
    )
  const virtualDigits = given.virtualDigits ?? undefined
  const place = { rules, isPrefix: virtualDigits !== undefined }
  const details = checkOwnReceiving(method, place, given.receiving ?? {})
  if (!details.ok) {
    faults.push(...details.failure.map((fault) => ({ ...fault, path: `${path}/receiving${fault.path}` })))
    return undefined
  }
  const recognisedBy =
    given.recognisedBy ?? usualRecognition(method, rules, { receiving: details.value, virtualDigits })
  if (!recognisedBy) return say('recognisedBy', 'CONFLICT', 'this method does not use virtualDigits')
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

const operatorsOf = ({ operators }: Given<AccountMethod>): readonly string[] | undefined =>
  operators ? [...new Set(operators.filter((each) => each !== undefined))] : undefined

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
      'is mandatory for virtual account numbers: the number of digits that follow receiving.accountNumber, given by your bank'
    return { name: 'virtualDigits', message }
  }
  if (!isVirtual && served.virtualDigits !== undefined)
    return { name: 'virtualDigits', message: 'is only for methods whose money is recognised by account' }
  const length = checkDigitOf(rules)?.numberLength
  const has = (served.receiving.accountNumber?.length ?? 0) + (served.virtualDigits ?? 0)
  if (isVirtual && length !== undefined && has !== length)
    return {
      name: 'virtualDigits',
      message: `the whole number must have ${length} digits, including its check digit`,
    }
  return undefined
}

function servable(currency: string): string {
  const codes = SERVABLE.filter((each) => each.currency === currency).map(({ method }) => method.code)
  return codes.length === 0
    ? `own accounts cannot receive ${currency}`
    : `own accounts in ${currency} support ${[...new Set(codes)].join(', ')}`
}
