/** What the ways to be paid out and their fields are called. What is not known here is shown as the gateway says it. */
import type { Mark as SignName } from '../../../../src/catalogue/checkout-words.ts'
import { FIELD_LABELS, type FieldLabel } from '../../../../src/catalogue/checkout-words.ts'
import type { Words } from '../i18n.tsx'
import type { MessageKey } from '../messages/en.ts'
import { fieldLabel } from '../names.ts'
import type { FormField } from '../payin.ts'
import type { ClaimOption } from './claim-api.ts'

interface PayoutLook {
  readonly word: MessageKey
  /** A name of its own before the word. */
  readonly brand?: string
  readonly mark: SignName
}

const LOOKS: Readonly<Record<string, PayoutLook>> = {
  BANK_TRANSFER: { word: 'bankTransfer', mark: 'bank' },
  WALLET_TRANSFER: { word: 'eWallet', mark: 'wallet' },
  EMAIL_TRANSFER: { brand: 'Pix', word: 'email', mark: 'transfer' },
  PHONE_NUMBER_TRANSFER: { brand: 'Pix', word: 'phone', mark: 'phone' },
  TAX_PAYER_ID_TRANSFER: { brand: 'Pix', word: 'taxId', mark: 'transfer' },
  RANDOM_KEY_TRANSFER: { brand: 'Pix', word: 'pixKey', mark: 'transfer' },
}

export const payoutMark = ({ paymentMethodCode }: ClaimOption): SignName =>
  LOOKS[paymentMethodCode]?.mark ?? 'transfer'

export function payoutName({ t }: Pick<Words, 't'>, { paymentMethodCode, name }: ClaimOption): string {
  const look = LOOKS[paymentMethodCode]
  if (!look) return name
  return look.brand === undefined ? t(look.word) : `${look.brand}: ${t(look.word)}`
}

/** Labels that name what there is in that country alone, as people there write it. */
const NAMED: Readonly<Record<string, string>> = {
  'CBU, CVU or alias': 'CBU / CVU / alias',
  'CUIT or CUIL': 'CUIT / CUIL',
  'CC, CE, NIT or passport': 'CC / CE / NIT',
}

/** In Pix, whatever the key is, the method has said so already. */
export function payeeLabel(words: Pick<Words, 't'>, { name, label }: FormField): FieldLabel {
  const usual: FieldLabel = FIELD_LABELS[name]
  if (label === usual.english) return usual
  if (label.startsWith('Pix key'))
    return {
      english: label,
      everywhere: `Pix: ${words.t(name === 'accountNumber' ? 'pixKey' : (usual.said ?? 'pixKey'))}`,
    }
  const own = NAMED[label] ?? label
  return {
    english: label,
    everywhere: usual.said === undefined ? own : `${fieldLabel(words, usual)} (${own})`,
  }
}
