/**
 * Names of methods and fields in the hosted checkout. A method's file says how it appears there (`checkout`); the words are here,
 * each once, in English, and the page shows them in the payer's language. A word without its fifteen translations does not
 * compile. Brands keep their names in every language. Pure data that is built into the page, which has no table of methods.
 */

/** Names of methods without a brand, and of operators that are neither banks nor wallets. */
export const PAYER_WORDS = {
  bankTransfer: 'Bank transfer',
  onlineBanking: 'Online banking',
  virtualAccount: 'Virtual account',
  store: 'Convenience store',
  stablecoin: 'Stablecoin',
  eWallet: 'E-wallet',
  mobileMoney: 'Mobile money',
  network: 'Network',
} as const
export type PayerWord = keyof typeof PAYER_WORDS

/** What the payer will do, if the flow alone is not specific enough: India alone has five methods that payers could confuse. */
export const PAYER_HINTS = {
  hintUpiRequest: 'Approve the request that your UPI app shows',
  hintUpiTransfer: 'Transfer by UPI or IMPS yourself, then enter the 12-digit UTR',
  hintUpiPage: 'Continue to a payment page and pay with your UPI ID',
} as const

/** Icons that the page draws itself. Brand logos belong to their owners, whose permission would be needed. */
export type Mark = 'qr' | 'bank' | 'phone' | 'wallet' | 'store' | 'coin' | 'transfer'

/**
 * How a method appears where payers choose: payins among the payment methods, payouts where a payer chooses where a refund goes.
 */
export interface CheckoutLook {
  /**
   * `title`: the method's title is a brand name. `word`: translated, with an untranslated name as `detail`. `by`: named by the
   * kind of key that identifies the payee.
   */
  readonly name:
    | 'title'
    | { readonly brand: string; readonly by?: FieldWord }
    | { readonly word: PayerWord; readonly detail?: string }
  readonly mark: Mark
  /** Default: the hint of the flow. */
  readonly hint?: keyof typeof PAYER_HINTS
  /** What its operators are. Default: banks or providers. */
  readonly operator?: PayerWord
}

/** A field's label in a form. */
export interface FieldLabel {
  /** The API's label. */
  readonly english: string
  /** The page's own, translated word. Without it, the label is a name that is the same in every language. */
  readonly said?: FieldWord
  /** The label for the page, if the API's contains an English word. */
  readonly everywhere?: string
  /** An untranslated name after the page's word: which account or code of a country it is. */
  readonly detail?: string
  /** An untranslated name before the page's word. */
  readonly brand?: string
  /** The keyboard for this field, if not the usual one: an `address` contains an @. */
  readonly typed?: 'address' | 'text'
}

/** The page's words for fields. They differ from the API's because they address the payer, not a programmer. */
export type FieldWord =
  | 'name'
  | 'accountNumber'
  | 'accountType'
  | 'bankCode'
  | 'branch'
  | 'senderAccount'
  | 'senderName'
  | 'phoneOrAccount'
  | 'phone'
  | 'email'
  | 'taxId'
  | 'pixKey'
  | 'location'

const USUAL_LABELS = {
  accountName: { english: 'Account holder', said: 'name' },
  accountNumber: { english: 'Account number', said: 'accountNumber' },
  accountType: { english: 'Account type', said: 'accountType' },
  bankCode: { english: 'Bank code', said: 'bankCode' },
  branchCode: { english: 'Branch code', said: 'branch' },
  emailAddress: { english: 'Email address', said: 'email' },
  phoneNumber: { english: 'Phone number', said: 'phone' },
  taxId: { english: 'Tax number', said: 'taxId' },
  productId: { english: 'Product' },
  identifyingReference: { english: 'Identity or tax number' },
  paymentLocation: { english: 'Where you will pay', said: 'location' },
} as const satisfies Readonly<Record<string, FieldLabel>>

/** A field's usual label has the field's name. Methods refer to the others by name. */
export const FIELD_LABELS = {
  ...USUAL_LABELS,
  absaAccount: { english: 'Absa account number', said: 'accountNumber' },
  capitecAccount: { english: 'Cellphone, identity or account number at Capitec', said: 'phoneOrAccount' },
  senderAccount: { english: 'Account the money will come from', said: 'senderAccount' },
  senderName: { english: 'Name the transfer will come from', said: 'senderName' },
  cuit: { english: 'CUIT or CUIL', everywhere: 'CUIT / CUIL' },
  shapId: { english: 'ShapID', typed: 'text' },
  upiId: { english: 'UPI ID', typed: 'address' },
  bin: { english: 'BIN', said: 'bankCode', detail: 'BIN' },
  cbu: { english: 'CBU, CVU or alias', said: 'accountNumber', detail: 'CBU / CVU / alias' },
  clabe: {
    english: 'CLABE, card or phone number',
    said: 'accountNumber',
    detail: 'CLABE, card or phone number',
  },
  colombianNumber: { english: 'CC, CE, NIT or passport', everywhere: 'CC / CE / NIT' },
  ifsc: { english: 'IFSC', said: 'bankCode', detail: 'IFSC' },
  nuban: { english: 'NUBAN', said: 'accountNumber', detail: 'NUBAN' },
  pixEmail: { english: 'Pix key: email address', said: 'email', brand: 'Pix' },
  pixPhone: { english: 'Pix key: phone number', said: 'phone', brand: 'Pix' },
  pixRandomKey: { english: 'Pix key: random key', said: 'pixKey', brand: 'Pix' },
  pixTaxNumber: { english: 'Pix key: CPF or CNPJ', said: 'taxId', brand: 'Pix' },
} as const satisfies Readonly<Record<string, FieldLabel>>

export type LabelName = keyof typeof FIELD_LABELS
