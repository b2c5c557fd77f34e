/**
 * What the dashboard asks of the merchants' API, and what it is answered. Made from the server's own description by
 * `node tools/application-types.ts`; a test keeps it fresh. Never changed by hand.
 */

/** Major units as decimal text: `150.5`. */
export interface Money {
  readonly amount: string
  readonly currencyCode: string
}

/** What a payin's method answered; the rest differs by method. */
export interface PayinMethodResponse {
  readonly idPayin: string
  readonly paymentMethodCode: string
  readonly reference?: string
  readonly accountCustomer?: Readonly<Record<string, unknown>>
}

/** What a payout's method answered; the rest differs by method. */
export interface PayoutMethodResponse {
  readonly idPayout: string
  readonly paymentMethodCode: string
}

export interface Operations {
  /** List who is at the merchant, and who is invited */
  'GET /team': {
    path: Readonly<Record<never, string>>
    query: Readonly<Record<never, string>>
    body: undefined
    answer: {
      readonly data: ReadonlyArray<{
        readonly id: string
        readonly name: string
        readonly role: 'OWNER' | 'FINANCE' | 'SUPPORT' | 'DEVELOPER'
        /** What narrows the role; what is left out narrows nothing. */
        readonly rights: {
          /** Of those that the role has, these only. */
          readonly capabilities?: ReadonlyArray<
            | 'payins:read'
            | 'payins:act'
            | 'payouts:read'
            | 'payouts:act'
            | 'refunds:read'
            | 'refunds:act'
            | 'links:read'
            | 'links:act'
            | 'balances:read'
            | 'statements:read'
            | 'reports:read'
            | 'callbacks:read'
            | 'callbacks:act'
            | 'developers:read'
            | 'developers:manage'
            | 'team:read'
            | 'team:manage'
            | 'settings:read'
            | 'settings:manage'
          >
          /** The most that one act may move, as decimal text; in any other currency, nothing. */
          readonly limits?: ReadonlyArray<Money>
        }
        readonly capabilities: ReadonlyArray<
          | 'payins:read'
          | 'payins:act'
          | 'payouts:read'
          | 'payouts:act'
          | 'refunds:read'
          | 'refunds:act'
          | 'links:read'
          | 'links:act'
          | 'balances:read'
          | 'statements:read'
          | 'reports:read'
          | 'callbacks:read'
          | 'callbacks:act'
          | 'developers:read'
          | 'developers:manage'
          | 'team:read'
          | 'team:manage'
          | 'settings:read'
          | 'settings:manage'
        >
        readonly joinedAt: string
        /** When they last asked for something, to the minute. */
        readonly lastSeenAt?: string
        /** Where they are told, as an owner, of changes of keys, secrets and people. */
        readonly mail?: string
        readonly isYou: boolean
      }>
      /** Links that nobody has used yet, and that still hold. */
      readonly invitations: ReadonlyArray<{
        readonly id: string
        readonly purpose: 'INVITE' | 'RECOVER'
        readonly name: string
        readonly role: 'OWNER' | 'FINANCE' | 'SUPPORT' | 'DEVELOPER'
        /** Who asked for it: one of the merchant’s people, or an operator. */
        readonly invitedBy: string
        /** The operator who approved it. */
        readonly approvedBy?: string
        readonly expiresAt: string
      }>
    }
  }
  /** Make a link by which somebody joins the team */
  'POST /team/!invite': {
    path: Readonly<Record<never, string>>
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer: {
      /** Shown once: give it to the person, and to nobody else. Good once. */
      readonly link?: string
      /** The mail address that it goes to instead. */
      readonly sentTo?: string
      readonly expiresAt: string
    }
  }
  /** Take back an invitation that nobody has used */
  'POST /team/{id}/!withdraw': {
    path: {
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: undefined
  }
  /** Change what somebody may do, from their next request on */
  'PATCH /team/{id}': {
    path: {
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer: {
      readonly id: string
      readonly name: string
      readonly role: 'OWNER' | 'FINANCE' | 'SUPPORT' | 'DEVELOPER'
      /** What narrows the role; what is left out narrows nothing. */
      readonly rights: {
        /** Of those that the role has, these only. */
        readonly capabilities?: ReadonlyArray<
          | 'payins:read'
          | 'payins:act'
          | 'payouts:read'
          | 'payouts:act'
          | 'refunds:read'
          | 'refunds:act'
          | 'links:read'
          | 'links:act'
          | 'balances:read'
          | 'statements:read'
          | 'reports:read'
          | 'callbacks:read'
          | 'callbacks:act'
          | 'developers:read'
          | 'developers:manage'
          | 'team:read'
          | 'team:manage'
          | 'settings:read'
          | 'settings:manage'
        >
        /** The most that one act may move, as decimal text; in any other currency, nothing. */
        readonly limits?: ReadonlyArray<Money>
      }
      readonly capabilities: ReadonlyArray<
        | 'payins:read'
        | 'payins:act'
        | 'payouts:read'
        | 'payouts:act'
        | 'refunds:read'
        | 'refunds:act'
        | 'links:read'
        | 'links:act'
        | 'balances:read'
        | 'statements:read'
        | 'reports:read'
        | 'callbacks:read'
        | 'callbacks:act'
        | 'developers:read'
        | 'developers:manage'
        | 'team:read'
        | 'team:manage'
        | 'settings:read'
        | 'settings:manage'
      >
      readonly joinedAt: string
      /** When they last asked for something, to the minute. */
      readonly lastSeenAt?: string
      /** Where they are told, as an owner, of changes of keys, secrets and people. */
      readonly mail?: string
      readonly isYou: boolean
    }
  }
  /** End somebody: they are out with their next request */
  'DELETE /team/{id}': {
    path: {
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: undefined
  }
  /** Make a link by which somebody comes back who has lost every way in */
  'POST /team/{id}/!recover': {
    path: {
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: {
      /** Shown once: give it to the person, and to nobody else. Good once. */
      readonly link?: string
      /** The mail address that it goes to instead. */
      readonly sentTo?: string
      readonly expiresAt: string
    }
  }
  /** List incoming payments, newest first */
  'GET /payins': {
    path: Readonly<Record<never, string>>
    query: {
      readonly status?: string
      readonly currencyCode?: string
      readonly paymentMethodCode?: string
      readonly paymentOperatorCode?: string
      readonly from?: string
      readonly to?: string
      readonly cursor?: string
      readonly limit?: string
      readonly format?: string
      readonly zone?: string
    }
    body: undefined
    answer: {
      readonly data: ReadonlyArray<{
        readonly paymentRequested: {
          /** What was ordered. */
          readonly money: Money
        }
        readonly process: {
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
        readonly paymentMethodResponse: PayinMethodResponse
      }>
      /** Give it as cursor to read on; left out on the last page. */
      readonly nextCursor?: string
    }
  }
  /** List the callbacks of a payin with their attempts */
  'GET /payins/{idPayin}/callbacks': {
    path: {
      readonly idPayin: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: {
      readonly data: ReadonlyArray<{
        /** Counts the payment's callbacks from 1. */
        readonly sequence: number
        /** What the payment had become. */
        readonly status: string
        readonly at: string
        /** SUPERSEDED: a newer one took its place. ENDED: the receiver answered 410. */
        readonly state: 'WAITING' | 'SENDING' | 'DELIVERED' | 'SUPERSEDED' | 'ABANDONED' | 'ENDED'
        readonly nextAttemptAt?: string
        readonly attempts: ReadonlyArray<{
          readonly attempt: number
          readonly at: string
          readonly outcome: string
          /** What the receiver answered; left out where there was no answer. */
          readonly httpStatus?: number
          readonly durationMs?: number
          /** Why there was no answer. */
          readonly problem?: string
        }>
      }>
    }
  }
  /** Send the latest callback of a payin again */
  'POST /payins/{idPayin}/callbacks/!redeliver': {
    path: {
      readonly idPayin: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: {
      /** Of the callback that is sent again. */
      readonly sequence: number
    }
  }
  /** Explain where a payin stands */
  'GET /payins/{idPayin}/explanation': {
    path: {
      readonly idPayin: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: {
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
  }
  /** Read an incoming payment */
  'GET /payins/{idPayin}': {
    path: {
      readonly idPayin: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: {
      readonly paymentRequested: {
        /** What was ordered. */
        readonly money: Money
      }
      readonly process: {
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
      readonly paymentMethodResponse: PayinMethodResponse
    }
  }
  /** List outgoing payments, newest first */
  'GET /payouts': {
    path: Readonly<Record<never, string>>
    query: {
      readonly status?: string
      readonly currencyCode?: string
      readonly paymentMethodCode?: string
      readonly paymentOperatorCode?: string
      readonly from?: string
      readonly to?: string
      readonly cursor?: string
      readonly limit?: string
      readonly format?: string
      readonly zone?: string
    }
    body: undefined
    answer: {
      readonly data: ReadonlyArray<{
        readonly paymentRequested: {
          /** What was ordered. */
          readonly money: Money
        }
        readonly process: {
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
        /** Why a FAILED payment failed. */
        readonly failureReasonCode?: string
        /** What the merchant is charged at SUCCESS, without VAT. */
        readonly fee: Money
        readonly paymentMethodResponse: PayoutMethodResponse
      }>
      /** Give it as cursor to read on; left out on the last page. */
      readonly nextCursor?: string
    }
  }
  /** List the callbacks of a payout with their attempts */
  'GET /payouts/{idPayout}/callbacks': {
    path: {
      readonly idPayout: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: {
      readonly data: ReadonlyArray<{
        /** Counts the payment's callbacks from 1. */
        readonly sequence: number
        /** What the payment had become. */
        readonly status: string
        readonly at: string
        /** SUPERSEDED: a newer one took its place. ENDED: the receiver answered 410. */
        readonly state: 'WAITING' | 'SENDING' | 'DELIVERED' | 'SUPERSEDED' | 'ABANDONED' | 'ENDED'
        readonly nextAttemptAt?: string
        readonly attempts: ReadonlyArray<{
          readonly attempt: number
          readonly at: string
          readonly outcome: string
          /** What the receiver answered; left out where there was no answer. */
          readonly httpStatus?: number
          readonly durationMs?: number
          /** Why there was no answer. */
          readonly problem?: string
        }>
      }>
    }
  }
  /** Send the latest callback of a payout again */
  'POST /payouts/{idPayout}/callbacks/!redeliver': {
    path: {
      readonly idPayout: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: {
      /** Of the callback that is sent again. */
      readonly sequence: number
    }
  }
  /** Explain where a payout stands */
  'GET /payouts/{idPayout}/explanation': {
    path: {
      readonly idPayout: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: {
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
  }
  /** Look at a file of payouts: what would become of each row */
  'POST /payout-batches/!preview': {
    path: Readonly<Record<never, string>>
    query: Readonly<Record<never, string>>
    body: Blob
    answer: {
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
  }
  /** Pay a file of payouts that was looked at */
  'POST /payout-batches/{fingerprint}': {
    path: {
      readonly fingerprint: string
    }
    query: {
      readonly from?: string
    }
    body: Blob
    answer: {
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
  }
  /** Read an outgoing payment */
  'GET /payouts/{idPayout}': {
    path: {
      readonly idPayout: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: {
      readonly paymentRequested: {
        /** What was ordered. */
        readonly money: Money
      }
      readonly process: {
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
      /** Why a FAILED payment failed. */
      readonly failureReasonCode?: string
      /** What the merchant is charged at SUCCESS, without VAT. */
      readonly fee: Money
      readonly paymentMethodResponse: PayoutMethodResponse
    }
  }
  /** Create an outgoing payment */
  'POST /payouts/{idPayout}': {
    path: {
      readonly idPayout: string
    }
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer: {
      readonly paymentRequested: {
        /** What was ordered. */
        readonly money: Money
      }
      readonly process: {
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
      /** Why a FAILED payment failed. */
      readonly failureReasonCode?: string
      /** What the merchant is charged at SUCCESS, without VAT. */
      readonly fee: Money
      readonly paymentMethodResponse: PayoutMethodResponse
    }
  }
  /** List refunds, newest first */
  'GET /refunds': {
    path: Readonly<Record<never, string>>
    query: {
      readonly status?: string
      readonly currencyCode?: string
      readonly paymentMethodCode?: string
      readonly paymentOperatorCode?: string
      readonly idPayin?: string
      readonly from?: string
      readonly to?: string
      readonly cursor?: string
      readonly limit?: string
      readonly format?: string
      readonly zone?: string
    }
    body: undefined
    answer: {
      readonly data: ReadonlyArray<{
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
      }>
      /** Give it as cursor to read on; left out on the last page. */
      readonly nextCursor?: string
    }
  }
  /** List the callbacks of a refund with their attempts */
  'GET /refunds/{idRefund}/callbacks': {
    path: {
      readonly idRefund: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: {
      readonly data: ReadonlyArray<{
        /** Counts the payment's callbacks from 1. */
        readonly sequence: number
        /** What the payment had become. */
        readonly status: string
        readonly at: string
        /** SUPERSEDED: a newer one took its place. ENDED: the receiver answered 410. */
        readonly state: 'WAITING' | 'SENDING' | 'DELIVERED' | 'SUPERSEDED' | 'ABANDONED' | 'ENDED'
        readonly nextAttemptAt?: string
        readonly attempts: ReadonlyArray<{
          readonly attempt: number
          readonly at: string
          readonly outcome: string
          /** What the receiver answered; left out where there was no answer. */
          readonly httpStatus?: number
          readonly durationMs?: number
          /** Why there was no answer. */
          readonly problem?: string
        }>
      }>
    }
  }
  /** Send the latest callback of a refund again */
  'POST /refunds/{idRefund}/callbacks/!redeliver': {
    path: {
      readonly idRefund: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: {
      /** Of the callback that is sent again. */
      readonly sequence: number
    }
  }
  /** Explain where a refund stands */
  'GET /refunds/{idRefund}/explanation': {
    path: {
      readonly idRefund: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: {
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
  }
  /** Read a refund */
  'GET /refunds/{idRefund}': {
    path: {
      readonly idRefund: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: {
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
  }
  /** Give money of a payin back */
  'POST /refunds/{idRefund}': {
    path: {
      readonly idRefund: string
    }
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer: {
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
  }
  /** List payment links, newest first */
  'GET /payment-links': {
    path: Readonly<Record<never, string>>
    query: {
      readonly status?: string
      readonly from?: string
      readonly to?: string
      readonly cursor?: string
      readonly limit?: string
      readonly format?: string
      readonly zone?: string
    }
    body: undefined
    answer: {
      readonly data: ReadonlyArray<{
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
      }>
      /** Give it as cursor to read on; left out on the last page. */
      readonly nextCursor?: string
    }
  }
  /** Read a payment link */
  'GET /payment-links/{idLink}': {
    path: {
      readonly idLink: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: {
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
  }
  /** Make a payment link */
  'POST /payment-links/{idLink}': {
    path: {
      readonly idLink: string
    }
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer: {
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
  }
  /** List the payins that a payment link has begun, newest first */
  'GET /payment-links/{idLink}/payins': {
    path: {
      readonly idLink: string
    }
    query: {
      readonly cursor?: string
      readonly limit?: string
      readonly format?: string
      readonly zone?: string
    }
    body: undefined
    answer: {
      readonly data: ReadonlyArray<{
        readonly paymentRequested: {
          /** What was ordered. */
          readonly money: Money
        }
        readonly process: {
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
        readonly paymentMethodResponse: PayinMethodResponse
      }>
      /** Give it as cursor to read on; left out on the last page. */
      readonly nextCursor?: string
    }
  }
  /** Close a payment link */
  'POST /payment-links/{idLink}/!close': {
    path: {
      readonly idLink: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: {
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
  }
  /** List what was paid out to you by your terms, newest first */
  'GET /settlements': {
    path: Readonly<Record<never, string>>
    query: {
      readonly status?: string
      readonly currencyCode?: string
      readonly paymentMethodCode?: string
      readonly paymentOperatorCode?: string
      readonly from?: string
      readonly to?: string
      readonly cursor?: string
      readonly limit?: string
      readonly format?: string
      readonly zone?: string
    }
    body: undefined
    answer: {
      readonly data: ReadonlyArray<{
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
      }>
      /** Give it as cursor to read on; left out on the last page. */
      readonly nextCursor?: string
    }
  }
  /** Read the balances */
  'GET /balances': {
    path: Readonly<Record<never, string>>
    query: {
      readonly currencies?: string
    }
    body: undefined
    answer: {
      readonly data: ReadonlyArray<{
        readonly currencyCode: string
        /** What can be paid out. */
        readonly available: Money
        /** The sum of the open payins. */
        readonly pending: Money
        /** Set aside for payouts under way. */
        readonly reserved: Money
      }>
    }
  }
  /** Read the statement: what changed the available balances, newest first */
  'GET /balances/entries': {
    path: Readonly<Record<never, string>>
    query: {
      readonly currencies?: string
      readonly from?: string
      readonly to?: string
      readonly cursor?: string
      readonly limit?: string
      readonly format?: string
      readonly zone?: string
    }
    body: undefined
    answer: {
      readonly data: ReadonlyArray<{
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
      }>
      /** Give it as cursor to read on; left out on the last page. */
      readonly nextCursor?: string
    }
  }
  /** List the callbacks of all your payments, newest first, with the bytes that were signed and what became of them */
  'GET /callbacks': {
    path: Readonly<Record<never, string>>
    query: {
      readonly status?: string
      readonly from?: string
      readonly to?: string
      readonly cursor?: string
      readonly limit?: string
      readonly format?: string
      readonly zone?: string
    }
    body: undefined
    answer: {
      readonly data: ReadonlyArray<{
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
      }>
      /** Give it as cursor to read on; left out on the last page. */
      readonly nextCursor?: string
    }
  }
  /** Send the callbacks of a range again, of each payment its latest; a dry run counts them */
  'POST /callbacks/!redeliver': {
    path: Readonly<Record<never, string>>
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer: {
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
  }
  /** List the currencies */
  'GET /currencies': {
    path: Readonly<Record<never, string>>
    query: Readonly<Record<never, string>>
    body: undefined
    answer: {
      readonly data: ReadonlyArray<{
        readonly code: string
        readonly name: string
        readonly fractionDigits: number
        readonly kind: 'FIAT' | 'CRYPTO'
      }>
    }
  }
  /** List the keys, secrets and callback secrets in force */
  'GET /credentials': {
    path: Readonly<Record<never, string>>
    query: Readonly<Record<never, string>>
    body: undefined
    answer: {
      readonly keys: ReadonlyArray<{
        readonly id: string
        readonly createdAt: string
        /** By name; left out: before this was kept. */
        readonly madeBy?: string
        /** The rights of its tokens: those of whoever made it. Left out: everything. */
        readonly carries?: ReadonlyArray<
          | 'payins:read'
          | 'payins:act'
          | 'payouts:read'
          | 'payouts:act'
          | 'refunds:read'
          | 'refunds:act'
          | 'links:read'
          | 'links:act'
          | 'balances:read'
          | 'statements:read'
          | 'reports:read'
          | 'callbacks:read'
          | 'callbacks:act'
          | 'developers:read'
          | 'developers:manage'
          | 'team:read'
          | 'team:manage'
          | 'settings:read'
          | 'settings:manage'
        >
        /** The owner by whom it carries everything though somebody else has made it. */
        readonly confirmedBy?: string
        readonly confirmedAt?: string
        /** When it was last used, to a minute or so; left out: not since it is noted. */
        readonly usedAt?: string
        /** SHA-256 of the key (SPKI, DER), in hex. */
        readonly fingerprint: string
        readonly bits: number
        readonly publicKey: string
      }>
      readonly secrets: ReadonlyArray<{
        readonly id: string
        readonly createdAt: string
        /** By name; left out: before this was kept. */
        readonly madeBy?: string
        /** The rights of its tokens: those of whoever made it. Left out: everything. */
        readonly carries?: ReadonlyArray<
          | 'payins:read'
          | 'payins:act'
          | 'payouts:read'
          | 'payouts:act'
          | 'refunds:read'
          | 'refunds:act'
          | 'links:read'
          | 'links:act'
          | 'balances:read'
          | 'statements:read'
          | 'reports:read'
          | 'callbacks:read'
          | 'callbacks:act'
          | 'developers:read'
          | 'developers:manage'
          | 'team:read'
          | 'team:manage'
          | 'settings:read'
          | 'settings:manage'
        >
        /** The owner by whom it carries everything though somebody else has made it. */
        readonly confirmedBy?: string
        readonly confirmedAt?: string
        /** When it was last used, to a minute or so; left out: not since it is noted. */
        readonly usedAt?: string
      }>
      readonly callbackSecrets: ReadonlyArray<{
        readonly id: string
        readonly createdAt: string
        /** By name; left out: before this was kept. */
        readonly madeBy?: string
      }>
    }
  }
  /** Add a public key */
  'POST /keys': {
    path: Readonly<Record<never, string>>
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer: {
      readonly id: string
      readonly createdAt: string
      /** By name; left out: before this was kept. */
      readonly madeBy?: string
      /** The rights of its tokens: those of whoever made it. Left out: everything. */
      readonly carries?: ReadonlyArray<
        | 'payins:read'
        | 'payins:act'
        | 'payouts:read'
        | 'payouts:act'
        | 'refunds:read'
        | 'refunds:act'
        | 'links:read'
        | 'links:act'
        | 'balances:read'
        | 'statements:read'
        | 'reports:read'
        | 'callbacks:read'
        | 'callbacks:act'
        | 'developers:read'
        | 'developers:manage'
        | 'team:read'
        | 'team:manage'
        | 'settings:read'
        | 'settings:manage'
      >
      /** The owner by whom it carries everything though somebody else has made it. */
      readonly confirmedBy?: string
      readonly confirmedAt?: string
      /** When it was last used, to a minute or so; left out: not since it is noted. */
      readonly usedAt?: string
      /** SHA-256 of the key (SPKI, DER), in hex. */
      readonly fingerprint: string
      readonly bits: number
      readonly publicKey: string
    }
  }
  /** Make a secret, which is shown this once */
  'POST /secrets': {
    path: Readonly<Record<never, string>>
    query: Readonly<Record<never, string>>
    body: undefined
    answer: {
      readonly id: string
      readonly createdAt: string
      /** By name; left out: before this was kept. */
      readonly madeBy?: string
      /** The rights of its tokens: those of whoever made it. Left out: everything. */
      readonly carries?: ReadonlyArray<
        | 'payins:read'
        | 'payins:act'
        | 'payouts:read'
        | 'payouts:act'
        | 'refunds:read'
        | 'refunds:act'
        | 'links:read'
        | 'links:act'
        | 'balances:read'
        | 'statements:read'
        | 'reports:read'
        | 'callbacks:read'
        | 'callbacks:act'
        | 'developers:read'
        | 'developers:manage'
        | 'team:read'
        | 'team:manage'
        | 'settings:read'
        | 'settings:manage'
      >
      /** The owner by whom it carries everything though somebody else has made it. */
      readonly confirmedBy?: string
      readonly confirmedAt?: string
      /** When it was last used, to a minute or so; left out: not since it is noted. */
      readonly usedAt?: string
      /** Shown once. */
      readonly secret: string
    }
  }
  /** Make a callback secret, which is shown this once */
  'POST /callback-secrets': {
    path: Readonly<Record<never, string>>
    query: Readonly<Record<never, string>>
    body: undefined
    answer: {
      readonly id: string
      readonly createdAt: string
      /** By name; left out: before this was kept. */
      readonly madeBy?: string
      /** Shown once. Until an older one is removed, both sign. */
      readonly callbackSecret: string
    }
  }
  /** Remove a public key */
  'DELETE /keys/{id}': {
    path: {
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: undefined
  }
  /** Remove a secret */
  'DELETE /secrets/{id}': {
    path: {
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: undefined
  }
  /** Remove a callback secret */
  'DELETE /callback-secrets/{id}': {
    path: {
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: undefined
  }
  /** Confirm a public key that somebody else has added */
  'POST /keys/{id}/!confirm': {
    path: {
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: {
      readonly id: string
      readonly createdAt: string
      /** By name; left out: before this was kept. */
      readonly madeBy?: string
      /** The rights of its tokens: those of whoever made it. Left out: everything. */
      readonly carries?: ReadonlyArray<
        | 'payins:read'
        | 'payins:act'
        | 'payouts:read'
        | 'payouts:act'
        | 'refunds:read'
        | 'refunds:act'
        | 'links:read'
        | 'links:act'
        | 'balances:read'
        | 'statements:read'
        | 'reports:read'
        | 'callbacks:read'
        | 'callbacks:act'
        | 'developers:read'
        | 'developers:manage'
        | 'team:read'
        | 'team:manage'
        | 'settings:read'
        | 'settings:manage'
      >
      /** The owner by whom it carries everything though somebody else has made it. */
      readonly confirmedBy?: string
      readonly confirmedAt?: string
      /** When it was last used, to a minute or so; left out: not since it is noted. */
      readonly usedAt?: string
      /** SHA-256 of the key (SPKI, DER), in hex. */
      readonly fingerprint: string
      readonly bits: number
      readonly publicKey: string
    }
  }
  /** Take the confirmation of a public key back */
  'POST /keys/{id}/!unconfirm': {
    path: {
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: {
      readonly id: string
      readonly createdAt: string
      /** By name; left out: before this was kept. */
      readonly madeBy?: string
      /** The rights of its tokens: those of whoever made it. Left out: everything. */
      readonly carries?: ReadonlyArray<
        | 'payins:read'
        | 'payins:act'
        | 'payouts:read'
        | 'payouts:act'
        | 'refunds:read'
        | 'refunds:act'
        | 'links:read'
        | 'links:act'
        | 'balances:read'
        | 'statements:read'
        | 'reports:read'
        | 'callbacks:read'
        | 'callbacks:act'
        | 'developers:read'
        | 'developers:manage'
        | 'team:read'
        | 'team:manage'
        | 'settings:read'
        | 'settings:manage'
      >
      /** The owner by whom it carries everything though somebody else has made it. */
      readonly confirmedBy?: string
      readonly confirmedAt?: string
      /** When it was last used, to a minute or so; left out: not since it is noted. */
      readonly usedAt?: string
      /** SHA-256 of the key (SPKI, DER), in hex. */
      readonly fingerprint: string
      readonly bits: number
      readonly publicKey: string
    }
  }
  /** Confirm a secret that somebody else has made */
  'POST /secrets/{id}/!confirm': {
    path: {
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: {
      readonly id: string
      readonly createdAt: string
      /** By name; left out: before this was kept. */
      readonly madeBy?: string
      /** The rights of its tokens: those of whoever made it. Left out: everything. */
      readonly carries?: ReadonlyArray<
        | 'payins:read'
        | 'payins:act'
        | 'payouts:read'
        | 'payouts:act'
        | 'refunds:read'
        | 'refunds:act'
        | 'links:read'
        | 'links:act'
        | 'balances:read'
        | 'statements:read'
        | 'reports:read'
        | 'callbacks:read'
        | 'callbacks:act'
        | 'developers:read'
        | 'developers:manage'
        | 'team:read'
        | 'team:manage'
        | 'settings:read'
        | 'settings:manage'
      >
      /** The owner by whom it carries everything though somebody else has made it. */
      readonly confirmedBy?: string
      readonly confirmedAt?: string
      /** When it was last used, to a minute or so; left out: not since it is noted. */
      readonly usedAt?: string
    }
  }
  /** Take the confirmation of a secret back */
  'POST /secrets/{id}/!unconfirm': {
    path: {
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: {
      readonly id: string
      readonly createdAt: string
      /** By name; left out: before this was kept. */
      readonly madeBy?: string
      /** The rights of its tokens: those of whoever made it. Left out: everything. */
      readonly carries?: ReadonlyArray<
        | 'payins:read'
        | 'payins:act'
        | 'payouts:read'
        | 'payouts:act'
        | 'refunds:read'
        | 'refunds:act'
        | 'links:read'
        | 'links:act'
        | 'balances:read'
        | 'statements:read'
        | 'reports:read'
        | 'callbacks:read'
        | 'callbacks:act'
        | 'developers:read'
        | 'developers:manage'
        | 'team:read'
        | 'team:manage'
        | 'settings:read'
        | 'settings:manage'
      >
      /** The owner by whom it carries everything though somebody else has made it. */
      readonly confirmedBy?: string
      readonly confirmedAt?: string
      /** When it was last used, to a minute or so; left out: not since it is noted. */
      readonly usedAt?: string
    }
  }
  /** Read how the checkout shows you, and where callbacks go */
  'GET /settings': {
    path: Readonly<Record<never, string>>
    query: Readonly<Record<never, string>>
    body: undefined
    answer: {
      readonly merchantCode: string
      readonly name: string
      readonly isTest: boolean
      readonly callbackUrl?: string
      /** How the checkout shows you. */
      readonly checkout: {
        /** What payers see instead of the name. */
        readonly name?: string
        /** A data: URL of a PNG, JPEG or WebP picture, in base64. */
        readonly logo?: string
        /** Of buttons: #rrggbb. */
        readonly colour?: string
      }
    }
  }
  /** Change how the checkout shows you, or where callbacks go */
  'PATCH /settings': {
    path: Readonly<Record<never, string>>
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer: {
      readonly merchantCode: string
      readonly name: string
      readonly isTest: boolean
      readonly callbackUrl?: string
      /** How the checkout shows you. */
      readonly checkout: {
        /** What payers see instead of the name. */
        readonly name?: string
        /** A data: URL of a PNG, JPEG or WebP picture, in base64. */
        readonly logo?: string
        /** Of buttons: #rrggbb. */
        readonly colour?: string
      }
    }
  }
  /** List your last requests, newest first */
  'GET /request-log': {
    path: Readonly<Record<never, string>>
    query: {
      readonly statuses?: string
      readonly id?: string
      readonly from?: string
      readonly to?: string
      readonly cursor?: string
      readonly limit?: string
    }
    body: undefined
    answer: {
      readonly data: ReadonlyArray<{
        readonly requestId: string
        readonly at: string
        readonly method: string
        /** As the description of the API names it: `/payins/{idPayin}`. */
        readonly path: string
        /** The ID in the path. */
        readonly id?: string
        readonly status: number
        /** Of the refusal, where it was one. */
        readonly code?: string
        readonly durationMs: number
        /** `key`, `secret` or `link` with its ID, the name of who was signed in, or `operator`. */
        readonly by: string
      }>
      /** Give it as cursor to read on; left out on the last page. */
      readonly nextCursor?: string
    }
  }
  /** List the statements, the latest first */
  'GET /statements': {
    path: Readonly<Record<never, string>>
    query: {
      readonly currencies?: string
      readonly from?: string
      readonly to?: string
      readonly cursor?: string
      readonly limit?: string
    }
    body: undefined
    answer: {
      readonly data: ReadonlyArray<{
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
      }>
      /** Give it as cursor to read on; left out on the last page. */
      readonly nextCursor?: string
    }
  }
  /** Read a statement with its lines, in the format of your choice */
  'GET /statements/{idStatement}': {
    path: {
      readonly idStatement: string
    }
    query: {
      readonly format?: string
    }
    body: undefined
    answer: {
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
        readonly gross: string
        /** What was charged. */
        readonly fee: string
        /** On the fee. */
        readonly vat: string
        /** By how much you have more: gross − fee − vat. 0 of a payment that is only set aside or released. */
        readonly net: string
        /** By how much more can be paid out. */
        readonly available: string
        /** By how much more is set aside. */
        readonly reserved: string
        /** What you have after it: available and reserved. */
        readonly balance: string
      }>
    }
  }
  /** List the invoices for your fees, the latest first */
  'GET /invoices': {
    path: Readonly<Record<never, string>>
    query: {
      readonly from?: string
      readonly to?: string
      readonly cursor?: string
      readonly limit?: string
      readonly format?: string
      readonly zone?: string
    }
    body: undefined
    answer: {
      readonly data: ReadonlyArray<{
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
      }>
      /** Give it as cursor to read on; left out on the last page. */
      readonly nextCursor?: string
    }
  }
  /** List the credit notes for fees that were given back, the latest first */
  'GET /credit-notes': {
    path: Readonly<Record<never, string>>
    query: {
      readonly from?: string
      readonly to?: string
      readonly cursor?: string
      readonly limit?: string
      readonly format?: string
      readonly zone?: string
    }
    body: undefined
    answer: {
      readonly data: ReadonlyArray<{
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
      }>
      /** Give it as cursor to read on; left out on the last page. */
      readonly nextCursor?: string
    }
  }
  /** Read how many payments were made and succeeded, and what they come to */
  'GET /reports/volume': {
    path: Readonly<Record<never, string>>
    query: {
      readonly firstDay?: string
      readonly lastDay?: string
      readonly by?: string
      readonly kind?: string
      readonly currencyCode?: string
      readonly paymentMethodCode?: string
      readonly format?: string
      readonly zone?: string
    }
    body: undefined
    answer: {
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
  }
  /** Read how many of the payments succeeded, by method and operator */
  'GET /reports/success-rates': {
    path: Readonly<Record<never, string>>
    query: {
      readonly firstDay?: string
      readonly lastDay?: string
      readonly by?: string
      readonly kind?: string
      readonly currencyCode?: string
      readonly paymentMethodCode?: string
      readonly format?: string
      readonly zone?: string
    }
    body: undefined
    answer: {
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
  }
  /** Read how long payments took from their create to their SUCCESS */
  'GET /reports/time-to-money': {
    path: Readonly<Record<never, string>>
    query: {
      readonly firstDay?: string
      readonly lastDay?: string
      readonly by?: string
      readonly kind?: string
      readonly currencyCode?: string
      readonly paymentMethodCode?: string
      readonly format?: string
      readonly zone?: string
    }
    body: undefined
    answer: {
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
  }
  /** Find payments by whatever scrap there is */
  'GET /search': {
    path: Readonly<Record<never, string>>
    query: {
      readonly q?: string
    }
    body: undefined
    answer: {
      /** Those that match whole first; at most 50. */
      readonly data: ReadonlyArray<{
        /** Under its plural the payment is read by its ID: `/payins/{id}`. */
        readonly kind: 'payin' | 'payout' | 'refund' | 'settlement'
        readonly id: string
        readonly matched: ReadonlyArray<
          | 'id'
          | 'reference'
          | 'externalReference'
          | 'link'
          | 'movement'
          | 'processorRef'
          | 'confirmation'
          | 'account'
          | 'phone'
          | 'email'
          | 'taxId'
          | 'name'
          | 'amount'
          | 'chain'
          | 'bankReference'
        >
        /** What was ordered. */
        readonly money: Money
        /** As a read of the payment says it. */
        readonly status: 'NEW' | 'PENDING' | 'SUCCESS' | 'REFUSED' | 'FAILED' | 'EXPIRED' | 'AWAITING_PAYEE'
        readonly createdAt: string
      }>
      /** There is more than is told: ask more precisely. */
      readonly hasMore: boolean
    }
  }
}
