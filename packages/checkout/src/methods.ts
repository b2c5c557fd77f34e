/**
 * How each method looks here, by its code. Made from the method files of the catalogue by `npm run docs`; a test keeps it fresh.
 * Never changed by hand.
 */
import type { MethodLook } from './method-look.ts'

export const METHODS: Readonly<Record<string, MethodLook>> = {
  ABSA_PAY: {
    name: 'title',
    mark: 'phone',
    labels: {
      ZAR: {
        accountNumber: 'absaAccount',
      },
    },
  },
  BANK_TRANSFER: {
    name: {
      word: 'bankTransfer',
    },
    mark: 'bank',
    labels: {
      ARS: {
        accountNumber: 'cbu',
        identifyingReference: 'cuit',
      },
      COP: {
        identifyingReference: 'colombianNumber',
      },
      INR: {
        bankCode: 'ifsc',
      },
      MXN: {
        accountNumber: 'clabe',
      },
      NGN: {
        accountNumber: 'nuban',
      },
      VND: {
        bankCode: 'bin',
      },
    },
  },
  CAPITEC_PAY: {
    name: 'title',
    mark: 'phone',
    labels: {
      ZAR: {
        accountNumber: 'capitecAccount',
      },
    },
  },
  CODE_PAYMENT: {
    name: {
      word: 'store',
    },
    mark: 'store',
    operator: 'store',
  },
  CRYPTO_OFFLINE: {
    name: {
      word: 'stablecoin',
    },
    mark: 'coin',
    operator: 'network',
  },
  DUITNOW: {
    name: 'title',
    mark: 'qr',
  },
  EMAIL_TRANSFER: {
    name: {
      brand: 'Pix',
      by: 'email',
    },
    mark: 'transfer',
    labels: {
      BRL: {
        emailAddress: 'pixEmail',
      },
    },
  },
  EWALLET: {
    name: {
      word: 'eWallet',
    },
    mark: 'wallet',
  },
  FNB_DIRECT_EFT: {
    name: 'title',
    mark: 'bank',
  },
  FPX: {
    name: 'title',
    mark: 'bank',
  },
  MOBILE_MONEY: {
    name: {
      word: 'mobileMoney',
    },
    mark: 'phone',
  },
  MOMOPAY: {
    name: 'title',
    mark: 'wallet',
  },
  NEDBANK_DIRECT_EFT: {
    name: 'title',
    mark: 'bank',
  },
  NETBANKING: {
    name: {
      word: 'onlineBanking',
      detail: 'UPI ID',
    },
    mark: 'bank',
    hint: 'hintUpiPage',
  },
  OFFLINE: {
    name: {
      word: 'bankTransfer',
    },
    mark: 'transfer',
    labels: {
      ARS: {
        taxId: 'cuit',
      },
      KRW: {
        accountName: 'senderName',
      },
    },
  },
  ONLINE: {
    name: {
      word: 'onlineBanking',
    },
    mark: 'bank',
  },
  P2A_V2: {
    name: {
      brand: 'UPI / IMPS',
    },
    mark: 'transfer',
    hint: 'hintUpiTransfer',
  },
  PAYSHAP: {
    name: 'title',
    mark: 'phone',
    labels: {
      ZAR: {
        accountNumber: 'shapId',
      },
    },
  },
  PAY_ME: {
    name: 'title',
    mark: 'bank',
  },
  PHONE_NUMBER_TRANSFER: {
    name: {
      brand: 'Pix',
      by: 'phone',
    },
    mark: 'phone',
    labels: {
      BRL: {
        phoneNumber: 'pixPhone',
      },
    },
  },
  PIXQR: {
    name: 'title',
    mark: 'qr',
  },
  PROMPTPAY: {
    name: 'title',
    mark: 'qr',
    labels: {
      THB: {
        accountNumber: 'senderAccount',
      },
    },
  },
  PSE: {
    name: 'title',
    mark: 'bank',
  },
  QRISPAY: {
    name: 'title',
    mark: 'qr',
  },
  QRPH: {
    name: 'title',
    mark: 'qr',
  },
  RANDOM_KEY_TRANSFER: {
    name: {
      brand: 'Pix',
      by: 'pixKey',
    },
    mark: 'transfer',
    labels: {
      BRL: {
        accountNumber: 'pixRandomKey',
      },
    },
  },
  TAX_PAYER_ID_TRANSFER: {
    name: {
      brand: 'Pix',
      by: 'taxId',
    },
    mark: 'transfer',
    labels: {
      BRL: {
        identifyingReference: 'pixTaxNumber',
      },
    },
  },
  UPICOLLECT: {
    name: 'title',
    mark: 'phone',
    hint: 'hintUpiRequest',
    labels: {
      INR: {
        accountNumber: 'upiId',
      },
    },
  },
  UPIQR: {
    name: 'title',
    mark: 'qr',
    labels: {
      INR: {
        accountNumber: 'upiId',
      },
    },
  },
  VAPAY: {
    name: {
      word: 'virtualAccount',
    },
    mark: 'bank',
  },
  VIETQR: {
    name: 'title',
    mark: 'qr',
  },
  WALLET_TRANSFER: {
    name: {
      word: 'eWallet',
    },
    mark: 'wallet',
  },
  ZAPPER_QR: {
    name: 'title',
    mark: 'qr',
  },
}
