/** What methods of one flow share. Spread it into a declaration: `...redirecting`. */
import { moneyToPay, payableText } from './amounts.ts'
import { upiAddress } from './identifiers/account-numbers.ts'
import { formOf } from './identifiers/identifier.ts'
import { merchantCategory } from './identifiers/merchants.ts'
import { sandboxPage, TEST_CATEGORY, TEST_PAYEE } from './made-up-details.ts'
import type { InstructionContext, PayinContext, ReceivingRule } from './payment-method.ts'
import { upiLink } from './schemes/upi.ts'

/** The payer is redirected to a page that the processor supplies. */
export const redirecting = {
  flow: 'redirect',
  receiving: {
    pageUrl: {
      need: 'mandatory',
      is: 'page',
      description: 'Address of the page to which the payer is sent',
    },
  },
  ownAccount: 'never',
  instructions: ({ receiving }: InstructionContext<{ readonly pageUrl: string }>) => ({
    redirectUrl: receiving.pageUrl,
  }),
  sandboxReceiving: (context: PayinContext) => ({ pageUrl: sandboxPage(context) }),
} as const

/** The payer is redirected to such a page, or to an app with one of these schemes, which the app's vendor publishes. */
export const redirectingToApps = <const Apps extends readonly string[]>(...apps: Apps) =>
  ({
    ...redirecting,
    receiving: {
      pageUrl: {
        ...redirecting.receiving.pageUrl,
        apps,
        description: 'Address of the page to which the payer is sent, or of the app',
      },
    },
  }) as const

/**
 * The payer approves the payment in their app or on their phone, so there is nothing to show but a waiting page. Some providers
 * have a page of their own, which the payer must keep open.
 */
export const approving = {
  flow: 'push',
  receiving: {
    pageUrl: {
      need: 'optional',
      is: 'page',
      description: 'Address of the page on which the payer waits, where the provider has one',
    },
  },
  ownAccount: 'never',
  instructions: ({ receiving: { pageUrl } }: InstructionContext<{ readonly pageUrl?: string }>) =>
    pageUrl === undefined ? {} : { redirectUrl: pageUrl },
  sandboxReceiving: () => ({}),
} as const

/** Receiving details of an account that money is sent to. The arguments say what its two numbers are. */
export const receivingAccount = <
  const Bank extends ReceivingRule['is'],
  const Account extends ReceivingRule['is'],
>({
  bankCode,
  accountNumber,
}: {
  readonly bankCode: Bank
  readonly accountNumber: Account
}) =>
  ({
    accountName: {
      need: 'mandatory',
      is: 'text',
      description: "Account holder, as the payer's bank shows it",
    },
    accountNumber: {
      need: 'mandatory',
      is: accountNumber,
      description: 'Account number, CLABE, CVU or virtual account',
    },
    bankCode: {
      need: 'mandatory',
      is: bankCode,
      description: 'National code of the bank: branch code, IFSC, BIN',
    },
    bankName: { need: 'mandatory', is: 'text', description: 'Name of the bank' },
  }) as const

interface ReceivingAccount {
  readonly accountName: string
  readonly accountNumber: string
  readonly bankCode: string
  readonly bankName: string
}

/** The four parts of an account, from receiving details that may have more. */
export const accountOf = ({
  accountName,
  accountNumber,
  bankCode,
  bankName,
}: ReceivingAccount): ReceivingAccount => ({
  accountName,
  accountNumber,
  bankCode,
  bankName,
})

/** Receiving details of a payee on UPI. */
export const RECEIVING_UPI = {
  address: { need: 'mandatory', is: upiAddress, description: 'UPI address of the payee, name@handle' },
  payeeName: { need: 'mandatory', is: 'text', description: 'Name of the payee' },
  categoryCode: {
    need: 'mandatory',
    is: merchantCategory,
    description: 'Merchant category (ISO 18245), four digits',
  },
} as const

const upiPaymentLink = formOf(
  /^upi:\/\/pay\?[\x21-\x7e]{1,1000}$/,
  'a link that begins with upi://pay?',
  'NPCI: UPI, linking specification',
)

/** A provider recognises the payment by the reference in its own link. */
export const RECEIVING_UPI_LINK = {
  ...RECEIVING_UPI,
  link: {
    need: 'provider',
    is: upiPaymentLink,
    // NPCI's own scheme, and those that open only one of the large apps.
    apps: ['upi', 'gpay', 'tez', 'phonepe', 'paytmmp'],
    description: 'UPI link, shown as it is',
  },
} as const

interface UpiPayee {
  readonly address: string
  readonly payeeName: string
  readonly categoryCode: string
}

/** No payment service provider has this handle. */
export const sandboxUpiPayee = (): UpiPayee => ({
  address: 'test.do.not.pay@nosuchhandle',
  payeeName: TEST_PAYEE,
  categoryCode: TEST_CATEGORY,
})

/** The link that opens a UPI app with payee, amount and our reference filled in. */
export const upiLinkFor = (context: InstructionContext<UpiPayee & { readonly link?: string }>): string =>
  context.receiving.link ??
  upiLink({
    address: context.receiving.address,
    name: context.receiving.payeeName,
    categoryCode: context.receiving.categoryCode,
    reference: context.reference,
    // Statements of ordinary accounts show the payer's note, not the reference.
    note: context.reference,
    amount: payableText(moneyToPay(context)),
  })
