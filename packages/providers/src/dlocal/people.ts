/** What dLocal needs to know of payers and payees, and what a request lacks of it. Pure. */
import type { Payment } from '@sluice/core/payment/model.ts'
import type { Declined } from '@sluice/core/processor/port.ts'
import { declined } from '@sluice/provider-kit/answers.ts'
import { faultAt, required } from '@sluice/provider-kit/requests.ts'

export interface DlocalPayer {
  readonly type: 'payer'
  readonly name: string
  readonly email: string
  /** The number of the identity document. */
  readonly document: string
  readonly phone: string | undefined
}

const DOCUMENTS: Readonly<Record<string, { readonly form: RegExp; readonly message: string }>> = {
  CO: { form: /^\d{5,11}$/, message: 'must be the number of an identity card: 1099888777' },
  MY: { form: /^\d{12}$/, message: 'must be the NRIC, 12 digits: 900101145678' },
  // Documented as 9 or 13 digits; cards issued now have 12.
  VN: { form: /^\d{9,13}$/, message: 'must be the number of an identity card, 9 to 13 digits: 079090001234' },
}

export function payerOf({ request }: Pick<Payment, 'request'>, country: string): DlocalPayer | Declined {
  const { accountName, emailAddress, phoneNumber, taxId } = request
  const document = taxId?.replaceAll(/[ .-]/g, '') ?? ''
  const wanted = DOCUMENTS[country]
  const isDocument = wanted?.form.test(document) ?? false
  if (accountName && emailAddress && isDocument)
    return { type: 'payer', name: accountName, email: emailAddress, document, phone: phoneNumber }
  const faults = [
    ...(accountName ? [] : [required('account/accountName')]),
    ...(emailAddress ? [] : [required('emailAddress')]),
    ...(taxId === undefined || isDocument || !wanted ? [] : [faultAt('taxId', wanted.message)]),
  ]
  // Requests are read for a tax number only if the product requires it, so the shop cannot fix that.
  return taxId === undefined
    ? declined('METHOD', 'dLocal needs the payer’s identity number: have the product require taxId')
    : { ...declined('METHOD', 'dLocal needs more payer data than the request has'), faults }
}

export interface DlocalPayee {
  readonly type: 'payee'
  readonly firstName: string
  readonly lastName: string
  readonly account: string
  /** If the country needs one. */
  readonly bankCode: string | undefined
  /** CUIT or CUIL. */
  readonly document: string | undefined
}

const MAX_NAME = 50
const CLABE = /^\d{18}$/
const CBU = /^\d{22}$/
const ALIAS = /^[A-Za-z0-9.-]{6,20}$/

export function payeeOf({ request, money }: Payment): DlocalPayee | Declined {
  const { accountName = '', accountNumber = '', accountType, identifyingReference } = request
  const [firstName = '', ...rest] = accountName.trim().split(/\s+/)
  const lastName = rest.join(' ').slice(0, MAX_NAME).trim()
  const isMexico = money.currency === 'MXN'
  const account = accountNumber.replaceAll(' ', '')
  const isAccount = isMexico
    ? CLABE.test(account) && (accountType ?? 'clabe') === 'clabe'
    : CBU.test(account) || ALIAS.test(account)
  const document = identifyingReference?.replaceAll(/[ -]/g, '')
  const isDocument = isMexico || /^\d{11}$/.test(document ?? '')
  const faults = [
    ...(lastName === '' ? [faultAt('account/accountName', 'must be first and last name')] : []),
    ...(isAccount
      ? []
      : [
          faultAt(
            'account/accountNumber',
            isMexico ? 'must be a CLABE here' : 'must be a CBU, a CVU or an alias',
          ),
        ]),
    ...(isDocument ? [] : [faultAt('identifyingReference', 'must be a CUIT or CUIL, 11 digits')]),
  ]
  if (faults.length > 0)
    return { ...declined('METHOD', 'name, number or document of the payee cannot be used'), faults }
  return {
    type: 'payee',
    firstName: firstName.slice(0, MAX_NAME),
    lastName,
    account,
    // The first three digits of a CLABE are the bank.
    bankCode: isMexico ? account.slice(0, 3) : undefined,
    document: isMexico ? undefined : document,
  }
}
