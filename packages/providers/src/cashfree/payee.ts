/**
 * The payee of a transfer, as Cashfree needs it: an account number of 9 to 18 letters and digits, the branch's IFSC, and a name of
 * letters and spaces. Pure.
 */
import type { Fault } from '@sluice/core/foundation/faults.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { Declined } from '@sluice/core/processor/port.ts'
import { declined } from '@sluice/provider-kit/answers.ts'
import { faultAt } from '@sluice/provider-kit/requests.ts'

export interface TransferPayee {
  readonly type: 'payee'
  readonly name: string
  readonly accountNumber: string
  readonly ifsc: string
}

const ACCOUNT = /^[A-Za-z0-9]{9,18}$/
const IFSC = /^[A-Z]{4}0[A-Z0-9]{6}$/
const MAX_NAME_LENGTH = 100

export function payeeOf({ request }: Payment): TransferPayee | Declined {
  const { accountName = '', accountNumber = '', bankCode = '' } = request
  const name = plainName(accountName)
  const number = accountNumber.replaceAll(/[ -]/g, '')
  const ifsc = bankCode.toUpperCase()
  const faults: readonly Fault[] = [
    ...(name === '' ? [faultAt('account/accountName', 'must have letters from A to Z')] : []),
    ...(ACCOUNT.test(number) ? [] : [faultAt('account/accountNumber', 'must be 9 to 18 letters and digits')]),
    ...(IFSC.test(ifsc) ? [] : [faultAt('account/bankCode', 'must be the IFSC of the branch: HDFC0000001')]),
  ]
  if (faults.length > 0)
    return { ...declined('METHOD', 'name, number or IFSC of the account cannot be used'), faults }
  return { type: 'payee', name, accountNumber: number, ifsc }
}

/** Without accents; other characters become spaces. Indian banks do not compare the name. */
const plainName = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z]+/g, ' ')
    .trim()
    .slice(0, MAX_NAME_LENGTH)
    .trim()
