/**
 * The types of requests and answers. Made from the server's own declarations by `node tools/client-types.ts`; a test keeps it
 * fresh. Never changed by hand.
 */

/** An amount in major units: `150.5`. */
export interface Money {
  readonly amount: number
  readonly currencyCode: string
}

/** What a payin or payout can be. */
export type Status = 'NEW' | 'PENDING' | 'SUCCESS' | 'REFUSED' | 'FAILED' | 'EXPIRED'

/** How the gateway can refuse. */
export type ProblemCode =
  | 'MALFORMED_JSON'
  | 'VALIDATION_FAILED'
  | 'AUTHENTICATION_FAILED'
  | 'TOKEN_EXPIRED'
  | 'SCOPE_EXCEEDED'
  | 'VERSION_UNSUPPORTED'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'PRECONDITION_FAILED'
  | 'BODY_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'RATE_LIMITED'
  | 'INTERNAL_ERROR'
  | 'UNAVAILABLE'
  | 'CUSTOMER_VERIFICATION_INACTIVITY'
  | 'CUSTOMER_NOT_REGISTERED'
  | 'ALREADY_EXISTS'
  | 'EXTERNAL_REFERENCE_CONFLICT'
  | 'LINK_NOT_OPEN'
  | 'INVALID_STATE'
  | 'FILE_CHANGED'
  | 'BATCH_REFUSED'
  | 'METHOD_UNAVAILABLE'
  | 'OPERATOR_UNAVAILABLE'
  | 'AMOUNT_OUT_OF_RANGE'
  | 'FORMAT_UNAVAILABLE'
  | 'INSUFFICIENT_BALANCE'
  | 'PAYIN_NOT_REFUNDABLE'
  | 'REFUND_EXCEEDS_PAYIN'
  | 'REFUND_WINDOW_PASSED'
  | 'REFUND_TIMES_EXCEEDED'

/** What can be wrong with one field. */
export type FaultCode =
  | 'REQUIRED'
  | 'WRONG_TYPE'
  | 'INVALID_FORMAT'
  | 'INVALID_CHARACTER'
  | 'INVALID_CHECK_DIGIT'
  | 'TOO_SHORT'
  | 'TOO_LONG'
  | 'NOT_POSITIVE'
  | 'TOO_LARGE'
  | 'TOO_MANY_DIGITS'
  | 'TOO_MANY_DECIMALS'
  | 'OUT_OF_RANGE'
  | 'UNKNOWN_VALUE'
  | 'UNKNOWN_FIELD'
  | 'DUPLICATE_NAME'
  | 'NOT_ALLOWED'
  | 'CONFLICT'
  | 'NOT_A_URL'
  | 'SCHEME_REFUSED'
  | 'HOST_REFUSED'
  | 'CREDENTIALS'

/** Where a payment stands. */
export interface Process {
  /** SUCCESS, REFUSED and FAILED are final; EXPIRED only becomes SUCCESS, when money comes late. */
  readonly status: 'NEW' | 'PENDING' | 'SUCCESS' | 'REFUSED' | 'FAILED' | 'EXPIRED'
  /** When the payment was accepted. */
  readonly createdAt: string
  /** When it became SUCCESS, REFUSED or FAILED. */
  readonly processedAt?: string
  /** Payins: until when the customer can pay. */
  readonly expireAt?: string
  readonly isTest: boolean
  /** The processor's own word for the state. */
  readonly processorStatus?: string
}

/** A payin, apart from what its method answers and where it stands. */
export interface PayinCommon {
  readonly paymentRequested: {
    /** What was ordered. */
    readonly money: Money
  }
  /** Why a FAILED payment failed. */
  readonly failureReasonCode?: string
  /** Only there while the payin lacks the external reference (UTR) that it cannot complete without. */
  readonly externalReferenceNeeded?: true
  /** Of payins in the sandbox: the page on which a tester plays bank, wallet and payer. */
  readonly sandboxUrl?: string
  /** Only there where a payment link has begun it: your ID of that link. */
  readonly idLink?: string
  /** Only there once the payin has a refund. */
  readonly refunds?: {
    /** What has been given back. */
    readonly refunded: Money
    /** What can still be given back: without refunds that are on their way. */
    readonly refundable: Money
  }
  /** What the merchant is charged at SUCCESS, without VAT. */
  readonly fee: Money
}

/** A payout, likewise. */
export interface PayoutCommon {
  readonly paymentRequested: {
    /** What was ordered. */
    readonly money: Money
  }
  /** Why a FAILED payment failed. */
  readonly failureReasonCode?: string
  /** What the merchant is charged at SUCCESS, without VAT. */
  readonly fee: Money
}

/** What can be offered for an amount. */
export interface AvailablePaymentOptions {
  readonly data: ReadonlyArray<{
    readonly paymentMethodCode: string
    readonly paymentOperators: ReadonlyArray<{
      readonly code: string
      readonly name: string
    }>
    /** The method's usual name, English. */
    readonly name: string
    /** How the payer gets on. */
    readonly flow: 'QR' | 'REDIRECT' | 'PUSH' | 'INSTRUCTIONS'
    /** MANDATORY: one of the operators must be named. OPTIONAL: worth asking. UNNEEDED: not worth asking. */
    readonly paymentOperatorNeed: 'MANDATORY' | 'OPTIONAL' | 'UNNEEDED'
    /** The operator that is taken where the create names none. */
    readonly defaultOperatorCode?: string
    /** Whether the payer must bring an external reference (UTR). */
    readonly externalReference: 'REQUIRED' | 'UNLESS_CUSTOMER_KNOWN' | 'NEVER'
    /** What a form should ask the payer. A create may hold more. */
    readonly fields: ReadonlyArray<{
      readonly name: string
      /** JSON Pointer into paymentMethod: where the value stands. */
      readonly path: string
      /** OPTIONAL ones may be left empty. */
      readonly need: 'MANDATORY' | 'OPTIONAL'
      /** English. */
      readonly label: string
      readonly maxLength: number
      /** What the server checks. */
      readonly format?: 'accountName' | 'emailAddress' | 'phoneNumber'
      /** Whose national form of a phone number is understood (ISO 3166-1). */
      readonly countryCode?: string
      /** The choices, where there are some. */
      readonly values?: ReadonlyArray<string>
    }>
    /** How such a payin can be given back. */
    readonly refund: {
      /** The first choice first; each is followed by the next where it is certain that no money left. */
      readonly routes: ReadonlyArray<'NATIVE' | 'PAYOUT' | 'CLAIM' | 'MANUAL'>
      /** NATIVE: so many days after its SUCCESS the rail returns a payin. */
      readonly windowDays?: number
      /** NATIVE: whether the rail returns less than the whole. */
      readonly partial?: boolean
      /** NATIVE: how often the rail returns money of one payin. */
      readonly times?: 'ONCE' | 'SEVERAL'
    }
  }>
  /** Further providers, where your account has some. */
  readonly externalProviders?: ReadonlyArray<{
    readonly code: string
    readonly name: string
  }>
}

/** What is known of the customer's account. */
export interface PayinAccount {
  readonly source: 'REQUEST' | 'PAYMENT'
  readonly accountName?: string
  readonly accountNumber?: string
  readonly bankCode?: string
  readonly bankName?: string
  readonly emailAddress?: string
  readonly phoneNumber?: string
  readonly recordedAt: string
}

/** What happened to a payment, why, and who has to act. */
export interface Explanation {
  readonly kind: string
  readonly id: string
  readonly status: string
  /** Where it stands and why, in a sentence or two. */
  readonly summary: string
  /** The whole story in order: what happened, where it stands, who has to act, what comes next. */
  readonly sentences: ReadonlyArray<string>
  /** Who has to do something. `OPERATOR`: of the gateway. */
  readonly waitingFor: 'PAYER' | 'MERCHANT' | 'OPERATOR' | 'PROVIDER' | 'BANK' | 'NOBODY'
  /** Left out where nothing comes any more. `at`: by then. */
  readonly next?: {
    /** What comes next. */
    readonly operation:
      | 'PAY'
      | 'BRING_REFERENCE'
      | 'ACCEPT'
      | 'STATUS_OUTCOME'
      | 'CONFIRM_TRANSFER'
      | 'PREPARE_FILE'
      | 'RELEASE_FILE'
      | 'SUBMIT_FILE_TO_BANK'
      | 'CLEAR_DOUBT'
      | 'BANK_CONFIRMS'
      | 'CLAIM'
      | 'APPROVE_CLAIM'
      | 'APPROVE_REFUND'
      | 'SEND_BY_HAND'
      | 'SETTLE_CASE'
    readonly at?: string
  }
  /** What it rests on, oldest first. */
  readonly evidence: ReadonlyArray<{
    /** What it is taken from. */
    readonly type:
      | 'HISTORY'
      | 'BANK_FILE'
      | 'BANK_ENTRY'
      | 'TRANSFER'
      | 'REPORT'
      | 'CALL'
      | 'CASE'
      | 'REFUND'
      | 'CALLBACK'
    readonly at: string
    readonly text: string
  }>
}

/** What would become of a file of payouts. */
export interface PayoutFileLook {
  readonly rows: ReadonlyArray<{
    /** The first below the names of the columns is 1. */
    readonly row: number
    /** Where it begins in the file. */
    readonly line: number
    /** Its `id`. */
    readonly idPayout?: string
    /** VALID: it becomes a payout. INVALID: see errors. DUPLICATE: its ID stands above. EXISTS: another payout has its ID. MADE_BEFORE: this very payout was made before, and is not made again. */
    readonly fate: 'VALID' | 'INVALID' | 'DUPLICATE' | 'EXISTS' | 'MADE_BEFORE'
    /** The row above with the same ID; of a valid one: with the same payee and amount. */
    readonly duplicateOf?: number
    /** What is paid out. */
    readonly money?: Money
    /** What you are charged for it, without VAT. */
    readonly fee?: Money
    /** Where VAT is levied on the fee. */
    readonly vat?: Money
    readonly paymentMethodCode?: string
    readonly accountName?: string
    readonly accountNumber?: string
    readonly errors?: ReadonlyArray<{
      /** Left out: the row as a whole. */
      readonly column?: string
      readonly code: string
      readonly message: string
    }>
  }>
  /** By currency. */
  readonly totals: ReadonlyArray<{
    /** Of all valid rows in this currency. */
    readonly money: Money
    /** Their fees, with VAT. */
    readonly fee: Money
    /** What the balance has. */
    readonly available: Money
    /** The balance has both. */
    readonly suffices: boolean
    /** The rows together, those that were made before too, are more than one act of whoever asks may move. */
    readonly beyondLimit: boolean
    readonly rows: number
  }>
  /** No row has a fault, at least one is valid, and the balance has it all: it can be paid. */
  readonly isGood: boolean
  /** Somebody signed in must show again that it is them, by the amount. */
  readonly needsProof: boolean
  /** Of the file: SHA-256 in hex. It is paid by it. */
  readonly fingerprint: string
}

/** What became of a file of payouts. */
export interface PayoutFileResult {
  readonly rows: ReadonlyArray<{
    /** The first below the names of the columns is 1. */
    readonly row: number
    readonly idPayout: string
    /** MADE_BEFORE: by an earlier request. REFUSED: see problem; no payout was made of it. UNKNOWN: nobody can say; send the file again. */
    readonly outcome: 'MADE' | 'MADE_BEFORE' | 'REFUSED' | 'UNKNOWN'
    readonly problem?: {
      readonly code: string
      readonly detail: string
    }
  }>
  readonly made: number
  readonly refused: number
  /** The file has more rows than one request pays: send it again with this as `from`. */
  readonly nextRow?: number
}

/** Money of a payin, given back. */
export interface Refund {
  readonly idRefund: string
  readonly idPayin: string
  /** How much is given back. */
  readonly money: Money
  /** Why it is given back. */
  readonly reason: 'DUPLICATE' | 'FRAUD' | 'REQUESTED_BY_CUSTOMER' | 'OTHER'
  readonly note?: string
  /** How it goes now. NATIVE: the rail returns the payment. PAYOUT: by a payout. CLAIM: the payer says where to. MANUAL: the operator sends it. */
  readonly route: 'NATIVE' | 'PAYOUT' | 'CLAIM' | 'MANUAL'
  /** Left out: you have made it. OPERATOR: your operator, in your place. GATEWAY: by itself, of money that does not fit its payin. */
  readonly madeBy?: 'OPERATOR' | 'GATEWAY'
  /** While the status is AWAITING_PAYEE: the page for the payer, and for nobody else. Whoever has the link says where the money goes. Shown to tokens that may create this refund. */
  readonly claimUrl?: string
  readonly process: {
    /** SUCCESS, FAILED and EXPIRED are final. EXPIRED: nobody claimed it, and the money is yours again. */
    readonly status: 'NEW' | 'PENDING' | 'AWAITING_PAYEE' | 'SUCCESS' | 'FAILED' | 'EXPIRED'
    /** When the refund was accepted. */
    readonly createdAt: string
    /** When it became SUCCESS, FAILED or EXPIRED. */
    readonly processedAt?: string
    /** Until when the payer can claim it. */
    readonly expireAt?: string
    readonly isTest: boolean
    /** The processor's own word for the state. */
    readonly processorStatus?: string
  }
  /** Why a FAILED refund failed. */
  readonly failureReasonCode?: string
  /** What the refund itself costs you at SUCCESS, without VAT. */
  readonly fee: Money
  /** Where VAT is levied on the fee. */
  readonly vat?: Money
}

/** A link by which payers pay without a shop. */
export interface PaymentLink {
  readonly idLink: string
  readonly title: string
  readonly reference?: string
  /** What each payment is of; left out: the payer says. */
  readonly money?: Money
  readonly openAmount?: {
    readonly currencyCode: string
    /** How many decimals an amount of it may have. */
    readonly fractionDigits: number
    /** The least. */
    readonly min?: Money
    /** The most. */
    readonly max?: Money
  }
  /** How many payments it takes; left out: any number. */
  readonly uses?: number
  /** How many payins by it are a SUCCESS. Money that came after its time counts: so it may be more than uses. */
  readonly paid: number
  /** How many are on their way. */
  readonly open: number
  /** OPEN: it takes payments. USED_UP: it has as many as it takes, paid or on their way. EXPIRED, CLOSED: its time is over, or you closed it. */
  readonly status: 'OPEN' | 'USED_UP' | 'EXPIRED' | 'CLOSED'
  /** What you give to payers, or print as a QR code. Left out while the gateway lacks the key that opens it. */
  readonly url?: string
  /** When it was made. */
  readonly createdAt: string
  /** From then on no payment begins by it. */
  readonly expireAt?: string
  /** When you closed it. */
  readonly closedAt?: string
  readonly isTest: boolean
  readonly returnUrl?: string
}

/** Money of one currency. */
export interface Balance {
  readonly currencyCode: string
  /** What can be paid out. */
  readonly available: Money
  /** The sum of the open payins. */
  readonly pending: Money
  /** Set aside for payouts under way. */
  readonly reserved: Money
}

/** A change of the available balance. */
export interface BalanceEntry {
  readonly at: string
  /** What was added to the available balance; below zero: taken from it. */
  readonly money: Money
  /** settlement: paid out to you by your terms. funding: a top-up, an opening balance, or a settlement that was made by hand. */
  readonly kind: 'payin' | 'payout' | 'refund' | 'settlement' | 'funding'
  readonly reason?: string
  readonly idPayin?: string
  readonly idPayout?: string
  readonly idRefund?: string
  readonly idSettlement?: string
}

/** What was paid out to you by your terms. */
export interface Settlement {
  /** Made of its currency and day. */
  readonly idSettlement: string
  /** The settlement day, in the zone of your terms: YYYY-MM-DD. */
  readonly day: string
  /** What is paid out to you. It left your available balance when the settlement was made. */
  readonly money: Money
  /** How it is paid to you. */
  readonly paymentMethodCode: string
  readonly process: {
    readonly status: 'NEW' | 'PENDING' | 'SUCCESS' | 'REFUSED' | 'FAILED'
    readonly createdAt: string
    /** When it came to its end. */
    readonly processedAt?: string
    readonly isTest: boolean
  }
  /** Why it failed: the money is available again, and settled by a later run. */
  readonly failureReasonCode?: string
}

/** What you had, and what you have. */
export interface Statement {
  readonly idStatement: string
  readonly merchantCode: string
  readonly currencyCode: string
  /** Counts the statements of this currency from 1, without gaps. */
  readonly number: number
  /** When its period begins: when the one before ended. */
  readonly from: string
  /** When its period ended. */
  readonly until: string
  /** Whose months it goes by. */
  readonly zone: string
  readonly isTest: boolean
  /** From then on it never changes. */
  readonly issuedAt: string
  /** How many lines it has. */
  readonly entries: number
  readonly opening: {
    /** What you have: available and reserved. */
    readonly total: Money
    /** What can be paid out. */
    readonly available: Money
    /** Set aside for payments under way. */
    readonly reserved: Money
  }
  readonly closing: {
    /** What you have: available and reserved. */
    readonly total: Money
    /** What can be paid out. */
    readonly available: Money
    /** Set aside for payments under way. */
    readonly reserved: Money
  }
  readonly totals?: ReadonlyArray<{
    /** payin, payout, refund, settlement, or funding: money without a payment. */
    readonly kind: string
    readonly entries: number
    /** Before fee and VAT; below zero: out. */
    readonly gross: Money
    /** What was charged. */
    readonly fee: Money
    /** On the fee. */
    readonly vat: Money
    /** By how much you have more. */
    readonly net: Money
  }>
  /** As they stood when it was issued. */
  readonly parties: {
    readonly issuer?: {
      readonly name: string
      readonly address?: ReadonlyArray<string>
      /** ISO 3166-1 alpha-2. */
      readonly country?: string
      readonly taxId?: string
    }
    readonly recipient: {
      readonly name: string
      readonly address?: ReadonlyArray<string>
      /** ISO 3166-1 alpha-2. */
      readonly country?: string
      readonly taxId?: string
    }
  }
}

/** A statement with its lines. */
export interface StatementDetail {
  readonly idStatement: string
  readonly merchantCode: string
  readonly currencyCode: string
  /** Counts the statements of this currency from 1, without gaps. */
  readonly number: number
  /** When its period begins: when the one before ended. */
  readonly from: string
  /** When its period ended. */
  readonly until: string
  /** Whose months it goes by. */
  readonly zone: string
  readonly isTest: boolean
  /** From then on it never changes. */
  readonly issuedAt: string
  /** How many lines it has. */
  readonly entries: number
  readonly opening: {
    /** What you have: available and reserved. */
    readonly total: Money
    /** What can be paid out. */
    readonly available: Money
    /** Set aside for payments under way. */
    readonly reserved: Money
  }
  readonly closing: {
    /** What you have: available and reserved. */
    readonly total: Money
    /** What can be paid out. */
    readonly available: Money
    /** Set aside for payments under way. */
    readonly reserved: Money
  }
  readonly totals?: ReadonlyArray<{
    /** payin, payout, refund, settlement, or funding: money without a payment. */
    readonly kind: string
    readonly entries: number
    /** Before fee and VAT; below zero: out. */
    readonly gross: Money
    /** What was charged. */
    readonly fee: Money
    /** On the fee. */
    readonly vat: Money
    /** By how much you have more. */
    readonly net: Money
  }>
  /** As they stood when it was issued. */
  readonly parties: {
    readonly issuer?: {
      readonly name: string
      readonly address?: ReadonlyArray<string>
      /** ISO 3166-1 alpha-2. */
      readonly country?: string
      readonly taxId?: string
    }
    readonly recipient: {
      readonly name: string
      readonly address?: ReadonlyArray<string>
      /** ISO 3166-1 alpha-2. */
      readonly country?: string
      readonly taxId?: string
    }
  }
  readonly lines: ReadonlyArray<{
    /** When it was booked. One from before the period was committed after the statement before was issued. */
    readonly at: string
    /** payin, payout, refund, settlement, or funding: money without a payment. */
    readonly kind: string
    /** Your own ID, of a payment. */
    readonly id?: string
    /** paymentMethodCode */
    readonly method?: string
    readonly reason?: string
    /** Names this line, in every format and for ever. */
    readonly reference: string
    /** Before fee and VAT; below zero: out. */
    readonly gross: number
    /** What was charged. */
    readonly fee: number
    /** On the fee. */
    readonly vat: number
    /** By how much you have more: gross − fee − vat. 0 of a payment that is only set aside or released. */
    readonly net: number
    /** By how much more can be paid out. */
    readonly available: number
    /** By how much more is set aside. */
    readonly reserved: number
    /** What you have after it: available and reserved. */
    readonly balance: number
  }>
}

/** An invoice for the fees of a month. */
export interface Invoice {
  /** Its number: those of a series follow each other without gaps. */
  readonly idInvoice: string
  readonly merchantCode: string
  readonly currencyCode: string
  readonly month: string
  /** From the first to the last whose fees it has. */
  readonly statements: ReadonlyArray<string>
  readonly isTest: boolean
  /** From then on it never changes. */
  readonly issuedAt: string
  /** As they stood when it was issued. */
  readonly parties: {
    readonly issuer?: {
      readonly name: string
      readonly address?: ReadonlyArray<string>
      /** ISO 3166-1 alpha-2. */
      readonly country?: string
      readonly taxId?: string
    }
    readonly recipient: {
      readonly name: string
      readonly address?: ReadonlyArray<string>
      /** ISO 3166-1 alpha-2. */
      readonly country?: string
      readonly taxId?: string
    }
  }
  readonly lines: ReadonlyArray<{
    /** A share of the fee: 0.07 is 7 %; other: a rate that is no longer in use. */
    readonly vatRate: string
    /** Without VAT. */
    readonly fee: Money
    /** VAT on it. */
    readonly vat: Money
  }>
  /** All fees, without VAT. */
  readonly fee: Money
  /** All VAT. */
  readonly vat: Money
  /** Fees and VAT; already taken off when they were charged. */
  readonly total: Money
}

/** A credit note for fees that were given back. Its amounts are positive. */
export interface CreditNote {
  /** Its number: those of a series follow each other without gaps. */
  readonly idCreditNote: string
  readonly merchantCode: string
  readonly currencyCode: string
  readonly month: string
  /** From the first to the last whose fees it has. */
  readonly statements: ReadonlyArray<string>
  readonly isTest: boolean
  /** From then on it never changes. */
  readonly issuedAt: string
  /** As they stood when it was issued. */
  readonly parties: {
    readonly issuer?: {
      readonly name: string
      readonly address?: ReadonlyArray<string>
      /** ISO 3166-1 alpha-2. */
      readonly country?: string
      readonly taxId?: string
    }
    readonly recipient: {
      readonly name: string
      readonly address?: ReadonlyArray<string>
      /** ISO 3166-1 alpha-2. */
      readonly country?: string
      readonly taxId?: string
    }
  }
  readonly lines: ReadonlyArray<{
    /** A share of the fee: 0.07 is 7 %; other: a rate that is no longer in use. */
    readonly vatRate: string
    /** Without VAT. */
    readonly fee: Money
    /** VAT on it. */
    readonly vat: Money
  }>
  /** The invoices that charged what is given back, the oldest first, 100 at most; none of charges that no invoice has. */
  readonly corrects: ReadonlyArray<string>
  /** All fees that were given back, without VAT. */
  readonly fee: Money
  /** All VAT that was given back. */
  readonly vat: Money
  /** Fees and VAT; already on the balance since they were given back. */
  readonly total: Money
}

/** What payments come to. */
export interface VolumeReport {
  /** The first day that is counted. */
  readonly firstDay: string
  /** The last one. */
  readonly lastDay: string
  /** When the first day begins; left out where the merchants differ in their zones. */
  readonly from?: string
  /** Before when the last day ends. */
  readonly to?: string
  /** Whose days they are; left out where the merchants differ: then each has its own. */
  readonly zone?: string
  /** What has happened before it is in the figures; left out while nothing is counted yet. */
  readonly countedUntil?: string
  /** Older payments are still being counted: there will be more. */
  readonly countsHistory: boolean
  readonly data: ReadonlyArray<{
    /** A day, or a month: only by day or month. */
    readonly period?: string
    /** When that day or month begins; left out where the merchants differ in their zones. */
    readonly from?: string
    /** Before when it ends. */
    readonly to?: string
    /** payin, payout, refund or settlement. */
    readonly kind: string
    readonly currencyCode: string
    /** Only by method. */
    readonly paymentMethodCode?: string
    /** Only by operator; left out of payments without one. */
    readonly paymentOperatorCode?: string
    /** How many were made. */
    readonly created: number
    /** How many of these are a SUCCESS by now. */
    readonly succeeded: number
    /** What those that were made come to. */
    readonly createdMoney: Money
    /** What those that succeeded come to. */
    readonly succeededMoney: Money
    /** On those that succeeded. */
    readonly fee: Money
    /** On the fee. */
    readonly vat: Money
  }>
}

/** How many payments succeeded. */
export interface SuccessRateReport {
  /** The first day that is counted. */
  readonly firstDay: string
  /** The last one. */
  readonly lastDay: string
  /** When the first day begins; left out where the merchants differ in their zones. */
  readonly from?: string
  /** Before when the last day ends. */
  readonly to?: string
  /** Whose days they are; left out where the merchants differ: then each has its own. */
  readonly zone?: string
  /** What has happened before it is in the figures; left out while nothing is counted yet. */
  readonly countedUntil?: string
  /** Older payments are still being counted: there will be more. */
  readonly countsHistory: boolean
  readonly data: ReadonlyArray<{
    /** A day, or a month: only by day or month. */
    readonly period?: string
    /** When that day or month begins; left out where the merchants differ in their zones. */
    readonly from?: string
    /** Before when it ends. */
    readonly to?: string
    /** payin, payout, refund or settlement. */
    readonly kind: string
    readonly currencyCode: string
    /** Only by method. */
    readonly paymentMethodCode?: string
    /** Only by operator; left out of payments without one. */
    readonly paymentOperatorCode?: string
    /** How many were made. */
    readonly created: number
    /** How many of these are a SUCCESS by now. */
    readonly succeeded: number
    readonly failed: number
    readonly refused: number
    readonly expired: number
    /** How many have not come to an end. */
    readonly open: number
    /** Of those that have come to an end, as `0.9731`; left out where none has. */
    readonly successRate?: string
  }>
}

/** How long payments took to their SUCCESS. */
export interface TimeToMoneyReport {
  /** The first day that is counted. */
  readonly firstDay: string
  /** The last one. */
  readonly lastDay: string
  /** When the first day begins; left out where the merchants differ in their zones. */
  readonly from?: string
  /** Before when the last day ends. */
  readonly to?: string
  /** Whose days they are; left out where the merchants differ: then each has its own. */
  readonly zone?: string
  /** What has happened before it is in the figures; left out while nothing is counted yet. */
  readonly countedUntil?: string
  /** Older payments are still being counted: there will be more. */
  readonly countsHistory: boolean
  readonly data: ReadonlyArray<{
    /** A day, or a month: only by day or month. */
    readonly period?: string
    /** When that day or month begins; left out where the merchants differ in their zones. */
    readonly from?: string
    /** Before when it ends. */
    readonly to?: string
    /** payin, payout, refund or settlement. */
    readonly kind: string
    readonly currencyCode: string
    /** Only by method. */
    readonly paymentMethodCode?: string
    /** Only by operator; left out of payments without one. */
    readonly paymentOperatorCode?: string
    /** How many were made. */
    readonly created: number
    /** How many of these are a SUCCESS by now. */
    readonly succeeded: number
    /** From the create to the SUCCESS, on average. */
    readonly averageSecs?: number
    /** Half of them were a SUCCESS within so many seconds: one of 10, 30, 60, 120, 300, 900, 3600, 21600, 86400; left out where it is later. */
    readonly halfWithinSecs?: number
    /** The same of nine in ten. */
    readonly ninetyPercentWithinSecs?: number
    /** How many were a SUCCESS within so many seconds. */
    readonly within: {
      readonly secs10: number
      readonly secs30: number
      readonly secs60: number
      readonly secs120: number
      readonly secs300: number
      readonly secs900: number
      readonly secs3600: number
      readonly secs21600: number
      readonly secs86400: number
    }
  }>
}

/** A callback of a payment, and what became of it. */
export interface AnnouncedCallback {
  readonly merchantCode: string
  readonly kind: string
  /** Merchant Order ID of the payment. */
  readonly id: string
  /** Counts the payment's callbacks from 1. */
  readonly sequence: number
  /** What the payment had become. */
  readonly status: string
  readonly at: string
  /** SUPERSEDED: a newer one took its place. ENDED: the receiver answered 410. */
  readonly state: 'WAITING' | 'SENDING' | 'DELIVERED' | 'SUPERSEDED' | 'ABANDONED' | 'ENDED'
  readonly nextAttemptAt?: string
  /** Where it is sent to. */
  readonly url: string
  /** As `webhook-id` was sent: the same for every attempt. */
  readonly webhookId: string
  /** The body, to the byte: the same for every attempt. What is signed is webhookId, a dot, webhookTimestamp, a dot, and this. */
  readonly body: string
  /** The latest ten, oldest first. */
  readonly attempts: ReadonlyArray<{
    readonly attempt: number
    readonly at: string
    readonly outcome: string
    /** What the receiver answered; left out where there was no answer. */
    readonly httpStatus?: number
    readonly durationMs?: number
    /** As it was sent; left out where nothing was. */
    readonly webhookTimestamp?: string
    /** Why there was no answer. */
    readonly problem?: string
  }>
}

/** Of a range, what is sent again. */
export interface RedeliveredRange {
  readonly dryRun: boolean
  /** How many there are, from the cursor on, among the first 20000 callbacks. */
  readonly matching: number
  /** How many are sent again by this call, 500 at most; 0 in a dry run. */
  readonly redelivered: number
  /** Matching and not sent by this call. */
  readonly left: number
  /** Give it as cursor, with all else as it was, to go on; left out: none is left. */
  readonly nextCursor?: string
}

/** A row of the code list of currencies. */
export interface Currency {
  readonly code: string
  readonly name: string
  readonly fractionDigits: number
  readonly kind: 'FIAT' | 'CRYPTO'
}

/** A row of the code list of operators. */
export interface PaymentOperator {
  readonly code: string
  readonly name: string
  readonly paymentMethodCode: string
  readonly currencyCode: string
}

/** A way to top up. */
export interface TopupOption {
  readonly paymentTypeCode: 'TOPUP_WALLET'
  readonly paymentMethodCode: string
  readonly currencyCode: string
  readonly paymentOperators: ReadonlyArray<{
    readonly code: string
    readonly name: string
  }>
}

/** A pair for which rates are usually held. */
export interface FxRate {
  readonly baseCurrencyCode: string
  readonly quoteCurrencyCode: string
}

/** A rate that is valid now. */
export interface FxRatePair {
  readonly baseCurrencyCode: string
  readonly quoteCurrencyCode: string
  /** Units of the quote currency for one of the base currency. */
  readonly rate: number
  readonly validFrom: string
  readonly validTo: string
}

/** Your name, as payers may see it. */
export interface MerchantInfo {
  readonly channelInfo: {
    readonly name: string
    /** A picture: its path at this gateway. */
    readonly logo?: string
    /** #rrggbb */
    readonly colour?: string
  }
}

/** What `paymentMethod` of a payin takes, by method and currency. */
export interface PayinMethods {
  /** South African clients of Absa approve the payment in their banking app. */
  ABSA_PAY: {
    ZAR: {
      /** ABSA: Absa Pay */
      readonly paymentOperatorCode?: 'ABSA' | (string & Record<never, never>)
      readonly account: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Thandi Nkosi */
        readonly accountName: string
        /** Absa account number. For example 4051234567 */
        readonly accountNumber?: string
      }
      /** E-mail address of the customer. Always validated. For example customer@example.com */
      readonly emailAddress?: string
      /** Phone number of the customer, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
    }
  }
  /** South African clients of Capitec approve the payment in their banking app. */
  CAPITEC_PAY: {
    ZAR: {
      /** CAPITEC: Capitec Pay */
      readonly paymentOperatorCode?: 'CAPITEC' | (string & Record<never, never>)
      readonly account?: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Somchai Jaidee */
        readonly accountName?: string
        /** Cellphone, identity or account number at Capitec. For example 0821234567 */
        readonly accountNumber?: string
      }
      /** E-mail address of the customer. Always validated. For example customer@example.com */
      readonly emailAddress?: string
      /** Phone number of the customer, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
    }
  }
  /** Taiwanese payers pay in cash at a convenience store's till. */
  CODE_PAYMENT: {
    TWD: {
      /** FAMILY: FamilyMart FamiPort, HILIFE: Hi-Life Life-ET, IBON: 7-ELEVEN ibon, OK: OK Mart OK-go */
      readonly paymentOperatorCode?: 'FAMILY' | 'HILIFE' | 'IBON' | 'OK' | (string & Record<never, never>)
      readonly account: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example 王小明 */
        readonly accountName: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
      }
      /** E-mail address of the customer. Always validated. For example hsiaoming.wang@example.com */
      readonly emailAddress: string
      /** Phone number of the customer, best in international form: +66812345678. For example +886912345678 */
      readonly phoneNumber: string
      /** Where the customer pays: at least one of its fields. */
      readonly paymentLocation: {
        readonly code?: string
        readonly name?: string
        readonly address?: string
        readonly city?: string
      }
    }
  }
  /** USDC or USDT to an address created for this payment, on the chosen network. */
  CRYPTO_OFFLINE: {
    USDC: {
      /** USDC_ARBITRUM: USDC on Arbitrum One, USDC_BASE: USDC on Base, USDC_ERC20: USDC on Ethereum, USDC_POLYGON: USDC on Polygon PoS */
      readonly paymentOperatorCode?:
        | 'USDC_ARBITRUM'
        | 'USDC_BASE'
        | 'USDC_ERC20'
        | 'USDC_POLYGON'
        | (string & Record<never, never>)
      readonly account?: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Somchai Jaidee */
        readonly accountName?: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
      }
      /** E-mail address of the customer. Always validated. For example customer@example.com */
      readonly emailAddress?: string
      /** Phone number of the customer, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
    }
    USDT: {
      /** USDT_ERC20: USDT on Ethereum, USDT_POLYGON: USDT on Polygon PoS, USDT_TRC20: USDT on TRON */
      readonly paymentOperatorCode?:
        | 'USDT_ERC20'
        | 'USDT_POLYGON'
        | 'USDT_TRC20'
        | (string & Record<never, never>)
      readonly account?: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Somchai Jaidee */
        readonly accountName?: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
      }
      /** E-mail address of the customer. Always validated. For example customer@example.com */
      readonly emailAddress?: string
      /** Phone number of the customer, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
    }
  }
  /** Malaysia's national QR code, for every bank and wallet there. */
  DUITNOW: {
    MYR: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode?: string
      readonly account?: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Somchai Jaidee */
        readonly accountName?: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
      }
      /** E-mail address of the customer. Always validated. For example customer@example.com */
      readonly emailAddress?: string
      /** Phone number of the customer, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
    }
  }
  /** OVO, DANA, ShopeePay, LinkAja and GoPay behind one method. */
  EWALLET: {
    IDR: {
      /** DANA: DANA, GOPAY: GoPay, LINKAJA: LinkAja, OVO: OVO, SHOPEEPAY: ShopeePay */
      readonly paymentOperatorCode?:
        | 'DANA'
        | 'GOPAY'
        | 'LINKAJA'
        | 'OVO'
        | 'SHOPEEPAY'
        | (string & Record<never, never>)
      readonly account?: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Somchai Jaidee */
        readonly accountName?: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
      }
      /** E-mail address of the customer. Always validated. For example customer@example.com */
      readonly emailAddress?: string
      /** Phone number of the customer, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
    }
  }
  /** South African clients of FNB approve a transfer in their online banking. */
  FNB_DIRECT_EFT: {
    ZAR: {
      /** FNB: First National Bank */
      readonly paymentOperatorCode?: 'FNB' | (string & Record<never, never>)
      readonly account?: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Somchai Jaidee */
        readonly accountName?: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
      }
      /** E-mail address of the customer. Always validated. For example customer@example.com */
      readonly emailAddress?: string
      /** Phone number of the customer, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
    }
  }
  /** Malaysia's online banking transfer, confirmed while the payer waits. */
  FPX: {
    MYR: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode?: string
      readonly account?: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Somchai Jaidee */
        readonly accountName?: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
      }
      /** E-mail address of the customer. Always validated. For example customer@example.com */
      readonly emailAddress?: string
      /** Phone number of the customer, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
    }
  }
  /** Money on the phone: M-Pesa, MTN, Airtel and others in Ghana, Kenya, Tanzania and Zambia. */
  MOBILE_MONEY: {
    GHS: {
      /** AIRTELTIGO_GHA: AirtelTigo Money (AT), MTN_MOMO_GHA: MTN Mobile Money, VODAFONE_GHA: Telecel Cash (ex Vodafone Cash) */
      readonly paymentOperatorCode?:
        | 'AIRTELTIGO_GHA'
        | 'MTN_MOMO_GHA'
        | 'VODAFONE_GHA'
        | (string & Record<never, never>)
      readonly account: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Ama Mensah */
        readonly accountName: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
      }
      /** E-mail address of the customer. Always validated. For example customer@example.com */
      readonly emailAddress?: string
      /** Phone number of the customer, best in international form: +66812345678. For example +233241234567 */
      readonly phoneNumber?: string
    }
    KES: {
      /** AIRTEL_KEN: Airtel Money, EQUITEL_KEN: Equitel (Finserve), MPESA_KEN: M-Pesa (Safaricom) */
      readonly paymentOperatorCode?:
        | 'AIRTEL_KEN'
        | 'EQUITEL_KEN'
        | 'MPESA_KEN'
        | (string & Record<never, never>)
      readonly account: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Ama Mensah */
        readonly accountName: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
      }
      /** E-mail address of the customer. Always validated. For example customer@example.com */
      readonly emailAddress?: string
      /** Phone number of the customer, best in international form: +66812345678. For example +254712345678 */
      readonly phoneNumber?: string
    }
    TZS: {
      /** AIRTEL_TZA: Airtel Money, HALOTEL_TZA: HaloPesa (Halotel), TIGO_TZA: Mixx by Yas (ex Tigo Pesa), VODACOM_TZA: M-Pesa (Vodacom) */
      readonly paymentOperatorCode?:
        | 'AIRTEL_TZA'
        | 'HALOTEL_TZA'
        | 'TIGO_TZA'
        | 'VODACOM_TZA'
        | (string & Record<never, never>)
      readonly account: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Ama Mensah */
        readonly accountName: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
      }
      /** E-mail address of the customer. Always validated. For example customer@example.com */
      readonly emailAddress?: string
      /** Phone number of the customer, best in international form: +66812345678. For example +255754123456 */
      readonly phoneNumber?: string
    }
    ZMW: {
      /** AIRTEL_OAPI_ZMB: Airtel Money, MTN_MOMO_ZMB: MTN Mobile Money, ZAMTEL_ZMB: Zamtel Kwacha */
      readonly paymentOperatorCode?:
        | 'AIRTEL_OAPI_ZMB'
        | 'MTN_MOMO_ZMB'
        | 'ZAMTEL_ZMB'
        | (string & Record<never, never>)
      readonly account: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Ama Mensah */
        readonly accountName: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
      }
      /** E-mail address of the customer. Always validated. For example customer@example.com */
      readonly emailAddress?: string
      /** Phone number of the customer, best in international form: +66812345678. For example +260971234567 */
      readonly phoneNumber?: string
    }
  }
  /** Vietnam's most used wallet. */
  MOMOPAY: {
    VND: {
      /** MOMO: MoMo */
      readonly paymentOperatorCode?: 'MOMO' | (string & Record<never, never>)
      readonly account?: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Somchai Jaidee */
        readonly accountName?: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
      }
      /** E-mail address of the customer. Always validated. For example customer@example.com */
      readonly emailAddress?: string
      /** Phone number of the customer, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
    }
  }
  /** South African clients of Nedbank approve a transfer in their online banking. */
  NEDBANK_DIRECT_EFT: {
    ZAR: {
      /** NEDBANK: Nedbank */
      readonly paymentOperatorCode?: 'NEDBANK' | (string & Record<never, never>)
      readonly account?: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Somchai Jaidee */
        readonly accountName?: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
      }
      /** E-mail address of the customer. Always validated. For example customer@example.com */
      readonly emailAddress?: string
      /** Phone number of the customer, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
    }
  }
  /** Indian payers are sent to an online payment service and pay there with their UPI ID. */
  NETBANKING: {
    INR: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode?: string
      readonly account?: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Asha Rao */
        readonly accountName?: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
      }
      /** E-mail address of the customer. Always validated. For example asha.rao@example.com */
      readonly emailAddress?: string
      /** Phone number of the customer, best in international form: +66812345678. For example +919876543210 */
      readonly phoneNumber?: string
    }
  }
  /** The payer transfers to the account shown, in twelve currencies. Slower, and more often abandoned. */
  OFFLINE: {
    ARS: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode?: string
      readonly account?: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Somchai Jaidee */
        readonly accountName?: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
      }
      /** E-mail address of the customer. Always validated. For example customer@example.com */
      readonly emailAddress?: string
      /** Phone number of the customer, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
      /** CUIT or CUIL. For example 20301234563 */
      readonly taxId: string
      /** Your identifier of what is sold; returned in the response. For example SKU-4711 */
      readonly productId?: string
    }
    CNY: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode?: string
      readonly account?: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Somchai Jaidee */
        readonly accountName?: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
      }
      /** E-mail address of the customer. Always validated. For example customer@example.com */
      readonly emailAddress?: string
      /** Phone number of the customer, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
      /** The customer's tax number. For example 20301234563 */
      readonly taxId?: string
      /** Your identifier of what is sold; returned in the response. For example SKU-4711 */
      readonly productId?: string
    }
    JPY: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode?: string
      readonly account?: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Somchai Jaidee */
        readonly accountName?: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
      }
      /** E-mail address of the customer. Always validated. For example taro.test@example.com */
      readonly emailAddress: string
      /** Phone number of the customer, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
      /** The customer's tax number. For example 20301234563 */
      readonly taxId?: string
      /** Your identifier of what is sold; returned in the response. For example SKU-4711 */
      readonly productId?: string
    }
    KRW: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode?: string
      readonly account: {
        /** Name the transfer will come from. For example 김민수 */
        readonly accountName: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
      }
      /** E-mail address of the customer. Always validated. For example customer@example.com */
      readonly emailAddress?: string
      /** Phone number of the customer, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
      /** The customer's tax number. For example 20301234563 */
      readonly taxId?: string
      /** Your identifier of what is sold; returned in the response. For example SKU-4711 */
      readonly productId?: string
    }
    LAK: {
      /** ACLEDA: ACLEDA Bank Lao, APB: Agricultural Promotion Bank, BCEL: Banque pour le Commerce Exterieur Lao (BCEL One), BIC: BIC Bank Lao, IB: Indochina Bank (IB Cool), JDB: Joint Development Bank (JDB Yes Pay), KASIKORN: Kasikornbank Lao, LDB: Lao Development Bank (LDB Trust), LVB: Lao-Viet Bank, MJBL: Maruhan Japan Bank Lao, VIETIN: VietinBank Lao */
      readonly paymentOperatorCode?:
        | 'ACLEDA'
        | 'APB'
        | 'BCEL'
        | 'BIC'
        | 'IB'
        | 'JDB'
        | 'KASIKORN'
        | 'LDB'
        | 'LVB'
        | 'MJBL'
        | 'VIETIN'
        | (string & Record<never, never>)
      readonly account?: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Somchai Jaidee */
        readonly accountName?: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
      }
      /** E-mail address of the customer. Always validated. For example customer@example.com */
      readonly emailAddress?: string
      /** Phone number of the customer, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
      /** The customer's tax number. For example 20301234563 */
      readonly taxId?: string
      /** Your identifier of what is sold; returned in the response. For example SKU-4711 */
      readonly productId?: string
    }
    MXN: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode?: string
      readonly account?: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Somchai Jaidee */
        readonly accountName?: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
      }
      /** E-mail address of the customer. Always validated. For example customer@example.com */
      readonly emailAddress?: string
      /** Phone number of the customer, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
      /** The customer's tax number. For example 20301234563 */
      readonly taxId?: string
      /** Your identifier of what is sold; returned in the response. For example SKU-4711 */
      readonly productId?: string
    }
    NAD: {
      /** BW: Bank Windhoek, FNBN: FNB Namibia, LETS: Letshego Bank Namibia, NEDN: Nedbank Namibia, SBN: Standard Bank Namibia */
      readonly paymentOperatorCode?: 'BW' | 'FNBN' | 'LETS' | 'NEDN' | 'SBN' | (string & Record<never, never>)
      readonly account?: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Somchai Jaidee */
        readonly accountName?: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
      }
      /** E-mail address of the customer. Always validated. For example customer@example.com */
      readonly emailAddress?: string
      /** Phone number of the customer, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
      /** The customer's tax number. For example 20301234563 */
      readonly taxId?: string
      /** Your identifier of what is sold; returned in the response. For example SKU-4711 */
      readonly productId?: string
    }
    NGN: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode?: string
      readonly account?: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Somchai Jaidee */
        readonly accountName?: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
      }
      /** E-mail address of the customer. Always validated. For example customer@example.com */
      readonly emailAddress?: string
      /** Phone number of the customer, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
      /** The customer's tax number. For example 20301234563 */
      readonly taxId?: string
      /** Your identifier of what is sold; returned in the response. For example SKU-4711 */
      readonly productId?: string
    }
    PHP: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode?: string
      readonly account?: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Somchai Jaidee */
        readonly accountName?: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
      }
      /** E-mail address of the customer. Always validated. For example customer@example.com */
      readonly emailAddress?: string
      /** Phone number of the customer, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
      /** The customer's tax number. For example 20301234563 */
      readonly taxId?: string
      /** Your identifier of what is sold; returned in the response. For example SKU-4711 */
      readonly productId?: string
    }
    THB: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode?: string
      readonly account?: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Somchai Jaidee */
        readonly accountName?: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
      }
      /** E-mail address of the customer. Always validated. For example customer@example.com */
      readonly emailAddress?: string
      /** Phone number of the customer, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
      /** The customer's tax number. For example 20301234563 */
      readonly taxId?: string
      /** Your identifier of what is sold; returned in the response. For example SKU-4711 */
      readonly productId?: string
    }
    VND: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode?: string
      readonly account?: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Somchai Jaidee */
        readonly accountName?: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
      }
      /** E-mail address of the customer. Always validated. For example customer@example.com */
      readonly emailAddress?: string
      /** Phone number of the customer, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
      /** The customer's tax number. For example 20301234563 */
      readonly taxId?: string
      /** Your identifier of what is sold; returned in the response. For example SKU-4711 */
      readonly productId?: string
    }
    ZAR: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode?: string
      readonly account?: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Somchai Jaidee */
        readonly accountName?: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
      }
      /** E-mail address of the customer. Always validated. For example customer@example.com */
      readonly emailAddress?: string
      /** Phone number of the customer, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
      /** The customer's tax number. For example 20301234563 */
      readonly taxId?: string
      /** Your identifier of what is sold; returned in the response. For example SKU-4711 */
      readonly productId?: string
    }
  }
  /** The payer is sent to their bank or a transfer service and pays from their account. */
  ONLINE: {
    INR: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode?: string
      readonly account?: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Somchai Jaidee */
        readonly accountName?: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
      }
      /** E-mail address of the customer. Always validated. For example customer@example.com */
      readonly emailAddress?: string
      /** Phone number of the customer, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
    }
    MYR: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode?: string
      readonly account?: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Somchai Jaidee */
        readonly accountName?: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
      }
      /** E-mail address of the customer. Always validated. For example customer@example.com */
      readonly emailAddress?: string
      /** Phone number of the customer, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
    }
    NAD: {
      /** BW: Bank Windhoek, FNBN: FNB Namibia, LETS: Letshego Bank Namibia, NEDN: Nedbank Namibia, SBN: Standard Bank Namibia */
      readonly paymentOperatorCode?: 'BW' | 'FNBN' | 'LETS' | 'NEDN' | 'SBN' | (string & Record<never, never>)
      readonly account?: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Somchai Jaidee */
        readonly accountName?: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
      }
      /** E-mail address of the customer. Always validated. For example customer@example.com */
      readonly emailAddress?: string
      /** Phone number of the customer, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
    }
    THB: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode?: string
      readonly account?: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Somchai Jaidee */
        readonly accountName?: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
      }
      /** E-mail address of the customer. Always validated. For example customer@example.com */
      readonly emailAddress?: string
      /** Phone number of the customer, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
    }
    VND: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode?: string
      readonly account?: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Somchai Jaidee */
        readonly accountName?: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
      }
      /** E-mail address of the customer. Always validated. For example customer@example.com */
      readonly emailAddress?: string
      /** Phone number of the customer, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
    }
    ZAR: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode?: string
      readonly account?: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Somchai Jaidee */
        readonly accountName?: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
      }
      /** E-mail address of the customer. Always validated. For example customer@example.com */
      readonly emailAddress?: string
      /** Phone number of the customer, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
    }
  }
  /** Indian payers transfer to an account by IMPS and report the 12-digit reference of their transfer. Or: Indian payers scan a code, pay by UPI to an account, and report the 12-digit reference of their transfer. */
  P2A_V2: {
    INR:
      | {
          readonly paymentOperatorCode: 'IMPS'
          readonly account?: {
            /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Somchai Jaidee */
            readonly accountName?: string
            /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
            readonly accountNumber?: string
          }
          /** E-mail address of the customer. Always validated. For example customer@example.com */
          readonly emailAddress?: string
          /** Phone number of the customer, best in international form: +66812345678. For example +66812345678 */
          readonly phoneNumber?: string
        }
      | {
          readonly paymentOperatorCode?: 'UPI_QR'
          readonly account?: {
            /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Somchai Jaidee */
            readonly accountName?: string
            /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
            readonly accountNumber?: string
          }
          /** E-mail address of the customer. Always validated. For example customer@example.com */
          readonly emailAddress?: string
          /** Phone number of the customer, best in international form: +66812345678. For example +66812345678 */
          readonly phoneNumber?: string
        }
  }
  /** South Africa's instant request to pay, across banks. */
  PAYSHAP: {
    ZAR: {
      /** ABSA: Absa, AFRICAN: African Bank, CAPITEC: Capitec, DISCOVERY: Discovery Bank, FNB: FNB, INVESTEC: Investec, NEDBANK: Nedbank, STANDARD: Standard Bank */
      readonly paymentOperatorCode?:
        | 'ABSA'
        | 'AFRICAN'
        | 'CAPITEC'
        | 'DISCOVERY'
        | 'FNB'
        | 'INVESTEC'
        | 'NEDBANK'
        | 'STANDARD'
        | (string & Record<never, never>)
      readonly account: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Thandi Nkosi */
        readonly accountName: string
        /** ShapID. For example 0821234567@capitec */
        readonly accountNumber?: string
      }
      /** E-mail address of the customer. Always validated. For example customer@example.com */
      readonly emailAddress?: string
      /** Phone number of the customer, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
    }
  }
  /** A payment link between clients of the same South African bank. */
  PAY_ME: {
    ZAR: {
      /** PAY_ME: PayMe */
      readonly paymentOperatorCode?: 'PAY_ME' | (string & Record<never, never>)
      readonly account?: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Somchai Jaidee */
        readonly accountName?: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
      }
      /** E-mail address of the customer. Always validated. For example customer@example.com */
      readonly emailAddress?: string
      /** Phone number of the customer, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
    }
  }
  /** Brazil's instant payment, from every bank. */
  PIXQR: {
    BRL: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode?: string
      readonly account?: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Somchai Jaidee */
        readonly accountName?: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
      }
      /** E-mail address of the customer. Always validated. For example customer@example.com */
      readonly emailAddress?: string
      /** Phone number of the customer, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
    }
  }
  /** Thailand's national QR code, for every bank there. */
  PROMPTPAY: {
    THB: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode?: string
      readonly account: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Somchai Jaidee */
        readonly accountName?: string
        /** Account the money will come from. For example 1234567890 */
        readonly accountNumber: string
      }
      /** E-mail address of the customer. Always validated. For example customer@example.com */
      readonly emailAddress?: string
      /** Phone number of the customer, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
    }
  }
  /** Colombia's payment button: a debit from any bank account, approved at the bank. */
  PSE: {
    COP: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode?: string
      readonly account?: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Somchai Jaidee */
        readonly accountName?: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
      }
      /** E-mail address of the customer. Always validated. For example customer@example.com */
      readonly emailAddress?: string
      /** Phone number of the customer, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
    }
  }
  /** Indonesia's national QR code, for every bank and wallet there. */
  QRISPAY: {
    IDR: {
      /** QRIS: QRIS (any bank or wallet) */
      readonly paymentOperatorCode?: 'QRIS' | (string & Record<never, never>)
      readonly account?: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Somchai Jaidee */
        readonly accountName?: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
      }
      /** E-mail address of the customer. Always validated. For example customer@example.com */
      readonly emailAddress?: string
      /** Phone number of the customer, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
    }
  }
  /** The national QR code of the Philippines, settled by InstaPay. */
  QRPH: {
    PHP: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode?: string
      readonly account?: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Somchai Jaidee */
        readonly accountName?: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
      }
      /** E-mail address of the customer. Always validated. For example customer@example.com */
      readonly emailAddress?: string
      /** Phone number of the customer, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
    }
  }
  /** A request to pay in the Indian payer's own UPI app. */
  UPICOLLECT: {
    INR: {
      /** AMAZONPAY: Amazon Pay, BHIM: BHIM, CRED: CRED, GPAY: Google Pay, PAYTM: Paytm, PHONEPE: PhonePe */
      readonly paymentOperatorCode?:
        | 'AMAZONPAY'
        | 'BHIM'
        | 'CRED'
        | 'GPAY'
        | 'PAYTM'
        | 'PHONEPE'
        | (string & Record<never, never>)
      readonly account?: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Somchai Jaidee */
        readonly accountName?: string
        /** UPI ID. For example test.user@okhdfcbank */
        readonly accountNumber?: string
      }
      /** E-mail address of the customer. Always validated. For example customer@example.com */
      readonly emailAddress?: string
      /** Phone number of the customer, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
    }
  }
  /** Indian payers scan a code, or tap a link, and pay with any UPI app. */
  UPIQR: {
    INR: {
      /** AMAZONPAY: Amazon Pay, BHIM: BHIM, CRED: CRED, GPAY: Google Pay, PAYTM: Paytm, PHONEPE: PhonePe */
      readonly paymentOperatorCode?:
        | 'AMAZONPAY'
        | 'BHIM'
        | 'CRED'
        | 'GPAY'
        | 'PAYTM'
        | 'PHONEPE'
        | (string & Record<never, never>)
      readonly account?: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Somchai Jaidee */
        readonly accountName?: string
        /** UPI ID. For example test.user@okhdfcbank */
        readonly accountNumber?: string
      }
      /** E-mail address of the customer. Always validated. For example customer@example.com */
      readonly emailAddress?: string
      /** Phone number of the customer, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
    }
  }
  /** A bank account number for one payment, in Indonesia, Korea and Taiwan. */
  VAPAY: {
    IDR: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode: string
      readonly account?: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Siti Rahma */
        readonly accountName?: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
      }
      /** E-mail address of the customer. Always validated. For example customer@example.com */
      readonly emailAddress?: string
      /** Phone number of the customer, best in international form: +66812345678. For example +628123456789 */
      readonly phoneNumber?: string
      /** Where the customer pays: at least one of its fields. */
      readonly paymentLocation?: {
        readonly code?: string
        readonly name?: string
        readonly address?: string
        readonly city?: string
      }
    }
    KRW: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode: string
      readonly account?: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example 김민수 */
        readonly accountName?: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
      }
      /** E-mail address of the customer. Always validated. For example customer@example.com */
      readonly emailAddress?: string
      /** Phone number of the customer, best in international form: +66812345678. For example +821012345678 */
      readonly phoneNumber?: string
      /** Where the customer pays: at least one of its fields. */
      readonly paymentLocation?: {
        readonly code?: string
        readonly name?: string
        readonly address?: string
        readonly city?: string
      }
    }
    TWD: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode?: string
      readonly account?: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example 王小明 */
        readonly accountName?: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
      }
      /** E-mail address of the customer. Always validated. For example hsiaoming.wang@example.com */
      readonly emailAddress: string
      /** Phone number of the customer, best in international form: +66812345678. For example +886912345678 */
      readonly phoneNumber: string
      /** Where the customer pays: at least one of its fields. */
      readonly paymentLocation?: {
        readonly code?: string
        readonly name?: string
        readonly address?: string
        readonly city?: string
      }
    }
  }
  /** Vietnam's QR code for transfers, for every bank there. */
  VIETQR: {
    VND: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode?: string
      readonly account?: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Somchai Jaidee */
        readonly accountName?: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
      }
      /** E-mail address of the customer. Always validated. For example customer@example.com */
      readonly emailAddress?: string
      /** Phone number of the customer, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
    }
  }
  /** A South African QR wallet, also inside several banking apps. */
  ZAPPER_QR: {
    ZAR: {
      /** ZAPPER: Zapper */
      readonly paymentOperatorCode?: 'ZAPPER' | (string & Record<never, never>)
      readonly account?: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Somchai Jaidee */
        readonly accountName?: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
      }
      /** E-mail address of the customer. Always validated. For example customer@example.com */
      readonly emailAddress?: string
      /** Phone number of the customer, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
    }
  }
}

/** What `paymentMethod` of a payout takes, by method and currency. */
export interface PayoutMethods {
  /** Money to a bank account, in every currency except stablecoins. */
  BANK_TRANSFER: {
    ARS: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode?: string
      readonly account: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Test Payee */
        readonly accountName: string
        /** CBU, CVU or alias. For example 0000003110000000123456 */
        readonly accountNumber: string
        /** Kind of account, in upper or lower case. For example savings */
        readonly accountType?: string
        /** The bank's national code (IFSC, BIN, sort code), if paymentOperatorCode does not name the bank. For example 004 */
        readonly bankCode?: string
        /** The branch's code, if the rail uses one. For example 0001 */
        readonly branchCode?: string
      }
      /** E-mail address of the payee. Always validated. For example payee@example.com */
      readonly emailAddress?: string
      /** Phone number of the payee, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
      /** CUIT or CUIL. For example 20301234563 */
      readonly identifyingReference: string
    }
    BRL: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode?: string
      readonly account: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Test Payee */
        readonly accountName: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 12345678 */
        readonly accountNumber: string
        /** Kind of account, in upper or lower case. For example savings */
        readonly accountType?: string
        /** The bank's national code (IFSC, BIN, sort code), if paymentOperatorCode does not name the bank. For example 004 */
        readonly bankCode?: string
        /** The branch's code, if the rail uses one. For example 0001 */
        readonly branchCode?: string
      }
      /** E-mail address of the payee. Always validated. For example payee@example.com */
      readonly emailAddress?: string
      /** Phone number of the payee, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
      /** The payee's identity or tax number, as the country's banks require it. For example 1101700230708 */
      readonly identifyingReference?: string
    }
    CNY: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode?: string
      readonly account: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Test Payee */
        readonly accountName: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 6222021234567890128 */
        readonly accountNumber: string
        /** Kind of account, in upper or lower case. For example savings */
        readonly accountType?: string
        /** The bank's national code (IFSC, BIN, sort code), if paymentOperatorCode does not name the bank. For example 004 */
        readonly bankCode?: string
        /** The branch's code, if the rail uses one. For example 0001 */
        readonly branchCode?: string
      }
      /** E-mail address of the payee. Always validated. For example payee@example.com */
      readonly emailAddress?: string
      /** Phone number of the payee, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
      /** The payee's identity or tax number, as the country's banks require it. For example 1101700230708 */
      readonly identifyingReference?: string
    }
    COP: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode?: string
      readonly account: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Test Payee */
        readonly accountName: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 12345678901 */
        readonly accountNumber: string
        /** Kind of account, in upper or lower case. For example savings */
        readonly accountType: 'savings' | 'checking' | 'ahorro' | 'corriente'
        /** The bank's national code (IFSC, BIN, sort code), if paymentOperatorCode does not name the bank. For example 004 */
        readonly bankCode?: string
        /** The branch's code, if the rail uses one. For example 0001 */
        readonly branchCode?: string
      }
      /** E-mail address of the payee. Always validated. For example payee@example.com */
      readonly emailAddress?: string
      /** Phone number of the payee, best in international form: +66812345678. For example +573211234567 */
      readonly phoneNumber: string
      /** CC, CE, NIT or passport. For example 1012345678 */
      readonly identifyingReference: string
    }
    GHS: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode?: string
      readonly account: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Test Payee */
        readonly accountName: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890123 */
        readonly accountNumber: string
        /** Kind of account, in upper or lower case. For example savings */
        readonly accountType?: string
        /** The bank's national code (IFSC, BIN, sort code), if paymentOperatorCode does not name the bank. For example 030100 */
        readonly bankCode?: string
        /** The branch's code, if the rail uses one. For example 0001 */
        readonly branchCode?: string
      }
      /** E-mail address of the payee. Always validated. For example payee@example.com */
      readonly emailAddress?: string
      /** Phone number of the payee, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
      /** The payee's identity or tax number, as the country's banks require it. For example 1101700230708 */
      readonly identifyingReference?: string
    }
    IDR: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode?: string
      readonly account: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Test Payee */
        readonly accountName: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber: string
        /** Kind of account, in upper or lower case. For example savings */
        readonly accountType?: string
        /** The bank's national code (IFSC, BIN, sort code), if paymentOperatorCode does not name the bank. For example 004 */
        readonly bankCode?: string
        /** The branch's code, if the rail uses one. For example 0001 */
        readonly branchCode?: string
      }
      /** E-mail address of the payee. Always validated. For example payee@example.com */
      readonly emailAddress?: string
      /** Phone number of the payee, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
      /** The payee's identity or tax number, as the country's banks require it. For example 1101700230708 */
      readonly identifyingReference?: string
    }
    INR: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode?: string
      readonly account: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Test Payee */
        readonly accountName: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 50100012345678 */
        readonly accountNumber: string
        /** Kind of account, in upper or lower case. For example savings */
        readonly accountType?: string
        /** IFSC. For example HDFC0000001 */
        readonly bankCode?: string
        /** The branch's code, if the rail uses one. For example 0001 */
        readonly branchCode?: string
      }
      /** E-mail address of the payee. Always validated. For example payee@example.com */
      readonly emailAddress?: string
      /** Phone number of the payee, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
      /** The payee's identity or tax number, as the country's banks require it. For example 1101700230708 */
      readonly identifyingReference?: string
    }
    JPY: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode?: string
      readonly account: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example ﾃｽﾄ ﾀﾛｳ */
        readonly accountName: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567 */
        readonly accountNumber: string
        /** Kind of account, in upper or lower case. For example private */
        readonly accountType?: 'private' | 'corporate' | 'general' | 'current' | 'savings'
        /** The bank's national code (IFSC, BIN, sort code), if paymentOperatorCode does not name the bank. For example 0005 */
        readonly bankCode?: string
        /** The branch's code, if the rail uses one. For example 001 */
        readonly branchCode?: string
      }
      /** E-mail address of the payee. Always validated. For example payee@example.com */
      readonly emailAddress?: string
      /** Phone number of the payee, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
      /** The payee's identity or tax number, as the country's banks require it. For example 1101700230708 */
      readonly identifyingReference?: string
    }
    KES: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode?: string
      readonly account: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Test Payee */
        readonly accountName: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber: string
        /** Kind of account, in upper or lower case. For example savings */
        readonly accountType?: string
        /** The bank's national code (IFSC, BIN, sort code), if paymentOperatorCode does not name the bank. For example 01 */
        readonly bankCode?: string
        /** The branch's code, if the rail uses one. For example 0001 */
        readonly branchCode?: string
      }
      /** E-mail address of the payee. Always validated. For example payee@example.com */
      readonly emailAddress?: string
      /** Phone number of the payee, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
      /** The payee's identity or tax number, as the country's banks require it. For example 1101700230708 */
      readonly identifyingReference?: string
    }
    KRW: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode?: string
      readonly account: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example 김민수 */
        readonly accountName: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 12345678901234 */
        readonly accountNumber: string
        /** Kind of account, in upper or lower case. For example savings */
        readonly accountType?: string
        /** The bank's national code (IFSC, BIN, sort code), if paymentOperatorCode does not name the bank. For example 004 */
        readonly bankCode?: string
        /** The branch's code, if the rail uses one. For example 0001 */
        readonly branchCode?: string
      }
      /** E-mail address of the payee. Always validated. For example payee@example.com */
      readonly emailAddress?: string
      /** Phone number of the payee, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
      /** The payee's identity or tax number, as the country's banks require it. For example 1101700230708 */
      readonly identifyingReference?: string
    }
    LAK: {
      /** ACLEDA: ACLEDA Bank Lao, APB: Agricultural Promotion Bank, BCEL: Banque pour le Commerce Exterieur Lao (BCEL One), BIC: BIC Bank Lao, IB: Indochina Bank (IB Cool), JDB: Joint Development Bank (JDB Yes Pay), KASIKORN: Kasikornbank Lao, LDB: Lao Development Bank (LDB Trust), LVB: Lao-Viet Bank, MJBL: Maruhan Japan Bank Lao, VIETIN: VietinBank Lao */
      readonly paymentOperatorCode?:
        | 'ACLEDA'
        | 'APB'
        | 'BCEL'
        | 'BIC'
        | 'IB'
        | 'JDB'
        | 'KASIKORN'
        | 'LDB'
        | 'LVB'
        | 'MJBL'
        | 'VIETIN'
        | (string & Record<never, never>)
      readonly account: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Test Payee */
        readonly accountName: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 010120000012345001 */
        readonly accountNumber: string
        /** Kind of account, in upper or lower case. For example savings */
        readonly accountType?: string
        /** The bank's national code (IFSC, BIN, sort code), if paymentOperatorCode does not name the bank. For example 004 */
        readonly bankCode?: string
        /** The branch's code, if the rail uses one. For example 0001 */
        readonly branchCode?: string
      }
      /** E-mail address of the payee. Always validated. For example payee@example.com */
      readonly emailAddress?: string
      /** Phone number of the payee, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
      /** The payee's identity or tax number, as the country's banks require it. For example 1101700230708 */
      readonly identifyingReference?: string
    }
    MXN: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode?: string
      readonly account: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Test Payee */
        readonly accountName: string
        /** CLABE, card or phone number. For example 012180001234567899 */
        readonly accountNumber: string
        /** Kind of account, in upper or lower case. For example clabe */
        readonly accountType: 'clabe' | 'debit_card' | 'phone'
        /** The bank's national code (IFSC, BIN, sort code), if paymentOperatorCode does not name the bank. For example 004 */
        readonly bankCode?: string
        /** The branch's code, if the rail uses one. For example 0001 */
        readonly branchCode?: string
      }
      /** E-mail address of the payee. Always validated. For example payee@example.com */
      readonly emailAddress?: string
      /** Phone number of the payee, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
      /** The payee's identity or tax number, as the country's banks require it. For example 1101700230708 */
      readonly identifyingReference?: string
    }
    MYR: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode?: string
      readonly account: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Test Payee */
        readonly accountName: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 114012345678 */
        readonly accountNumber: string
        /** Kind of account, in upper or lower case. For example savings */
        readonly accountType?: string
        /** The bank's national code (IFSC, BIN, sort code), if paymentOperatorCode does not name the bank. For example 004 */
        readonly bankCode?: string
        /** The branch's code, if the rail uses one. For example 0001 */
        readonly branchCode?: string
      }
      /** E-mail address of the payee. Always validated. For example payee@example.com */
      readonly emailAddress?: string
      /** Phone number of the payee, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
      /** The payee's identity or tax number, as the country's banks require it. For example 1101700230708 */
      readonly identifyingReference?: string
    }
    NAD: {
      /** BW: Bank Windhoek, FNBN: FNB Namibia, LETS: Letshego Bank Namibia, NEDN: Nedbank Namibia, SBN: Standard Bank Namibia */
      readonly paymentOperatorCode?: 'BW' | 'FNBN' | 'LETS' | 'NEDN' | 'SBN' | (string & Record<never, never>)
      readonly account: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Test Payee */
        readonly accountName: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 8001234567 */
        readonly accountNumber: string
        /** Kind of account, in upper or lower case. For example savings */
        readonly accountType?: string
        /** The bank's national code (IFSC, BIN, sort code), if paymentOperatorCode does not name the bank. For example 004 */
        readonly bankCode?: string
        /** The branch's code, if the rail uses one. For example 483772 */
        readonly branchCode?: string
      }
      /** E-mail address of the payee. Always validated. For example payee@example.com */
      readonly emailAddress?: string
      /** Phone number of the payee, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
      /** The payee's identity or tax number, as the country's banks require it. For example 1101700230708 */
      readonly identifyingReference?: string
    }
    NGN: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode?: string
      readonly account: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Test Payee */
        readonly accountName: string
        /** NUBAN. For example 1234567895 */
        readonly accountNumber: string
        /** Kind of account, in upper or lower case. For example savings */
        readonly accountType?: string
        /** The bank's national code (IFSC, BIN, sort code), if paymentOperatorCode does not name the bank. For example 044 */
        readonly bankCode?: string
        /** The branch's code, if the rail uses one. For example 0001 */
        readonly branchCode?: string
      }
      /** E-mail address of the payee. Always validated. For example payee@example.com */
      readonly emailAddress?: string
      /** Phone number of the payee, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
      /** The payee's identity or tax number, as the country's banks require it. For example 1101700230708 */
      readonly identifyingReference?: string
    }
    PHP: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode?: string
      readonly account: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Test Payee */
        readonly accountName: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 006540012345 */
        readonly accountNumber: string
        /** Kind of account, in upper or lower case. For example savings */
        readonly accountType?: string
        /** The bank's national code (IFSC, BIN, sort code), if paymentOperatorCode does not name the bank. For example 004 */
        readonly bankCode?: string
        /** The branch's code, if the rail uses one. For example 0001 */
        readonly branchCode?: string
      }
      /** E-mail address of the payee. Always validated. For example payee@example.com */
      readonly emailAddress?: string
      /** Phone number of the payee, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
      /** The payee's identity or tax number, as the country's banks require it. For example 1101700230708 */
      readonly identifyingReference?: string
    }
    THB: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode?: string
      readonly account: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Test Payee */
        readonly accountName: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber: string
        /** Kind of account, in upper or lower case. For example savings */
        readonly accountType?: string
        /** The bank's national code (IFSC, BIN, sort code), if paymentOperatorCode does not name the bank. For example 004 */
        readonly bankCode?: string
        /** The branch's code, if the rail uses one. For example 0001 */
        readonly branchCode?: string
      }
      /** E-mail address of the payee. Always validated. For example payee@example.com */
      readonly emailAddress?: string
      /** Phone number of the payee, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
      /** The payee's identity or tax number, as the country's banks require it. For example 1101700230708 */
      readonly identifyingReference?: string
    }
    TWD: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode?: string
      readonly account: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example 王小明 */
        readonly accountName: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 90112345678901 */
        readonly accountNumber: string
        /** Kind of account, in upper or lower case. For example savings */
        readonly accountType?: string
        /** The bank's national code (IFSC, BIN, sort code), if paymentOperatorCode does not name the bank. For example 004 */
        readonly bankCode?: string
        /** The branch's code, if the rail uses one. For example 0001 */
        readonly branchCode?: string
      }
      /** E-mail address of the payee. Always validated. For example payee@example.com */
      readonly emailAddress?: string
      /** Phone number of the payee, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
      /** The payee's identity or tax number, as the country's banks require it. For example 1101700230708 */
      readonly identifyingReference?: string
    }
    TZS: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode?: string
      readonly account: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Test Payee */
        readonly accountName: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber: string
        /** Kind of account, in upper or lower case. For example savings */
        readonly accountType?: string
        /** The bank's national code (IFSC, BIN, sort code), if paymentOperatorCode does not name the bank. For example 003 */
        readonly bankCode?: string
        /** The branch's code, if the rail uses one. For example 0001 */
        readonly branchCode?: string
      }
      /** E-mail address of the payee. Always validated. For example payee@example.com */
      readonly emailAddress?: string
      /** Phone number of the payee, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
      /** The payee's identity or tax number, as the country's banks require it. For example 1101700230708 */
      readonly identifyingReference?: string
    }
    VND: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode?: string
      readonly account: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Test Payee */
        readonly accountName: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 0011001932418 */
        readonly accountNumber: string
        /** Kind of account, in upper or lower case. For example savings */
        readonly accountType?: string
        /** BIN. For example 970436 */
        readonly bankCode?: string
        /** The branch's code, if the rail uses one. For example 0001 */
        readonly branchCode?: string
      }
      /** E-mail address of the payee. Always validated. For example payee@example.com */
      readonly emailAddress?: string
      /** Phone number of the payee, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
      /** The payee's identity or tax number, as the country's banks require it. For example 1101700230708 */
      readonly identifyingReference?: string
    }
    ZAR: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode?: string
      readonly account: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Test Payee */
        readonly accountName: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber: string
        /** Kind of account, in upper or lower case. For example savings */
        readonly accountType?: string
        /** The bank's national code (IFSC, BIN, sort code), if paymentOperatorCode does not name the bank. For example 004 */
        readonly bankCode?: string
        /** The branch's code, if the rail uses one. For example 470010 */
        readonly branchCode?: string
      }
      /** E-mail address of the payee. Always validated. For example payee@example.com */
      readonly emailAddress?: string
      /** Phone number of the payee, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
      /** The payee's identity or tax number, as the country's banks require it. For example 1101700230708 */
      readonly identifyingReference?: string
    }
    ZMW: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode?: string
      readonly account: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Test Payee */
        readonly accountName: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890123 */
        readonly accountNumber: string
        /** Kind of account, in upper or lower case. For example savings */
        readonly accountType?: string
        /** The bank's national code (IFSC, BIN, sort code), if paymentOperatorCode does not name the bank. For example 010001 */
        readonly bankCode?: string
        /** The branch's code, if the rail uses one. For example 0001 */
        readonly branchCode?: string
      }
      /** E-mail address of the payee. Always validated. For example payee@example.com */
      readonly emailAddress?: string
      /** Phone number of the payee, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
      /** The payee's identity or tax number, as the country's banks require it. For example 1101700230708 */
      readonly identifyingReference?: string
    }
  }
  /** Money to the Brazilian account that has this e-mail address as its Pix key. */
  EMAIL_TRANSFER: {
    BRL: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode?: string
      readonly account: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Maria da Silva */
        readonly accountName?: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
        /** Kind of account, in upper or lower case. For example savings */
        readonly accountType?: string
        /** The bank's national code (IFSC, BIN, sort code), if paymentOperatorCode does not name the bank. For example 004 */
        readonly bankCode?: string
        /** The branch's code, if the rail uses one. For example 0001 */
        readonly branchCode?: string
      }
      /** Pix key: e-mail address. For example pagador@example.com */
      readonly emailAddress: string
      /** Phone number of the payee, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
      /** The payee's identity or tax number, as the country's banks require it. For example 1101700230708 */
      readonly identifyingReference?: string
    }
  }
  /** Money to the Brazilian account that has this phone number as its Pix key. */
  PHONE_NUMBER_TRANSFER: {
    BRL: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode?: string
      readonly account: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Maria da Silva */
        readonly accountName?: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
        /** Kind of account, in upper or lower case. For example savings */
        readonly accountType?: string
        /** The bank's national code (IFSC, BIN, sort code), if paymentOperatorCode does not name the bank. For example 004 */
        readonly bankCode?: string
        /** The branch's code, if the rail uses one. For example 0001 */
        readonly branchCode?: string
      }
      /** E-mail address of the payee. Always validated. For example payee@example.com */
      readonly emailAddress?: string
      /** Pix key: phone number. For example +5511987654321 */
      readonly phoneNumber: string
      /** The payee's identity or tax number, as the country's banks require it. For example 1101700230708 */
      readonly identifyingReference?: string
    }
  }
  /** Money to the Brazilian account that has this random Pix key. */
  RANDOM_KEY_TRANSFER: {
    BRL: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode?: string
      readonly account: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Maria da Silva */
        readonly accountName?: string
        /** Pix key: random key. For example 123e4567-e12b-42d1-a456-426655440000 */
        readonly accountNumber: string
        /** Kind of account, in upper or lower case. For example savings */
        readonly accountType?: string
        /** The bank's national code (IFSC, BIN, sort code), if paymentOperatorCode does not name the bank. For example 004 */
        readonly bankCode?: string
        /** The branch's code, if the rail uses one. For example 0001 */
        readonly branchCode?: string
      }
      /** E-mail address of the payee. Always validated. For example payee@example.com */
      readonly emailAddress?: string
      /** Phone number of the payee, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
      /** The payee's identity or tax number, as the country's banks require it. For example 1101700230708 */
      readonly identifyingReference?: string
    }
  }
  /** Money to the Brazilian account that has this tax number as its Pix key. */
  TAX_PAYER_ID_TRANSFER: {
    BRL: {
      /** Bank, wallet, network or store: see paymentOperators(). */
      readonly paymentOperatorCode?: string
      readonly account: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Maria da Silva */
        readonly accountName?: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
        /** Kind of account, in upper or lower case. For example savings */
        readonly accountType?: string
        /** The bank's national code (IFSC, BIN, sort code), if paymentOperatorCode does not name the bank. For example 004 */
        readonly bankCode?: string
        /** The branch's code, if the rail uses one. For example 0001 */
        readonly branchCode?: string
      }
      /** E-mail address of the payee. Always validated. For example payee@example.com */
      readonly emailAddress?: string
      /** Phone number of the payee, best in international form: +66812345678. For example +66812345678 */
      readonly phoneNumber?: string
      /** Pix key: CPF or CNPJ. For example 12345678909 */
      readonly identifyingReference: string
    }
  }
  /** Money to a mobile-money account or an e-wallet. */
  WALLET_TRANSFER: {
    GHS: {
      /** AIRTELTIGO_GHA: AirtelTigo Money (AT), MTN_MOMO_GHA: MTN Mobile Money, VODAFONE_GHA: Telecel Cash (ex Vodafone Cash) */
      readonly paymentOperatorCode?:
        | 'AIRTELTIGO_GHA'
        | 'MTN_MOMO_GHA'
        | 'VODAFONE_GHA'
        | (string & Record<never, never>)
      readonly account: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Ama Mensah */
        readonly accountName: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
        /** Kind of account, in upper or lower case. For example savings */
        readonly accountType?: string
        /** The bank's national code (IFSC, BIN, sort code), if paymentOperatorCode does not name the bank. For example 004 */
        readonly bankCode?: string
        /** The branch's code, if the rail uses one. For example 0001 */
        readonly branchCode?: string
      }
      /** E-mail address of the payee. Always validated. For example payee@example.com */
      readonly emailAddress?: string
      /** Phone number of the payee, best in international form: +66812345678. For example +233241234567 */
      readonly phoneNumber: string
      /** The payee's identity or tax number, as the country's banks require it. For example 1101700230708 */
      readonly identifyingReference?: string
    }
    IDR: {
      /** DANA: DANA, GOPAY: GoPay, LINKAJA: LinkAja, OVO: OVO, SHOPEEPAY: ShopeePay */
      readonly paymentOperatorCode?:
        | 'DANA'
        | 'GOPAY'
        | 'LINKAJA'
        | 'OVO'
        | 'SHOPEEPAY'
        | (string & Record<never, never>)
      readonly account: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Siti Rahma */
        readonly accountName?: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
        /** Kind of account, in upper or lower case. For example savings */
        readonly accountType?: string
        /** The bank's national code (IFSC, BIN, sort code), if paymentOperatorCode does not name the bank. For example 004 */
        readonly bankCode?: string
        /** The branch's code, if the rail uses one. For example 0001 */
        readonly branchCode?: string
      }
      /** E-mail address of the payee. Always validated. For example payee@example.com */
      readonly emailAddress?: string
      /** Phone number of the payee, best in international form: +66812345678. For example +628123456789 */
      readonly phoneNumber?: string
      /** The payee's identity or tax number, as the country's banks require it. For example 1101700230708 */
      readonly identifyingReference?: string
    }
    KES: {
      /** AIRTEL_KEN: Airtel Money, EQUITEL_KEN: Equitel (Finserve), MPESA_KEN: M-Pesa (Safaricom) */
      readonly paymentOperatorCode?:
        | 'AIRTEL_KEN'
        | 'EQUITEL_KEN'
        | 'MPESA_KEN'
        | (string & Record<never, never>)
      readonly account: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Wanjiku Kamau */
        readonly accountName: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
        /** Kind of account, in upper or lower case. For example savings */
        readonly accountType?: string
        /** The bank's national code (IFSC, BIN, sort code), if paymentOperatorCode does not name the bank. For example 004 */
        readonly bankCode?: string
        /** The branch's code, if the rail uses one. For example 0001 */
        readonly branchCode?: string
      }
      /** E-mail address of the payee. Always validated. For example payee@example.com */
      readonly emailAddress?: string
      /** Phone number of the payee, best in international form: +66812345678. For example +254712345678 */
      readonly phoneNumber: string
      /** The payee's identity or tax number, as the country's banks require it. For example 1101700230708 */
      readonly identifyingReference?: string
    }
    PHP: {
      /** GXCHPHM2XXX: GCash, PAPHPHM1XXX: Maya */
      readonly paymentOperatorCode?: 'GXCHPHM2XXX' | 'PAPHPHM1XXX' | (string & Record<never, never>)
      readonly account: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Maria Santos */
        readonly accountName?: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
        /** Kind of account, in upper or lower case. For example savings */
        readonly accountType?: string
        /** The bank's national code (IFSC, BIN, sort code), if paymentOperatorCode does not name the bank. For example 004 */
        readonly bankCode?: string
        /** The branch's code, if the rail uses one. For example 0001 */
        readonly branchCode?: string
      }
      /** E-mail address of the payee. Always validated. For example payee@example.com */
      readonly emailAddress?: string
      /** Phone number of the payee, best in international form: +66812345678. For example +639171234567 */
      readonly phoneNumber?: string
      /** The payee's identity or tax number, as the country's banks require it. For example 1101700230708 */
      readonly identifyingReference?: string
    }
    TZS: {
      /** AIRTEL_TZA: Airtel Money, HALOTEL_TZA: HaloPesa (Halotel), TIGO_TZA: Mixx by Yas (ex Tigo Pesa), VODACOM_TZA: M-Pesa (Vodacom) */
      readonly paymentOperatorCode?:
        | 'AIRTEL_TZA'
        | 'HALOTEL_TZA'
        | 'TIGO_TZA'
        | 'VODACOM_TZA'
        | (string & Record<never, never>)
      readonly account: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Neema Juma */
        readonly accountName?: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
        /** Kind of account, in upper or lower case. For example savings */
        readonly accountType?: string
        /** The bank's national code (IFSC, BIN, sort code), if paymentOperatorCode does not name the bank. For example 004 */
        readonly bankCode?: string
        /** The branch's code, if the rail uses one. For example 0001 */
        readonly branchCode?: string
      }
      /** E-mail address of the payee. Always validated. For example payee@example.com */
      readonly emailAddress?: string
      /** Phone number of the payee, best in international form: +66812345678. For example +255754123456 */
      readonly phoneNumber?: string
      /** The payee's identity or tax number, as the country's banks require it. For example 1101700230708 */
      readonly identifyingReference?: string
    }
    VND: {
      /** MOMO: MoMo, ZALOPAY: ZaloPay */
      readonly paymentOperatorCode?: 'MOMO' | 'ZALOPAY' | (string & Record<never, never>)
      readonly account: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Nguyen Van An */
        readonly accountName?: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
        /** Kind of account, in upper or lower case. For example savings */
        readonly accountType?: string
        /** The bank's national code (IFSC, BIN, sort code), if paymentOperatorCode does not name the bank. For example 004 */
        readonly bankCode?: string
        /** The branch's code, if the rail uses one. For example 0001 */
        readonly branchCode?: string
      }
      /** E-mail address of the payee. Always validated. For example payee@example.com */
      readonly emailAddress?: string
      /** Phone number of the payee, best in international form: +66812345678. For example +84912345678 */
      readonly phoneNumber?: string
      /** The payee's identity or tax number, as the country's banks require it. For example 1101700230708 */
      readonly identifyingReference?: string
    }
    ZMW: {
      /** AIRTEL_OAPI_ZMB: Airtel Money, MTN_MOMO_ZMB: MTN Mobile Money, ZAMTEL_ZMB: Zamtel Kwacha */
      readonly paymentOperatorCode?:
        | 'AIRTEL_OAPI_ZMB'
        | 'MTN_MOMO_ZMB'
        | 'ZAMTEL_ZMB'
        | (string & Record<never, never>)
      readonly account: {
        /** Name of the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) & For example Mutale Banda */
        readonly accountName?: string
        /** Account number, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key. For example 1234567890 */
        readonly accountNumber?: string
        /** Kind of account, in upper or lower case. For example savings */
        readonly accountType?: string
        /** The bank's national code (IFSC, BIN, sort code), if paymentOperatorCode does not name the bank. For example 004 */
        readonly bankCode?: string
        /** The branch's code, if the rail uses one. For example 0001 */
        readonly branchCode?: string
      }
      /** E-mail address of the payee. Always validated. For example payee@example.com */
      readonly emailAddress?: string
      /** Phone number of the payee, best in international form: +66812345678. For example +260971234567 */
      readonly phoneNumber?: string
      /** The payee's identity or tax number, as the country's banks require it. For example 1101700230708 */
      readonly identifyingReference?: string
    }
  }
}

/** `paymentMethodResponse` of a payin, by method. */
export interface PayinResponses {
  ABSA_PAY: {
    /** Merchant Order ID */
    readonly idPayin: string
    readonly paymentMethodCode: 'ABSA_PAY'
    /** The amount of the order */
    readonly money: Money
    /** Payment reference */
    readonly reference: string
    /** When the payment expires if it is not paid */
    readonly expireAt: string
    /** Where the customer comes back to */
    readonly returnUrl?: string
    /** Tax on the fee. Only where it is levied on this payment. */
    readonly vat?: Money
    /** Where the customer is sent */
    readonly redirectUrl?: string
  }
  CAPITEC_PAY: {
    /** Merchant Order ID */
    readonly idPayin: string
    readonly paymentMethodCode: 'CAPITEC_PAY'
    /** The amount of the order */
    readonly money: Money
    /** Payment reference */
    readonly reference: string
    /** When the payment expires if it is not paid */
    readonly expireAt: string
    /** Where the customer comes back to */
    readonly returnUrl?: string
    /** Tax on the fee. Only where it is levied on this payment. */
    readonly vat?: Money
    /** Where the customer is sent */
    readonly redirectUrl?: string
    /** The account the customer used. On reads only. */
    readonly accountCustomerUsedForPayment?: {
      readonly accountName?: string
      readonly accountNumber?: string
    }
  }
  CODE_PAYMENT: {
    /** Merchant Order ID */
    readonly idPayin: string
    readonly paymentMethodCode: 'CODE_PAYMENT'
    /** The amount of the order */
    readonly money: Money
    /** The code that the customer takes to the till: there once it is final */
    readonly reference?: string
    /** When the payment expires if it is not paid */
    readonly expireAt: string
    /** Where the customer comes back to */
    readonly returnUrl?: string
    /** Tax on the fee. Only where it is levied on this payment. */
    readonly vat?: Money
    /** As in the request */
    readonly phoneNumber: string
    /** As in the request */
    readonly emailAddress: string
    /** Where the customer pays */
    readonly paymentLocationCustomer: {
      readonly code?: string
      readonly name?: string
      readonly address?: string
      readonly city?: string
    }
  }
  CRYPTO_OFFLINE: {
    /** Merchant Order ID */
    readonly idPayin: string
    readonly paymentMethodCode: 'CRYPTO_OFFLINE'
    /** The amount of the order */
    readonly money: Money
    /** Payment reference */
    readonly reference: string
    /** When the payment expires if it is not paid */
    readonly expireAt: string
    /** Where the customer comes back to */
    readonly returnUrl?: string
    /** Tax on the fee. Only where it is levied on this payment. */
    readonly vat?: Money
    /** The payment address (UPI address, crypto address) to which the customer sends the payment */
    readonly paymentAddress?: {
      readonly name: string
      readonly idAddress: string
    }
    /** The payment operator: bank, wallet, network or store */
    readonly paymentOperator: {
      readonly code: string
      readonly name: string
    }
    /** What the QR code holds */
    readonly qrCode?: string
    /** Name of the QR code: the scheme, or the network */
    readonly qrName?: string
    /** What the customer does, way by way */
    readonly paymentInstructionList?: ReadonlyArray<{
      readonly title: string
      readonly steps: ReadonlyArray<string>
    }>
  }
  DUITNOW: {
    /** Merchant Order ID */
    readonly idPayin: string
    readonly paymentMethodCode: 'DUITNOW'
    /** The amount of the order */
    readonly money: Money
    /** Payment reference */
    readonly reference: string
    /** When the payment expires if it is not paid */
    readonly expireAt: string
    /** Where the customer comes back to */
    readonly returnUrl?: string
    /** Tax on the fee. Only where it is levied on this payment. */
    readonly vat?: Money
    /** What the QR code holds */
    readonly qrCode?: string
    /** Name of the QR code: the scheme, or the network */
    readonly qrName?: string
    /** When present, the customer must pay this amount, while the full order amount is credited to the merchant balance */
    readonly moneyRequired?: Money
    /** The payment operator: bank, wallet, network or store */
    readonly paymentOperator?: {
      readonly code: string
      readonly name: string
    }
    /** The customer account from which funds are expected */
    readonly accountCustomer?: {
      readonly accountName?: string
      readonly accountNumber?: string
    }
  }
  EWALLET: {
    /** Merchant Order ID */
    readonly idPayin: string
    readonly paymentMethodCode: 'EWALLET'
    /** The amount of the order */
    readonly money: Money
    /** Payment reference */
    readonly reference: string
    /** When the payment expires if it is not paid */
    readonly expireAt: string
    /** Where the customer comes back to */
    readonly returnUrl?: string
    /** Tax on the fee. Only where it is levied on this payment. */
    readonly vat?: Money
    /** Where the customer is sent */
    readonly redirectUrl?: string
  }
  FNB_DIRECT_EFT: {
    /** Merchant Order ID */
    readonly idPayin: string
    readonly paymentMethodCode: 'FNB_DIRECT_EFT'
    /** The amount of the order */
    readonly money: Money
    /** Payment reference */
    readonly reference: string
    /** When the payment expires if it is not paid */
    readonly expireAt: string
    /** Where the customer comes back to */
    readonly returnUrl?: string
    /** Tax on the fee. Only where it is levied on this payment. */
    readonly vat?: Money
    /** Where the customer is sent */
    readonly redirectUrl?: string
  }
  FPX: {
    /** Merchant Order ID */
    readonly idPayin: string
    readonly paymentMethodCode: 'FPX'
    /** The amount of the order */
    readonly money: Money
    /** Payment reference */
    readonly reference: string
    /** When the payment expires if it is not paid */
    readonly expireAt: string
    /** Where the customer comes back to */
    readonly returnUrl?: string
    /** Tax on the fee. Only where it is levied on this payment. */
    readonly vat?: Money
    /** Where the customer is sent */
    readonly redirectUrl?: string
  }
  MOBILE_MONEY: {
    /** Merchant Order ID */
    readonly idPayin: string
    readonly paymentMethodCode: 'MOBILE_MONEY'
    /** The amount of the order */
    readonly money: Money
    /** Payment reference */
    readonly reference: string
    /** When the payment expires if it is not paid */
    readonly expireAt: string
    /** Where the customer comes back to */
    readonly returnUrl?: string
    /** Tax on the fee. Only where it is levied on this payment. */
    readonly vat?: Money
    /** The customer account from which funds are expected */
    readonly accountCustomer: {
      readonly accountName: string
      readonly accountNumber?: string
    }
    /** What the customer does, way by way */
    readonly paymentInstructionList?: ReadonlyArray<{
      readonly title: string
      readonly steps: ReadonlyArray<string>
    }>
  }
  MOMOPAY: {
    /** Merchant Order ID */
    readonly idPayin: string
    readonly paymentMethodCode: 'MOMOPAY'
    /** The amount of the order */
    readonly money: Money
    /** Payment reference */
    readonly reference: string
    /** When the payment expires if it is not paid */
    readonly expireAt: string
    /** Where the customer comes back to */
    readonly returnUrl?: string
    /** Tax on the fee. Only where it is levied on this payment. */
    readonly vat?: Money
    /** Where the customer is sent */
    readonly redirectUrl?: string
  }
  NEDBANK_DIRECT_EFT: {
    /** Merchant Order ID */
    readonly idPayin: string
    readonly paymentMethodCode: 'NEDBANK_DIRECT_EFT'
    /** The amount of the order */
    readonly money: Money
    /** Payment reference */
    readonly reference: string
    /** When the payment expires if it is not paid */
    readonly expireAt: string
    /** Where the customer comes back to */
    readonly returnUrl?: string
    /** Tax on the fee. Only where it is levied on this payment. */
    readonly vat?: Money
    /** Where the customer is sent */
    readonly redirectUrl?: string
  }
  NETBANKING: {
    /** Merchant Order ID */
    readonly idPayin: string
    readonly paymentMethodCode: 'NETBANKING'
    /** The amount of the order */
    readonly money: Money
    /** Payment reference */
    readonly reference: string
    /** When the payment expires if it is not paid */
    readonly expireAt: string
    /** Where the customer comes back to */
    readonly returnUrl?: string
    /** Tax on the fee. Only where it is levied on this payment. */
    readonly vat?: Money
    /** Where the customer is sent */
    readonly redirectUrl?: string
  }
  OFFLINE: {
    /** Merchant Order ID */
    readonly idPayin: string
    readonly paymentMethodCode: 'OFFLINE'
    /** The amount of the order */
    readonly money: Money
    /** Payment reference */
    readonly reference: string
    /** When the payment expires if it is not paid */
    readonly expireAt: string
    /** Where the customer comes back to */
    readonly returnUrl?: string
    /** Tax on the fee. Only where it is levied on this payment. */
    readonly vat?: Money
    /** The account to which the customer sends the money */
    readonly account?: {
      readonly accountName: string
      readonly accountNumber: string
      readonly bankCode: string
      readonly bankName: string
      readonly branchCode?: string
      readonly accountType?: string
    }
    /** The customer account from which funds are expected */
    readonly accountCustomer?: {
      readonly accountName?: string
      readonly accountNumber?: string
    }
    /** When present, the customer must pay this amount, while the full order amount is credited to the merchant balance */
    readonly moneyRequired?: Money
    /** The payment operator: bank, wallet, network or store */
    readonly paymentOperator?: {
      readonly code: string
      readonly name: string
    }
    /** What the QR code holds */
    readonly qrCode?: string
    /** Name of the QR code: the scheme, or the network */
    readonly qrName?: string
    /** As in the request */
    readonly taxId?: string
    /** As in the request */
    readonly productId?: string
    /** As in the request */
    readonly phoneNumber?: string
    /** What the customer does, way by way */
    readonly paymentInstructionList?: ReadonlyArray<{
      readonly title: string
      readonly steps: ReadonlyArray<string>
    }>
  }
  ONLINE: {
    /** Merchant Order ID */
    readonly idPayin: string
    readonly paymentMethodCode: 'ONLINE'
    /** The amount of the order */
    readonly money: Money
    /** Payment reference */
    readonly reference: string
    /** When the payment expires if it is not paid */
    readonly expireAt: string
    /** Where the customer comes back to */
    readonly returnUrl?: string
    /** Tax on the fee. Only where it is levied on this payment. */
    readonly vat?: Money
    /** Where the customer is sent */
    readonly redirectUrl?: string
    /** When present, the customer must pay this amount, while the full order amount is credited to the merchant balance */
    readonly moneyRequired?: Money
  }
  P2A_V2:
    | {
        /** Merchant Order ID */
        readonly idPayin: string
        readonly paymentMethodCode: 'P2A_V2'
        /** The amount of the order */
        readonly money: Money
        /** Payment reference */
        readonly reference: string
        /** When the payment expires if it is not paid */
        readonly expireAt: string
        /** Where the customer comes back to */
        readonly returnUrl?: string
        /** Tax on the fee. Only where it is levied on this payment. */
        readonly vat?: Money
        /** The account to which the customer sends the money */
        readonly account?: {
          readonly accountName: string
          readonly accountNumber: string
          readonly bankCode: string
          readonly bankName: string
        }
        /** The payment operator: bank, wallet, network or store */
        readonly paymentOperator: {
          readonly code: string
          readonly name: string
        }
        /** Present when the customer supplied an external reference */
        readonly externalReference?: {
          readonly reference: string
        }
      }
    | {
        /** Merchant Order ID */
        readonly idPayin: string
        readonly paymentMethodCode: 'P2A_V2'
        /** The amount of the order */
        readonly money: Money
        /** Payment reference */
        readonly reference: string
        /** When the payment expires if it is not paid */
        readonly expireAt: string
        /** Where the customer comes back to */
        readonly returnUrl?: string
        /** Tax on the fee. Only where it is levied on this payment. */
        readonly vat?: Money
        /** The account to which the customer sends the money */
        readonly account?: {
          readonly accountName: string
          readonly accountNumber: string
        }
        /** The payment address (UPI address, crypto address) to which the customer sends the payment */
        readonly paymentAddress?: {
          readonly name: string
          readonly idAddress: string
        }
        /** What the QR code holds */
        readonly qrCode?: string
        /** Name of the QR code: the scheme, or the network */
        readonly qrName?: string
        /** The payment operator: bank, wallet, network or store */
        readonly paymentOperator: {
          readonly code: string
          readonly name: string
        }
        /** Present when the customer supplied an external reference */
        readonly externalReference?: {
          readonly reference: string
        }
      }
  PAYSHAP: {
    /** Merchant Order ID */
    readonly idPayin: string
    readonly paymentMethodCode: 'PAYSHAP'
    /** The amount of the order */
    readonly money: Money
    /** Payment reference */
    readonly reference: string
    /** When the payment expires if it is not paid */
    readonly expireAt: string
    /** Where the customer comes back to */
    readonly returnUrl?: string
    /** Tax on the fee. Only where it is levied on this payment. */
    readonly vat?: Money
    /** Where the customer is sent */
    readonly redirectUrl?: string
  }
  PAY_ME: {
    /** Merchant Order ID */
    readonly idPayin: string
    readonly paymentMethodCode: 'PAY_ME'
    /** The amount of the order */
    readonly money: Money
    /** Payment reference */
    readonly reference: string
    /** When the payment expires if it is not paid */
    readonly expireAt: string
    /** Where the customer comes back to */
    readonly returnUrl?: string
    /** Tax on the fee. Only where it is levied on this payment. */
    readonly vat?: Money
    /** Where the customer is sent */
    readonly redirectUrl?: string
  }
  PIXQR: {
    /** Merchant Order ID */
    readonly idPayin: string
    readonly paymentMethodCode: 'PIXQR'
    /** The amount of the order */
    readonly money: Money
    /** Payment reference */
    readonly reference: string
    /** When the payment expires if it is not paid */
    readonly expireAt: string
    /** Where the customer comes back to */
    readonly returnUrl?: string
    /** Tax on the fee. Only where it is levied on this payment. */
    readonly vat?: Money
    /** What the QR code holds */
    readonly qrCode?: string
    /** Name of the QR code: the scheme, or the network */
    readonly qrName?: string
  }
  PROMPTPAY: {
    /** Merchant Order ID */
    readonly idPayin: string
    readonly paymentMethodCode: 'PROMPTPAY'
    /** The amount of the order */
    readonly money: Money
    /** Payment reference */
    readonly reference: string
    /** When the payment expires if it is not paid */
    readonly expireAt: string
    /** Where the customer comes back to */
    readonly returnUrl?: string
    /** Tax on the fee. Only where it is levied on this payment. */
    readonly vat?: Money
    /** The account to which the customer sends the money */
    readonly account?: {
      readonly accountName: string
      readonly accountNumber: string
      readonly bankCode: string
      readonly bankName: string
    }
    /** The customer account from which funds are expected */
    readonly accountCustomer: {
      readonly accountName?: string
      readonly accountNumber: string
    }
    /** When present, the customer must pay this amount, while the full order amount is credited to the merchant balance */
    readonly moneyRequired?: Money
    /** What the QR code holds */
    readonly qrCode?: string
    /** Name of the QR code: the scheme, or the network */
    readonly qrName?: string
  }
  PSE: {
    /** Merchant Order ID */
    readonly idPayin: string
    readonly paymentMethodCode: 'PSE'
    /** The amount of the order */
    readonly money: Money
    /** Payment reference */
    readonly reference: string
    /** When the payment expires if it is not paid */
    readonly expireAt: string
    /** Where the customer comes back to */
    readonly returnUrl?: string
    /** Tax on the fee. Only where it is levied on this payment. */
    readonly vat?: Money
    /** Where the customer is sent */
    readonly redirectUrl?: string
  }
  QRISPAY: {
    /** Merchant Order ID */
    readonly idPayin: string
    readonly paymentMethodCode: 'QRISPAY'
    /** The amount of the order */
    readonly money: Money
    /** Payment reference */
    readonly reference: string
    /** When the payment expires if it is not paid */
    readonly expireAt: string
    /** Where the customer comes back to */
    readonly returnUrl?: string
    /** Tax on the fee. Only where it is levied on this payment. */
    readonly vat?: Money
    /** What the QR code holds */
    readonly qrCode?: string
    /** Name of the QR code: the scheme, or the network */
    readonly qrName?: string
  }
  QRPH: {
    /** Merchant Order ID */
    readonly idPayin: string
    readonly paymentMethodCode: 'QRPH'
    /** The amount of the order */
    readonly money: Money
    /** Payment reference */
    readonly reference: string
    /** When the payment expires if it is not paid */
    readonly expireAt: string
    /** Where the customer comes back to */
    readonly returnUrl?: string
    /** Tax on the fee. Only where it is levied on this payment. */
    readonly vat?: Money
    /** What the QR code holds */
    readonly qrCode?: string
    /** Name of the QR code: the scheme, or the network */
    readonly qrName?: string
  }
  UPICOLLECT: {
    /** Merchant Order ID */
    readonly idPayin: string
    readonly paymentMethodCode: 'UPICOLLECT'
    /** The amount of the order */
    readonly money: Money
    /** Payment reference */
    readonly reference: string
    /** When the payment expires if it is not paid */
    readonly expireAt: string
    /** Where the customer comes back to */
    readonly returnUrl?: string
    /** Tax on the fee. Only where it is levied on this payment. */
    readonly vat?: Money
    /** Opens a UPI app with everything filled in */
    readonly upiQrDeepLink?: string
    /** Present when the customer supplied an external reference */
    readonly externalReference?: {
      readonly reference: string
    }
  }
  UPIQR: {
    /** Merchant Order ID */
    readonly idPayin: string
    readonly paymentMethodCode: 'UPIQR'
    /** The amount of the order */
    readonly money: Money
    /** Payment reference */
    readonly reference: string
    /** When the payment expires if it is not paid */
    readonly expireAt: string
    /** Where the customer comes back to */
    readonly returnUrl?: string
    /** Tax on the fee. Only where it is levied on this payment. */
    readonly vat?: Money
    /** What the QR code holds */
    readonly qrCode?: string
    /** Name of the QR code: the scheme, or the network */
    readonly qrName?: string
    /** Opens a UPI app with everything filled in */
    readonly upiQrDeepLink?: string
    /** The payment address (UPI address, crypto address) to which the customer sends the payment */
    readonly paymentAddress?: {
      readonly name: string
      readonly idAddress: string
    }
    /** The payment operator: bank, wallet, network or store */
    readonly paymentOperator?: {
      readonly code: string
      readonly name: string
    }
    /** Present when the customer supplied an external reference */
    readonly externalReference?: {
      readonly reference: string
    }
    /** The account the customer used. On reads only. */
    readonly accountCustomerUsedForPayment?: {
      readonly accountName?: string
      readonly accountNumber?: string
    }
  }
  VAPAY: {
    /** Merchant Order ID */
    readonly idPayin: string
    readonly paymentMethodCode: 'VAPAY'
    /** The amount of the order */
    readonly money: Money
    /** Payment reference */
    readonly reference: string
    /** When the payment expires if it is not paid */
    readonly expireAt: string
    /** Where the customer comes back to */
    readonly returnUrl?: string
    /** Tax on the fee. Only where it is levied on this payment. */
    readonly vat?: Money
    /** The account to which the customer sends the money */
    readonly account?: {
      readonly accountName: string
      readonly accountNumber: string
      readonly bankCode: string
      readonly bankName: string
    }
    /** The customer account from which funds are expected */
    readonly accountCustomer?: {
      readonly accountName?: string
      readonly accountNumber?: string
    }
    /** The payment operator: bank, wallet, network or store */
    readonly paymentOperator: {
      readonly code: string
      readonly name: string
    }
    /** What the customer does, way by way */
    readonly paymentInstructionList?: ReadonlyArray<{
      readonly title: string
      readonly steps: ReadonlyArray<string>
    }>
    /** As in the request */
    readonly phoneNumber?: string
    /** As in the request */
    readonly emailAddress?: string
    /** Where the customer pays */
    readonly paymentLocationCustomer?: {
      readonly code?: string
      readonly name?: string
      readonly address?: string
      readonly city?: string
    }
  }
  VIETQR: {
    /** Merchant Order ID */
    readonly idPayin: string
    readonly paymentMethodCode: 'VIETQR'
    /** The amount of the order */
    readonly money: Money
    /** Payment reference */
    readonly reference: string
    /** When the payment expires if it is not paid */
    readonly expireAt: string
    /** Where the customer comes back to */
    readonly returnUrl?: string
    /** Tax on the fee. Only where it is levied on this payment. */
    readonly vat?: Money
    /** The account to which the customer sends the money */
    readonly account?: {
      readonly accountName: string
      readonly accountNumber: string
      readonly bankCode: string
      readonly bankName: string
    }
    /** What the QR code holds */
    readonly qrCode?: string
    /** Name of the QR code: the scheme, or the network */
    readonly qrName?: string
  }
  ZAPPER_QR: {
    /** Merchant Order ID */
    readonly idPayin: string
    readonly paymentMethodCode: 'ZAPPER_QR'
    /** The amount of the order */
    readonly money: Money
    /** Payment reference */
    readonly reference: string
    /** When the payment expires if it is not paid */
    readonly expireAt: string
    /** Where the customer comes back to */
    readonly returnUrl?: string
    /** Tax on the fee. Only where it is levied on this payment. */
    readonly vat?: Money
    /** What the QR code holds */
    readonly qrCode?: string
    /** Name of the QR code: the scheme, or the network */
    readonly qrName?: string
  }
}

/** `paymentMethodResponse` of a payout, by method. */
export interface PayoutResponses {
  BANK_TRANSFER: {
    /** Merchant Order ID */
    readonly idPayout: string
    readonly paymentMethodCode: 'BANK_TRANSFER'
    /** Tax on the fee. Only where it is levied on this payment. */
    readonly vat?: Money
  }
  EMAIL_TRANSFER: {
    /** Merchant Order ID */
    readonly idPayout: string
    readonly paymentMethodCode: 'EMAIL_TRANSFER'
    /** Tax on the fee. Only where it is levied on this payment. */
    readonly vat?: Money
  }
  PHONE_NUMBER_TRANSFER: {
    /** Merchant Order ID */
    readonly idPayout: string
    readonly paymentMethodCode: 'PHONE_NUMBER_TRANSFER'
    /** Tax on the fee. Only where it is levied on this payment. */
    readonly vat?: Money
  }
  RANDOM_KEY_TRANSFER: {
    /** Merchant Order ID */
    readonly idPayout: string
    readonly paymentMethodCode: 'RANDOM_KEY_TRANSFER'
    /** Tax on the fee. Only where it is levied on this payment. */
    readonly vat?: Money
  }
  TAX_PAYER_ID_TRANSFER: {
    /** Merchant Order ID */
    readonly idPayout: string
    readonly paymentMethodCode: 'TAX_PAYER_ID_TRANSFER'
    /** Tax on the fee. Only where it is levied on this payment. */
    readonly vat?: Money
  }
  WALLET_TRANSFER: {
    /** Merchant Order ID */
    readonly idPayout: string
    readonly paymentMethodCode: 'WALLET_TRANSFER'
    /** Tax on the fee. Only where it is levied on this payment. */
    readonly vat?: Money
  }
}
