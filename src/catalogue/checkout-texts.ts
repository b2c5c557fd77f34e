/**
 * What the hosted checkout calls methods and fields. A method's file says how it looks there (`checkout`); the words are here, each
 * once, in English, and the page says them in the payer's language: a word without its fifteen translations does not compile.
 * Brands keep their names in every language. Pure data, which the page takes into its build; it has no table of methods of its own.
 */

/** What a way to pay is called where it has no brand, and what its operators are where they are neither banks nor wallets. */
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

/** What the payer will do, where the flow says too little: India alone has five ways that a payer would take for one. */
export const PAYER_HINTS = {
  hintUpiRequest: 'Approve the request that your UPI app shows',
  hintUpiTransfer: 'Transfer by UPI or IMPS yourself, then enter the 12-digit UTR',
  hintUpiPage: 'Continue to a payment page and pay with your UPI ID',
} as const

/** Signs that the page draws: the trade's logos are their owners' and would have to be asked for. */
export type Mark = 'qr' | 'bank' | 'phone' | 'wallet' | 'store' | 'coin' | 'transfer'

/** How a method looks where payers choose: payins among the ways to pay, payouts where a payer says where a refund is to go. */
export interface CheckoutLook {
  /**
   * `title`: its title is a brand. A `word` is said in the payer's language, with a `detail` that is a name of its own. `by`: which of
   * the brand's keys names the payee.
   */
  readonly name:
    | 'title'
    | { readonly brand: string; readonly by?: FieldWord }
    | { readonly word: PayerWord; readonly detail?: string }
  readonly mark: Mark
  /** Left out: what the flow says. */
  readonly hint?: keyof typeof PAYER_HINTS
  /** What is chosen among its operators. Left out: a bank or a provider. */
  readonly operator?: PayerWord
}

/** What a form calls a field. */
export interface FieldLabel {
  /** As the API says it. */
  readonly english: string
  /** The page's own word; left out, the label is a name that is the same in every language. */
  readonly said?: FieldWord
  /** In the page, where the API's label has an English word in it. */
  readonly everywhere?: string
  /** A name of its own behind the page's word: which of the accounts or codes that a country has. */
  readonly detail?: string
  /** A name of its own before the page's word. */
  readonly brand?: string
  /** How it is typed, where that is not how the field is typed usually: an `address` has an @ in it. */
  readonly typed?: 'address' | 'text'
}

/** What the page says of fields: in its own words, because it speaks to the payer and the API to a programmer. */
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

/** A field's usual label has the field's name; the others are named by methods. */
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
