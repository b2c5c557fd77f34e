/** The payee of a transfer: a NUBAN, the bank's code, and a name. Pure. */
import type { Fault } from '@sluice/core/foundation/faults.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { Declined } from '@sluice/core/processor/port.ts'
import { declined } from '@sluice/provider-kit/answers.ts'
import { faultAt } from '@sluice/provider-kit/requests.ts'

export interface NubanPayee {
  readonly type: 'payee'
  readonly name: string
  readonly accountNumber: string
  readonly bankCode: string
}

const NUBAN = /^\d{10}$/
const BANK = /^\d{3,6}$/
const MAX_NAME_LENGTH = 100

/** Operators' codes are the banks' own, which Paystack uses too. */
export function payeeOf({ operator, request }: Payment): NubanPayee | Declined {
  const { accountName = '', accountNumber = '', bankCode: named } = request
  const name = accountName.trim().slice(0, MAX_NAME_LENGTH).trim()
  const number = accountNumber.replaceAll(/[ -]/g, '')
  const bankCode = operator ?? named ?? ''
  const faults: readonly Fault[] = [
    ...(name === '' ? [faultAt('account/accountName', 'is mandatory here: the holder of the account')] : []),
    ...(NUBAN.test(number) ? [] : [faultAt('account/accountNumber', 'must be a NUBAN of ten digits')]),
    ...bankFaults(operator, named),
  ]
  if (faults.length > 0)
    return { ...declined('METHOD', 'name, number or bank of the account cannot be used'), faults }
  return { type: 'payee', name, accountNumber: number, bankCode }
}

/** The same number at another bank is another person's, so two different banks are refused. */
function bankFaults(operator: string | undefined, named: string | undefined): readonly Fault[] {
  if (operator !== undefined && named !== undefined && operator !== named)
    return [faultAt('account/bankCode', 'must be the code of the chosen bank, or be left out')]
  return BANK.test(operator ?? named ?? '')
    ? []
    : [faultAt('account/bankCode', 'must be the code of the bank if none is chosen: 044')]
}
