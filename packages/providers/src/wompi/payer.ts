/** What PSE needs to know of the payer, and what a request lacks of it. Pure. */
import { asciiText } from '@sluice/core/catalogue/ascii.ts'
import { colombianNumber } from '@sluice/core/catalogue/identifiers/tax-numbers.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { Declined } from '@sluice/core/processor/port.ts'
import { faultAt, required } from '@sluice/provider-kit/requests.ts'

export interface PsePayer {
  readonly email: string
  readonly fullName: string
  /** Digits, with the country code. */
  readonly phoneNumber: string
  /** CC: a person's identity card. NIT: a company's number, without its check digit. */
  readonly legalIdType: 'CC' | 'NIT'
  readonly legalId: string
  /** As in the catalogue: 1007. */
  readonly bank: string
}

/** A NIT has a hyphen before its check digit, as in the catalogue's rule for Colombian numbers. */
const NIT = /^(\d{6,10})-\d$/
const CARD = /^\d{5,10}$/

export function payerOf({ request, operator }: Pick<Payment, 'request' | 'operator'>): PsePayer | Declined {
  const { accountName, emailAddress, phoneNumber, taxId } = request
  const id = legalIdOf(taxId)
  const phone = digitsOf(phoneNumber)
  if (!accountName || !emailAddress || !phone || !id || operator === undefined) {
    const faults = [
      ...(accountName ? [] : [required('account/accountName')]),
      ...(emailAddress ? [] : [required('emailAddress')]),
      ...(phone ? [] : [phoneNumber === undefined ? required('phoneNumber') : wrongPhone]),
      ...(taxId === undefined || id ? [] : [wrongId]),
      ...(operator === undefined ? [required('paymentOperatorCode')] : []),
    ]
    return {
      type: 'declined',
      reason: 'METHOD',
      detail:
        taxId === undefined
          ? 'PSE needs the payer’s identity number: have the product require taxId'
          : 'PSE needs more of the payer than the request has',
      // Requests are read for a tax number only if the product requires it, so the shop cannot fix that.
      ...(taxId !== undefined && faults.length > 0 && { faults }),
    }
  }
  return { email: emailAddress, fullName: accountName, phoneNumber: phone, ...id, bank: operator }
}

const wrongPhone = faultAt('phoneNumber', 'must be a phone number: +573145678901')
const wrongId = faultAt(
  'taxId',
  'must be the number of an identity card (1099888777), or a NIT with its check digit (900123456-8)',
)

function legalIdOf(text: string | undefined): Pick<PsePayer, 'legalIdType' | 'legalId'> | undefined {
  const plain = text?.replace(/[. ]/g, '') ?? ''
  const [, nit] = NIT.exec(plain) ?? []
  if (nit !== undefined)
    return colombianNumber.check(plain, {}) ? undefined : { legalIdType: 'NIT', legalId: nit }
  return CARD.test(plain) ? { legalIdType: 'CC', legalId: plain } : undefined
}

/** Numbers without the country code are Colombian. */
function digitsOf(text: string | undefined): string | undefined {
  const digits = text?.replace(/[^\d]/g, '') ?? ''
  if (/^3\d{9}$/.test(digits)) return `57${digits}`
  return /^\d{7,15}$/.test(digits) ? digits : undefined
}

/** What the payer's bank shows. Documented as 30 characters in one place, 64 in another, and without quotes. */
export const descriptionOf = (merchantName: string): string =>
  asciiText(merchantName.replaceAll(/['"]/g, ''), 30, 'Pago')
