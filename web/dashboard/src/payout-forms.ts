/**
 * Payout methods, the currencies that each has, and what is asked for there: by field, what it is there if its usual name does not tell.
 * Made from the method files of the catalogue by `npm run docs`; a test keeps it fresh. Never changed by hand.
 */
export const PAYOUT_FORMS: Readonly<Record<string, PayoutForm>> = {
  BANK_TRANSFER: {
    ARS: {
      accountName: '',
      accountNumber: 'CBU, CVU or alias',
      identifyingReference: 'CUIT or CUIL',
      bankCode: '',
    },
    BRL: {
      accountName: '',
      accountNumber: '',
      branchCode: '',
      bankCode: '',
    },
    CNY: {
      accountName: '',
      accountNumber: '',
      bankCode: '',
    },
    COP: {
      accountName: '',
      accountNumber: '',
      accountType: 'savings, checking, ahorro, corriente',
      phoneNumber: '',
      identifyingReference: 'CC, CE, NIT or passport',
      bankCode: '',
    },
    GHS: {
      accountName: '',
      accountNumber: '',
      bankCode: '',
    },
    IDR: {
      accountName: '',
      accountNumber: '',
      bankCode: '',
    },
    INR: {
      accountName: '',
      accountNumber: '',
      bankCode: '',
    },
    JPY: {
      accountName: '',
      accountNumber: '',
      accountType: 'private, corporate, general, current, savings',
      bankCode: '',
      branchCode: '',
    },
    KES: {
      accountName: '',
      accountNumber: '',
      bankCode: '',
    },
    KRW: {
      accountName: '',
      accountNumber: '',
      bankCode: '',
    },
    LAK: {
      accountName: '',
      accountNumber: '',
      bankCode: '',
    },
    MXN: {
      accountName: '',
      accountNumber: 'CLABE, card or phone number',
      accountType: 'clabe, debit_card, phone',
      bankCode: '',
    },
    MYR: {
      accountName: '',
      accountNumber: '',
      bankCode: '',
    },
    NAD: {
      accountName: '',
      accountNumber: '',
      branchCode: '',
      bankCode: '',
    },
    NGN: {
      accountName: '',
      accountNumber: 'NUBAN',
      bankCode: '',
    },
    PHP: {
      accountName: '',
      accountNumber: '',
      bankCode: '',
    },
    THB: {
      accountName: '',
      accountNumber: '',
      bankCode: '',
    },
    TWD: {
      accountName: '',
      accountNumber: '',
      branchCode: '',
      bankCode: '',
    },
    TZS: {
      accountName: '',
      accountNumber: '',
      bankCode: '',
    },
    VND: {
      accountName: '',
      accountNumber: '',
      bankCode: '',
    },
    ZAR: {
      accountName: '',
      accountNumber: '',
      branchCode: '',
      bankCode: '',
    },
    ZMW: {
      accountName: '',
      accountNumber: '',
      bankCode: '',
    },
  },
  EMAIL_TRANSFER: {
    BRL: {
      accountName: '',
      emailAddress: 'Pix key: email address',
    },
  },
  PHONE_NUMBER_TRANSFER: {
    BRL: {
      accountName: '',
      phoneNumber: 'Pix key: phone number',
    },
  },
  RANDOM_KEY_TRANSFER: {
    BRL: {
      accountName: '',
      accountNumber: 'Pix key: random key',
    },
  },
  TAX_PAYER_ID_TRANSFER: {
    BRL: {
      accountName: '',
      identifyingReference: 'Pix key: CPF or CNPJ',
    },
  },
  WALLET_TRANSFER: {
    GHS: {
      accountName: '',
      accountNumber: '',
      phoneNumber: '',
    },
    IDR: {
      accountName: '',
      accountNumber: '',
      phoneNumber: '',
    },
    KES: {
      accountName: '',
      accountNumber: '',
      phoneNumber: '',
    },
    PHP: {
      accountName: '',
      accountNumber: '',
      phoneNumber: '',
    },
    TZS: {
      accountName: '',
      accountNumber: '',
      phoneNumber: '',
    },
    VND: {
      accountName: '',
      accountNumber: '',
      phoneNumber: '',
    },
    ZMW: {
      accountName: '',
      accountNumber: '',
      phoneNumber: '',
    },
  },
}

export type PayoutForm = Readonly<Record<string, Readonly<Record<string, string>>>>
