/**
 * What the console asks of the operators' API, and what it is answered. Made from the server's own description by
 * `node tools/application-types.ts`; a test keeps it fresh. Never changed by hand.
 */

/** Major units as decimal text: `150.5`. */
export interface Money {
  readonly amount: string
  readonly currencyCode: string
}

export interface Operations {
  /** List the operators, people and programs, those in force first */
  'GET /admin/operators': {
    path: Readonly<Record<never, string>>
    query: {
      readonly format?: string
      readonly zone?: string
    }
    body: undefined
    answer: {
      readonly data: ReadonlyArray<{
        readonly id: string
        readonly name: string
        /** A person signs in; a program has a token. */
        readonly kind: 'PERSON' | 'PROGRAM'
        readonly role: 'VIEWER' | 'OPERATOR' | 'ADMIN'
        /** Whether they count as a second person for everybody. False: not for those who invited or approved them, until another operator confirms them face to face. */
        readonly isConfirmed: boolean
        readonly createdAt: string
        readonly revokedAt?: string
      }>
    }
  }
  /** Make an operator for a program; the token is shown once */
  'POST /admin/operators': {
    path: Readonly<Record<never, string>>
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer:
      | {
          readonly id: string
          readonly name: string
          /** A person signs in; a program has a token. */
          readonly kind: 'PERSON' | 'PROGRAM'
          readonly role: 'VIEWER' | 'OPERATOR' | 'ADMIN'
          /** Whether they count as a second person for everybody. False: not for those who invited or approved them, until another operator confirms them face to face. */
          readonly isConfirmed: boolean
          readonly createdAt: string
          readonly revokedAt?: string
          /** Shown once. */
          readonly token: string
        }
      | {
          readonly approval: {
            readonly id: string
            readonly operation:
              | 'balance.credit'
              | 'balance.debit'
              | 'case.assign'
              | 'case.credit'
              | 'case.return'
              | 'case.write-off'
              | 'case.close'
              | 'refund'
              | 'refund.claim'
              | 'refund.decide'
              | 'payment.cancel'
              | 'settlement.run'
              | 'bank-file.release'
              | 'bank-file.answer'
              | 'bank-file.doubt'
              | 'bank-feed.import'
              | 'bank-feed.statement'
              | 'merchant.create'
              | 'merchant.addresses'
              | 'merchant.activate'
              | 'merchant.products'
              | 'merchant.payout-destination'
              | 'merchant.keys'
              | 'account.details'
              | 'network.change'
              | 'provider.change'
              | 'connector.change'
              | 'connector.services'
              | 'bank-feed.mapping'
              | 'rates.put'
              | 'debtor-account.change'
              | 'billing.change'
              | 'alert.silence'
              | 'operator.create'
              | 'approval-policy.change'
            /** What will be done, in one line. */
            readonly summary: string
            /** Of the body as it was sent, in hexadecimal. Of one that holds secrets: as JSON with its names sorted and no spaces. */
            readonly sha256: string
            readonly status: 'WAITING' | 'APPROVED' | 'REJECTED' | 'EXPIRED'
            /** Who asked: an operator, or a merchant. */
            readonly requestedBy: string
            /** When it ends, if nobody decides: 72 hours after it was asked for. */
            readonly expiresAt: string
          }
        }
  }
  /** Revoke an operator: a program’s token, or a person’s sessions and ways to sign in, end at once */
  'DELETE /admin/operators/{id}': {
    path: {
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: undefined
  }
  /** Confirm face to face that an operator is a person of their own: they then count as a second person for whoever brought them */
  'POST /admin/operators/{id}/!confirm': {
    path: {
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: {
      readonly id: string
      readonly name: string
      /** A person signs in; a program has a token. */
      readonly kind: 'PERSON' | 'PROGRAM'
      readonly role: 'VIEWER' | 'OPERATOR' | 'ADMIN'
      /** Whether they count as a second person for everybody. False: not for those who invited or approved them, until another operator confirms them face to face. */
      readonly isConfirmed: boolean
      readonly createdAt: string
      readonly revokedAt?: string
    }
  }
  /** Read the audit log, newest first */
  'GET /admin/audit': {
    path: Readonly<Record<never, string>>
    query: {
      readonly operator?: string
      readonly action?: string
      readonly subject?: string
      readonly merchantCode?: string
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
        readonly id: string
        readonly at: string
        readonly operator: string
        readonly action: string
        readonly subject: string
        readonly detail: Readonly<Record<string, unknown>>
        /** The approval that this line decides. */
        readonly approval?: string
      }>
      /** Give it as cursor to read on; left out on the last page. */
      readonly nextCursor?: string
    }
  }
  /** List the people who may sign in */
  'GET /admin/people': {
    path: Readonly<Record<never, string>>
    query: {
      readonly format?: string
      readonly zone?: string
    }
    body: undefined
    answer: {
      readonly data: ReadonlyArray<{
        readonly id: string
        readonly name: string
        readonly role: 'VIEWER' | 'OPERATOR' | 'ADMIN'
        /** What narrows the role; what is left out narrows nothing. */
        readonly rights: {
          /** Of those that the role has, these only. */
          readonly capabilities?: ReadonlyArray<
            | 'payments:read'
            | 'payments:act'
            | 'payments:manage'
            | 'refunds:read'
            | 'refunds:act'
            | 'refunds:manage'
            | 'cases:read'
            | 'cases:act'
            | 'cases:manage'
            | 'balances:read'
            | 'balances:act'
            | 'balances:manage'
            | 'settlements:read'
            | 'settlements:act'
            | 'settlements:manage'
            | 'statements:read'
            | 'statements:act'
            | 'statements:manage'
            | 'reports:read'
            | 'reports:act'
            | 'reports:manage'
            | 'bank:read'
            | 'bank:act'
            | 'bank:manage'
            | 'bank-files:read'
            | 'bank-files:act'
            | 'bank-files:manage'
            | 'callbacks:read'
            | 'callbacks:act'
            | 'callbacks:manage'
            | 'merchants:read'
            | 'merchants:act'
            | 'merchants:manage'
            | 'routes:read'
            | 'routes:act'
            | 'routes:manage'
            | 'approvals:read'
            | 'approvals:act'
            | 'approvals:manage'
            | 'people:read'
            | 'people:act'
            | 'people:manage'
            | 'gateway:read'
            | 'gateway:act'
            | 'gateway:manage'
          >
          /** By code: nothing of any other. */
          readonly merchants?: ReadonlyArray<string>
          /** The most that one act may move, as decimal text; in any other currency, nothing. */
          readonly limits?: ReadonlyArray<Money>
        }
        /** Whether they count as a second person for everybody. False: not for those who invited or approved them, until another operator confirms them face to face. */
        readonly isConfirmed: boolean
        readonly createdAt: string
        /** How many they have. */
        readonly passkeys: number
        /** Whether they have an authenticator app. */
        readonly hasTotp: boolean
        /** The identity provider that vouches for them. */
        readonly issuer?: string
        /** On how many browsers they are signed in. */
        readonly sessions: number
        readonly lastSeenAt?: string
      }>
    }
  }
  /** Change what a person may do, from their next request on */
  'PATCH /admin/people/{id}': {
    path: {
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer:
      | {
          readonly id: string
          readonly name: string
          readonly role: 'VIEWER' | 'OPERATOR' | 'ADMIN'
          /** What narrows the role; what is left out narrows nothing. */
          readonly rights: {
            /** Of those that the role has, these only. */
            readonly capabilities?: ReadonlyArray<
              | 'payments:read'
              | 'payments:act'
              | 'payments:manage'
              | 'refunds:read'
              | 'refunds:act'
              | 'refunds:manage'
              | 'cases:read'
              | 'cases:act'
              | 'cases:manage'
              | 'balances:read'
              | 'balances:act'
              | 'balances:manage'
              | 'settlements:read'
              | 'settlements:act'
              | 'settlements:manage'
              | 'statements:read'
              | 'statements:act'
              | 'statements:manage'
              | 'reports:read'
              | 'reports:act'
              | 'reports:manage'
              | 'bank:read'
              | 'bank:act'
              | 'bank:manage'
              | 'bank-files:read'
              | 'bank-files:act'
              | 'bank-files:manage'
              | 'callbacks:read'
              | 'callbacks:act'
              | 'callbacks:manage'
              | 'merchants:read'
              | 'merchants:act'
              | 'merchants:manage'
              | 'routes:read'
              | 'routes:act'
              | 'routes:manage'
              | 'approvals:read'
              | 'approvals:act'
              | 'approvals:manage'
              | 'people:read'
              | 'people:act'
              | 'people:manage'
              | 'gateway:read'
              | 'gateway:act'
              | 'gateway:manage'
            >
            /** By code: nothing of any other. */
            readonly merchants?: ReadonlyArray<string>
            /** The most that one act may move, as decimal text; in any other currency, nothing. */
            readonly limits?: ReadonlyArray<Money>
          }
          /** Whether they count as a second person for everybody. False: not for those who invited or approved them, until another operator confirms them face to face. */
          readonly isConfirmed: boolean
          readonly createdAt: string
          /** How many they have. */
          readonly passkeys: number
          /** Whether they have an authenticator app. */
          readonly hasTotp: boolean
          /** The identity provider that vouches for them. */
          readonly issuer?: string
          /** On how many browsers they are signed in. */
          readonly sessions: number
          readonly lastSeenAt?: string
        }
      | {
          readonly approval: {
            readonly id: string
            readonly operation:
              | 'balance.credit'
              | 'balance.debit'
              | 'case.assign'
              | 'case.credit'
              | 'case.return'
              | 'case.write-off'
              | 'case.close'
              | 'refund'
              | 'refund.claim'
              | 'refund.decide'
              | 'payment.cancel'
              | 'settlement.run'
              | 'bank-file.release'
              | 'bank-file.answer'
              | 'bank-file.doubt'
              | 'bank-feed.import'
              | 'bank-feed.statement'
              | 'merchant.create'
              | 'merchant.addresses'
              | 'merchant.activate'
              | 'merchant.products'
              | 'merchant.payout-destination'
              | 'merchant.keys'
              | 'account.details'
              | 'network.change'
              | 'provider.change'
              | 'connector.change'
              | 'connector.services'
              | 'bank-feed.mapping'
              | 'rates.put'
              | 'debtor-account.change'
              | 'billing.change'
              | 'alert.silence'
              | 'operator.create'
              | 'approval-policy.change'
            /** What will be done, in one line. */
            readonly summary: string
            /** Of the body as it was sent, in hexadecimal. Of one that holds secrets: as JSON with its names sorted and no spaces. */
            readonly sha256: string
            readonly status: 'WAITING' | 'APPROVED' | 'REJECTED' | 'EXPIRED'
            /** Who asked: an operator, or a merchant. */
            readonly requestedBy: string
            /** When it ends, if nobody decides: 72 hours after it was asked for. */
            readonly expiresAt: string
          }
        }
  }
  /** End a person: they are out with their next request */
  'DELETE /admin/people/{id}': {
    path: {
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: undefined
  }
  /** List where a person is signed in */
  'GET /admin/people/{id}/sessions': {
    path: {
      readonly id: string
    }
    query: {
      readonly format?: string
      readonly zone?: string
    }
    body: undefined
    answer: {
      readonly data: ReadonlyArray<{
        readonly id: string
        readonly signInMethod: 'PASSKEY' | 'TOTP' | 'RECOVERY' | 'OIDC' | 'LINK'
        readonly device: string
        readonly signedInAt: string
        readonly seenAt: string
        readonly endsAt: string
        readonly isThis: boolean
      }>
    }
  }
  /** Sign a person out of a browser */
  'DELETE /admin/people/{id}/sessions/{session}': {
    path: {
      readonly id: string
      readonly session: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: undefined
  }
  /** List the links that could still make somebody an operator or bring one back */
  'GET /admin/people-links': {
    path: Readonly<Record<never, string>>
    query: {
      readonly format?: string
      readonly zone?: string
    }
    body: undefined
    answer: {
      readonly data: ReadonlyArray<{
        readonly id: string
        readonly purpose: 'INVITE' | 'RECOVER'
        /** Whom it makes, or brings back. */
        readonly name: string
        readonly role: 'VIEWER' | 'OPERATOR' | 'ADMIN'
        /** What narrows the role; what is left out narrows nothing. */
        readonly rights: {
          /** Of those that the role has, these only. */
          readonly capabilities?: ReadonlyArray<
            | 'payments:read'
            | 'payments:act'
            | 'payments:manage'
            | 'refunds:read'
            | 'refunds:act'
            | 'refunds:manage'
            | 'cases:read'
            | 'cases:act'
            | 'cases:manage'
            | 'balances:read'
            | 'balances:act'
            | 'balances:manage'
            | 'settlements:read'
            | 'settlements:act'
            | 'settlements:manage'
            | 'statements:read'
            | 'statements:act'
            | 'statements:manage'
            | 'reports:read'
            | 'reports:act'
            | 'reports:manage'
            | 'bank:read'
            | 'bank:act'
            | 'bank:manage'
            | 'bank-files:read'
            | 'bank-files:act'
            | 'bank-files:manage'
            | 'callbacks:read'
            | 'callbacks:act'
            | 'callbacks:manage'
            | 'merchants:read'
            | 'merchants:act'
            | 'merchants:manage'
            | 'routes:read'
            | 'routes:act'
            | 'routes:manage'
            | 'approvals:read'
            | 'approvals:act'
            | 'approvals:manage'
            | 'people:read'
            | 'people:act'
            | 'people:manage'
            | 'gateway:read'
            | 'gateway:act'
            | 'gateway:manage'
          >
          /** By code: nothing of any other. */
          readonly merchants?: ReadonlyArray<string>
          /** The most that one act may move, as decimal text; in any other currency, nothing. */
          readonly limits?: ReadonlyArray<Money>
        }
        readonly requestedBy: string
        /** Left out: nobody was asked. */
        readonly approvedBy?: string
        readonly expiresAt: string
      }>
    }
  }
  /** Take back a link that nobody has used */
  'DELETE /admin/people-links/{link}': {
    path: {
      readonly link: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: undefined
  }
  /** Make a link by which somebody becomes an operator who signs in */
  'POST /admin/people/!invite': {
    path: Readonly<Record<never, string>>
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer:
      | {
          /** Shown once: give it to the person, and to nobody else. Good once. */
          readonly link?: string
          /** The mail address that it goes to instead. */
          readonly sentTo?: string
          readonly expiresAt: string
        }
      | {
          readonly approval: {
            readonly id: string
            readonly operation:
              | 'balance.credit'
              | 'balance.debit'
              | 'case.assign'
              | 'case.credit'
              | 'case.return'
              | 'case.write-off'
              | 'case.close'
              | 'refund'
              | 'refund.claim'
              | 'refund.decide'
              | 'payment.cancel'
              | 'settlement.run'
              | 'bank-file.release'
              | 'bank-file.answer'
              | 'bank-file.doubt'
              | 'bank-feed.import'
              | 'bank-feed.statement'
              | 'merchant.create'
              | 'merchant.addresses'
              | 'merchant.activate'
              | 'merchant.products'
              | 'merchant.payout-destination'
              | 'merchant.keys'
              | 'account.details'
              | 'network.change'
              | 'provider.change'
              | 'connector.change'
              | 'connector.services'
              | 'bank-feed.mapping'
              | 'rates.put'
              | 'debtor-account.change'
              | 'billing.change'
              | 'alert.silence'
              | 'operator.create'
              | 'approval-policy.change'
            /** What will be done, in one line. */
            readonly summary: string
            /** Of the body as it was sent, in hexadecimal. Of one that holds secrets: as JSON with its names sorted and no spaces. */
            readonly sha256: string
            readonly status: 'WAITING' | 'APPROVED' | 'REJECTED' | 'EXPIRED'
            /** Who asked: an operator, or a merchant. */
            readonly requestedBy: string
            /** When it ends, if nobody decides: 72 hours after it was asked for. */
            readonly expiresAt: string
          }
        }
  }
  /** Make a link by which a person who has lost every way in comes back, as a new operator of the same name */
  'POST /admin/people/{id}/!recover': {
    path: {
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer:
      | {
          /** Shown once: give it to the person, and to nobody else. Good once. */
          readonly link?: string
          /** The mail address that it goes to instead. */
          readonly sentTo?: string
          readonly expiresAt: string
        }
      | {
          readonly approval: {
            readonly id: string
            readonly operation:
              | 'balance.credit'
              | 'balance.debit'
              | 'case.assign'
              | 'case.credit'
              | 'case.return'
              | 'case.write-off'
              | 'case.close'
              | 'refund'
              | 'refund.claim'
              | 'refund.decide'
              | 'payment.cancel'
              | 'settlement.run'
              | 'bank-file.release'
              | 'bank-file.answer'
              | 'bank-file.doubt'
              | 'bank-feed.import'
              | 'bank-feed.statement'
              | 'merchant.create'
              | 'merchant.addresses'
              | 'merchant.activate'
              | 'merchant.products'
              | 'merchant.payout-destination'
              | 'merchant.keys'
              | 'account.details'
              | 'network.change'
              | 'provider.change'
              | 'connector.change'
              | 'connector.services'
              | 'bank-feed.mapping'
              | 'rates.put'
              | 'debtor-account.change'
              | 'billing.change'
              | 'alert.silence'
              | 'operator.create'
              | 'approval-policy.change'
            /** What will be done, in one line. */
            readonly summary: string
            /** Of the body as it was sent, in hexadecimal. Of one that holds secrets: as JSON with its names sorted and no spaces. */
            readonly sha256: string
            readonly status: 'WAITING' | 'APPROVED' | 'REJECTED' | 'EXPIRED'
            /** Who asked: an operator, or a merchant. */
            readonly requestedBy: string
            /** When it ends, if nobody decides: 72 hours after it was asked for. */
            readonly expiresAt: string
          }
        }
  }
  /** List the approvals, newest first */
  'GET /admin/approvals': {
    path: Readonly<Record<never, string>>
    query: {
      readonly status?: string
      readonly cursor?: string
      readonly limit?: string
      readonly format?: string
      readonly zone?: string
    }
    body: undefined
    answer: {
      readonly data: ReadonlyArray<{
        readonly id: string
        readonly operation:
          | 'balance.credit'
          | 'balance.debit'
          | 'case.assign'
          | 'case.credit'
          | 'case.return'
          | 'case.write-off'
          | 'case.close'
          | 'refund'
          | 'refund.claim'
          | 'refund.decide'
          | 'payment.cancel'
          | 'settlement.run'
          | 'bank-file.release'
          | 'bank-file.answer'
          | 'bank-file.doubt'
          | 'bank-feed.import'
          | 'bank-feed.statement'
          | 'merchant.create'
          | 'merchant.addresses'
          | 'merchant.activate'
          | 'merchant.products'
          | 'merchant.payout-destination'
          | 'merchant.keys'
          | 'account.details'
          | 'network.change'
          | 'provider.change'
          | 'connector.change'
          | 'connector.services'
          | 'bank-feed.mapping'
          | 'rates.put'
          | 'debtor-account.change'
          | 'billing.change'
          | 'alert.silence'
          | 'operator.create'
          | 'approval-policy.change'
        /** What will be done, in one line. */
        readonly summary: string
        /** Of the body as it was sent, in hexadecimal. Of one that holds secrets: as JSON with its names sorted and no spaces. */
        readonly sha256: string
        readonly status: 'WAITING' | 'APPROVED' | 'REJECTED' | 'EXPIRED'
        /** Who asked: an operator, or a merchant. */
        readonly requestedBy: string
        /** When it ends, if nobody decides: 72 hours after it was asked for. */
        readonly expiresAt: string
        readonly requestedAt: string
        /** The least role that may approve it. */
        readonly role: 'VIEWER' | 'OPERATOR' | 'ADMIN'
        readonly decidedBy?: string
        readonly decidedAt?: string
        /** Why it was rejected. */
        readonly note?: string
      }>
      /** Give it as cursor to read on; left out on the last page. */
      readonly nextCursor?: string
    }
  }
  /** Read an approval: what was asked for, byte for byte, and who may approve it */
  'GET /admin/approvals/{id}': {
    path: {
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: {
      readonly id: string
      readonly operation:
        | 'balance.credit'
        | 'balance.debit'
        | 'case.assign'
        | 'case.credit'
        | 'case.return'
        | 'case.write-off'
        | 'case.close'
        | 'refund'
        | 'refund.claim'
        | 'refund.decide'
        | 'payment.cancel'
        | 'settlement.run'
        | 'bank-file.release'
        | 'bank-file.answer'
        | 'bank-file.doubt'
        | 'bank-feed.import'
        | 'bank-feed.statement'
        | 'merchant.create'
        | 'merchant.addresses'
        | 'merchant.activate'
        | 'merchant.products'
        | 'merchant.payout-destination'
        | 'merchant.keys'
        | 'account.details'
        | 'network.change'
        | 'provider.change'
        | 'connector.change'
        | 'connector.services'
        | 'bank-feed.mapping'
        | 'rates.put'
        | 'debtor-account.change'
        | 'billing.change'
        | 'alert.silence'
        | 'operator.create'
        | 'approval-policy.change'
      /** What will be done, in one line. */
      readonly summary: string
      /** Of the body as it was sent, in hexadecimal. Of one that holds secrets: as JSON with its names sorted and no spaces. */
      readonly sha256: string
      readonly status: 'WAITING' | 'APPROVED' | 'REJECTED' | 'EXPIRED'
      /** Who asked: an operator, or a merchant. */
      readonly requestedBy: string
      /** When it ends, if nobody decides: 72 hours after it was asked for. */
      readonly expiresAt: string
      readonly requestedAt: string
      /** The least role that may approve it. */
      readonly role: 'VIEWER' | 'OPERATOR' | 'ADMIN'
      readonly decidedBy?: string
      readonly decidedAt?: string
      /** Why it was rejected. */
      readonly note?: string
      /** What is done when it is approved. */
      readonly request: {
        readonly operation: string
        /** Path and query, as they were sent. */
        readonly path: string
        /** As it was sent, byte for byte: what `sha256` is of. Of one that holds secrets: as JSON, with `[sealed]` in their place. Of a large file its beginning. */
        readonly body: string
        /** How large it is: more than 1 MiB of it is not shown. Its content downloads it whole. */
        readonly bodyBytes: number
      }
      /** Names of the operators who may approve it now; empty when it is decided. */
      readonly approvers: ReadonlyArray<string>
      /** Names of the operators who could approve it once somebody has confirmed that they and who asked are two people. */
      readonly unconfirmed: ReadonlyArray<string>
      /** You asked for it, and can collect what it made. */
      readonly toCollect: boolean
    }
  }
  /** Approve what another operator has asked for: it is done at once, and once */
  'POST /admin/approvals/{id}/!approve': {
    path: {
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: {
      readonly approval: {
        readonly id: string
        readonly operation:
          | 'balance.credit'
          | 'balance.debit'
          | 'case.assign'
          | 'case.credit'
          | 'case.return'
          | 'case.write-off'
          | 'case.close'
          | 'refund'
          | 'refund.claim'
          | 'refund.decide'
          | 'payment.cancel'
          | 'settlement.run'
          | 'bank-file.release'
          | 'bank-file.answer'
          | 'bank-file.doubt'
          | 'bank-feed.import'
          | 'bank-feed.statement'
          | 'merchant.create'
          | 'merchant.addresses'
          | 'merchant.activate'
          | 'merchant.products'
          | 'merchant.payout-destination'
          | 'merchant.keys'
          | 'account.details'
          | 'network.change'
          | 'provider.change'
          | 'connector.change'
          | 'connector.services'
          | 'bank-feed.mapping'
          | 'rates.put'
          | 'debtor-account.change'
          | 'billing.change'
          | 'alert.silence'
          | 'operator.create'
          | 'approval-policy.change'
        /** What will be done, in one line. */
        readonly summary: string
        /** Of the body as it was sent, in hexadecimal. Of one that holds secrets: as JSON with its names sorted and no spaces. */
        readonly sha256: string
        readonly status: 'WAITING' | 'APPROVED' | 'REJECTED' | 'EXPIRED'
        /** Who asked: an operator, or a merchant. */
        readonly requestedBy: string
        /** When it ends, if nobody decides: 72 hours after it was asked for. */
        readonly expiresAt: string
        readonly requestedAt: string
        /** The least role that may approve it. */
        readonly role: 'VIEWER' | 'OPERATOR' | 'ADMIN'
        readonly decidedBy?: string
        readonly decidedAt?: string
        /** Why it was rejected. */
        readonly note?: string
      }
      /** What became of it. Who asked collects a link, a token or a secret that was made (`!collect`): it is not shown here. */
      readonly answer: {
        /** The HTTP status that the act itself answers. */
        readonly status: number
        /** What the act itself answers; null where that is nothing. */
        readonly body: Readonly<Record<string, unknown>> | null
      }
    }
  }
  /** Reject what was asked for, or take back what you have asked for */
  'POST /admin/approvals/{id}/!reject': {
    path: {
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer: {
      readonly id: string
      readonly operation:
        | 'balance.credit'
        | 'balance.debit'
        | 'case.assign'
        | 'case.credit'
        | 'case.return'
        | 'case.write-off'
        | 'case.close'
        | 'refund'
        | 'refund.claim'
        | 'refund.decide'
        | 'payment.cancel'
        | 'settlement.run'
        | 'bank-file.release'
        | 'bank-file.answer'
        | 'bank-file.doubt'
        | 'bank-feed.import'
        | 'bank-feed.statement'
        | 'merchant.create'
        | 'merchant.addresses'
        | 'merchant.activate'
        | 'merchant.products'
        | 'merchant.payout-destination'
        | 'merchant.keys'
        | 'account.details'
        | 'network.change'
        | 'provider.change'
        | 'connector.change'
        | 'connector.services'
        | 'bank-feed.mapping'
        | 'rates.put'
        | 'debtor-account.change'
        | 'billing.change'
        | 'alert.silence'
        | 'operator.create'
        | 'approval-policy.change'
      /** What will be done, in one line. */
      readonly summary: string
      /** Of the body as it was sent, in hexadecimal. Of one that holds secrets: as JSON with its names sorted and no spaces. */
      readonly sha256: string
      readonly status: 'WAITING' | 'APPROVED' | 'REJECTED' | 'EXPIRED'
      /** Who asked: an operator, or a merchant. */
      readonly requestedBy: string
      /** When it ends, if nobody decides: 72 hours after it was asked for. */
      readonly expiresAt: string
      readonly requestedAt: string
      /** The least role that may approve it. */
      readonly role: 'VIEWER' | 'OPERATOR' | 'ADMIN'
      readonly decidedBy?: string
      readonly decidedAt?: string
      /** Why it was rejected. */
      readonly note?: string
    }
  }
  /** Collect what was made for you once it is approved: a link, a token or a secret, shown once */
  'POST /admin/approvals/{id}/!collect': {
    path: {
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: {
      /** The HTTP status that the act itself answers. */
      readonly status: number
      /** What the act itself answers. */
      readonly body: Readonly<Record<string, unknown>> | null
    }
  }
  /** Read which acts need an approval */
  'GET /admin/approval-policy': {
    path: Readonly<Record<never, string>>
    query: {
      readonly format?: string
      readonly zone?: string
    }
    body: undefined
    answer: {
      /** Nobody has said anything else yet. */
      readonly isDefault: boolean
      readonly data: ReadonlyArray<{
        readonly operation:
          | 'balance.credit'
          | 'balance.debit'
          | 'case.assign'
          | 'case.credit'
          | 'case.return'
          | 'case.write-off'
          | 'case.close'
          | 'refund'
          | 'refund.claim'
          | 'refund.decide'
          | 'payment.cancel'
          | 'settlement.run'
          | 'bank-file.release'
          | 'bank-file.answer'
          | 'bank-file.doubt'
          | 'bank-feed.import'
          | 'bank-feed.statement'
          | 'merchant.create'
          | 'merchant.addresses'
          | 'merchant.activate'
          | 'merchant.products'
          | 'merchant.payout-destination'
          | 'merchant.keys'
          | 'account.details'
          | 'network.change'
          | 'provider.change'
          | 'connector.change'
          | 'connector.services'
          | 'bank-feed.mapping'
          | 'rates.put'
          | 'debtor-account.change'
          | 'billing.change'
          | 'alert.silence'
          | 'operator.create'
          | 'approval-policy.change'
        readonly words: string
        /** NONE: done at once. ABOVE: needs an approval where an amount of `above` is exceeded, by itself or with what the same operator has moved by such acts within 24 hours; in a currency that is not named, always. ALWAYS: needs one whatever the amount. */
        readonly rule: 'NONE' | 'ABOVE' | 'ALWAYS'
        readonly above?: ReadonlyArray<Money>
      }>
    }
  }
  /** Say which acts need an approval; an act that is not named follows the default */
  'PUT /admin/approval-policy': {
    path: Readonly<Record<never, string>>
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer:
      | {
          /** Nobody has said anything else yet. */
          readonly isDefault: boolean
          readonly data: ReadonlyArray<{
            readonly operation:
              | 'balance.credit'
              | 'balance.debit'
              | 'case.assign'
              | 'case.credit'
              | 'case.return'
              | 'case.write-off'
              | 'case.close'
              | 'refund'
              | 'refund.claim'
              | 'refund.decide'
              | 'payment.cancel'
              | 'settlement.run'
              | 'bank-file.release'
              | 'bank-file.answer'
              | 'bank-file.doubt'
              | 'bank-feed.import'
              | 'bank-feed.statement'
              | 'merchant.create'
              | 'merchant.addresses'
              | 'merchant.activate'
              | 'merchant.products'
              | 'merchant.payout-destination'
              | 'merchant.keys'
              | 'account.details'
              | 'network.change'
              | 'provider.change'
              | 'connector.change'
              | 'connector.services'
              | 'bank-feed.mapping'
              | 'rates.put'
              | 'debtor-account.change'
              | 'billing.change'
              | 'alert.silence'
              | 'operator.create'
              | 'approval-policy.change'
            readonly words: string
            /** NONE: done at once. ABOVE: needs an approval where an amount of `above` is exceeded, by itself or with what the same operator has moved by such acts within 24 hours; in a currency that is not named, always. ALWAYS: needs one whatever the amount. */
            readonly rule: 'NONE' | 'ABOVE' | 'ALWAYS'
            readonly above?: ReadonlyArray<Money>
          }>
        }
      | {
          readonly approval: {
            readonly id: string
            readonly operation:
              | 'balance.credit'
              | 'balance.debit'
              | 'case.assign'
              | 'case.credit'
              | 'case.return'
              | 'case.write-off'
              | 'case.close'
              | 'refund'
              | 'refund.claim'
              | 'refund.decide'
              | 'payment.cancel'
              | 'settlement.run'
              | 'bank-file.release'
              | 'bank-file.answer'
              | 'bank-file.doubt'
              | 'bank-feed.import'
              | 'bank-feed.statement'
              | 'merchant.create'
              | 'merchant.addresses'
              | 'merchant.activate'
              | 'merchant.products'
              | 'merchant.payout-destination'
              | 'merchant.keys'
              | 'account.details'
              | 'network.change'
              | 'provider.change'
              | 'connector.change'
              | 'connector.services'
              | 'bank-feed.mapping'
              | 'rates.put'
              | 'debtor-account.change'
              | 'billing.change'
              | 'alert.silence'
              | 'operator.create'
              | 'approval-policy.change'
            /** What will be done, in one line. */
            readonly summary: string
            /** Of the body as it was sent, in hexadecimal. Of one that holds secrets: as JSON with its names sorted and no spaces. */
            readonly sha256: string
            readonly status: 'WAITING' | 'APPROVED' | 'REJECTED' | 'EXPIRED'
            /** Who asked: an operator, or a merchant. */
            readonly requestedBy: string
            /** When it ends, if nobody decides: 72 hours after it was asked for. */
            readonly expiresAt: string
          }
        }
  }
  /** List the merchants by code */
  'GET /admin/merchants': {
    path: Readonly<Record<never, string>>
    query: {
      readonly cursor?: string
      readonly limit?: string
      readonly format?: string
      readonly zone?: string
    }
    body: undefined
    answer: {
      readonly data: ReadonlyArray<{
        readonly merchantCode: string
        readonly name: string
        readonly isTest: boolean
        /** For creates that bring none. */
        readonly callbackUrl?: string | null
        readonly rateLimitPerSecond?: number
        /** Apps' schemes that a returnUrl may have besides https. */
        readonly returnSchemes?: ReadonlyArray<string>
        /** The whole list: a change replaces it. Left out of a create, or null: everything the catalogue has, at its typical fees. */
        readonly paymentMethods?: ReadonlyArray<{
          /** paymentMethodCode, of a payin or a payout. */
          readonly code: string
          readonly currency: string
          readonly operators?: ReadonlyArray<string>
          /** A number or decimal text in major units. */
          readonly min?: number | string
          /** A number or decimal text in major units. */
          readonly max?: number | string
          readonly fee?: {
            /** Of the amount: 2.5 is 2.5 %. */
            readonly percent?: number | string
            /** A number or decimal text in major units. */
            readonly fixed?: number | string
            /** A number or decimal text in major units. */
            readonly min?: number | string
            /** A number or decimal text in major units. */
            readonly cap?: number | string
          }
          /** Share of the fee: 0.07 is 7 %. */
          readonly vatRate?: number | string
          readonly refundFee?: {
            /** Of the amount: 2.5 is 2.5 %. */
            readonly percent?: number | string
            /** A number or decimal text in major units. */
            readonly fixed?: number | string
            /** A number or decimal text in major units. */
            readonly min?: number | string
            /** A number or decimal text in major units. */
            readonly cap?: number | string
          }
          /** Whether a refund gives fee and VAT of its payin back, in proportion. */
          readonly refundsFees?: boolean
          /** What becomes of money that comes after the payin’s time; left out: `CREDIT`. `REFUND`: it goes back, and the payin stays `EXPIRED`. */
          readonly late?: 'CREDIT' | 'REFUND'
          /** What becomes of more than was asked for; left out: `CASE`. */
          readonly overpaid?: 'CASE' | 'CREDIT_ORDER_AND_REFUND_EXCESS'
          /** What becomes of money that comes once more; left out: `CASE`. */
          readonly second?: 'CASE' | 'REFUND'
          readonly require?: ReadonlyArray<string>
          /** Names of processors, the first choice first: the next one is asked where one declines or is not healthy. Left out: all of the gateway's, in its order. */
          readonly processors?: ReadonlyArray<string>
        }> | null
        readonly checkout?: {
          /** What payers see instead of the name. */
          readonly name?: string
          /** A data: URL of a PNG, JPEG or WebP picture, in base64. */
          readonly logo?: string
          /** Of buttons: #rrggbb. */
          readonly colour?: string
          /** Origins that may show the checkout in a frame, such as https://shop.example; none by default. */
          readonly frameOrigins?: ReadonlyArray<string>
        } | null
        readonly status?: 'ACTIVE' | 'SUSPENDED'
        readonly keys: ReadonlyArray<{
          readonly id: string
          readonly createdAt: string
          /** By name; left out: before this was kept. */
          readonly madeBy?: string
          readonly usedAt?: string
          /** The rights of its tokens: those of whoever made it. Left out: everything. */
          readonly carries?: ReadonlyArray<string>
          /** The owner by whom it carries everything. */
          readonly confirmedBy?: string
          readonly confirmedAt?: string
          readonly publicKey: string
          /** SHA-256 of the key (SPKI, DER), in hex. */
          readonly fingerprint: string
          readonly bits: number
        }>
        readonly secrets: ReadonlyArray<{
          readonly id: string
          readonly createdAt: string
          /** By name; left out: before this was kept. */
          readonly madeBy?: string
          readonly usedAt?: string
          /** The rights of its tokens: those of whoever made it. Left out: everything. */
          readonly carries?: ReadonlyArray<string>
          /** The owner by whom it carries everything. */
          readonly confirmedBy?: string
          readonly confirmedAt?: string
        }>
        readonly callbackSecrets: ReadonlyArray<{
          readonly id: string
          readonly createdAt: string
          /** By name; left out: before this was kept. */
          readonly madeBy?: string
        }>
        readonly createdAt: string
        readonly updatedAt: string
      }>
      /** Give it as cursor to read on; left out on the last page. */
      readonly nextCursor?: string
    }
  }
  /** Make a merchant; the secrets of a test merchant are shown once, and a live one has none yet */
  'POST /admin/merchants': {
    path: Readonly<Record<never, string>>
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer:
      | {
          readonly merchantCode: string
          readonly name: string
          readonly isTest: boolean
          /** For creates that bring none. */
          readonly callbackUrl?: string | null
          readonly rateLimitPerSecond?: number
          /** Apps' schemes that a returnUrl may have besides https. */
          readonly returnSchemes?: ReadonlyArray<string>
          /** The whole list: a change replaces it. Left out of a create, or null: everything the catalogue has, at its typical fees. */
          readonly paymentMethods?: ReadonlyArray<{
            /** paymentMethodCode, of a payin or a payout. */
            readonly code: string
            readonly currency: string
            readonly operators?: ReadonlyArray<string>
            /** A number or decimal text in major units. */
            readonly min?: number | string
            /** A number or decimal text in major units. */
            readonly max?: number | string
            readonly fee?: {
              /** Of the amount: 2.5 is 2.5 %. */
              readonly percent?: number | string
              /** A number or decimal text in major units. */
              readonly fixed?: number | string
              /** A number or decimal text in major units. */
              readonly min?: number | string
              /** A number or decimal text in major units. */
              readonly cap?: number | string
            }
            /** Share of the fee: 0.07 is 7 %. */
            readonly vatRate?: number | string
            readonly refundFee?: {
              /** Of the amount: 2.5 is 2.5 %. */
              readonly percent?: number | string
              /** A number or decimal text in major units. */
              readonly fixed?: number | string
              /** A number or decimal text in major units. */
              readonly min?: number | string
              /** A number or decimal text in major units. */
              readonly cap?: number | string
            }
            /** Whether a refund gives fee and VAT of its payin back, in proportion. */
            readonly refundsFees?: boolean
            /** What becomes of money that comes after the payin’s time; left out: `CREDIT`. `REFUND`: it goes back, and the payin stays `EXPIRED`. */
            readonly late?: 'CREDIT' | 'REFUND'
            /** What becomes of more than was asked for; left out: `CASE`. */
            readonly overpaid?: 'CASE' | 'CREDIT_ORDER_AND_REFUND_EXCESS'
            /** What becomes of money that comes once more; left out: `CASE`. */
            readonly second?: 'CASE' | 'REFUND'
            readonly require?: ReadonlyArray<string>
            /** Names of processors, the first choice first: the next one is asked where one declines or is not healthy. Left out: all of the gateway's, in its order. */
            readonly processors?: ReadonlyArray<string>
          }> | null
          readonly checkout?: {
            /** What payers see instead of the name. */
            readonly name?: string
            /** A data: URL of a PNG, JPEG or WebP picture, in base64. */
            readonly logo?: string
            /** Of buttons: #rrggbb. */
            readonly colour?: string
            /** Origins that may show the checkout in a frame, such as https://shop.example; none by default. */
            readonly frameOrigins?: ReadonlyArray<string>
          } | null
          readonly status?: 'ACTIVE' | 'SUSPENDED'
          readonly keys: ReadonlyArray<{
            readonly id: string
            readonly createdAt: string
            /** By name; left out: before this was kept. */
            readonly madeBy?: string
            readonly usedAt?: string
            /** The rights of its tokens: those of whoever made it. Left out: everything. */
            readonly carries?: ReadonlyArray<string>
            /** The owner by whom it carries everything. */
            readonly confirmedBy?: string
            readonly confirmedAt?: string
            readonly publicKey: string
            /** SHA-256 of the key (SPKI, DER), in hex. */
            readonly fingerprint: string
            readonly bits: number
          }>
          readonly secrets: ReadonlyArray<{
            readonly id: string
            readonly createdAt: string
            /** By name; left out: before this was kept. */
            readonly madeBy?: string
            readonly usedAt?: string
            /** The rights of its tokens: those of whoever made it. Left out: everything. */
            readonly carries?: ReadonlyArray<string>
            /** The owner by whom it carries everything. */
            readonly confirmedBy?: string
            readonly confirmedAt?: string
          }>
          readonly callbackSecrets: ReadonlyArray<{
            readonly id: string
            readonly createdAt: string
            /** By name; left out: before this was kept. */
            readonly madeBy?: string
          }>
          readonly createdAt: string
          readonly updatedAt: string
          /** Of a test merchant. The owner of a live one makes it in the dashboard. */
          readonly secret?: string
          /** Likewise. */
          readonly callbackSecret?: string
        }
      | {
          readonly approval: {
            readonly id: string
            readonly operation:
              | 'balance.credit'
              | 'balance.debit'
              | 'case.assign'
              | 'case.credit'
              | 'case.return'
              | 'case.write-off'
              | 'case.close'
              | 'refund'
              | 'refund.claim'
              | 'refund.decide'
              | 'payment.cancel'
              | 'settlement.run'
              | 'bank-file.release'
              | 'bank-file.answer'
              | 'bank-file.doubt'
              | 'bank-feed.import'
              | 'bank-feed.statement'
              | 'merchant.create'
              | 'merchant.addresses'
              | 'merchant.activate'
              | 'merchant.products'
              | 'merchant.payout-destination'
              | 'merchant.keys'
              | 'account.details'
              | 'network.change'
              | 'provider.change'
              | 'connector.change'
              | 'connector.services'
              | 'bank-feed.mapping'
              | 'rates.put'
              | 'debtor-account.change'
              | 'billing.change'
              | 'alert.silence'
              | 'operator.create'
              | 'approval-policy.change'
            /** What will be done, in one line. */
            readonly summary: string
            /** Of the body as it was sent, in hexadecimal. Of one that holds secrets: as JSON with its names sorted and no spaces. */
            readonly sha256: string
            readonly status: 'WAITING' | 'APPROVED' | 'REJECTED' | 'EXPIRED'
            /** Who asked: an operator, or a merchant. */
            readonly requestedBy: string
            /** When it ends, if nobody decides: 72 hours after it was asked for. */
            readonly expiresAt: string
          }
        }
  }
  /** Read a merchant */
  'GET /admin/merchants/{merchantCode}': {
    path: {
      readonly merchantCode: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: {
      readonly merchantCode: string
      readonly name: string
      readonly isTest: boolean
      /** For creates that bring none. */
      readonly callbackUrl?: string | null
      readonly rateLimitPerSecond?: number
      /** Apps' schemes that a returnUrl may have besides https. */
      readonly returnSchemes?: ReadonlyArray<string>
      /** The whole list: a change replaces it. Left out of a create, or null: everything the catalogue has, at its typical fees. */
      readonly paymentMethods?: ReadonlyArray<{
        /** paymentMethodCode, of a payin or a payout. */
        readonly code: string
        readonly currency: string
        readonly operators?: ReadonlyArray<string>
        /** A number or decimal text in major units. */
        readonly min?: number | string
        /** A number or decimal text in major units. */
        readonly max?: number | string
        readonly fee?: {
          /** Of the amount: 2.5 is 2.5 %. */
          readonly percent?: number | string
          /** A number or decimal text in major units. */
          readonly fixed?: number | string
          /** A number or decimal text in major units. */
          readonly min?: number | string
          /** A number or decimal text in major units. */
          readonly cap?: number | string
        }
        /** Share of the fee: 0.07 is 7 %. */
        readonly vatRate?: number | string
        readonly refundFee?: {
          /** Of the amount: 2.5 is 2.5 %. */
          readonly percent?: number | string
          /** A number or decimal text in major units. */
          readonly fixed?: number | string
          /** A number or decimal text in major units. */
          readonly min?: number | string
          /** A number or decimal text in major units. */
          readonly cap?: number | string
        }
        /** Whether a refund gives fee and VAT of its payin back, in proportion. */
        readonly refundsFees?: boolean
        /** What becomes of money that comes after the payin’s time; left out: `CREDIT`. `REFUND`: it goes back, and the payin stays `EXPIRED`. */
        readonly late?: 'CREDIT' | 'REFUND'
        /** What becomes of more than was asked for; left out: `CASE`. */
        readonly overpaid?: 'CASE' | 'CREDIT_ORDER_AND_REFUND_EXCESS'
        /** What becomes of money that comes once more; left out: `CASE`. */
        readonly second?: 'CASE' | 'REFUND'
        readonly require?: ReadonlyArray<string>
        /** Names of processors, the first choice first: the next one is asked where one declines or is not healthy. Left out: all of the gateway's, in its order. */
        readonly processors?: ReadonlyArray<string>
      }> | null
      readonly checkout?: {
        /** What payers see instead of the name. */
        readonly name?: string
        /** A data: URL of a PNG, JPEG or WebP picture, in base64. */
        readonly logo?: string
        /** Of buttons: #rrggbb. */
        readonly colour?: string
        /** Origins that may show the checkout in a frame, such as https://shop.example; none by default. */
        readonly frameOrigins?: ReadonlyArray<string>
      } | null
      readonly status?: 'ACTIVE' | 'SUSPENDED'
      readonly keys: ReadonlyArray<{
        readonly id: string
        readonly createdAt: string
        /** By name; left out: before this was kept. */
        readonly madeBy?: string
        readonly usedAt?: string
        /** The rights of its tokens: those of whoever made it. Left out: everything. */
        readonly carries?: ReadonlyArray<string>
        /** The owner by whom it carries everything. */
        readonly confirmedBy?: string
        readonly confirmedAt?: string
        readonly publicKey: string
        /** SHA-256 of the key (SPKI, DER), in hex. */
        readonly fingerprint: string
        readonly bits: number
      }>
      readonly secrets: ReadonlyArray<{
        readonly id: string
        readonly createdAt: string
        /** By name; left out: before this was kept. */
        readonly madeBy?: string
        readonly usedAt?: string
        /** The rights of its tokens: those of whoever made it. Left out: everything. */
        readonly carries?: ReadonlyArray<string>
        /** The owner by whom it carries everything. */
        readonly confirmedBy?: string
        readonly confirmedAt?: string
      }>
      readonly callbackSecrets: ReadonlyArray<{
        readonly id: string
        readonly createdAt: string
        /** By name; left out: before this was kept. */
        readonly madeBy?: string
      }>
      readonly createdAt: string
      readonly updatedAt: string
    }
  }
  /** Change a merchant, or suspend it */
  'PATCH /admin/merchants/{merchantCode}': {
    path: {
      readonly merchantCode: string
    }
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer:
      | {
          readonly merchantCode: string
          readonly name: string
          readonly isTest: boolean
          /** For creates that bring none. */
          readonly callbackUrl?: string | null
          readonly rateLimitPerSecond?: number
          /** Apps' schemes that a returnUrl may have besides https. */
          readonly returnSchemes?: ReadonlyArray<string>
          /** The whole list: a change replaces it. Left out of a create, or null: everything the catalogue has, at its typical fees. */
          readonly paymentMethods?: ReadonlyArray<{
            /** paymentMethodCode, of a payin or a payout. */
            readonly code: string
            readonly currency: string
            readonly operators?: ReadonlyArray<string>
            /** A number or decimal text in major units. */
            readonly min?: number | string
            /** A number or decimal text in major units. */
            readonly max?: number | string
            readonly fee?: {
              /** Of the amount: 2.5 is 2.5 %. */
              readonly percent?: number | string
              /** A number or decimal text in major units. */
              readonly fixed?: number | string
              /** A number or decimal text in major units. */
              readonly min?: number | string
              /** A number or decimal text in major units. */
              readonly cap?: number | string
            }
            /** Share of the fee: 0.07 is 7 %. */
            readonly vatRate?: number | string
            readonly refundFee?: {
              /** Of the amount: 2.5 is 2.5 %. */
              readonly percent?: number | string
              /** A number or decimal text in major units. */
              readonly fixed?: number | string
              /** A number or decimal text in major units. */
              readonly min?: number | string
              /** A number or decimal text in major units. */
              readonly cap?: number | string
            }
            /** Whether a refund gives fee and VAT of its payin back, in proportion. */
            readonly refundsFees?: boolean
            /** What becomes of money that comes after the payin’s time; left out: `CREDIT`. `REFUND`: it goes back, and the payin stays `EXPIRED`. */
            readonly late?: 'CREDIT' | 'REFUND'
            /** What becomes of more than was asked for; left out: `CASE`. */
            readonly overpaid?: 'CASE' | 'CREDIT_ORDER_AND_REFUND_EXCESS'
            /** What becomes of money that comes once more; left out: `CASE`. */
            readonly second?: 'CASE' | 'REFUND'
            readonly require?: ReadonlyArray<string>
            /** Names of processors, the first choice first: the next one is asked where one declines or is not healthy. Left out: all of the gateway's, in its order. */
            readonly processors?: ReadonlyArray<string>
          }> | null
          readonly checkout?: {
            /** What payers see instead of the name. */
            readonly name?: string
            /** A data: URL of a PNG, JPEG or WebP picture, in base64. */
            readonly logo?: string
            /** Of buttons: #rrggbb. */
            readonly colour?: string
            /** Origins that may show the checkout in a frame, such as https://shop.example; none by default. */
            readonly frameOrigins?: ReadonlyArray<string>
          } | null
          readonly status?: 'ACTIVE' | 'SUSPENDED'
          readonly keys: ReadonlyArray<{
            readonly id: string
            readonly createdAt: string
            /** By name; left out: before this was kept. */
            readonly madeBy?: string
            readonly usedAt?: string
            /** The rights of its tokens: those of whoever made it. Left out: everything. */
            readonly carries?: ReadonlyArray<string>
            /** The owner by whom it carries everything. */
            readonly confirmedBy?: string
            readonly confirmedAt?: string
            readonly publicKey: string
            /** SHA-256 of the key (SPKI, DER), in hex. */
            readonly fingerprint: string
            readonly bits: number
          }>
          readonly secrets: ReadonlyArray<{
            readonly id: string
            readonly createdAt: string
            /** By name; left out: before this was kept. */
            readonly madeBy?: string
            readonly usedAt?: string
            /** The rights of its tokens: those of whoever made it. Left out: everything. */
            readonly carries?: ReadonlyArray<string>
            /** The owner by whom it carries everything. */
            readonly confirmedBy?: string
            readonly confirmedAt?: string
          }>
          readonly callbackSecrets: ReadonlyArray<{
            readonly id: string
            readonly createdAt: string
            /** By name; left out: before this was kept. */
            readonly madeBy?: string
          }>
          readonly createdAt: string
          readonly updatedAt: string
        }
      | {
          readonly approval: {
            readonly id: string
            readonly operation:
              | 'balance.credit'
              | 'balance.debit'
              | 'case.assign'
              | 'case.credit'
              | 'case.return'
              | 'case.write-off'
              | 'case.close'
              | 'refund'
              | 'refund.claim'
              | 'refund.decide'
              | 'payment.cancel'
              | 'settlement.run'
              | 'bank-file.release'
              | 'bank-file.answer'
              | 'bank-file.doubt'
              | 'bank-feed.import'
              | 'bank-feed.statement'
              | 'merchant.create'
              | 'merchant.addresses'
              | 'merchant.activate'
              | 'merchant.products'
              | 'merchant.payout-destination'
              | 'merchant.keys'
              | 'account.details'
              | 'network.change'
              | 'provider.change'
              | 'connector.change'
              | 'connector.services'
              | 'bank-feed.mapping'
              | 'rates.put'
              | 'debtor-account.change'
              | 'billing.change'
              | 'alert.silence'
              | 'operator.create'
              | 'approval-policy.change'
            /** What will be done, in one line. */
            readonly summary: string
            /** Of the body as it was sent, in hexadecimal. Of one that holds secrets: as JSON with its names sorted and no spaces. */
            readonly sha256: string
            readonly status: 'WAITING' | 'APPROVED' | 'REJECTED' | 'EXPIRED'
            /** Who asked: an operator, or a merchant. */
            readonly requestedBy: string
            /** When it ends, if nobody decides: 72 hours after it was asked for. */
            readonly expiresAt: string
          }
        }
  }
  /** Add a public key to a merchant */
  'POST /admin/merchants/{merchantCode}/keys': {
    path: {
      readonly merchantCode: string
    }
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer:
      | {
          readonly id: string
          readonly createdAt: string
          readonly publicKey: string
          /** SHA-256 of the key (SPKI, DER), in hex. */
          readonly fingerprint: string
          readonly bits: number
        }
      | {
          readonly approval: {
            readonly id: string
            readonly operation:
              | 'balance.credit'
              | 'balance.debit'
              | 'case.assign'
              | 'case.credit'
              | 'case.return'
              | 'case.write-off'
              | 'case.close'
              | 'refund'
              | 'refund.claim'
              | 'refund.decide'
              | 'payment.cancel'
              | 'settlement.run'
              | 'bank-file.release'
              | 'bank-file.answer'
              | 'bank-file.doubt'
              | 'bank-feed.import'
              | 'bank-feed.statement'
              | 'merchant.create'
              | 'merchant.addresses'
              | 'merchant.activate'
              | 'merchant.products'
              | 'merchant.payout-destination'
              | 'merchant.keys'
              | 'account.details'
              | 'network.change'
              | 'provider.change'
              | 'connector.change'
              | 'connector.services'
              | 'bank-feed.mapping'
              | 'rates.put'
              | 'debtor-account.change'
              | 'billing.change'
              | 'alert.silence'
              | 'operator.create'
              | 'approval-policy.change'
            /** What will be done, in one line. */
            readonly summary: string
            /** Of the body as it was sent, in hexadecimal. Of one that holds secrets: as JSON with its names sorted and no spaces. */
            readonly sha256: string
            readonly status: 'WAITING' | 'APPROVED' | 'REJECTED' | 'EXPIRED'
            /** Who asked: an operator, or a merchant. */
            readonly requestedBy: string
            /** When it ends, if nobody decides: 72 hours after it was asked for. */
            readonly expiresAt: string
          }
        }
  }
  /** Remove a public key of a merchant */
  'DELETE /admin/merchants/{merchantCode}/keys/{id}': {
    path: {
      readonly merchantCode: string
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: undefined
  }
  /** Add a secret to a merchant */
  'POST /admin/merchants/{merchantCode}/secrets': {
    path: {
      readonly merchantCode: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer:
      | {
          readonly id: string
          readonly createdAt: string
          readonly secret: string
        }
      | {
          readonly approval: {
            readonly id: string
            readonly operation:
              | 'balance.credit'
              | 'balance.debit'
              | 'case.assign'
              | 'case.credit'
              | 'case.return'
              | 'case.write-off'
              | 'case.close'
              | 'refund'
              | 'refund.claim'
              | 'refund.decide'
              | 'payment.cancel'
              | 'settlement.run'
              | 'bank-file.release'
              | 'bank-file.answer'
              | 'bank-file.doubt'
              | 'bank-feed.import'
              | 'bank-feed.statement'
              | 'merchant.create'
              | 'merchant.addresses'
              | 'merchant.activate'
              | 'merchant.products'
              | 'merchant.payout-destination'
              | 'merchant.keys'
              | 'account.details'
              | 'network.change'
              | 'provider.change'
              | 'connector.change'
              | 'connector.services'
              | 'bank-feed.mapping'
              | 'rates.put'
              | 'debtor-account.change'
              | 'billing.change'
              | 'alert.silence'
              | 'operator.create'
              | 'approval-policy.change'
            /** What will be done, in one line. */
            readonly summary: string
            /** Of the body as it was sent, in hexadecimal. Of one that holds secrets: as JSON with its names sorted and no spaces. */
            readonly sha256: string
            readonly status: 'WAITING' | 'APPROVED' | 'REJECTED' | 'EXPIRED'
            /** Who asked: an operator, or a merchant. */
            readonly requestedBy: string
            /** When it ends, if nobody decides: 72 hours after it was asked for. */
            readonly expiresAt: string
          }
        }
  }
  /** Remove a secret of a merchant */
  'DELETE /admin/merchants/{merchantCode}/secrets/{id}': {
    path: {
      readonly merchantCode: string
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: undefined
  }
  /** Add a callback secret to a merchant */
  'POST /admin/merchants/{merchantCode}/callback-secrets': {
    path: {
      readonly merchantCode: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer:
      | {
          readonly id: string
          readonly createdAt: string
          readonly callbackSecret: string
        }
      | {
          readonly approval: {
            readonly id: string
            readonly operation:
              | 'balance.credit'
              | 'balance.debit'
              | 'case.assign'
              | 'case.credit'
              | 'case.return'
              | 'case.write-off'
              | 'case.close'
              | 'refund'
              | 'refund.claim'
              | 'refund.decide'
              | 'payment.cancel'
              | 'settlement.run'
              | 'bank-file.release'
              | 'bank-file.answer'
              | 'bank-file.doubt'
              | 'bank-feed.import'
              | 'bank-feed.statement'
              | 'merchant.create'
              | 'merchant.addresses'
              | 'merchant.activate'
              | 'merchant.products'
              | 'merchant.payout-destination'
              | 'merchant.keys'
              | 'account.details'
              | 'network.change'
              | 'provider.change'
              | 'connector.change'
              | 'connector.services'
              | 'bank-feed.mapping'
              | 'rates.put'
              | 'debtor-account.change'
              | 'billing.change'
              | 'alert.silence'
              | 'operator.create'
              | 'approval-policy.change'
            /** What will be done, in one line. */
            readonly summary: string
            /** Of the body as it was sent, in hexadecimal. Of one that holds secrets: as JSON with its names sorted and no spaces. */
            readonly sha256: string
            readonly status: 'WAITING' | 'APPROVED' | 'REJECTED' | 'EXPIRED'
            /** Who asked: an operator, or a merchant. */
            readonly requestedBy: string
            /** When it ends, if nobody decides: 72 hours after it was asked for. */
            readonly expiresAt: string
          }
        }
  }
  /** Remove a callback secret of a merchant */
  'DELETE /admin/merchants/{merchantCode}/callback-secrets/{id}': {
    path: {
      readonly merchantCode: string
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: undefined
  }
  /** List a merchant's own people */
  'GET /admin/merchants/{merchantCode}/people': {
    path: {
      readonly merchantCode: string
    }
    query: {
      readonly format?: string
      readonly zone?: string
    }
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
    }
  }
  /** List the links that could still make somebody one of a merchant's people or bring one back */
  'GET /admin/merchants/{merchantCode}/people-links': {
    path: {
      readonly merchantCode: string
    }
    query: {
      readonly format?: string
      readonly zone?: string
    }
    body: undefined
    answer: {
      readonly data: ReadonlyArray<{
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
  /** Take back a link to a merchant's team that nobody has used */
  'DELETE /admin/merchants/{merchantCode}/people-links/{link}': {
    path: {
      readonly merchantCode: string
      readonly link: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: undefined
  }
  /** Make a link by which somebody becomes one of a merchant's people */
  'POST /admin/merchants/{merchantCode}/people/!invite': {
    path: {
      readonly merchantCode: string
    }
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer:
      | {
          /** Shown once: give it to the person, and to nobody else. Good once. */
          readonly link?: string
          /** The mail address that it goes to instead. */
          readonly sentTo?: string
          readonly expiresAt: string
        }
      | {
          readonly approval: {
            readonly id: string
            readonly operation:
              | 'balance.credit'
              | 'balance.debit'
              | 'case.assign'
              | 'case.credit'
              | 'case.return'
              | 'case.write-off'
              | 'case.close'
              | 'refund'
              | 'refund.claim'
              | 'refund.decide'
              | 'payment.cancel'
              | 'settlement.run'
              | 'bank-file.release'
              | 'bank-file.answer'
              | 'bank-file.doubt'
              | 'bank-feed.import'
              | 'bank-feed.statement'
              | 'merchant.create'
              | 'merchant.addresses'
              | 'merchant.activate'
              | 'merchant.products'
              | 'merchant.payout-destination'
              | 'merchant.keys'
              | 'account.details'
              | 'network.change'
              | 'provider.change'
              | 'connector.change'
              | 'connector.services'
              | 'bank-feed.mapping'
              | 'rates.put'
              | 'debtor-account.change'
              | 'billing.change'
              | 'alert.silence'
              | 'operator.create'
              | 'approval-policy.change'
            /** What will be done, in one line. */
            readonly summary: string
            /** Of the body as it was sent, in hexadecimal. Of one that holds secrets: as JSON with its names sorted and no spaces. */
            readonly sha256: string
            readonly status: 'WAITING' | 'APPROVED' | 'REJECTED' | 'EXPIRED'
            /** Who asked: an operator, or a merchant. */
            readonly requestedBy: string
            /** When it ends, if nobody decides: 72 hours after it was asked for. */
            readonly expiresAt: string
          }
        }
  }
  /** List payments, newest first */
  'GET /admin/payments': {
    path: Readonly<Record<never, string>>
    query: {
      readonly merchantCode?: string
      readonly kind?: string
      readonly status?: string
      readonly currencyCode?: string
      readonly paymentMethodCode?: string
      readonly paymentOperatorCode?: string
      readonly isTest?: string
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
        readonly id: string
        readonly status: string
        readonly isTest: boolean
        readonly money: Money
        readonly paymentMethodCode: string
        readonly paymentOperatorCode?: string
        readonly processor: string
        readonly failureReasonCode?: string
        readonly createdAt: string
        readonly processedAt?: string
      }>
      /** Give it as cursor to read on; left out on the last page. */
      readonly nextCursor?: string
    }
  }
  /** Read a payment with its whole history */
  'GET /admin/payments/{merchantCode}/{kind}/{id}': {
    path: {
      readonly merchantCode: string
      readonly kind: string
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: {
      readonly merchantCode: string
      readonly kind: string
      readonly id: string
      readonly status: string
      readonly isTest: boolean
      readonly money: Money
      readonly paymentMethodCode: string
      readonly paymentOperatorCode?: string
      readonly processor: string
      readonly failureReasonCode?: string
      readonly createdAt: string
      readonly processedAt?: string
      /** The gateway's own key of the payment. */
      readonly key: string
      /** As the merchant reads it. */
      readonly payment: Readonly<Record<string, unknown>>
      readonly request: Readonly<Record<string, unknown>>
      readonly response: Readonly<Record<string, unknown>> | null
      readonly payerAccount: Readonly<Record<string, unknown>> | null
      readonly processorRef: string | null
      readonly processorStatus: string | null
      readonly confirmation: string | null
      readonly externalReference: string | null
      readonly externalReferenceChanges: number
      readonly callbackUrl: string
      readonly states: ReadonlyArray<{
        readonly seq: number
        readonly from: string | null
        readonly to: string | null
        readonly at: string
        readonly actor: string
        readonly reason: string | null
        readonly callbackSequence: number | null
      }>
      readonly postings: ReadonlyArray<{
        readonly seq: number
        readonly account: string
        readonly money: Money
        readonly at: string
      }>
      readonly callbacks: ReadonlyArray<{
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
          /** The first 1 KiB, or why there was none. */
          readonly answer?: string
        }>
      }>
      readonly steps: ReadonlyArray<{
        readonly purpose: string
        readonly dueAt: string
        readonly tries: number
      }>
      readonly cases: ReadonlyArray<{
        readonly id: string
        /** `~gateway`: nobody knows whose it is. */
        readonly merchantCode: string
        readonly reason: string
        readonly money?: Money
        /** Of the money, not settled yet. */
        readonly left?: Money
        readonly processor?: string
        /** What it is about, if known. */
        readonly payment?: {
          readonly kind: string
          readonly id: string
        }
        readonly detail: Readonly<Record<string, unknown>>
        /** The operator who works on it. */
        readonly owner?: string
        /** When it is to be settled. */
        readonly dueAt?: string
        /** It is open, and `dueAt` has passed. */
        readonly overdue: boolean
        /** Since it was opened, until now or until it was closed. */
        readonly ageSecs: number
        readonly openedAt: string
        readonly closedAt?: string
        readonly decisions: ReadonlyArray<{
          readonly part: number
          readonly action: 'assign' | 'return' | 'write-off' | 'credit' | 'close'
          readonly money?: Money
          readonly detail: Readonly<Record<string, unknown>>
          readonly operator: string
          readonly at: string
          /** Of money that an operator has noted as sent back: the bank's debit under that reference, in that amount. Left out: none has shown it. Only where one case is read. */
          readonly provedBy?: {
            readonly reference: string
            readonly bookedAt: string
          }
        }>
      }>
    }
  }
  /** Explain where a payment stands: what happened, why, who has to act, what comes next */
  'GET /admin/payments/{merchantCode}/{kind}/{id}/!explain': {
    path: {
      readonly merchantCode: string
      readonly kind: string
      readonly id: string
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
        /** Where it is found: a case's ID, a file's, an entry's. */
        readonly ref?: string
      }>
    }
  }
  /** Send the latest callback of a payment again */
  'POST /admin/payments/{merchantCode}/{kind}/{id}/!redeliver': {
    path: {
      readonly merchantCode: string
      readonly kind: string
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: {
      /** Of the callback that is sent again. */
      readonly sequence: number
    }
  }
  /** Make a link to a test merchant’s checkout, to try a payment */
  'POST /admin/payments/{merchantCode}/!try': {
    path: {
      readonly merchantCode: string
    }
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer: {
      /** The payin that its payer makes by choosing a method. */
      readonly idPayin: string
      /** Whoever has it may pay this one payin. */
      readonly url: string
      readonly expiresAt: string
    }
  }
  /** Find payments, cases, merchants and bank entries by whatever scrap there is */
  'GET /admin/search': {
    path: Readonly<Record<never, string>>
    query: {
      readonly q?: string
    }
    body: undefined
    answer: {
      readonly payments: ReadonlyArray<{
        /** Where it is read in this API. */
        readonly path: string
        /** By what of it. */
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
        /** The payment as it is now. */
        readonly payment: {
          readonly merchantCode: string
          readonly kind: string
          readonly id: string
          readonly status: string
          readonly isTest: boolean
          readonly money: Money
          readonly paymentMethodCode: string
          readonly paymentOperatorCode?: string
          readonly processor: string
          readonly failureReasonCode?: string
          readonly createdAt: string
          readonly processedAt?: string
        }
      }>
      readonly cases: ReadonlyArray<{
        /** Where it is read in this API. */
        readonly path: string
        /** By what of it: its ID, the processor's name for its money, its movement at the bank, or its payment. */
        readonly matched: ReadonlyArray<'id' | 'processorRef' | 'bankReference' | 'payment'>
        readonly id: string
        readonly merchantCode: string
        readonly reason: string
        readonly openedAt: string
      }>
      readonly merchants: ReadonlyArray<{
        /** Where it is read in this API. */
        readonly path: string
        readonly matched: ReadonlyArray<'code' | 'name'>
        readonly merchantCode: string
        readonly name: string
      }>
      readonly bankEntries: ReadonlyArray<{
        /** Where it is read in this API. */
        readonly path: string
        readonly account: string
        readonly reference: string
        readonly direction: 'CREDIT' | 'DEBIT'
        readonly money: Money
        readonly bookedAt: string
        readonly outcome?: string
      }>
      /** There is more than is told: ask more precisely. */
      readonly hasMore: boolean
    }
  }
  /** Ask who would take a payment, and why the others would not; nothing is stored */
  'POST /admin/payments/{merchantCode}/{kind}/!rehearse': {
    path: {
      readonly merchantCode: string
      readonly kind: string
    }
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer: {
      /** Who would be asked to take it on, in this order. */
      readonly takers: ReadonlyArray<string>
      readonly declined: ReadonlyArray<{
        readonly processor: string
        readonly reason: 'METHOD' | 'OPERATOR' | 'AMOUNT' | 'HOURS' | 'LIMIT' | 'UNHEALTHY'
        /** In its own words. */
        readonly detail: string
        /** What of it the merchant can mend. */
        readonly errors: ReadonlyArray<{
          readonly path: string
          readonly code: string
          readonly message: string
        }>
      }>
      /** What the merchant would read; null where its create would go on. */
      readonly refusal: {
        readonly code: string
        readonly detail: string
        readonly errors: ReadonlyArray<{
          readonly path: string
          readonly code: string
          readonly message: string
        }>
      } | null
    }
  }
  /** List callbacks of all payments, newest first, with the bytes that were signed and what came back */
  'GET /admin/callbacks': {
    path: Readonly<Record<never, string>>
    query: {
      readonly merchantCode?: string
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
          /** The first 1 KiB, or why there was none. */
          readonly answer?: string
        }>
      }>
      /** Give it as cursor to read on; left out on the last page. */
      readonly nextCursor?: string
    }
  }
  /** List callbacks whose latest attempt has failed, the latest first */
  'GET /admin/callbacks/failing': {
    path: Readonly<Record<never, string>>
    query: {
      readonly merchantCode?: string
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
        /** The merchant's own ID of the payment. */
        readonly id: string
        /** Counts the payment's callbacks from 1. */
        readonly sequence: number
        readonly url: string
        /** RETRYING: it will be sent again by itself. ABANDONED: only by hand. */
        readonly state: 'RETRYING' | 'ABANDONED'
        readonly attempts: number
        readonly nextAttemptAt?: string
        /** The latest attempt. */
        readonly lastAttempt: {
          readonly at: string
          readonly httpStatus?: number
          /** What came back, or why nothing did. */
          readonly answer?: string
        }
      }>
      /** Give it as cursor to read on; left out on the last page. */
      readonly nextCursor?: string
    }
  }
  /** Send the callbacks of a range again, of each payment its latest; a dry run counts them */
  'POST /admin/callbacks/!redeliver': {
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
  /** Give money of a payin back in its merchant’s place */
  'POST /admin/refunds/{merchantCode}/{idRefund}': {
    path: {
      readonly merchantCode: string
      readonly idRefund: string
    }
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer: {
      readonly merchantCode: string
      readonly kind: string
      readonly id: string
      readonly status: string
      readonly isTest: boolean
      readonly money: Money
      readonly paymentMethodCode: string
      readonly paymentOperatorCode?: string
      readonly processor: string
      readonly failureReasonCode?: string
      readonly createdAt: string
      readonly processedAt?: string
    }
  }
  /** Ask what would become of a refund: by which way, to whom, at what price; nothing is stored */
  'POST /admin/refunds/{merchantCode}/!rehearse': {
    path: {
      readonly merchantCode: string
    }
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer: {
      readonly money?: Money
      readonly refundable?: Money
      readonly route?: 'NATIVE' | 'PAYOUT' | 'CLAIM' | 'MANUAL'
      /** Who would be asked to send it. */
      readonly processor?: string
      /** To whom, where it is paid out. */
      readonly payee?: {
        readonly paymentMethodCode: string
        readonly accountName?: string
        /** Its last four characters. */
        readonly account?: string
        readonly bank?: string
      }
      readonly fee?: Money
      readonly vat?: Money
      readonly feeReversal?: Money
      readonly waitsFor?: 'APPROVAL' | 'PAYEE' | 'OPERATOR'
      /** Then it ends by itself. */
      readonly waitsUntil?: string
      /** Why it would be refused; null where it would be made. */
      readonly refusal: {
        readonly code: string
        readonly detail: string
        readonly errors: ReadonlyArray<{
          readonly path: string
          readonly code: string
          readonly message: string
        }>
      } | null
    }
  }
  /** Say that a refund by hand was sent */
  'POST /admin/refunds/{merchantCode}/{idRefund}/!markPaid': {
    path: {
      readonly merchantCode: string
      readonly idRefund: string
    }
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer:
      | {
          readonly merchantCode: string
          readonly kind: string
          readonly id: string
          readonly status: string
          readonly isTest: boolean
          readonly money: Money
          readonly paymentMethodCode: string
          readonly paymentOperatorCode?: string
          readonly processor: string
          readonly failureReasonCode?: string
          readonly createdAt: string
          readonly processedAt?: string
        }
      | {
          readonly approval: {
            readonly id: string
            readonly operation:
              | 'balance.credit'
              | 'balance.debit'
              | 'case.assign'
              | 'case.credit'
              | 'case.return'
              | 'case.write-off'
              | 'case.close'
              | 'refund'
              | 'refund.claim'
              | 'refund.decide'
              | 'payment.cancel'
              | 'settlement.run'
              | 'bank-file.release'
              | 'bank-file.answer'
              | 'bank-file.doubt'
              | 'bank-feed.import'
              | 'bank-feed.statement'
              | 'merchant.create'
              | 'merchant.addresses'
              | 'merchant.activate'
              | 'merchant.products'
              | 'merchant.payout-destination'
              | 'merchant.keys'
              | 'account.details'
              | 'network.change'
              | 'provider.change'
              | 'connector.change'
              | 'connector.services'
              | 'bank-feed.mapping'
              | 'rates.put'
              | 'debtor-account.change'
              | 'billing.change'
              | 'alert.silence'
              | 'operator.create'
              | 'approval-policy.change'
            /** What will be done, in one line. */
            readonly summary: string
            /** Of the body as it was sent, in hexadecimal. Of one that holds secrets: as JSON with its names sorted and no spaces. */
            readonly sha256: string
            readonly status: 'WAITING' | 'APPROVED' | 'REJECTED' | 'EXPIRED'
            /** Who asked: an operator, or a merchant. */
            readonly requestedBy: string
            /** When it ends, if nobody decides: 72 hours after it was asked for. */
            readonly expiresAt: string
          }
        }
  }
  /** Give a refund up that nobody has sent: the money is the merchant’s again */
  'POST /admin/refunds/{merchantCode}/{idRefund}/!markFailed': {
    path: {
      readonly merchantCode: string
      readonly idRefund: string
    }
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer:
      | {
          readonly merchantCode: string
          readonly kind: string
          readonly id: string
          readonly status: string
          readonly isTest: boolean
          readonly money: Money
          readonly paymentMethodCode: string
          readonly paymentOperatorCode?: string
          readonly processor: string
          readonly failureReasonCode?: string
          readonly createdAt: string
          readonly processedAt?: string
        }
      | {
          readonly approval: {
            readonly id: string
            readonly operation:
              | 'balance.credit'
              | 'balance.debit'
              | 'case.assign'
              | 'case.credit'
              | 'case.return'
              | 'case.write-off'
              | 'case.close'
              | 'refund'
              | 'refund.claim'
              | 'refund.decide'
              | 'payment.cancel'
              | 'settlement.run'
              | 'bank-file.release'
              | 'bank-file.answer'
              | 'bank-file.doubt'
              | 'bank-feed.import'
              | 'bank-feed.statement'
              | 'merchant.create'
              | 'merchant.addresses'
              | 'merchant.activate'
              | 'merchant.products'
              | 'merchant.payout-destination'
              | 'merchant.keys'
              | 'account.details'
              | 'network.change'
              | 'provider.change'
              | 'connector.change'
              | 'connector.services'
              | 'bank-feed.mapping'
              | 'rates.put'
              | 'debtor-account.change'
              | 'billing.change'
              | 'alert.silence'
              | 'operator.create'
              | 'approval-policy.change'
            /** What will be done, in one line. */
            readonly summary: string
            /** Of the body as it was sent, in hexadecimal. Of one that holds secrets: as JSON with its names sorted and no spaces. */
            readonly sha256: string
            readonly status: 'WAITING' | 'APPROVED' | 'REJECTED' | 'EXPIRED'
            /** Who asked: an operator, or a merchant. */
            readonly requestedBy: string
            /** When it ends, if nobody decides: 72 hours after it was asked for. */
            readonly expiresAt: string
          }
        }
  }
  /** Sandbox: the money arrives, or the payout is delivered */
  'POST /admin/sandbox/{merchantCode}/{kind}/{id}/!succeed': {
    path: {
      readonly merchantCode: string
      readonly kind: string
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: {
      readonly merchantCode: string
      readonly kind: string
      readonly id: string
      readonly status: string
      readonly isTest: boolean
      readonly money: Money
      readonly paymentMethodCode: string
      readonly paymentOperatorCode?: string
      readonly processor: string
      readonly failureReasonCode?: string
      readonly createdAt: string
      readonly processedAt?: string
    }
  }
  /** Sandbox: the customer or the bank refuses */
  'POST /admin/sandbox/{merchantCode}/{kind}/{id}/!refuse': {
    path: {
      readonly merchantCode: string
      readonly kind: string
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: {
      readonly merchantCode: string
      readonly kind: string
      readonly id: string
      readonly status: string
      readonly isTest: boolean
      readonly money: Money
      readonly paymentMethodCode: string
      readonly paymentOperatorCode?: string
      readonly processor: string
      readonly failureReasonCode?: string
      readonly createdAt: string
      readonly processedAt?: string
    }
  }
  /** List the processors with their health, in the order in which they are asked */
  'GET /admin/processors': {
    path: Readonly<Record<never, string>>
    query: {
      readonly format?: string
      readonly zone?: string
    }
    body: undefined
    answer: {
      readonly data: ReadonlyArray<{
        readonly name: string
        /** Serves test merchants and nobody else. */
        readonly forTests: boolean
        /** As this node sees it. */
        readonly healthy: boolean
        /** Of the present state. */
        readonly since: string
        readonly detail: string
      }>
    }
  }
  /** Take an open payment back from its processor, if it is not too late */
  'POST /admin/payments/{merchantCode}/{kind}/{id}/!cancel': {
    path: {
      readonly merchantCode: string
      readonly kind: string
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer:
      | {
          readonly merchantCode: string
          readonly kind: string
          readonly id: string
          readonly status: string
          readonly isTest: boolean
          readonly money: Money
          readonly paymentMethodCode: string
          readonly paymentOperatorCode?: string
          readonly processor: string
          readonly failureReasonCode?: string
          readonly createdAt: string
          readonly processedAt?: string
          /** CANCELLED: the payment is REFUSED now. LATER: the processor will tell. UNKNOWN: it did not answer; it is still asked. */
          readonly cancellation: 'CANCELLED' | 'LATER' | 'UNKNOWN'
        }
      | {
          readonly merchantCode: string
          readonly kind: string
          readonly id: string
          readonly status: string
          readonly isTest: boolean
          readonly money: Money
          readonly paymentMethodCode: string
          readonly paymentOperatorCode?: string
          readonly processor: string
          readonly failureReasonCode?: string
          readonly createdAt: string
          readonly processedAt?: string
          /** CANCELLED: the payment is REFUSED now. LATER: the processor will tell. UNKNOWN: it did not answer; it is still asked. */
          readonly cancellation: 'CANCELLED' | 'LATER' | 'UNKNOWN'
        }
      | {
          readonly approval: {
            readonly id: string
            readonly operation:
              | 'balance.credit'
              | 'balance.debit'
              | 'case.assign'
              | 'case.credit'
              | 'case.return'
              | 'case.write-off'
              | 'case.close'
              | 'refund'
              | 'refund.claim'
              | 'refund.decide'
              | 'payment.cancel'
              | 'settlement.run'
              | 'bank-file.release'
              | 'bank-file.answer'
              | 'bank-file.doubt'
              | 'bank-feed.import'
              | 'bank-feed.statement'
              | 'merchant.create'
              | 'merchant.addresses'
              | 'merchant.activate'
              | 'merchant.products'
              | 'merchant.payout-destination'
              | 'merchant.keys'
              | 'account.details'
              | 'network.change'
              | 'provider.change'
              | 'connector.change'
              | 'connector.services'
              | 'bank-feed.mapping'
              | 'rates.put'
              | 'debtor-account.change'
              | 'billing.change'
              | 'alert.silence'
              | 'operator.create'
              | 'approval-policy.change'
            /** What will be done, in one line. */
            readonly summary: string
            /** Of the body as it was sent, in hexadecimal. Of one that holds secrets: as JSON with its names sorted and no spaces. */
            readonly sha256: string
            readonly status: 'WAITING' | 'APPROVED' | 'REJECTED' | 'EXPIRED'
            /** Who asked: an operator, or a merchant. */
            readonly requestedBy: string
            /** When it ends, if nobody decides: 72 hours after it was asked for. */
            readonly expiresAt: string
          }
        }
  }
  /** List the connectors, the oldest first */
  'GET /admin/connectors': {
    path: Readonly<Record<never, string>>
    query: {
      readonly format?: string
      readonly zone?: string
    }
    body: undefined
    answer: {
      readonly data: ReadonlyArray<{
        /** Of its processor: http-… or test-… */
        readonly name: string
        readonly isTest: boolean
        /** Where it is reached. Live ones: https, or http on this machine. */
        readonly baseUrl?: string
        /** PAUSED: it gets no new payments; those that it has are still asked about. */
        readonly status?: 'ACTIVE' | 'PAUSED'
        /** Left out or null: what the connector says itself. */
        readonly services?: ReadonlyArray<{
          /** refund: by a method of payins, those of its own payins whose money it gives back by their rail; by a method of payouts, refunds that it pays out. */
          readonly kind: 'payin' | 'payout' | 'refund' | 'settlement'
          readonly paymentMethodCodes: ReadonlyArray<string>
          readonly currencyCodes: ReadonlyArray<string>
          /** Left out: all, and none. */
          readonly paymentOperatorCodes?: ReadonlyArray<string>
          /** Decimal text in major units: "500.25". */
          readonly min?: string
          /** Decimal text in major units: "500.25". */
          readonly max?: string
          /** When it takes payments on. */
          readonly hours?: {
            /** An IANA name: Asia/Bangkok. */
            readonly timeZone: string
            /** ISO weekdays, Monday is 1; left out: every day. */
            readonly days?: ReadonlyArray<number>
            readonly from: string
            /** Not after midnight: an earlier time than `from` is the next day. */
            readonly to: string
          }
          /** A payment of which nothing is known by then becomes a case. Left out: half an hour after its expiry for payins, a day for payouts. */
          readonly deadlineSecs?: number
        }> | null
        readonly secrets: ReadonlyArray<{
          readonly id: string
          readonly createdAt: string
        }>
        /** As this node sees it. */
        readonly healthy: boolean
        readonly detail: string
        /** What it last said of itself. */
        readonly manifest: Readonly<Record<string, unknown>> | null
        readonly createdAt: string
        readonly updatedAt: string
      }>
    }
  }
  /** Register a connector; its secret is shown once */
  'POST /admin/connectors': {
    path: Readonly<Record<never, string>>
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer:
      | {
          /** Of its processor: http-… or test-… */
          readonly name: string
          readonly isTest: boolean
          /** Where it is reached. Live ones: https, or http on this machine. */
          readonly baseUrl?: string
          /** PAUSED: it gets no new payments; those that it has are still asked about. */
          readonly status?: 'ACTIVE' | 'PAUSED'
          /** Left out or null: what the connector says itself. */
          readonly services?: ReadonlyArray<{
            /** refund: by a method of payins, those of its own payins whose money it gives back by their rail; by a method of payouts, refunds that it pays out. */
            readonly kind: 'payin' | 'payout' | 'refund' | 'settlement'
            readonly paymentMethodCodes: ReadonlyArray<string>
            readonly currencyCodes: ReadonlyArray<string>
            /** Left out: all, and none. */
            readonly paymentOperatorCodes?: ReadonlyArray<string>
            /** Decimal text in major units: "500.25". */
            readonly min?: string
            /** Decimal text in major units: "500.25". */
            readonly max?: string
            /** When it takes payments on. */
            readonly hours?: {
              /** An IANA name: Asia/Bangkok. */
              readonly timeZone: string
              /** ISO weekdays, Monday is 1; left out: every day. */
              readonly days?: ReadonlyArray<number>
              readonly from: string
              /** Not after midnight: an earlier time than `from` is the next day. */
              readonly to: string
            }
            /** A payment of which nothing is known by then becomes a case. Left out: half an hour after its expiry for payins, a day for payouts. */
            readonly deadlineSecs?: number
          }> | null
          readonly secrets: ReadonlyArray<{
            readonly id: string
            readonly createdAt: string
          }>
          /** As this node sees it. */
          readonly healthy: boolean
          readonly detail: string
          /** What it last said of itself. */
          readonly manifest: Readonly<Record<string, unknown>> | null
          readonly createdAt: string
          readonly updatedAt: string
          readonly secret: string
        }
      | {
          readonly approval: {
            readonly id: string
            readonly operation:
              | 'balance.credit'
              | 'balance.debit'
              | 'case.assign'
              | 'case.credit'
              | 'case.return'
              | 'case.write-off'
              | 'case.close'
              | 'refund'
              | 'refund.claim'
              | 'refund.decide'
              | 'payment.cancel'
              | 'settlement.run'
              | 'bank-file.release'
              | 'bank-file.answer'
              | 'bank-file.doubt'
              | 'bank-feed.import'
              | 'bank-feed.statement'
              | 'merchant.create'
              | 'merchant.addresses'
              | 'merchant.activate'
              | 'merchant.products'
              | 'merchant.payout-destination'
              | 'merchant.keys'
              | 'account.details'
              | 'network.change'
              | 'provider.change'
              | 'connector.change'
              | 'connector.services'
              | 'bank-feed.mapping'
              | 'rates.put'
              | 'debtor-account.change'
              | 'billing.change'
              | 'alert.silence'
              | 'operator.create'
              | 'approval-policy.change'
            /** What will be done, in one line. */
            readonly summary: string
            /** Of the body as it was sent, in hexadecimal. Of one that holds secrets: as JSON with its names sorted and no spaces. */
            readonly sha256: string
            readonly status: 'WAITING' | 'APPROVED' | 'REJECTED' | 'EXPIRED'
            /** Who asked: an operator, or a merchant. */
            readonly requestedBy: string
            /** When it ends, if nobody decides: 72 hours after it was asked for. */
            readonly expiresAt: string
          }
        }
  }
  /** Change a connector, or pause it */
  'PATCH /admin/connectors/{name}': {
    path: {
      readonly name: string
    }
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer:
      | {
          /** Of its processor: http-… or test-… */
          readonly name: string
          readonly isTest: boolean
          /** Where it is reached. Live ones: https, or http on this machine. */
          readonly baseUrl?: string
          /** PAUSED: it gets no new payments; those that it has are still asked about. */
          readonly status?: 'ACTIVE' | 'PAUSED'
          /** Left out or null: what the connector says itself. */
          readonly services?: ReadonlyArray<{
            /** refund: by a method of payins, those of its own payins whose money it gives back by their rail; by a method of payouts, refunds that it pays out. */
            readonly kind: 'payin' | 'payout' | 'refund' | 'settlement'
            readonly paymentMethodCodes: ReadonlyArray<string>
            readonly currencyCodes: ReadonlyArray<string>
            /** Left out: all, and none. */
            readonly paymentOperatorCodes?: ReadonlyArray<string>
            /** Decimal text in major units: "500.25". */
            readonly min?: string
            /** Decimal text in major units: "500.25". */
            readonly max?: string
            /** When it takes payments on. */
            readonly hours?: {
              /** An IANA name: Asia/Bangkok. */
              readonly timeZone: string
              /** ISO weekdays, Monday is 1; left out: every day. */
              readonly days?: ReadonlyArray<number>
              readonly from: string
              /** Not after midnight: an earlier time than `from` is the next day. */
              readonly to: string
            }
            /** A payment of which nothing is known by then becomes a case. Left out: half an hour after its expiry for payins, a day for payouts. */
            readonly deadlineSecs?: number
          }> | null
          readonly secrets: ReadonlyArray<{
            readonly id: string
            readonly createdAt: string
          }>
          /** As this node sees it. */
          readonly healthy: boolean
          readonly detail: string
          /** What it last said of itself. */
          readonly manifest: Readonly<Record<string, unknown>> | null
          readonly createdAt: string
          readonly updatedAt: string
        }
      | {
          readonly approval: {
            readonly id: string
            readonly operation:
              | 'balance.credit'
              | 'balance.debit'
              | 'case.assign'
              | 'case.credit'
              | 'case.return'
              | 'case.write-off'
              | 'case.close'
              | 'refund'
              | 'refund.claim'
              | 'refund.decide'
              | 'payment.cancel'
              | 'settlement.run'
              | 'bank-file.release'
              | 'bank-file.answer'
              | 'bank-file.doubt'
              | 'bank-feed.import'
              | 'bank-feed.statement'
              | 'merchant.create'
              | 'merchant.addresses'
              | 'merchant.activate'
              | 'merchant.products'
              | 'merchant.payout-destination'
              | 'merchant.keys'
              | 'account.details'
              | 'network.change'
              | 'provider.change'
              | 'connector.change'
              | 'connector.services'
              | 'bank-feed.mapping'
              | 'rates.put'
              | 'debtor-account.change'
              | 'billing.change'
              | 'alert.silence'
              | 'operator.create'
              | 'approval-policy.change'
            /** What will be done, in one line. */
            readonly summary: string
            /** Of the body as it was sent, in hexadecimal. Of one that holds secrets: as JSON with its names sorted and no spaces. */
            readonly sha256: string
            readonly status: 'WAITING' | 'APPROVED' | 'REJECTED' | 'EXPIRED'
            /** Who asked: an operator, or a merchant. */
            readonly requestedBy: string
            /** When it ends, if nobody decides: 72 hours after it was asked for. */
            readonly expiresAt: string
          }
        }
  }
  /** Take a connector away for which no payment waits, and which no product names */
  'DELETE /admin/connectors/{name}': {
    path: {
      readonly name: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: undefined
  }
  /** Add a secret to a connector; it is shown once */
  'POST /admin/connectors/{name}/secrets': {
    path: {
      readonly name: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer:
      | {
          readonly id: string
          readonly createdAt: string
          readonly secret: string
        }
      | {
          readonly approval: {
            readonly id: string
            readonly operation:
              | 'balance.credit'
              | 'balance.debit'
              | 'case.assign'
              | 'case.credit'
              | 'case.return'
              | 'case.write-off'
              | 'case.close'
              | 'refund'
              | 'refund.claim'
              | 'refund.decide'
              | 'payment.cancel'
              | 'settlement.run'
              | 'bank-file.release'
              | 'bank-file.answer'
              | 'bank-file.doubt'
              | 'bank-feed.import'
              | 'bank-feed.statement'
              | 'merchant.create'
              | 'merchant.addresses'
              | 'merchant.activate'
              | 'merchant.products'
              | 'merchant.payout-destination'
              | 'merchant.keys'
              | 'account.details'
              | 'network.change'
              | 'provider.change'
              | 'connector.change'
              | 'connector.services'
              | 'bank-feed.mapping'
              | 'rates.put'
              | 'debtor-account.change'
              | 'billing.change'
              | 'alert.silence'
              | 'operator.create'
              | 'approval-policy.change'
            /** What will be done, in one line. */
            readonly summary: string
            /** Of the body as it was sent, in hexadecimal. Of one that holds secrets: as JSON with its names sorted and no spaces. */
            readonly sha256: string
            readonly status: 'WAITING' | 'APPROVED' | 'REJECTED' | 'EXPIRED'
            /** Who asked: an operator, or a merchant. */
            readonly requestedBy: string
            /** When it ends, if nobody decides: 72 hours after it was asked for. */
            readonly expiresAt: string
          }
        }
  }
  /** Remove a secret from a connector */
  'DELETE /admin/connectors/{name}/secrets/{id}': {
    path: {
      readonly name: string
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: undefined
  }
  /** List the providers that the gateway speaks to by itself, with what an account of each needs */
  'GET /admin/providers/kinds': {
    path: Readonly<Record<never, string>>
    query: {
      readonly provider?: string
      readonly format?: string
      readonly zone?: string
    }
    body: undefined
    answer: {
      readonly data: ReadonlyArray<{
        readonly provider: string
        readonly title: string
        readonly specification: string
        readonly settings: ReadonlyArray<{
          readonly name: string
          readonly title: string
          readonly description: string
          readonly isMandatory: boolean
          readonly isSecret: boolean
          /** account: it says which account at the provider this is, and cannot change while payments wait for news from there. key: it proves who asks, and may be renewed at any time; what was sent before is not sent again. none: neither. */
          readonly identity: 'account' | 'key' | 'none'
          readonly example: string
          /** All that it may be, where those can be listed. */
          readonly choices?: ReadonlyArray<string>
        }>
      }>
    }
  }
  /** List the accounts with providers, the oldest first */
  'GET /admin/providers': {
    path: Readonly<Record<never, string>>
    query: {
      readonly format?: string
      readonly zone?: string
    }
    body: undefined
    answer: {
      readonly data: ReadonlyArray<{
        /** Of its processor. */
        readonly name: string
        readonly provider: string
        readonly isTest: boolean
        readonly status: 'ACTIVE' | 'PAUSED'
        /** Those that may be shown. */
        readonly settings: Readonly<Record<string, unknown>>
        /** That they are set, and since when; nobody reads them again. */
        readonly secrets: ReadonlyArray<{
          readonly name: string
          readonly setAt: string
          /** Of a certificate: when it ends. */
          readonly endsAt: string | null
        }>
        readonly serves: ReadonlyArray<{
          readonly kind: string
          readonly paymentMethodCodes: ReadonlyArray<string>
          readonly currencyCodes: ReadonlyArray<string>
        }>
        /** What you give to the provider, and to nobody else. `!subscribe` gives it to those that take it by their API. */
        readonly notificationUrl: string
        /** As this node sees it. */
        readonly healthy: boolean
        readonly detail: string
        readonly createdAt: string
        readonly updatedAt: string
      }>
    }
  }
  /** Register an account with a provider; its secrets are sealed and never shown again */
  'POST /admin/providers': {
    path: Readonly<Record<never, string>>
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer:
      | {
          /** Of its processor. */
          readonly name: string
          readonly provider: string
          readonly isTest: boolean
          readonly status: 'ACTIVE' | 'PAUSED'
          /** Those that may be shown. */
          readonly settings: Readonly<Record<string, unknown>>
          /** That they are set, and since when; nobody reads them again. */
          readonly secrets: ReadonlyArray<{
            readonly name: string
            readonly setAt: string
            /** Of a certificate: when it ends. */
            readonly endsAt: string | null
          }>
          readonly serves: ReadonlyArray<{
            readonly kind: string
            readonly paymentMethodCodes: ReadonlyArray<string>
            readonly currencyCodes: ReadonlyArray<string>
          }>
          /** What you give to the provider, and to nobody else. `!subscribe` gives it to those that take it by their API. */
          readonly notificationUrl: string
          /** As this node sees it. */
          readonly healthy: boolean
          readonly detail: string
          readonly createdAt: string
          readonly updatedAt: string
        }
      | {
          readonly approval: {
            readonly id: string
            readonly operation:
              | 'balance.credit'
              | 'balance.debit'
              | 'case.assign'
              | 'case.credit'
              | 'case.return'
              | 'case.write-off'
              | 'case.close'
              | 'refund'
              | 'refund.claim'
              | 'refund.decide'
              | 'payment.cancel'
              | 'settlement.run'
              | 'bank-file.release'
              | 'bank-file.answer'
              | 'bank-file.doubt'
              | 'bank-feed.import'
              | 'bank-feed.statement'
              | 'merchant.create'
              | 'merchant.addresses'
              | 'merchant.activate'
              | 'merchant.products'
              | 'merchant.payout-destination'
              | 'merchant.keys'
              | 'account.details'
              | 'network.change'
              | 'provider.change'
              | 'connector.change'
              | 'connector.services'
              | 'bank-feed.mapping'
              | 'rates.put'
              | 'debtor-account.change'
              | 'billing.change'
              | 'alert.silence'
              | 'operator.create'
              | 'approval-policy.change'
            /** What will be done, in one line. */
            readonly summary: string
            /** Of the body as it was sent, in hexadecimal. Of one that holds secrets: as JSON with its names sorted and no spaces. */
            readonly sha256: string
            readonly status: 'WAITING' | 'APPROVED' | 'REJECTED' | 'EXPIRED'
            /** Who asked: an operator, or a merchant. */
            readonly requestedBy: string
            /** When it ends, if nobody decides: 72 hours after it was asked for. */
            readonly expiresAt: string
          }
        }
  }
  /** Change settings of an account with a provider, or pause it */
  'PATCH /admin/providers/{name}': {
    path: {
      readonly name: string
    }
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer:
      | {
          /** Of its processor. */
          readonly name: string
          readonly provider: string
          readonly isTest: boolean
          readonly status: 'ACTIVE' | 'PAUSED'
          /** Those that may be shown. */
          readonly settings: Readonly<Record<string, unknown>>
          /** That they are set, and since when; nobody reads them again. */
          readonly secrets: ReadonlyArray<{
            readonly name: string
            readonly setAt: string
            /** Of a certificate: when it ends. */
            readonly endsAt: string | null
          }>
          readonly serves: ReadonlyArray<{
            readonly kind: string
            readonly paymentMethodCodes: ReadonlyArray<string>
            readonly currencyCodes: ReadonlyArray<string>
          }>
          /** What you give to the provider, and to nobody else. `!subscribe` gives it to those that take it by their API. */
          readonly notificationUrl: string
          /** As this node sees it. */
          readonly healthy: boolean
          readonly detail: string
          readonly createdAt: string
          readonly updatedAt: string
        }
      | {
          readonly approval: {
            readonly id: string
            readonly operation:
              | 'balance.credit'
              | 'balance.debit'
              | 'case.assign'
              | 'case.credit'
              | 'case.return'
              | 'case.write-off'
              | 'case.close'
              | 'refund'
              | 'refund.claim'
              | 'refund.decide'
              | 'payment.cancel'
              | 'settlement.run'
              | 'bank-file.release'
              | 'bank-file.answer'
              | 'bank-file.doubt'
              | 'bank-feed.import'
              | 'bank-feed.statement'
              | 'merchant.create'
              | 'merchant.addresses'
              | 'merchant.activate'
              | 'merchant.products'
              | 'merchant.payout-destination'
              | 'merchant.keys'
              | 'account.details'
              | 'network.change'
              | 'provider.change'
              | 'connector.change'
              | 'connector.services'
              | 'bank-feed.mapping'
              | 'rates.put'
              | 'debtor-account.change'
              | 'billing.change'
              | 'alert.silence'
              | 'operator.create'
              | 'approval-policy.change'
            /** What will be done, in one line. */
            readonly summary: string
            /** Of the body as it was sent, in hexadecimal. Of one that holds secrets: as JSON with its names sorted and no spaces. */
            readonly sha256: string
            readonly status: 'WAITING' | 'APPROVED' | 'REJECTED' | 'EXPIRED'
            /** Who asked: an operator, or a merchant. */
            readonly requestedBy: string
            /** When it ends, if nobody decides: 72 hours after it was asked for. */
            readonly expiresAt: string
          }
        }
  }
  /** Take an account with a provider away for which no payment waits, and which no product names */
  'DELETE /admin/providers/{name}': {
    path: {
      readonly name: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: undefined
  }
  /** Check an account with a provider: credentials, certificate, notifications, and what lies there */
  'POST /admin/providers/{name}/!check': {
    path: {
      readonly name: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: {
      readonly findings: ReadonlyArray<{
        /** credentials, certificate, notifications, balance. */
        readonly what: string
        readonly state: 'OK' | 'ATTENTION' | 'BROKEN'
        readonly detail: string
      }>
    }
  }
  /** Have the provider notify this gateway of what becomes of payments */
  'POST /admin/providers/{name}/!subscribe': {
    path: {
      readonly name: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: {
      /** Of its processor. */
      readonly name: string
      readonly provider: string
      readonly isTest: boolean
      readonly status: 'ACTIVE' | 'PAUSED'
      /** Those that may be shown. */
      readonly settings: Readonly<Record<string, unknown>>
      /** That they are set, and since when; nobody reads them again. */
      readonly secrets: ReadonlyArray<{
        readonly name: string
        readonly setAt: string
        /** Of a certificate: when it ends. */
        readonly endsAt: string | null
      }>
      readonly serves: ReadonlyArray<{
        readonly kind: string
        readonly paymentMethodCodes: ReadonlyArray<string>
        readonly currencyCodes: ReadonlyArray<string>
      }>
      /** What you give to the provider, and to nobody else. `!subscribe` gives it to those that take it by their API. */
      readonly notificationUrl: string
      /** As this node sees it. */
      readonly healthy: boolean
      readonly detail: string
      readonly createdAt: string
      readonly updatedAt: string
    }
  }
  /** List the cases: money and reports that no rule settles */
  'GET /admin/cases': {
    path: Readonly<Record<never, string>>
    query: {
      readonly open?: string
      readonly merchantCode?: string
      readonly reason?: string
      readonly owner?: string
      readonly unowned?: string
      readonly overdue?: string
      readonly olderThanHours?: string
      readonly sort?: string
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
        readonly id: string
        /** `~gateway`: nobody knows whose it is. */
        readonly merchantCode: string
        readonly reason: string
        readonly money?: Money
        /** Of the money, not settled yet. */
        readonly left?: Money
        readonly processor?: string
        /** What it is about, if known. */
        readonly payment?: {
          readonly kind: string
          readonly id: string
        }
        readonly detail: Readonly<Record<string, unknown>>
        /** The operator who works on it. */
        readonly owner?: string
        /** When it is to be settled. */
        readonly dueAt?: string
        /** It is open, and `dueAt` has passed. */
        readonly overdue: boolean
        /** Since it was opened, until now or until it was closed. */
        readonly ageSecs: number
        readonly openedAt: string
        readonly closedAt?: string
        readonly decisions: ReadonlyArray<{
          readonly part: number
          readonly action: 'assign' | 'return' | 'write-off' | 'credit' | 'close'
          readonly money?: Money
          readonly detail: Readonly<Record<string, unknown>>
          readonly operator: string
          readonly at: string
          /** Of money that an operator has noted as sent back: the bank's debit under that reference, in that amount. Left out: none has shown it. Only where one case is read. */
          readonly provedBy?: {
            readonly reference: string
            readonly bookedAt: string
          }
        }>
      }>
      /** Give it as cursor to read on; left out on the last page. */
      readonly nextCursor?: string
    }
  }
  /** Say who works on many cases, and until when */
  'PATCH /admin/cases': {
    path: Readonly<Record<never, string>>
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer: {
      readonly dryRun: boolean
      readonly done: number
      /** As asked before: nothing was to be done. */
      readonly already: number
      readonly refused: number
      readonly data: ReadonlyArray<{
        readonly id: string
        /** Of a dry run: what would be. */
        readonly outcome: 'DONE' | 'ALREADY' | 'REFUSED'
        readonly money?: Money
        /** Why it was refused. */
        readonly code?: string
        readonly detail?: string
      }>
    }
  }
  /** Read a case with what was decided about it */
  'GET /admin/cases/{id}': {
    path: {
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: {
      readonly id: string
      /** `~gateway`: nobody knows whose it is. */
      readonly merchantCode: string
      readonly reason: string
      readonly money?: Money
      /** Of the money, not settled yet. */
      readonly left?: Money
      readonly processor?: string
      /** What it is about, if known. */
      readonly payment?: {
        readonly kind: string
        readonly id: string
      }
      readonly detail: Readonly<Record<string, unknown>>
      /** The operator who works on it. */
      readonly owner?: string
      /** When it is to be settled. */
      readonly dueAt?: string
      /** It is open, and `dueAt` has passed. */
      readonly overdue: boolean
      /** Since it was opened, until now or until it was closed. */
      readonly ageSecs: number
      readonly openedAt: string
      readonly closedAt?: string
      readonly decisions: ReadonlyArray<{
        readonly part: number
        readonly action: 'assign' | 'return' | 'write-off' | 'credit' | 'close'
        readonly money?: Money
        readonly detail: Readonly<Record<string, unknown>>
        readonly operator: string
        readonly at: string
        /** Of money that an operator has noted as sent back: the bank's debit under that reference, in that amount. Left out: none has shown it. Only where one case is read. */
        readonly provedBy?: {
          readonly reference: string
          readonly bookedAt: string
        }
      }>
      /** What it is about, or may be about, the likeliest first. */
      readonly payments: ReadonlyArray<{
        readonly merchantCode: string
        readonly kind: string
        readonly id: string
        readonly status: string
        /** What its payer was asked for. */
        readonly wanted: Money
        /** What came less what was wanted: below zero, too little came. */
        readonly gap?: Money
        /** What speaks for it. */
        readonly why: ReadonlyArray<string>
      }>
      /** The bank’s entry that it came from: what the payer wrote, and who sent it. */
      readonly entry?: {
        readonly reference: string
        /** A time, or the day where the bank tells no more: `2026-11-21T09:15:00+07:00`, `2026-11-21`. */
        readonly bookedAt: string
        /** A day. */
        readonly valueDate?: string
        readonly direction?: 'CREDIT' | 'DEBIT'
        /** It takes back an earlier movement. */
        readonly reversal?: boolean
        readonly money: Money
        /** What the payer wrote. */
        readonly remittance?: string
        /** The payer’s own reference. */
        readonly endToEndId?: string
        /** The clearing’s name for the transfer. */
        readonly utr?: string
        readonly sender?: {
          readonly name?: string
          readonly accountNumber?: string
          readonly bank?: string
        }
      }
      /** The oldest first. */
      readonly notes: ReadonlyArray<{
        readonly id: string
        readonly note: string
        readonly operator: string
        readonly at: string
      }>
    }
  }
  /** Say who works on a case, and until when */
  'PATCH /admin/cases/{id}': {
    path: {
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer: {
      readonly id: string
      /** `~gateway`: nobody knows whose it is. */
      readonly merchantCode: string
      readonly reason: string
      readonly money?: Money
      /** Of the money, not settled yet. */
      readonly left?: Money
      readonly processor?: string
      /** What it is about, if known. */
      readonly payment?: {
        readonly kind: string
        readonly id: string
      }
      readonly detail: Readonly<Record<string, unknown>>
      /** The operator who works on it. */
      readonly owner?: string
      /** When it is to be settled. */
      readonly dueAt?: string
      /** It is open, and `dueAt` has passed. */
      readonly overdue: boolean
      /** Since it was opened, until now or until it was closed. */
      readonly ageSecs: number
      readonly openedAt: string
      readonly closedAt?: string
      readonly decisions: ReadonlyArray<{
        readonly part: number
        readonly action: 'assign' | 'return' | 'write-off' | 'credit' | 'close'
        readonly money?: Money
        readonly detail: Readonly<Record<string, unknown>>
        readonly operator: string
        readonly at: string
        /** Of money that an operator has noted as sent back: the bank's debit under that reference, in that amount. Left out: none has shown it. Only where one case is read. */
        readonly provedBy?: {
          readonly reference: string
          readonly bookedAt: string
        }
      }>
    }
  }
  /** Note something about a case */
  'POST /admin/cases/{id}/!note': {
    path: {
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer: {
      /** The oldest first. */
      readonly notes: ReadonlyArray<{
        readonly id: string
        readonly note: string
        readonly operator: string
        readonly at: string
      }>
    }
  }
  /** Say that a case's money was a payin's: that payin becomes a SUCCESS */
  'POST /admin/cases/{id}/!assign': {
    path: {
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer:
      | {
          readonly id: string
          /** `~gateway`: nobody knows whose it is. */
          readonly merchantCode: string
          readonly reason: string
          readonly money?: Money
          /** Of the money, not settled yet. */
          readonly left?: Money
          readonly processor?: string
          /** What it is about, if known. */
          readonly payment?: {
            readonly kind: string
            readonly id: string
          }
          readonly detail: Readonly<Record<string, unknown>>
          /** The operator who works on it. */
          readonly owner?: string
          /** When it is to be settled. */
          readonly dueAt?: string
          /** It is open, and `dueAt` has passed. */
          readonly overdue: boolean
          /** Since it was opened, until now or until it was closed. */
          readonly ageSecs: number
          readonly openedAt: string
          readonly closedAt?: string
          readonly decisions: ReadonlyArray<{
            readonly part: number
            readonly action: 'assign' | 'return' | 'write-off' | 'credit' | 'close'
            readonly money?: Money
            readonly detail: Readonly<Record<string, unknown>>
            readonly operator: string
            readonly at: string
            /** Of money that an operator has noted as sent back: the bank's debit under that reference, in that amount. Left out: none has shown it. Only where one case is read. */
            readonly provedBy?: {
              readonly reference: string
              readonly bookedAt: string
            }
          }>
        }
      | {
          readonly approval: {
            readonly id: string
            readonly operation:
              | 'balance.credit'
              | 'balance.debit'
              | 'case.assign'
              | 'case.credit'
              | 'case.return'
              | 'case.write-off'
              | 'case.close'
              | 'refund'
              | 'refund.claim'
              | 'refund.decide'
              | 'payment.cancel'
              | 'settlement.run'
              | 'bank-file.release'
              | 'bank-file.answer'
              | 'bank-file.doubt'
              | 'bank-feed.import'
              | 'bank-feed.statement'
              | 'merchant.create'
              | 'merchant.addresses'
              | 'merchant.activate'
              | 'merchant.products'
              | 'merchant.payout-destination'
              | 'merchant.keys'
              | 'account.details'
              | 'network.change'
              | 'provider.change'
              | 'connector.change'
              | 'connector.services'
              | 'bank-feed.mapping'
              | 'rates.put'
              | 'debtor-account.change'
              | 'billing.change'
              | 'alert.silence'
              | 'operator.create'
              | 'approval-policy.change'
            /** What will be done, in one line. */
            readonly summary: string
            /** Of the body as it was sent, in hexadecimal. Of one that holds secrets: as JSON with its names sorted and no spaces. */
            readonly sha256: string
            readonly status: 'WAITING' | 'APPROVED' | 'REJECTED' | 'EXPIRED'
            /** Who asked: an operator, or a merchant. */
            readonly requestedBy: string
            /** When it ends, if nobody decides: 72 hours after it was asked for. */
            readonly expiresAt: string
          }
        }
  }
  /** Give a case's money to a merchant's balance, without a payment, or take from it what is missing */
  'POST /admin/cases/{id}/!credit': {
    path: {
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer:
      | {
          readonly id: string
          /** `~gateway`: nobody knows whose it is. */
          readonly merchantCode: string
          readonly reason: string
          readonly money?: Money
          /** Of the money, not settled yet. */
          readonly left?: Money
          readonly processor?: string
          /** What it is about, if known. */
          readonly payment?: {
            readonly kind: string
            readonly id: string
          }
          readonly detail: Readonly<Record<string, unknown>>
          /** The operator who works on it. */
          readonly owner?: string
          /** When it is to be settled. */
          readonly dueAt?: string
          /** It is open, and `dueAt` has passed. */
          readonly overdue: boolean
          /** Since it was opened, until now or until it was closed. */
          readonly ageSecs: number
          readonly openedAt: string
          readonly closedAt?: string
          readonly decisions: ReadonlyArray<{
            readonly part: number
            readonly action: 'assign' | 'return' | 'write-off' | 'credit' | 'close'
            readonly money?: Money
            readonly detail: Readonly<Record<string, unknown>>
            readonly operator: string
            readonly at: string
            /** Of money that an operator has noted as sent back: the bank's debit under that reference, in that amount. Left out: none has shown it. Only where one case is read. */
            readonly provedBy?: {
              readonly reference: string
              readonly bookedAt: string
            }
          }>
        }
      | {
          readonly approval: {
            readonly id: string
            readonly operation:
              | 'balance.credit'
              | 'balance.debit'
              | 'case.assign'
              | 'case.credit'
              | 'case.return'
              | 'case.write-off'
              | 'case.close'
              | 'refund'
              | 'refund.claim'
              | 'refund.decide'
              | 'payment.cancel'
              | 'settlement.run'
              | 'bank-file.release'
              | 'bank-file.answer'
              | 'bank-file.doubt'
              | 'bank-feed.import'
              | 'bank-feed.statement'
              | 'merchant.create'
              | 'merchant.addresses'
              | 'merchant.activate'
              | 'merchant.products'
              | 'merchant.payout-destination'
              | 'merchant.keys'
              | 'account.details'
              | 'network.change'
              | 'provider.change'
              | 'connector.change'
              | 'connector.services'
              | 'bank-feed.mapping'
              | 'rates.put'
              | 'debtor-account.change'
              | 'billing.change'
              | 'alert.silence'
              | 'operator.create'
              | 'approval-policy.change'
            /** What will be done, in one line. */
            readonly summary: string
            /** Of the body as it was sent, in hexadecimal. Of one that holds secrets: as JSON with its names sorted and no spaces. */
            readonly sha256: string
            readonly status: 'WAITING' | 'APPROVED' | 'REJECTED' | 'EXPIRED'
            /** Who asked: an operator, or a merchant. */
            readonly requestedBy: string
            /** When it ends, if nobody decides: 72 hours after it was asked for. */
            readonly expiresAt: string
          }
        }
  }
  /** Send a case's money back to its sender, or note that it went back */
  'POST /admin/cases/{id}/!return': {
    path: {
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer:
      | {
          readonly id: string
          /** `~gateway`: nobody knows whose it is. */
          readonly merchantCode: string
          readonly reason: string
          readonly money?: Money
          /** Of the money, not settled yet. */
          readonly left?: Money
          readonly processor?: string
          /** What it is about, if known. */
          readonly payment?: {
            readonly kind: string
            readonly id: string
          }
          readonly detail: Readonly<Record<string, unknown>>
          /** The operator who works on it. */
          readonly owner?: string
          /** When it is to be settled. */
          readonly dueAt?: string
          /** It is open, and `dueAt` has passed. */
          readonly overdue: boolean
          /** Since it was opened, until now or until it was closed. */
          readonly ageSecs: number
          readonly openedAt: string
          readonly closedAt?: string
          readonly decisions: ReadonlyArray<{
            readonly part: number
            readonly action: 'assign' | 'return' | 'write-off' | 'credit' | 'close'
            readonly money?: Money
            readonly detail: Readonly<Record<string, unknown>>
            readonly operator: string
            readonly at: string
            /** Of money that an operator has noted as sent back: the bank's debit under that reference, in that amount. Left out: none has shown it. Only where one case is read. */
            readonly provedBy?: {
              readonly reference: string
              readonly bookedAt: string
            }
          }>
        }
      | {
          readonly approval: {
            readonly id: string
            readonly operation:
              | 'balance.credit'
              | 'balance.debit'
              | 'case.assign'
              | 'case.credit'
              | 'case.return'
              | 'case.write-off'
              | 'case.close'
              | 'refund'
              | 'refund.claim'
              | 'refund.decide'
              | 'payment.cancel'
              | 'settlement.run'
              | 'bank-file.release'
              | 'bank-file.answer'
              | 'bank-file.doubt'
              | 'bank-feed.import'
              | 'bank-feed.statement'
              | 'merchant.create'
              | 'merchant.addresses'
              | 'merchant.activate'
              | 'merchant.products'
              | 'merchant.payout-destination'
              | 'merchant.keys'
              | 'account.details'
              | 'network.change'
              | 'provider.change'
              | 'connector.change'
              | 'connector.services'
              | 'bank-feed.mapping'
              | 'rates.put'
              | 'debtor-account.change'
              | 'billing.change'
              | 'alert.silence'
              | 'operator.create'
              | 'approval-policy.change'
            /** What will be done, in one line. */
            readonly summary: string
            /** Of the body as it was sent, in hexadecimal. Of one that holds secrets: as JSON with its names sorted and no spaces. */
            readonly sha256: string
            readonly status: 'WAITING' | 'APPROVED' | 'REJECTED' | 'EXPIRED'
            /** Who asked: an operator, or a merchant. */
            readonly requestedBy: string
            /** When it ends, if nobody decides: 72 hours after it was asked for. */
            readonly expiresAt: string
          }
        }
  }
  /** Book a case's money as the gateway's gain, or missing money as its loss */
  'POST /admin/cases/{id}/!write-off': {
    path: {
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer:
      | {
          readonly id: string
          /** `~gateway`: nobody knows whose it is. */
          readonly merchantCode: string
          readonly reason: string
          readonly money?: Money
          /** Of the money, not settled yet. */
          readonly left?: Money
          readonly processor?: string
          /** What it is about, if known. */
          readonly payment?: {
            readonly kind: string
            readonly id: string
          }
          readonly detail: Readonly<Record<string, unknown>>
          /** The operator who works on it. */
          readonly owner?: string
          /** When it is to be settled. */
          readonly dueAt?: string
          /** It is open, and `dueAt` has passed. */
          readonly overdue: boolean
          /** Since it was opened, until now or until it was closed. */
          readonly ageSecs: number
          readonly openedAt: string
          readonly closedAt?: string
          readonly decisions: ReadonlyArray<{
            readonly part: number
            readonly action: 'assign' | 'return' | 'write-off' | 'credit' | 'close'
            readonly money?: Money
            readonly detail: Readonly<Record<string, unknown>>
            readonly operator: string
            readonly at: string
            /** Of money that an operator has noted as sent back: the bank's debit under that reference, in that amount. Left out: none has shown it. Only where one case is read. */
            readonly provedBy?: {
              readonly reference: string
              readonly bookedAt: string
            }
          }>
        }
      | {
          readonly approval: {
            readonly id: string
            readonly operation:
              | 'balance.credit'
              | 'balance.debit'
              | 'case.assign'
              | 'case.credit'
              | 'case.return'
              | 'case.write-off'
              | 'case.close'
              | 'refund'
              | 'refund.claim'
              | 'refund.decide'
              | 'payment.cancel'
              | 'settlement.run'
              | 'bank-file.release'
              | 'bank-file.answer'
              | 'bank-file.doubt'
              | 'bank-feed.import'
              | 'bank-feed.statement'
              | 'merchant.create'
              | 'merchant.addresses'
              | 'merchant.activate'
              | 'merchant.products'
              | 'merchant.payout-destination'
              | 'merchant.keys'
              | 'account.details'
              | 'network.change'
              | 'provider.change'
              | 'connector.change'
              | 'connector.services'
              | 'bank-feed.mapping'
              | 'rates.put'
              | 'debtor-account.change'
              | 'billing.change'
              | 'alert.silence'
              | 'operator.create'
              | 'approval-policy.change'
            /** What will be done, in one line. */
            readonly summary: string
            /** Of the body as it was sent, in hexadecimal. Of one that holds secrets: as JSON with its names sorted and no spaces. */
            readonly sha256: string
            readonly status: 'WAITING' | 'APPROVED' | 'REJECTED' | 'EXPIRED'
            /** Who asked: an operator, or a merchant. */
            readonly requestedBy: string
            /** When it ends, if nobody decides: 72 hours after it was asked for. */
            readonly expiresAt: string
          }
        }
  }
  /** Close a case that has no money */
  'POST /admin/cases/{id}/!close': {
    path: {
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer:
      | {
          readonly id: string
          /** `~gateway`: nobody knows whose it is. */
          readonly merchantCode: string
          readonly reason: string
          readonly money?: Money
          /** Of the money, not settled yet. */
          readonly left?: Money
          readonly processor?: string
          /** What it is about, if known. */
          readonly payment?: {
            readonly kind: string
            readonly id: string
          }
          readonly detail: Readonly<Record<string, unknown>>
          /** The operator who works on it. */
          readonly owner?: string
          /** When it is to be settled. */
          readonly dueAt?: string
          /** It is open, and `dueAt` has passed. */
          readonly overdue: boolean
          /** Since it was opened, until now or until it was closed. */
          readonly ageSecs: number
          readonly openedAt: string
          readonly closedAt?: string
          readonly decisions: ReadonlyArray<{
            readonly part: number
            readonly action: 'assign' | 'return' | 'write-off' | 'credit' | 'close'
            readonly money?: Money
            readonly detail: Readonly<Record<string, unknown>>
            readonly operator: string
            readonly at: string
            /** Of money that an operator has noted as sent back: the bank's debit under that reference, in that amount. Left out: none has shown it. Only where one case is read. */
            readonly provedBy?: {
              readonly reference: string
              readonly bookedAt: string
            }
          }>
        }
      | {
          readonly approval: {
            readonly id: string
            readonly operation:
              | 'balance.credit'
              | 'balance.debit'
              | 'case.assign'
              | 'case.credit'
              | 'case.return'
              | 'case.write-off'
              | 'case.close'
              | 'refund'
              | 'refund.claim'
              | 'refund.decide'
              | 'payment.cancel'
              | 'settlement.run'
              | 'bank-file.release'
              | 'bank-file.answer'
              | 'bank-file.doubt'
              | 'bank-feed.import'
              | 'bank-feed.statement'
              | 'merchant.create'
              | 'merchant.addresses'
              | 'merchant.activate'
              | 'merchant.products'
              | 'merchant.payout-destination'
              | 'merchant.keys'
              | 'account.details'
              | 'network.change'
              | 'provider.change'
              | 'connector.change'
              | 'connector.services'
              | 'bank-feed.mapping'
              | 'rates.put'
              | 'debtor-account.change'
              | 'billing.change'
              | 'alert.silence'
              | 'operator.create'
              | 'approval-policy.change'
            /** What will be done, in one line. */
            readonly summary: string
            /** Of the body as it was sent, in hexadecimal. Of one that holds secrets: as JSON with its names sorted and no spaces. */
            readonly sha256: string
            readonly status: 'WAITING' | 'APPROVED' | 'REJECTED' | 'EXPIRED'
            /** Who asked: an operator, or a merchant. */
            readonly requestedBy: string
            /** When it ends, if nobody decides: 72 hours after it was asked for. */
            readonly expiresAt: string
          }
        }
  }
  /** Close many cases that have no money */
  'POST /admin/cases/!close': {
    path: Readonly<Record<never, string>>
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer: {
      readonly dryRun: boolean
      readonly done: number
      /** As asked before: nothing was to be done. */
      readonly already: number
      readonly refused: number
      readonly data: ReadonlyArray<{
        readonly id: string
        /** Of a dry run: what would be. */
        readonly outcome: 'DONE' | 'ALREADY' | 'REFUSED'
        readonly money?: Money
        /** Why it was refused. */
        readonly code?: string
        readonly detail?: string
      }>
    }
  }
  /** Book what is left of many cases as the gateway's gain, or its loss */
  'POST /admin/cases/!write-off': {
    path: Readonly<Record<never, string>>
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer:
      | {
          readonly dryRun: boolean
          readonly done: number
          /** As asked before: nothing was to be done. */
          readonly already: number
          readonly refused: number
          readonly data: ReadonlyArray<{
            readonly id: string
            /** Of a dry run: what would be. */
            readonly outcome: 'DONE' | 'ALREADY' | 'REFUSED'
            readonly money?: Money
            /** Why it was refused. */
            readonly code?: string
            readonly detail?: string
          }>
        }
      | {
          readonly approval: {
            readonly id: string
            readonly operation:
              | 'balance.credit'
              | 'balance.debit'
              | 'case.assign'
              | 'case.credit'
              | 'case.return'
              | 'case.write-off'
              | 'case.close'
              | 'refund'
              | 'refund.claim'
              | 'refund.decide'
              | 'payment.cancel'
              | 'settlement.run'
              | 'bank-file.release'
              | 'bank-file.answer'
              | 'bank-file.doubt'
              | 'bank-feed.import'
              | 'bank-feed.statement'
              | 'merchant.create'
              | 'merchant.addresses'
              | 'merchant.activate'
              | 'merchant.products'
              | 'merchant.payout-destination'
              | 'merchant.keys'
              | 'account.details'
              | 'network.change'
              | 'provider.change'
              | 'connector.change'
              | 'connector.services'
              | 'bank-feed.mapping'
              | 'rates.put'
              | 'debtor-account.change'
              | 'billing.change'
              | 'alert.silence'
              | 'operator.create'
              | 'approval-policy.change'
            /** What will be done, in one line. */
            readonly summary: string
            /** Of the body as it was sent, in hexadecimal. Of one that holds secrets: as JSON with its names sorted and no spaces. */
            readonly sha256: string
            readonly status: 'WAITING' | 'APPROVED' | 'REJECTED' | 'EXPIRED'
            /** Who asked: an operator, or a merchant. */
            readonly requestedBy: string
            /** When it ends, if nobody decides: 72 hours after it was asked for. */
            readonly expiresAt: string
          }
        }
  }
  /** List the receiving accounts by id */
  'GET /admin/accounts': {
    path: Readonly<Record<never, string>>
    query: {
      readonly format?: string
      readonly zone?: string
    }
    body: undefined
    answer: {
      readonly data: ReadonlyArray<{
        readonly id: string
        readonly currencyCode: string
        readonly isTest: boolean
        readonly name: string
        readonly kind: 'BANK_ACCOUNT' | 'VIRTUAL_ACCOUNTS' | 'WALLET' | 'QR_MERCHANT' | 'MOBILE_MONEY_TILL'
        /** IANA name: of opening hours, daily limits and statements. */
        readonly timeZone: string
        readonly methods: ReadonlyArray<{
          /** paymentMethodCode of a payin. */
          readonly code: string
          readonly operators?: ReadonlyArray<string> | null
          /** What payers are shown: the details that this method needs, by name. */
          readonly receiving?: Readonly<Record<string, unknown>>
          readonly recognisedBy?: 'reference' | 'amount' | 'account' | 'external-reference' | null
          readonly virtualDigits?: number | null
        }>
        readonly status?: 'ACTIVE' | 'PAUSED'
        /** Empty: always open. */
        readonly openingHours?: ReadonlyArray<{
          readonly days: ReadonlyArray<'MON' | 'TUE' | 'WED' | 'THU' | 'FRI' | 'SAT' | 'SUN'>
          readonly from: string
          readonly to: string
        }>
        readonly min: number | null
        readonly max: number | null
        readonly dayCount?: number | null
        readonly dayAmount: number | null
        readonly merchantShare?: 'ALL' | 'HALF' | 'QUARTER' | null
        /** `CHECKED`: a statement whose entries do not lead from its opening to its closing balance is refused. `NOT_PROVIDED_BY_BANK`: its bank makes them up; nothing proves its files, and each import says so. */
        readonly balances?: 'CHECKED' | 'NOT_PROVIDED_BY_BANK'
        readonly bankConnection?: string | null
        readonly createdAt: string
        readonly updatedAt: string
      }>
    }
  }
  /** Register a receiving account */
  'POST /admin/accounts': {
    path: Readonly<Record<never, string>>
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer:
      | {
          readonly id: string
          readonly currencyCode: string
          readonly isTest: boolean
          readonly name: string
          readonly kind: 'BANK_ACCOUNT' | 'VIRTUAL_ACCOUNTS' | 'WALLET' | 'QR_MERCHANT' | 'MOBILE_MONEY_TILL'
          /** IANA name: of opening hours, daily limits and statements. */
          readonly timeZone: string
          readonly methods: ReadonlyArray<{
            /** paymentMethodCode of a payin. */
            readonly code: string
            readonly operators?: ReadonlyArray<string> | null
            /** What payers are shown: the details that this method needs, by name. */
            readonly receiving?: Readonly<Record<string, unknown>>
            readonly recognisedBy?: 'reference' | 'amount' | 'account' | 'external-reference' | null
            readonly virtualDigits?: number | null
          }>
          readonly status?: 'ACTIVE' | 'PAUSED'
          /** Empty: always open. */
          readonly openingHours?: ReadonlyArray<{
            readonly days: ReadonlyArray<'MON' | 'TUE' | 'WED' | 'THU' | 'FRI' | 'SAT' | 'SUN'>
            readonly from: string
            readonly to: string
          }>
          readonly min: number | null
          readonly max: number | null
          readonly dayCount?: number | null
          readonly dayAmount: number | null
          readonly merchantShare?: 'ALL' | 'HALF' | 'QUARTER' | null
          /** `CHECKED`: a statement whose entries do not lead from its opening to its closing balance is refused. `NOT_PROVIDED_BY_BANK`: its bank makes them up; nothing proves its files, and each import says so. */
          readonly balances?: 'CHECKED' | 'NOT_PROVIDED_BY_BANK'
          readonly bankConnection?: string | null
          readonly createdAt: string
          readonly updatedAt: string
        }
      | {
          readonly approval: {
            readonly id: string
            readonly operation:
              | 'balance.credit'
              | 'balance.debit'
              | 'case.assign'
              | 'case.credit'
              | 'case.return'
              | 'case.write-off'
              | 'case.close'
              | 'refund'
              | 'refund.claim'
              | 'refund.decide'
              | 'payment.cancel'
              | 'settlement.run'
              | 'bank-file.release'
              | 'bank-file.answer'
              | 'bank-file.doubt'
              | 'bank-feed.import'
              | 'bank-feed.statement'
              | 'merchant.create'
              | 'merchant.addresses'
              | 'merchant.activate'
              | 'merchant.products'
              | 'merchant.payout-destination'
              | 'merchant.keys'
              | 'account.details'
              | 'network.change'
              | 'provider.change'
              | 'connector.change'
              | 'connector.services'
              | 'bank-feed.mapping'
              | 'rates.put'
              | 'debtor-account.change'
              | 'billing.change'
              | 'alert.silence'
              | 'operator.create'
              | 'approval-policy.change'
            /** What will be done, in one line. */
            readonly summary: string
            /** Of the body as it was sent, in hexadecimal. Of one that holds secrets: as JSON with its names sorted and no spaces. */
            readonly sha256: string
            readonly status: 'WAITING' | 'APPROVED' | 'REJECTED' | 'EXPIRED'
            /** Who asked: an operator, or a merchant. */
            readonly requestedBy: string
            /** When it ends, if nobody decides: 72 hours after it was asked for. */
            readonly expiresAt: string
          }
        }
  }
  /** Ask what a receiving account would come to, or what is wrong with it; nothing is stored */
  'POST /admin/accounts/!check': {
    path: Readonly<Record<never, string>>
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer: {
      readonly id: string
      readonly currencyCode: string
      readonly isTest: boolean
      readonly name: string
      readonly kind: 'BANK_ACCOUNT' | 'VIRTUAL_ACCOUNTS' | 'WALLET' | 'QR_MERCHANT' | 'MOBILE_MONEY_TILL'
      /** IANA name: of opening hours, daily limits and statements. */
      readonly timeZone: string
      readonly methods: ReadonlyArray<{
        /** paymentMethodCode of a payin. */
        readonly code: string
        readonly operators?: ReadonlyArray<string> | null
        /** What payers are shown: the details that this method needs, by name. */
        readonly receiving?: Readonly<Record<string, unknown>>
        readonly recognisedBy?: 'reference' | 'amount' | 'account' | 'external-reference' | null
        readonly virtualDigits?: number | null
      }>
      readonly status?: 'ACTIVE' | 'PAUSED'
      /** Empty: always open. */
      readonly openingHours?: ReadonlyArray<{
        readonly days: ReadonlyArray<'MON' | 'TUE' | 'WED' | 'THU' | 'FRI' | 'SAT' | 'SUN'>
        readonly from: string
        readonly to: string
      }>
      readonly min: number | null
      readonly max: number | null
      readonly dayCount?: number | null
      readonly dayAmount: number | null
      readonly merchantShare?: 'ALL' | 'HALF' | 'QUARTER' | null
      /** `CHECKED`: a statement whose entries do not lead from its opening to its closing balance is refused. `NOT_PROVIDED_BY_BANK`: its bank makes them up; nothing proves its files, and each import says so. */
      readonly balances?: 'CHECKED' | 'NOT_PROVIDED_BY_BANK'
      readonly bankConnection?: string | null
      readonly createdAt: string
      readonly updatedAt: string
    }
  }
  /** Read a receiving account */
  'GET /admin/accounts/{id}': {
    path: {
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: {
      readonly id: string
      readonly currencyCode: string
      readonly isTest: boolean
      readonly name: string
      readonly kind: 'BANK_ACCOUNT' | 'VIRTUAL_ACCOUNTS' | 'WALLET' | 'QR_MERCHANT' | 'MOBILE_MONEY_TILL'
      /** IANA name: of opening hours, daily limits and statements. */
      readonly timeZone: string
      readonly methods: ReadonlyArray<{
        /** paymentMethodCode of a payin. */
        readonly code: string
        readonly operators?: ReadonlyArray<string> | null
        /** What payers are shown: the details that this method needs, by name. */
        readonly receiving?: Readonly<Record<string, unknown>>
        readonly recognisedBy?: 'reference' | 'amount' | 'account' | 'external-reference' | null
        readonly virtualDigits?: number | null
      }>
      readonly status?: 'ACTIVE' | 'PAUSED'
      /** Empty: always open. */
      readonly openingHours?: ReadonlyArray<{
        readonly days: ReadonlyArray<'MON' | 'TUE' | 'WED' | 'THU' | 'FRI' | 'SAT' | 'SUN'>
        readonly from: string
        readonly to: string
      }>
      readonly min: number | null
      readonly max: number | null
      readonly dayCount?: number | null
      readonly dayAmount: number | null
      readonly merchantShare?: 'ALL' | 'HALF' | 'QUARTER' | null
      /** `CHECKED`: a statement whose entries do not lead from its opening to its closing balance is refused. `NOT_PROVIDED_BY_BANK`: its bank makes them up; nothing proves its files, and each import says so. */
      readonly balances?: 'CHECKED' | 'NOT_PROVIDED_BY_BANK'
      readonly bankConnection?: string | null
      readonly createdAt: string
      readonly updatedAt: string
    }
  }
  /** Change a receiving account; payins keep what they were shown */
  'PATCH /admin/accounts/{id}': {
    path: {
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer:
      | {
          readonly id: string
          readonly currencyCode: string
          readonly isTest: boolean
          readonly name: string
          readonly kind: 'BANK_ACCOUNT' | 'VIRTUAL_ACCOUNTS' | 'WALLET' | 'QR_MERCHANT' | 'MOBILE_MONEY_TILL'
          /** IANA name: of opening hours, daily limits and statements. */
          readonly timeZone: string
          readonly methods: ReadonlyArray<{
            /** paymentMethodCode of a payin. */
            readonly code: string
            readonly operators?: ReadonlyArray<string> | null
            /** What payers are shown: the details that this method needs, by name. */
            readonly receiving?: Readonly<Record<string, unknown>>
            readonly recognisedBy?: 'reference' | 'amount' | 'account' | 'external-reference' | null
            readonly virtualDigits?: number | null
          }>
          readonly status?: 'ACTIVE' | 'PAUSED'
          /** Empty: always open. */
          readonly openingHours?: ReadonlyArray<{
            readonly days: ReadonlyArray<'MON' | 'TUE' | 'WED' | 'THU' | 'FRI' | 'SAT' | 'SUN'>
            readonly from: string
            readonly to: string
          }>
          readonly min: number | null
          readonly max: number | null
          readonly dayCount?: number | null
          readonly dayAmount: number | null
          readonly merchantShare?: 'ALL' | 'HALF' | 'QUARTER' | null
          /** `CHECKED`: a statement whose entries do not lead from its opening to its closing balance is refused. `NOT_PROVIDED_BY_BANK`: its bank makes them up; nothing proves its files, and each import says so. */
          readonly balances?: 'CHECKED' | 'NOT_PROVIDED_BY_BANK'
          readonly bankConnection?: string | null
          readonly createdAt: string
          readonly updatedAt: string
        }
      | {
          readonly approval: {
            readonly id: string
            readonly operation:
              | 'balance.credit'
              | 'balance.debit'
              | 'case.assign'
              | 'case.credit'
              | 'case.return'
              | 'case.write-off'
              | 'case.close'
              | 'refund'
              | 'refund.claim'
              | 'refund.decide'
              | 'payment.cancel'
              | 'settlement.run'
              | 'bank-file.release'
              | 'bank-file.answer'
              | 'bank-file.doubt'
              | 'bank-feed.import'
              | 'bank-feed.statement'
              | 'merchant.create'
              | 'merchant.addresses'
              | 'merchant.activate'
              | 'merchant.products'
              | 'merchant.payout-destination'
              | 'merchant.keys'
              | 'account.details'
              | 'network.change'
              | 'provider.change'
              | 'connector.change'
              | 'connector.services'
              | 'bank-feed.mapping'
              | 'rates.put'
              | 'debtor-account.change'
              | 'billing.change'
              | 'alert.silence'
              | 'operator.create'
              | 'approval-policy.change'
            /** What will be done, in one line. */
            readonly summary: string
            /** Of the body as it was sent, in hexadecimal. Of one that holds secrets: as JSON with its names sorted and no spaces. */
            readonly sha256: string
            readonly status: 'WAITING' | 'APPROVED' | 'REJECTED' | 'EXPIRED'
            /** Who asked: an operator, or a merchant. */
            readonly requestedBy: string
            /** When it ends, if nobody decides: 72 hours after it was asked for. */
            readonly expiresAt: string
          }
        }
  }
  /** Pause an account: it takes on nothing new */
  'POST /admin/accounts/{id}/!pause': {
    path: {
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: {
      readonly id: string
      readonly currencyCode: string
      readonly isTest: boolean
      readonly name: string
      readonly kind: 'BANK_ACCOUNT' | 'VIRTUAL_ACCOUNTS' | 'WALLET' | 'QR_MERCHANT' | 'MOBILE_MONEY_TILL'
      /** IANA name: of opening hours, daily limits and statements. */
      readonly timeZone: string
      readonly methods: ReadonlyArray<{
        /** paymentMethodCode of a payin. */
        readonly code: string
        readonly operators?: ReadonlyArray<string> | null
        /** What payers are shown: the details that this method needs, by name. */
        readonly receiving?: Readonly<Record<string, unknown>>
        readonly recognisedBy?: 'reference' | 'amount' | 'account' | 'external-reference' | null
        readonly virtualDigits?: number | null
      }>
      readonly status?: 'ACTIVE' | 'PAUSED'
      /** Empty: always open. */
      readonly openingHours?: ReadonlyArray<{
        readonly days: ReadonlyArray<'MON' | 'TUE' | 'WED' | 'THU' | 'FRI' | 'SAT' | 'SUN'>
        readonly from: string
        readonly to: string
      }>
      readonly min: number | null
      readonly max: number | null
      readonly dayCount?: number | null
      readonly dayAmount: number | null
      readonly merchantShare?: 'ALL' | 'HALF' | 'QUARTER' | null
      /** `CHECKED`: a statement whose entries do not lead from its opening to its closing balance is refused. `NOT_PROVIDED_BY_BANK`: its bank makes them up; nothing proves its files, and each import says so. */
      readonly balances?: 'CHECKED' | 'NOT_PROVIDED_BY_BANK'
      readonly bankConnection?: string | null
      readonly createdAt: string
      readonly updatedAt: string
    }
  }
  /** Let a paused account take on payins again */
  'POST /admin/accounts/{id}/!resume': {
    path: {
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer:
      | {
          readonly id: string
          readonly currencyCode: string
          readonly isTest: boolean
          readonly name: string
          readonly kind: 'BANK_ACCOUNT' | 'VIRTUAL_ACCOUNTS' | 'WALLET' | 'QR_MERCHANT' | 'MOBILE_MONEY_TILL'
          /** IANA name: of opening hours, daily limits and statements. */
          readonly timeZone: string
          readonly methods: ReadonlyArray<{
            /** paymentMethodCode of a payin. */
            readonly code: string
            readonly operators?: ReadonlyArray<string> | null
            /** What payers are shown: the details that this method needs, by name. */
            readonly receiving?: Readonly<Record<string, unknown>>
            readonly recognisedBy?: 'reference' | 'amount' | 'account' | 'external-reference' | null
            readonly virtualDigits?: number | null
          }>
          readonly status?: 'ACTIVE' | 'PAUSED'
          /** Empty: always open. */
          readonly openingHours?: ReadonlyArray<{
            readonly days: ReadonlyArray<'MON' | 'TUE' | 'WED' | 'THU' | 'FRI' | 'SAT' | 'SUN'>
            readonly from: string
            readonly to: string
          }>
          readonly min: number | null
          readonly max: number | null
          readonly dayCount?: number | null
          readonly dayAmount: number | null
          readonly merchantShare?: 'ALL' | 'HALF' | 'QUARTER' | null
          /** `CHECKED`: a statement whose entries do not lead from its opening to its closing balance is refused. `NOT_PROVIDED_BY_BANK`: its bank makes them up; nothing proves its files, and each import says so. */
          readonly balances?: 'CHECKED' | 'NOT_PROVIDED_BY_BANK'
          readonly bankConnection?: string | null
          readonly createdAt: string
          readonly updatedAt: string
        }
      | {
          readonly approval: {
            readonly id: string
            readonly operation:
              | 'balance.credit'
              | 'balance.debit'
              | 'case.assign'
              | 'case.credit'
              | 'case.return'
              | 'case.write-off'
              | 'case.close'
              | 'refund'
              | 'refund.claim'
              | 'refund.decide'
              | 'payment.cancel'
              | 'settlement.run'
              | 'bank-file.release'
              | 'bank-file.answer'
              | 'bank-file.doubt'
              | 'bank-feed.import'
              | 'bank-feed.statement'
              | 'merchant.create'
              | 'merchant.addresses'
              | 'merchant.activate'
              | 'merchant.products'
              | 'merchant.payout-destination'
              | 'merchant.keys'
              | 'account.details'
              | 'network.change'
              | 'provider.change'
              | 'connector.change'
              | 'connector.services'
              | 'bank-feed.mapping'
              | 'rates.put'
              | 'debtor-account.change'
              | 'billing.change'
              | 'alert.silence'
              | 'operator.create'
              | 'approval-policy.change'
            /** What will be done, in one line. */
            readonly summary: string
            /** Of the body as it was sent, in hexadecimal. Of one that holds secrets: as JSON with its names sorted and no spaces. */
            readonly sha256: string
            readonly status: 'WAITING' | 'APPROVED' | 'REJECTED' | 'EXPIRED'
            /** Who asked: an operator, or a merchant. */
            readonly requestedBy: string
            /** When it ends, if nobody decides: 72 hours after it was asked for. */
            readonly expiresAt: string
          }
        }
  }
  /** List the payment methods by currency, with what an own account needs for them */
  'GET /admin/payment-methods': {
    path: Readonly<Record<never, string>>
    query: {
      readonly currencyCode?: string
      readonly format?: string
      readonly zone?: string
    }
    body: undefined
    answer: {
      readonly data: ReadonlyArray<{
        /** `paymentMethodCode`. */
        readonly code: string
        readonly title: string
        readonly kind: 'payin' | 'payout'
        readonly currencyCode: string
        /** Their codes; of two methods with one code, which are meant. */
        readonly operators: ReadonlyArray<string>
        /** What an account of the own needs for it; left out where it cannot come to one. */
        readonly ownAccount?: {
          /** By what money may be recognised, the usual first. */
          readonly recognisedBy: ReadonlyArray<'reference' | 'amount' | 'account' | 'external-reference'>
          readonly receiving: ReadonlyArray<{
            /** Of `receiving`. */
            readonly name: string
            readonly description: string
            /** An account must have it. */
            readonly isNeeded: boolean
            /** What it must be, where a rule for it is published. */
            readonly rule?: string
          }>
          /** Details of which one must be there. */
          readonly atLeastOneOf: ReadonlyArray<string>
          /** The detail without which payments carry no reference. */
          readonly referenceNeeds?: string
          /** Digits of a whole virtual number, where they end in a check digit. */
          readonly numberLength?: number
        }
      }>
    }
  }
  /** Take in a statement file: camt.053, camt.054, MT940 or CSV */
  'POST /admin/bank-feeds/{account}/statements': {
    path: {
      readonly account: string
    }
    query: {
      readonly format?: string
      readonly anyAccount?: string
      readonly dryRun?: string
    }
    body: Blob
    answer:
      | {
          readonly data: ReadonlyArray<{
            readonly reference: string
            /** A time, or the day where the bank tells no more: `2026-11-21T09:15:00+07:00`, `2026-11-21`. */
            readonly bookedAt: string
            readonly direction: 'CREDIT' | 'DEBIT'
            readonly money: Money
            readonly sender?: {
              readonly name?: string
              readonly accountNumber?: string
              readonly bank?: string
            }
            readonly result: 'NEW' | 'KNOWN' | 'CONFLICT'
            readonly state?: 'NEW' | 'WAITING' | 'APPLIED'
            readonly outcome?:
              | 'PAID'
              | 'PAID_LATE'
              | 'SENT_BACK'
              | 'DELIVERED'
              | 'RETURNED'
              | 'CASE'
              | 'IGNORED'
            /** The payment that it was matched with. */
            readonly payment?: {
              readonly merchantCode: string
              readonly kind: string
              readonly id: string
            }
            /** Why it became a case, or was ignored. */
            readonly reason?: string
            /** What spoke for it, and what the amount and the status said. */
            readonly why?: ReadonlyArray<
              | 'REFERENCE'
              | 'UTR'
              | 'UNIQUE_AMOUNT'
              | 'NUMBER_IN_TEXT'
              | 'SENDER_ACCOUNT'
              | 'SENDER_NAME'
              | 'SAME_AMOUNT'
              | 'AMOUNT_EXACT'
              | 'AMOUNT_SHORT'
              | 'AMOUNT_OVER'
              | 'CURRENCY_DIFFERS'
              | 'LATE'
              | 'PAID_BEFORE'
              | 'CLOSED_BEFORE'
              | 'BOOKED_BEFORE_PAYIN'
              | 'REPORTED_LATE'
              | 'WINDOW_OVER'
              | 'SENDER_DIFFERS'
              | 'ONE_OF_SEVERAL'
            >
            /** What a case could be for. */
            readonly candidates?: ReadonlyArray<{
              readonly merchantCode: string
              readonly kind: string
              readonly id: string
              /** What spoke for it, and what the amount and the status said. */
              readonly why: ReadonlyArray<
                | 'REFERENCE'
                | 'UTR'
                | 'UNIQUE_AMOUNT'
                | 'NUMBER_IN_TEXT'
                | 'SENDER_ACCOUNT'
                | 'SENDER_NAME'
                | 'SAME_AMOUNT'
                | 'AMOUNT_EXACT'
                | 'AMOUNT_SHORT'
                | 'AMOUNT_OVER'
                | 'CURRENCY_DIFFERS'
                | 'LATE'
                | 'PAID_BEFORE'
                | 'CLOSED_BEFORE'
                | 'BOOKED_BEFORE_PAYIN'
                | 'REPORTED_LATE'
                | 'WINDOW_OVER'
                | 'SENDER_DIFFERS'
                | 'ONE_OF_SEVERAL'
              >
            }>
          }>
          /** How many of each. */
          readonly summary: {
            readonly entries: number
            readonly new: number
            readonly known: number
            readonly conflict: number
            /** Lines of the file that move nothing, or are not booked yet. */
            readonly skipped: number
            readonly outcomes: Readonly<Record<string, unknown>>
          }
          /** `COMPARED`: the entries lead from the opening to the closing balance. `NOT_IN_FILE`: it has none. `NOT_PROVIDED_BY_BANK`: the account says that its bank makes them up, and nothing proves the file. */
          readonly balances: 'COMPARED' | 'NOT_IN_FILE' | 'NOT_PROVIDED_BY_BANK'
          /** Where it does not open with what the statement before closed with: one between them is missing, or it is not of the bank. Left empty by a dry run. */
          readonly gaps: ReadonlyArray<{
            readonly day: string
            /** Of the statement before. */
            readonly afterDay: string
            readonly closing: Money
            readonly opening: Money
          }>
          readonly dryRun: boolean
          /** False of a dry run: nothing was stored, and nothing was paid. */
          readonly kept: boolean
        }
      | {
          readonly approval: {
            readonly id: string
            readonly operation:
              | 'balance.credit'
              | 'balance.debit'
              | 'case.assign'
              | 'case.credit'
              | 'case.return'
              | 'case.write-off'
              | 'case.close'
              | 'refund'
              | 'refund.claim'
              | 'refund.decide'
              | 'payment.cancel'
              | 'settlement.run'
              | 'bank-file.release'
              | 'bank-file.answer'
              | 'bank-file.doubt'
              | 'bank-feed.import'
              | 'bank-feed.statement'
              | 'merchant.create'
              | 'merchant.addresses'
              | 'merchant.activate'
              | 'merchant.products'
              | 'merchant.payout-destination'
              | 'merchant.keys'
              | 'account.details'
              | 'network.change'
              | 'provider.change'
              | 'connector.change'
              | 'connector.services'
              | 'bank-feed.mapping'
              | 'rates.put'
              | 'debtor-account.change'
              | 'billing.change'
              | 'alert.silence'
              | 'operator.create'
              | 'approval-policy.change'
            /** What will be done, in one line. */
            readonly summary: string
            /** Of the body as it was sent, in hexadecimal. Of one that holds secrets: as JSON with its names sorted and no spaces. */
            readonly sha256: string
            readonly status: 'WAITING' | 'APPROVED' | 'REJECTED' | 'EXPIRED'
            /** Who asked: an operator, or a merchant. */
            readonly requestedBy: string
            /** When it ends, if nobody decides: 72 hours after it was asked for. */
            readonly expiresAt: string
          }
        }
  }
  /** List the bank entries of an account with their outcomes, the last to arrive first */
  'GET /admin/bank-feeds/{account}/entries': {
    path: {
      readonly account: string
    }
    query: {
      readonly state?: string
      readonly outcome?: string
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
        /** The bank’s, or one that was derived from the content. */
        readonly reference: string
        readonly referenceDerived: boolean
        readonly source: string
        /** A time, or the day where the bank tells no more: `2026-11-21T09:15:00+07:00`, `2026-11-21`. */
        readonly bookedAt: string
        /** A day. */
        readonly valueDate?: string
        readonly direction?: 'CREDIT' | 'DEBIT'
        /** It takes back an earlier movement. */
        readonly reversal?: boolean
        readonly money: Money
        /** What the payer wrote. */
        readonly remittance?: string
        /** The payer’s own reference. */
        readonly endToEndId?: string
        /** The clearing’s name for the transfer. */
        readonly utr?: string
        readonly sender?: {
          readonly name?: string
          readonly accountNumber?: string
          readonly bank?: string
        }
        readonly state: 'NEW' | 'WAITING' | 'APPLIED'
        readonly receivedAt: string
        readonly appliedAt?: string
        readonly outcome?: 'PAID' | 'PAID_LATE' | 'SENT_BACK' | 'DELIVERED' | 'RETURNED' | 'CASE' | 'IGNORED'
        /** The payment that it was matched with. */
        readonly payment?: {
          readonly merchantCode: string
          readonly kind: string
          readonly id: string
        }
        /** Why it became a case, or was ignored. */
        readonly reason?: string
        /** What spoke for it, and what the amount and the status said. */
        readonly why?: ReadonlyArray<
          | 'REFERENCE'
          | 'UTR'
          | 'UNIQUE_AMOUNT'
          | 'NUMBER_IN_TEXT'
          | 'SENDER_ACCOUNT'
          | 'SENDER_NAME'
          | 'SAME_AMOUNT'
          | 'AMOUNT_EXACT'
          | 'AMOUNT_SHORT'
          | 'AMOUNT_OVER'
          | 'CURRENCY_DIFFERS'
          | 'LATE'
          | 'PAID_BEFORE'
          | 'CLOSED_BEFORE'
          | 'BOOKED_BEFORE_PAYIN'
          | 'REPORTED_LATE'
          | 'WINDOW_OVER'
          | 'SENDER_DIFFERS'
          | 'ONE_OF_SEVERAL'
        >
        /** What a case could be for. */
        readonly candidates?: ReadonlyArray<{
          readonly merchantCode: string
          readonly kind: string
          readonly id: string
          /** What spoke for it, and what the amount and the status said. */
          readonly why: ReadonlyArray<
            | 'REFERENCE'
            | 'UTR'
            | 'UNIQUE_AMOUNT'
            | 'NUMBER_IN_TEXT'
            | 'SENDER_ACCOUNT'
            | 'SENDER_NAME'
            | 'SAME_AMOUNT'
            | 'AMOUNT_EXACT'
            | 'AMOUNT_SHORT'
            | 'AMOUNT_OVER'
            | 'CURRENCY_DIFFERS'
            | 'LATE'
            | 'PAID_BEFORE'
            | 'CLOSED_BEFORE'
            | 'BOOKED_BEFORE_PAYIN'
            | 'REPORTED_LATE'
            | 'WINDOW_OVER'
            | 'SENDER_DIFFERS'
            | 'ONE_OF_SEVERAL'
          >
        }>
      }>
      /** Give it as cursor to read on; left out on the last page. */
      readonly nextCursor?: string
    }
  }
  /** Read how the bank of an account writes its CSV */
  'GET /admin/bank-feeds/{account}/csv-mapping': {
    path: {
      readonly account: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: Readonly<Record<string, unknown>>
  }
  /** Put how the bank of an account writes its CSV: a mapping, or the name of a ready-made one as `like` */
  'PUT /admin/bank-feeds/{account}/csv-mapping': {
    path: {
      readonly account: string
    }
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer:
      | Readonly<Record<string, unknown>>
      | {
          readonly approval: {
            readonly id: string
            readonly operation:
              | 'balance.credit'
              | 'balance.debit'
              | 'case.assign'
              | 'case.credit'
              | 'case.return'
              | 'case.write-off'
              | 'case.close'
              | 'refund'
              | 'refund.claim'
              | 'refund.decide'
              | 'payment.cancel'
              | 'settlement.run'
              | 'bank-file.release'
              | 'bank-file.answer'
              | 'bank-file.doubt'
              | 'bank-feed.import'
              | 'bank-feed.statement'
              | 'merchant.create'
              | 'merchant.addresses'
              | 'merchant.activate'
              | 'merchant.products'
              | 'merchant.payout-destination'
              | 'merchant.keys'
              | 'account.details'
              | 'network.change'
              | 'provider.change'
              | 'connector.change'
              | 'connector.services'
              | 'bank-feed.mapping'
              | 'rates.put'
              | 'debtor-account.change'
              | 'billing.change'
              | 'alert.silence'
              | 'operator.create'
              | 'approval-policy.change'
            /** What will be done, in one line. */
            readonly summary: string
            /** Of the body as it was sent, in hexadecimal. Of one that holds secrets: as JSON with its names sorted and no spaces. */
            readonly sha256: string
            readonly status: 'WAITING' | 'APPROVED' | 'REJECTED' | 'EXPIRED'
            /** Who asked: an operator, or a merchant. */
            readonly requestedBy: string
            /** When it ends, if nobody decides: 72 hours after it was asked for. */
            readonly expiresAt: string
          }
        }
  }
  /** Compare what the bank said of a day with the books: each difference by its name */
  'GET /admin/reconciliations/{account}': {
    path: {
      readonly account: string
    }
    query: {
      readonly day?: string
    }
    body: undefined
    answer: {
      readonly account: string
      /** A day in the zone of the account, such as 2026-11-21. */
      readonly day: string
      /** What the entries of the day come to. Below zero: out of the account. */
      readonly bank: Money
      /** What the clearing account moved because of them, and what it moved on that day without an entry. Below zero: out of the account. */
      readonly books: Money
      /** Bank less books: the sum of the lines. Below zero: out of the account. */
      readonly difference: Money
      /** What is wrong with the statements of the day. */
      readonly remarks: ReadonlyArray<{
        readonly type: 'NO_STATEMENT' | 'GAP' | 'ENTRIES_DIFFER'
        /** Of a gap: the day of the statement before it. */
        readonly afterDay?: string
        readonly closing?: Money
        readonly opening?: Money
        readonly balances?: Money
        readonly entries?: Money
      }>
      /** Cases of its entries that are not settled. */
      readonly openCases: number
      readonly openingBalance?: Money
      readonly closingBalance?: Money
      readonly lines: ReadonlyArray<{
        readonly reason:
          | 'NOT_DECIDED'
          | 'NO_PAYOUT'
          | 'NOT_POSTED'
          | 'POSTED_DIFFERS'
          | 'RETURNED_BY_CASE'
          | 'PAYOUT_NOT_DEBITED'
        readonly money: Money
        /** The bank’s reference of the entry. */
        readonly entry?: string
        /** The case or the payout that was posted. */
        readonly about?: string
      }>
      readonly statements: ReadonlyArray<{
        readonly source: string
        readonly openingBalance: Money
        readonly closingBalance: Money
        readonly firstDay: string
        readonly lastDay: string
        readonly takenAt: string
      }>
      /** Those that are open. */
      readonly cases: ReadonlyArray<{
        readonly id: string
        readonly reason: string
        readonly entry: string
      }>
      /** The first 1000; all are in the list of the feed. */
      readonly entries: ReadonlyArray<{
        readonly reference: string
        readonly money: Money
        readonly outcome?: 'PAID' | 'PAID_LATE' | 'SENT_BACK' | 'DELIVERED' | 'RETURNED' | 'CASE' | 'IGNORED'
        readonly payment?: {
          readonly merchantCode: string
          readonly kind: string
          readonly id: string
        }
        readonly posted?: {
          readonly account: string
          readonly money: Money
          readonly at: string
        }
      }>
      readonly hasMoreEntries: boolean
    }
  }
  /** List the days of a receiving account with what bank and books differ by */
  'GET /admin/reconciliations': {
    path: Readonly<Record<never, string>>
    query: {
      readonly account?: string
      readonly from?: string
      readonly to?: string
      readonly format?: string
      readonly zone?: string
    }
    body: undefined
    answer: {
      readonly data: ReadonlyArray<{
        readonly account: string
        /** A day in the zone of the account, such as 2026-11-21. */
        readonly day: string
        /** What the entries of the day come to. Below zero: out of the account. */
        readonly bank: Money
        /** What the clearing account moved because of them, and what it moved on that day without an entry. Below zero: out of the account. */
        readonly books: Money
        /** Bank less books: the sum of the lines. Below zero: out of the account. */
        readonly difference: Money
        /** What is wrong with the statements of the day. */
        readonly remarks: ReadonlyArray<{
          readonly type: 'NO_STATEMENT' | 'GAP' | 'ENTRIES_DIFFER'
          /** Of a gap: the day of the statement before it. */
          readonly afterDay?: string
          readonly closing?: Money
          readonly opening?: Money
          readonly balances?: Money
          readonly entries?: Money
        }>
        /** Cases of its entries that are not settled. */
        readonly openCases: number
      }>
    }
  }
  /** Read how many payments were made and succeeded, and what they come to */
  'GET /admin/reports/volume': {
    path: Readonly<Record<never, string>>
    query: {
      readonly merchantCode?: string
      readonly isTest?: string
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
        /** Only by merchant. */
        readonly merchantCode?: string
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
  /** Read how many payments succeeded, by method and operator */
  'GET /admin/reports/success-rates': {
    path: Readonly<Record<never, string>>
    query: {
      readonly merchantCode?: string
      readonly isTest?: string
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
        /** Only by merchant. */
        readonly merchantCode?: string
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
  'GET /admin/reports/time-to-money': {
    path: Readonly<Record<never, string>>
    query: {
      readonly merchantCode?: string
      readonly isTest?: string
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
        /** Only by merchant. */
        readonly merchantCode?: string
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
  /** Read how many cases are open, by reason and age */
  'GET /admin/reports/cases': {
    path: Readonly<Record<never, string>>
    query: {
      readonly merchantCode?: string
      readonly format?: string
      readonly zone?: string
    }
    body: undefined
    answer: {
      readonly data: ReadonlyArray<{
        readonly reason: string
        /** How old they are, to a quarter of an hour. */
        readonly atLeastHours: number
        readonly lessThanHours?: number
        /** They were opened from then on. */
        readonly from?: string
        /** And before that. */
        readonly to: string
        readonly open: number
      }>
    }
  }
  /** List the debtor accounts */
  'GET /admin/debtor-accounts': {
    path: Readonly<Record<never, string>>
    query: {
      readonly format?: string
      readonly zone?: string
    }
    body: undefined
    answer: {
      readonly data: ReadonlyArray<{
        readonly id: string
        readonly status: 'ACTIVE' | 'CLOSED'
        readonly isTest: boolean
        readonly currencyCode: string
        /** The holder, as the bank has it. */
        readonly name: string
        readonly iban?: string
        readonly accountNumber?: string
        readonly bankCode?: string
        readonly branchCode?: string
        readonly bic?: string
        /** ISO 20022's code of the clearing system that bank codes belong to, where it is not the usual one. */
        readonly clearingSystem?: string
        /** The first is the usual one. */
        readonly formats: ReadonlyArray<'pain.001.001.12' | 'pain.001.001.03' | 'zengin'>
        readonly characterSet?: 'latin' | 'unicode'
        readonly maxNameCharacters?: number
        /** One booking for the whole batch. */
        readonly batchBooking?: boolean
        readonly chargeBearer?: 'DEBT' | 'CRED' | 'SHAR' | 'SLEV'
        readonly serviceLevel?: string
        readonly localInstrument?: string
        /** The bank's days and hours, as data: keep the holidays up to date. */
        readonly calendar: {
          /** Time zone of the bank: Asia/Bangkok. */
          readonly zone: string
          /** HH:MM in that zone: what comes later counts for the next business day. */
          readonly cutOff: string
          /** Business days between the file and its execution. */
          readonly leadDays?: number
          /** 0 is Sunday; left out, Saturday and Sunday. */
          readonly closedWeekdays?: ReadonlyArray<number>
          readonly holidays?: ReadonlyArray<string>
        }
        /** In one file. */
        readonly maxPayments?: number
        /** For the format zengin. */
        readonly zengin?: {
          /** Ten digits, given by the bank (委託者コード). */
          readonly clientCode: string
          readonly accountType?: '1' | '2' | '9'
          readonly bankName?: string
          readonly branchName?: string
          /** CR LF after each record; left out, true. */
          readonly lineBreaks?: boolean
          /** Our reference as EDI information; left out, true. */
          readonly ediReference?: boolean
        }
        /** Name of the program, an operator with a token of its own, that speaks for the bank of this account: the answers that it brings are believed at once. */
        readonly bankConnection?: string
        readonly maxTotal?: Money
      }>
    }
  }
  /** Register an own bank account that payouts are paid from by bank files */
  'POST /admin/debtor-accounts': {
    path: Readonly<Record<never, string>>
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer:
      | {
          readonly id: string
          readonly status: 'ACTIVE' | 'CLOSED'
          readonly isTest: boolean
          readonly currencyCode: string
          /** The holder, as the bank has it. */
          readonly name: string
          readonly iban?: string
          readonly accountNumber?: string
          readonly bankCode?: string
          readonly branchCode?: string
          readonly bic?: string
          /** ISO 20022's code of the clearing system that bank codes belong to, where it is not the usual one. */
          readonly clearingSystem?: string
          /** The first is the usual one. */
          readonly formats: ReadonlyArray<'pain.001.001.12' | 'pain.001.001.03' | 'zengin'>
          readonly characterSet?: 'latin' | 'unicode'
          readonly maxNameCharacters?: number
          /** One booking for the whole batch. */
          readonly batchBooking?: boolean
          readonly chargeBearer?: 'DEBT' | 'CRED' | 'SHAR' | 'SLEV'
          readonly serviceLevel?: string
          readonly localInstrument?: string
          /** The bank's days and hours, as data: keep the holidays up to date. */
          readonly calendar: {
            /** Time zone of the bank: Asia/Bangkok. */
            readonly zone: string
            /** HH:MM in that zone: what comes later counts for the next business day. */
            readonly cutOff: string
            /** Business days between the file and its execution. */
            readonly leadDays?: number
            /** 0 is Sunday; left out, Saturday and Sunday. */
            readonly closedWeekdays?: ReadonlyArray<number>
            readonly holidays?: ReadonlyArray<string>
          }
          /** In one file. */
          readonly maxPayments?: number
          /** For the format zengin. */
          readonly zengin?: {
            /** Ten digits, given by the bank (委託者コード). */
            readonly clientCode: string
            readonly accountType?: '1' | '2' | '9'
            readonly bankName?: string
            readonly branchName?: string
            /** CR LF after each record; left out, true. */
            readonly lineBreaks?: boolean
            /** Our reference as EDI information; left out, true. */
            readonly ediReference?: boolean
          }
          /** Name of the program, an operator with a token of its own, that speaks for the bank of this account: the answers that it brings are believed at once. */
          readonly bankConnection?: string
          readonly maxTotal?: Money
        }
      | {
          readonly approval: {
            readonly id: string
            readonly operation:
              | 'balance.credit'
              | 'balance.debit'
              | 'case.assign'
              | 'case.credit'
              | 'case.return'
              | 'case.write-off'
              | 'case.close'
              | 'refund'
              | 'refund.claim'
              | 'refund.decide'
              | 'payment.cancel'
              | 'settlement.run'
              | 'bank-file.release'
              | 'bank-file.answer'
              | 'bank-file.doubt'
              | 'bank-feed.import'
              | 'bank-feed.statement'
              | 'merchant.create'
              | 'merchant.addresses'
              | 'merchant.activate'
              | 'merchant.products'
              | 'merchant.payout-destination'
              | 'merchant.keys'
              | 'account.details'
              | 'network.change'
              | 'provider.change'
              | 'connector.change'
              | 'connector.services'
              | 'bank-feed.mapping'
              | 'rates.put'
              | 'debtor-account.change'
              | 'billing.change'
              | 'alert.silence'
              | 'operator.create'
              | 'approval-policy.change'
            /** What will be done, in one line. */
            readonly summary: string
            /** Of the body as it was sent, in hexadecimal. Of one that holds secrets: as JSON with its names sorted and no spaces. */
            readonly sha256: string
            readonly status: 'WAITING' | 'APPROVED' | 'REJECTED' | 'EXPIRED'
            /** Who asked: an operator, or a merchant. */
            readonly requestedBy: string
            /** When it ends, if nobody decides: 72 hours after it was asked for. */
            readonly expiresAt: string
          }
        }
  }
  /** Change a debtor account; files that are prepared stay as they are */
  'PATCH /admin/debtor-accounts/{id}': {
    path: {
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer:
      | {
          readonly id: string
          readonly status: 'ACTIVE' | 'CLOSED'
          readonly isTest: boolean
          readonly currencyCode: string
          /** The holder, as the bank has it. */
          readonly name: string
          readonly iban?: string
          readonly accountNumber?: string
          readonly bankCode?: string
          readonly branchCode?: string
          readonly bic?: string
          /** ISO 20022's code of the clearing system that bank codes belong to, where it is not the usual one. */
          readonly clearingSystem?: string
          /** The first is the usual one. */
          readonly formats: ReadonlyArray<'pain.001.001.12' | 'pain.001.001.03' | 'zengin'>
          readonly characterSet?: 'latin' | 'unicode'
          readonly maxNameCharacters?: number
          /** One booking for the whole batch. */
          readonly batchBooking?: boolean
          readonly chargeBearer?: 'DEBT' | 'CRED' | 'SHAR' | 'SLEV'
          readonly serviceLevel?: string
          readonly localInstrument?: string
          /** The bank's days and hours, as data: keep the holidays up to date. */
          readonly calendar: {
            /** Time zone of the bank: Asia/Bangkok. */
            readonly zone: string
            /** HH:MM in that zone: what comes later counts for the next business day. */
            readonly cutOff: string
            /** Business days between the file and its execution. */
            readonly leadDays?: number
            /** 0 is Sunday; left out, Saturday and Sunday. */
            readonly closedWeekdays?: ReadonlyArray<number>
            readonly holidays?: ReadonlyArray<string>
          }
          /** In one file. */
          readonly maxPayments?: number
          /** For the format zengin. */
          readonly zengin?: {
            /** Ten digits, given by the bank (委託者コード). */
            readonly clientCode: string
            readonly accountType?: '1' | '2' | '9'
            readonly bankName?: string
            readonly branchName?: string
            /** CR LF after each record; left out, true. */
            readonly lineBreaks?: boolean
            /** Our reference as EDI information; left out, true. */
            readonly ediReference?: boolean
          }
          /** Name of the program, an operator with a token of its own, that speaks for the bank of this account: the answers that it brings are believed at once. */
          readonly bankConnection?: string
          readonly maxTotal?: Money
        }
      | {
          readonly approval: {
            readonly id: string
            readonly operation:
              | 'balance.credit'
              | 'balance.debit'
              | 'case.assign'
              | 'case.credit'
              | 'case.return'
              | 'case.write-off'
              | 'case.close'
              | 'refund'
              | 'refund.claim'
              | 'refund.decide'
              | 'payment.cancel'
              | 'settlement.run'
              | 'bank-file.release'
              | 'bank-file.answer'
              | 'bank-file.doubt'
              | 'bank-feed.import'
              | 'bank-feed.statement'
              | 'merchant.create'
              | 'merchant.addresses'
              | 'merchant.activate'
              | 'merchant.products'
              | 'merchant.payout-destination'
              | 'merchant.keys'
              | 'account.details'
              | 'network.change'
              | 'provider.change'
              | 'connector.change'
              | 'connector.services'
              | 'bank-feed.mapping'
              | 'rates.put'
              | 'debtor-account.change'
              | 'billing.change'
              | 'alert.silence'
              | 'operator.create'
              | 'approval-policy.change'
            /** What will be done, in one line. */
            readonly summary: string
            /** Of the body as it was sent, in hexadecimal. Of one that holds secrets: as JSON with its names sorted and no spaces. */
            readonly sha256: string
            readonly status: 'WAITING' | 'APPROVED' | 'REJECTED' | 'EXPIRED'
            /** Who asked: an operator, or a merchant. */
            readonly requestedBy: string
            /** When it ends, if nobody decides: 72 hours after it was asked for. */
            readonly expiresAt: string
          }
        }
  }
  /** Make a file of the payouts that wait; another operator must release it */
  'POST /admin/bank-files/!prepare': {
    path: Readonly<Record<never, string>>
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer: {
      readonly file: {
        readonly id: string
        readonly isTest: boolean
        readonly status: 'PREPARED' | 'RELEASED' | 'CANCELLED'
        readonly format: 'pain.001.001.12' | 'pain.001.001.03' | 'zengin'
        /** MsgId: the bank names it in its answers. */
        readonly messageId: string
        readonly payments: number
        readonly batches: ReadonlyArray<{
          /** PmtInfId. */
          readonly id: string
          readonly accountId: string
          readonly executionDate: string
          readonly payments: number
          readonly total: Money
        }>
        /** Of the content. */
        readonly sha256: string
        readonly preparedBy: string
        readonly preparedAt: string
        readonly releasedBy?: string
        readonly releasedAt?: string
        readonly cancelledBy?: string
        readonly cancelledAt?: string
        readonly downloads: number
      }
      /** What waits and is not in the file, at most 100 of them. */
      readonly leftOut: ReadonlyArray<{
        readonly merchantCode: string
        readonly idPayout: string
        /** FILE_FULL: it waits for the next file. MAY_BE_PAID: a backup was restored, and nobody has cleared it since. */
        readonly why: string
      }>
    }
  }
  /** Release a prepared file, as another operator than the one who prepared it */
  'POST /admin/bank-files/{id}/!release': {
    path: {
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer: {
      readonly id: string
      readonly isTest: boolean
      readonly status: 'PREPARED' | 'RELEASED' | 'CANCELLED'
      readonly format: 'pain.001.001.12' | 'pain.001.001.03' | 'zengin'
      /** MsgId: the bank names it in its answers. */
      readonly messageId: string
      readonly payments: number
      readonly batches: ReadonlyArray<{
        /** PmtInfId. */
        readonly id: string
        readonly accountId: string
        readonly executionDate: string
        readonly payments: number
        readonly total: Money
      }>
      /** Of the content. */
      readonly sha256: string
      readonly preparedBy: string
      readonly preparedAt: string
      readonly releasedBy?: string
      readonly releasedAt?: string
      readonly cancelledBy?: string
      readonly cancelledAt?: string
      readonly downloads: number
    }
  }
  /** Cancel a file that nobody has downloaded: its payouts wait for another one */
  'POST /admin/bank-files/{id}/!cancel': {
    path: {
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: {
      readonly id: string
      readonly isTest: boolean
      readonly status: 'PREPARED' | 'RELEASED' | 'CANCELLED'
      readonly format: 'pain.001.001.12' | 'pain.001.001.03' | 'zengin'
      /** MsgId: the bank names it in its answers. */
      readonly messageId: string
      readonly payments: number
      readonly batches: ReadonlyArray<{
        /** PmtInfId. */
        readonly id: string
        readonly accountId: string
        readonly executionDate: string
        readonly payments: number
        readonly total: Money
      }>
      /** Of the content. */
      readonly sha256: string
      readonly preparedBy: string
      readonly preparedAt: string
      readonly releasedBy?: string
      readonly releasedAt?: string
      readonly cancelledBy?: string
      readonly cancelledAt?: string
      readonly downloads: number
    }
  }
  /** Download a released file for the bank; every download is in the audit log */
  'GET /admin/bank-files/{id}/content': {
    path: {
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: undefined
  }
  /** Read how much waits for a bank file, by currency */
  'GET /admin/bank-files/waiting': {
    path: Readonly<Record<never, string>>
    query: {
      readonly format?: string
      readonly zone?: string
    }
    body: undefined
    answer: {
      readonly data: ReadonlyArray<{
        readonly isTest: boolean
        readonly payments: number
        readonly total: Money
        /** Of the oldest. */
        readonly since: string
      }>
    }
  }
  /** List the bank files, the newest first */
  'GET /admin/bank-files': {
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
        readonly id: string
        readonly isTest: boolean
        readonly status: 'PREPARED' | 'RELEASED' | 'CANCELLED'
        readonly format: 'pain.001.001.12' | 'pain.001.001.03' | 'zengin'
        /** MsgId: the bank names it in its answers. */
        readonly messageId: string
        readonly payments: number
        readonly batches: ReadonlyArray<{
          /** PmtInfId. */
          readonly id: string
          readonly accountId: string
          readonly executionDate: string
          readonly payments: number
          readonly total: Money
        }>
        /** Of the content. */
        readonly sha256: string
        readonly preparedBy: string
        readonly preparedAt: string
        readonly releasedBy?: string
        readonly releasedAt?: string
        readonly cancelledBy?: string
        readonly cancelledAt?: string
        readonly downloads: number
      }>
      /** Give it as cursor to read on; left out on the last page. */
      readonly nextCursor?: string
    }
  }
  /** Read a bank file, without its content */
  'GET /admin/bank-files/{id}': {
    path: {
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: {
      readonly id: string
      readonly isTest: boolean
      readonly status: 'PREPARED' | 'RELEASED' | 'CANCELLED'
      readonly format: 'pain.001.001.12' | 'pain.001.001.03' | 'zengin'
      /** MsgId: the bank names it in its answers. */
      readonly messageId: string
      readonly payments: number
      readonly batches: ReadonlyArray<{
        /** PmtInfId. */
        readonly id: string
        readonly accountId: string
        readonly executionDate: string
        readonly payments: number
        readonly total: Money
      }>
      /** Of the content. */
      readonly sha256: string
      readonly preparedBy: string
      readonly preparedAt: string
      readonly releasedBy?: string
      readonly releasedAt?: string
      readonly cancelledBy?: string
      readonly cancelledAt?: string
      readonly downloads: number
      /** How many of its payouts go to an account that their merchant had never paid. While it is PREPARED. */
      readonly newPayees?: number
    }
  }
  /** List the payouts in a bank file, in its order: what is looked at before it is released */
  'GET /admin/bank-files/{id}/payouts': {
    path: {
      readonly id: string
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
        readonly line: number
        readonly accountId: string
        /** EndToEndId, and what the payee reads. */
        readonly reference: string
        readonly merchantCode: string
        /** Settlements and refunds are paid out as payouts are. */
        readonly kind: 'payout' | 'refund' | 'settlement'
        readonly idPayout: string
        /** Of the payout. */
        readonly status: string
        readonly money: Money
        /** As it stands in the file. */
        readonly payeeName: string
        /** As the merchant gave it. */
        readonly accountName?: string
        readonly accountNumber?: string
        /** The merchant had never paid this account, with this bank as it was named, when the file was prepared. */
        readonly isNewPayee: boolean
        /** The payee’s bank as the file names it: a national code, or a BIC. */
        readonly bankCode?: string
        readonly branchCode?: string
        /** The bank's last word. */
        readonly bankStatus?: string
        readonly bankReason?: string
      }>
      /** Give it as cursor to read on; left out on the last page. */
      readonly nextCursor?: string
    }
  }
  /** Read a merchant's balances */
  'GET /admin/balances/{merchantCode}': {
    path: {
      readonly merchantCode: string
    }
    query: {
      readonly format?: string
      readonly zone?: string
    }
    body: undefined
    answer: {
      readonly data: ReadonlyArray<{
        readonly currencyCode: string
        readonly available: Money
        readonly pending: Money
        readonly reserved: Money
      }>
    }
  }
  /** List the statements that are issued, by the end of their period, the latest first */
  'GET /admin/statements': {
    path: Readonly<Record<never, string>>
    query: {
      readonly merchantCode?: string
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
  /** Read a statement with its lines, as JSON or as a file */
  'GET /admin/statements/{merchantCode}/{idStatement}': {
    path: {
      readonly merchantCode: string
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
  /** Read what stands on statements and invoices of who runs the gateway, and when they are made */
  'GET /admin/billing': {
    path: Readonly<Record<never, string>>
    query: Readonly<Record<never, string>>
    body: undefined
    answer: {
      /** Whose months are counted, where a merchant has none of its own. */
      readonly zone: string
      readonly monthly: boolean
      readonly series: string
      readonly creditSeries: string
      /** As it is to stand on statements and invoices. */
      readonly issuer?: {
        readonly name: string
        readonly address?: ReadonlyArray<string>
        readonly country?: string
        readonly taxId?: string
      }
    }
  }
  /** Put what stands on statements and invoices of who runs the gateway, and when they are made */
  'PUT /admin/billing': {
    path: Readonly<Record<never, string>>
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer:
      | {
          /** Whose months are counted, where a merchant has none of its own. */
          readonly zone: string
          readonly monthly: boolean
          readonly series: string
          readonly creditSeries: string
          /** As it is to stand on statements and invoices. */
          readonly issuer?: {
            readonly name: string
            readonly address?: ReadonlyArray<string>
            readonly country?: string
            readonly taxId?: string
          }
        }
      | {
          readonly approval: {
            readonly id: string
            readonly operation:
              | 'balance.credit'
              | 'balance.debit'
              | 'case.assign'
              | 'case.credit'
              | 'case.return'
              | 'case.write-off'
              | 'case.close'
              | 'refund'
              | 'refund.claim'
              | 'refund.decide'
              | 'payment.cancel'
              | 'settlement.run'
              | 'bank-file.release'
              | 'bank-file.answer'
              | 'bank-file.doubt'
              | 'bank-feed.import'
              | 'bank-feed.statement'
              | 'merchant.create'
              | 'merchant.addresses'
              | 'merchant.activate'
              | 'merchant.products'
              | 'merchant.payout-destination'
              | 'merchant.keys'
              | 'account.details'
              | 'network.change'
              | 'provider.change'
              | 'connector.change'
              | 'connector.services'
              | 'bank-feed.mapping'
              | 'rates.put'
              | 'debtor-account.change'
              | 'billing.change'
              | 'alert.silence'
              | 'operator.create'
              | 'approval-policy.change'
            /** What will be done, in one line. */
            readonly summary: string
            /** Of the body as it was sent, in hexadecimal. Of one that holds secrets: as JSON with its names sorted and no spaces. */
            readonly sha256: string
            readonly status: 'WAITING' | 'APPROVED' | 'REJECTED' | 'EXPIRED'
            /** Who asked: an operator, or a merchant. */
            readonly requestedBy: string
            /** When it ends, if nobody decides: 72 hours after it was asked for. */
            readonly expiresAt: string
          }
        }
  }
  /** Read what stands of a merchant on its statements and invoices */
  'GET /admin/merchants/{merchantCode}/billing': {
    path: {
      readonly merchantCode: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: {
      /** Left out: the installation's. */
      readonly zone?: string
      /** As it is to stand on statements and invoices. */
      readonly recipient?: {
        readonly name: string
        readonly address?: ReadonlyArray<string>
        readonly country?: string
        readonly taxId?: string
      }
    }
  }
  /** Put what stands of a merchant on its statements and invoices */
  'PUT /admin/merchants/{merchantCode}/billing': {
    path: {
      readonly merchantCode: string
    }
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer:
      | {
          /** Left out: the installation's. */
          readonly zone?: string
          /** As it is to stand on statements and invoices. */
          readonly recipient?: {
            readonly name: string
            readonly address?: ReadonlyArray<string>
            readonly country?: string
            readonly taxId?: string
          }
        }
      | {
          readonly approval: {
            readonly id: string
            readonly operation:
              | 'balance.credit'
              | 'balance.debit'
              | 'case.assign'
              | 'case.credit'
              | 'case.return'
              | 'case.write-off'
              | 'case.close'
              | 'refund'
              | 'refund.claim'
              | 'refund.decide'
              | 'payment.cancel'
              | 'settlement.run'
              | 'bank-file.release'
              | 'bank-file.answer'
              | 'bank-file.doubt'
              | 'bank-feed.import'
              | 'bank-feed.statement'
              | 'merchant.create'
              | 'merchant.addresses'
              | 'merchant.activate'
              | 'merchant.products'
              | 'merchant.payout-destination'
              | 'merchant.keys'
              | 'account.details'
              | 'network.change'
              | 'provider.change'
              | 'connector.change'
              | 'connector.services'
              | 'bank-feed.mapping'
              | 'rates.put'
              | 'debtor-account.change'
              | 'billing.change'
              | 'alert.silence'
              | 'operator.create'
              | 'approval-policy.change'
            /** What will be done, in one line. */
            readonly summary: string
            /** Of the body as it was sent, in hexadecimal. Of one that holds secrets: as JSON with its names sorted and no spaces. */
            readonly sha256: string
            readonly status: 'WAITING' | 'APPROVED' | 'REJECTED' | 'EXPIRED'
            /** Who asked: an operator, or a merchant. */
            readonly requestedBy: string
            /** When it ends, if nobody decides: 72 hours after it was asked for. */
            readonly expiresAt: string
          }
        }
  }
  /** List the invoices for fees, the latest first */
  'GET /admin/invoices': {
    path: Readonly<Record<never, string>>
    query: {
      readonly merchantCode?: string
      readonly month?: string
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
  /** Issue the invoice for the fees of a month, and the credit note for those given back; the same again answers what was issued */
  'POST /admin/invoices': {
    path: Readonly<Record<never, string>>
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer:
      | {
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
      | {
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
  }
  /** Read an invoice for fees, as JSON or as PDF */
  'GET /admin/invoices/{merchantCode}/{idInvoice}': {
    path: {
      readonly merchantCode: string
      readonly idInvoice: string
    }
    query: {
      readonly format?: string
    }
    body: undefined
    answer: {
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
  }
  /** List the credit notes for fees that were given back, the latest first */
  'GET /admin/credit-notes': {
    path: Readonly<Record<never, string>>
    query: {
      readonly merchantCode?: string
      readonly month?: string
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
  /** Read a credit note for fees that were given back, as JSON or as PDF */
  'GET /admin/credit-notes/{merchantCode}/{idCreditNote}': {
    path: {
      readonly merchantCode: string
      readonly idCreditNote: string
    }
    query: {
      readonly format?: string
    }
    body: undefined
    answer: {
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
  }
  /** Read when a merchant is settled, and to which account */
  'GET /admin/merchants/{merchantCode}/settlement-terms': {
    path: {
      readonly merchantCode: string
    }
    query: {
      readonly format?: string
      readonly zone?: string
    }
    body: undefined
    answer: {
      readonly data: ReadonlyArray<{
        readonly currencyCode: string
        /** MANUAL: only in runs that name the merchant. */
        readonly schedule: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'MANUAL'
        readonly weekday: number
        readonly dayOfMonth: number
        /** HH:MM in the zone: what comes later is the next period’s. */
        readonly cutOff: string
        readonly zone: string
        readonly calendar: string
        readonly minimum: number
        readonly reserve: {
          readonly percent: string
          readonly days: number
        }
        readonly payee: Readonly<Record<string, unknown>>
        /** Counts the changes. */
        readonly version: number
        readonly updatedAt: string
        /** The next three, by the calendar as it is now: a run is prepared after each. MANUAL: none. */
        readonly cutOffs: ReadonlyArray<{
          /** The settlement day, in the zone: YYYY-MM-DD. */
          readonly day: string
          readonly at: string
        }>
      }>
    }
  }
  /** Say when a merchant is settled in a currency, and to which account */
  'PUT /admin/merchants/{merchantCode}/settlement-terms/{currencyCode}': {
    path: {
      readonly merchantCode: string
      readonly currencyCode: string
    }
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer:
      | {
          readonly currencyCode: string
          /** MANUAL: only in runs that name the merchant. */
          readonly schedule: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'MANUAL'
          readonly weekday: number
          readonly dayOfMonth: number
          /** HH:MM in the zone: what comes later is the next period’s. */
          readonly cutOff: string
          readonly zone: string
          readonly calendar: string
          readonly minimum: number
          readonly reserve: {
            readonly percent: string
            readonly days: number
          }
          readonly payee: Readonly<Record<string, unknown>>
          /** Counts the changes. */
          readonly version: number
          readonly updatedAt: string
          /** The next three, by the calendar as it is now: a run is prepared after each. MANUAL: none. */
          readonly cutOffs: ReadonlyArray<{
            /** The settlement day, in the zone: YYYY-MM-DD. */
            readonly day: string
            readonly at: string
          }>
        }
      | {
          readonly approval: {
            readonly id: string
            readonly operation:
              | 'balance.credit'
              | 'balance.debit'
              | 'case.assign'
              | 'case.credit'
              | 'case.return'
              | 'case.write-off'
              | 'case.close'
              | 'refund'
              | 'refund.claim'
              | 'refund.decide'
              | 'payment.cancel'
              | 'settlement.run'
              | 'bank-file.release'
              | 'bank-file.answer'
              | 'bank-file.doubt'
              | 'bank-feed.import'
              | 'bank-feed.statement'
              | 'merchant.create'
              | 'merchant.addresses'
              | 'merchant.activate'
              | 'merchant.products'
              | 'merchant.payout-destination'
              | 'merchant.keys'
              | 'account.details'
              | 'network.change'
              | 'provider.change'
              | 'connector.change'
              | 'connector.services'
              | 'bank-feed.mapping'
              | 'rates.put'
              | 'debtor-account.change'
              | 'billing.change'
              | 'alert.silence'
              | 'operator.create'
              | 'approval-policy.change'
            /** What will be done, in one line. */
            readonly summary: string
            /** Of the body as it was sent, in hexadecimal. Of one that holds secrets: as JSON with its names sorted and no spaces. */
            readonly sha256: string
            readonly status: 'WAITING' | 'APPROVED' | 'REJECTED' | 'EXPIRED'
            /** Who asked: an operator, or a merchant. */
            readonly requestedBy: string
            /** When it ends, if nobody decides: 72 hours after it was asked for. */
            readonly expiresAt: string
          }
        }
  }
  /** List the calendars of business days that settlement goes by */
  'GET /admin/settlement-calendars': {
    path: Readonly<Record<never, string>>
    query: {
      readonly format?: string
      readonly zone?: string
    }
    body: undefined
    answer: {
      readonly data: ReadonlyArray<{
        readonly code: string
        readonly closedWeekdays: ReadonlyArray<number>
        readonly holidays: ReadonlyArray<string>
        /** Left out: it is everybody’s, and cannot be changed. */
        readonly updatedAt?: string
      }>
    }
  }
  /** Keep a calendar of business days: weekdays that are closed, and holidays */
  'PUT /admin/settlement-calendars/{code}': {
    path: {
      readonly code: string
    }
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer: {
      readonly code: string
      readonly closedWeekdays: ReadonlyArray<number>
      readonly holidays: ReadonlyArray<string>
      /** Left out: it is everybody’s, and cannot be changed. */
      readonly updatedAt?: string
    }
  }
  /** Look whom a run would settle now, and with how much; nothing is stored */
  'POST /admin/settlement-runs/!preview': {
    path: Readonly<Record<never, string>>
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer: {
      /** How many; the list shows the first of them. */
      readonly settlements: number
      /** How many of them reach their minimum. */
      readonly toBePaid: number
      /** Of each currency, also of those that the list does not show. */
      readonly totals: ReadonlyArray<{
        readonly toBePaid: number
        /** Of all that reach their minimum. */
        readonly planned: Money
        /** Of all, as reserves. */
        readonly heldBack: Money
      }>
      readonly data: ReadonlyArray<{
        readonly merchantCode: string
        readonly day: string
        readonly cutOff: string
        /** Credited before the cut-off, and still there. */
        readonly available: Money
        /** The reserve, by the terms. */
        readonly heldBack: Money
        /** What is paid out at most. */
        readonly planned: Money
        readonly reserve: {
          readonly percent: string
          readonly days: number
        }
        /** By the terms: less is not paid out. */
        readonly minimum: Money
        /** To whom: `paymentMethod` of a payout, by the terms. */
        readonly payee: Readonly<Record<string, unknown>>
        readonly isEnough: boolean
      }>
    }
  }
  /** List the settlement runs, newest first */
  'GET /admin/settlement-runs': {
    path: Readonly<Record<never, string>>
    query: {
      readonly state?: string
      readonly cursor?: string
      readonly limit?: string
      readonly format?: string
      readonly zone?: string
    }
    body: undefined
    answer: {
      readonly data: ReadonlyArray<{
        readonly id: string
        readonly state: 'PREPARED' | 'RUNNING' | 'STOPPED' | 'DONE'
        /** `gateway`: by the schedules. */
        readonly preparedBy: string
        readonly preparedAt: string
        readonly startedBy?: string
        readonly startedAt?: string
        readonly finishedAt?: string
        readonly stoppedWhy?: string
        readonly totals: ReadonlyArray<{
          /** Of those that are, or were, to be paid. */
          readonly planned: Money
          /** By settlements that are under way or delivered; what has failed since is not in it. */
          readonly paid: Money
          readonly counts: {
            readonly WAITING: number
            readonly PAID: number
            readonly FAILED: number
            readonly BELOW_MINIMUM: number
            readonly SETTLED_BEFORE: number
            readonly REFUSED: number
          }
        }>
      }>
      /** Give it as cursor to read on; left out on the last page. */
      readonly nextCursor?: string
    }
  }
  /** Prepare a run of all that are due, or of the merchants that are named; nothing is paid yet */
  'POST /admin/settlement-runs': {
    path: Readonly<Record<never, string>>
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer: {
      readonly id: string
      readonly state: 'PREPARED' | 'RUNNING' | 'STOPPED' | 'DONE'
      /** `gateway`: by the schedules. */
      readonly preparedBy: string
      readonly preparedAt: string
      readonly startedBy?: string
      readonly startedAt?: string
      readonly finishedAt?: string
      readonly stoppedWhy?: string
      readonly totals: ReadonlyArray<{
        /** Of those that are, or were, to be paid. */
        readonly planned: Money
        /** By settlements that are under way or delivered; what has failed since is not in it. */
        readonly paid: Money
        readonly counts: {
          readonly WAITING: number
          readonly PAID: number
          readonly FAILED: number
          readonly BELOW_MINIMUM: number
          readonly SETTLED_BEFORE: number
          readonly REFUSED: number
        }
      }>
    }
  }
  /** Read a settlement run with its progress */
  'GET /admin/settlement-runs/{id}': {
    path: {
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer: {
      readonly id: string
      readonly state: 'PREPARED' | 'RUNNING' | 'STOPPED' | 'DONE'
      /** `gateway`: by the schedules. */
      readonly preparedBy: string
      readonly preparedAt: string
      readonly startedBy?: string
      readonly startedAt?: string
      readonly finishedAt?: string
      readonly stoppedWhy?: string
      readonly totals: ReadonlyArray<{
        /** Of those that are, or were, to be paid. */
        readonly planned: Money
        /** By settlements that are under way or delivered; what has failed since is not in it. */
        readonly paid: Money
        readonly counts: {
          readonly WAITING: number
          readonly PAID: number
          readonly FAILED: number
          readonly BELOW_MINIMUM: number
          readonly SETTLED_BEFORE: number
          readonly REFUSED: number
        }
      }>
    }
  }
  /** List what became of each merchant in a run: paid, failed since, below its minimum, or why it was refused */
  'GET /admin/settlement-runs/{id}/settlements': {
    path: {
      readonly id: string
    }
    query: {
      readonly state?: string
      readonly cursor?: string
      readonly limit?: string
      readonly format?: string
      readonly zone?: string
    }
    body: undefined
    answer: {
      readonly data: ReadonlyArray<{
        readonly merchantCode: string
        readonly day: string
        readonly cutOff: string
        /** Credited before the cut-off, and still there. */
        readonly available: Money
        /** The reserve, by the terms. */
        readonly heldBack: Money
        /** What is paid out at most. */
        readonly planned: Money
        readonly reserve: {
          readonly percent: string
          readonly days: number
        }
        /** By the terms: less is not paid out. */
        readonly minimum: Money
        /** To whom: `paymentMethod` of a payout, by the terms. */
        readonly payee: Readonly<Record<string, unknown>>
        readonly state: 'WAITING' | 'PAID' | 'FAILED' | 'BELOW_MINIMUM' | 'SETTLED_BEFORE' | 'REFUSED'
        readonly idSettlement?: string
        readonly paid?: Money
        /** Of the settlement, as it is now. */
        readonly status?: string
        /** The id of the bank file that the settlement stands in, where it is in one. */
        readonly bankFile?: string
        /** Why it was refused. */
        readonly detail?: string
      }>
      /** Give it as cursor to read on; left out on the last page. */
      readonly nextCursor?: string
    }
  }
  /** Start a settlement run, or let one that was stopped go on: it pays */
  'POST /admin/settlement-runs/{id}/!start': {
    path: {
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: undefined
    answer:
      | {
          readonly id: string
          readonly state: 'PREPARED' | 'RUNNING' | 'STOPPED' | 'DONE'
          /** `gateway`: by the schedules. */
          readonly preparedBy: string
          readonly preparedAt: string
          readonly startedBy?: string
          readonly startedAt?: string
          readonly finishedAt?: string
          readonly stoppedWhy?: string
          readonly totals: ReadonlyArray<{
            /** Of those that are, or were, to be paid. */
            readonly planned: Money
            /** By settlements that are under way or delivered; what has failed since is not in it. */
            readonly paid: Money
            readonly counts: {
              readonly WAITING: number
              readonly PAID: number
              readonly FAILED: number
              readonly BELOW_MINIMUM: number
              readonly SETTLED_BEFORE: number
              readonly REFUSED: number
            }
          }>
        }
      | {
          readonly approval: {
            readonly id: string
            readonly operation:
              | 'balance.credit'
              | 'balance.debit'
              | 'case.assign'
              | 'case.credit'
              | 'case.return'
              | 'case.write-off'
              | 'case.close'
              | 'refund'
              | 'refund.claim'
              | 'refund.decide'
              | 'payment.cancel'
              | 'settlement.run'
              | 'bank-file.release'
              | 'bank-file.answer'
              | 'bank-file.doubt'
              | 'bank-feed.import'
              | 'bank-feed.statement'
              | 'merchant.create'
              | 'merchant.addresses'
              | 'merchant.activate'
              | 'merchant.products'
              | 'merchant.payout-destination'
              | 'merchant.keys'
              | 'account.details'
              | 'network.change'
              | 'provider.change'
              | 'connector.change'
              | 'connector.services'
              | 'bank-feed.mapping'
              | 'rates.put'
              | 'debtor-account.change'
              | 'billing.change'
              | 'alert.silence'
              | 'operator.create'
              | 'approval-policy.change'
            /** What will be done, in one line. */
            readonly summary: string
            /** Of the body as it was sent, in hexadecimal. Of one that holds secrets: as JSON with its names sorted and no spaces. */
            readonly sha256: string
            readonly status: 'WAITING' | 'APPROVED' | 'REJECTED' | 'EXPIRED'
            /** Who asked: an operator, or a merchant. */
            readonly requestedBy: string
            /** When it ends, if nobody decides: 72 hours after it was asked for. */
            readonly expiresAt: string
          }
        }
  }
  /** Stop a settlement run: it pays nobody any more until it is started again */
  'POST /admin/settlement-runs/{id}/!stop': {
    path: {
      readonly id: string
    }
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer: {
      readonly id: string
      readonly state: 'PREPARED' | 'RUNNING' | 'STOPPED' | 'DONE'
      /** `gateway`: by the schedules. */
      readonly preparedBy: string
      readonly preparedAt: string
      readonly startedBy?: string
      readonly startedAt?: string
      readonly finishedAt?: string
      readonly stoppedWhy?: string
      readonly totals: ReadonlyArray<{
        /** Of those that are, or were, to be paid. */
        readonly planned: Money
        /** By settlements that are under way or delivered; what has failed since is not in it. */
        readonly paid: Money
        readonly counts: {
          readonly WAITING: number
          readonly PAID: number
          readonly FAILED: number
          readonly BELOW_MINIMUM: number
          readonly SETTLED_BEFORE: number
          readonly REFUSED: number
        }
      }>
    }
  }
  /** List the exchange rates that are valid now */
  'GET /admin/fx-rate-pairs': {
    path: Readonly<Record<never, string>>
    query: {
      readonly format?: string
      readonly zone?: string
    }
    body: undefined
    answer: {
      readonly data: ReadonlyArray<{
        readonly baseCurrencyCode: string
        readonly quoteCurrencyCode: string
        readonly rate: string
        readonly validFrom: string
        readonly validTo: string
      }>
    }
  }
  /** Put exchange rates; the answer is what is valid now */
  'PUT /admin/fx-rate-pairs': {
    path: Readonly<Record<never, string>>
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer:
      | {
          readonly data: ReadonlyArray<{
            readonly baseCurrencyCode: string
            readonly quoteCurrencyCode: string
            readonly rate: string
            readonly validFrom: string
            readonly validTo: string
          }>
        }
      | {
          readonly approval: {
            readonly id: string
            readonly operation:
              | 'balance.credit'
              | 'balance.debit'
              | 'case.assign'
              | 'case.credit'
              | 'case.return'
              | 'case.write-off'
              | 'case.close'
              | 'refund'
              | 'refund.claim'
              | 'refund.decide'
              | 'payment.cancel'
              | 'settlement.run'
              | 'bank-file.release'
              | 'bank-file.answer'
              | 'bank-file.doubt'
              | 'bank-feed.import'
              | 'bank-feed.statement'
              | 'merchant.create'
              | 'merchant.addresses'
              | 'merchant.activate'
              | 'merchant.products'
              | 'merchant.payout-destination'
              | 'merchant.keys'
              | 'account.details'
              | 'network.change'
              | 'provider.change'
              | 'connector.change'
              | 'connector.services'
              | 'bank-feed.mapping'
              | 'rates.put'
              | 'debtor-account.change'
              | 'billing.change'
              | 'alert.silence'
              | 'operator.create'
              | 'approval-policy.change'
            /** What will be done, in one line. */
            readonly summary: string
            /** Of the body as it was sent, in hexadecimal. Of one that holds secrets: as JSON with its names sorted and no spaces. */
            readonly sha256: string
            readonly status: 'WAITING' | 'APPROVED' | 'REJECTED' | 'EXPIRED'
            /** Who asked: an operator, or a merchant. */
            readonly requestedBy: string
            /** When it ends, if nobody decides: 72 hours after it was asked for. */
            readonly expiresAt: string
          }
        }
  }
  /** List the networks on which stablecoins are taken, and how they are */
  'GET /admin/networks': {
    path: Readonly<Record<never, string>>
    query: {
      readonly format?: string
      readonly zone?: string
    }
    body: undefined
    answer: {
      readonly data: ReadonlyArray<{
        /** EIP-155. */
        readonly chainId: number
        readonly code: 'ARBITRUM' | 'BASE' | 'ERC20' | 'POLYGON'
        readonly isTest: boolean
        /** Takes new payins. Addresses given out are watched anyway. */
        readonly enabled: boolean
        /** By currency. */
        readonly tokens: Readonly<Record<string, unknown>>
        /** Blocks, the one with the transfer included, until it is final. */
        readonly confirmations: number
        /** Blocks in one query: what the nodes allow. */
        readonly blockRange: number
        readonly pollSecs: number
        /** What merchants name. */
        readonly operators: ReadonlyArray<string>
        readonly rpcHosts: ReadonlyArray<string>
        /** The key's fingerprint. */
        readonly walletId: string
        /** The address with the number 0: compare it with the wallet's. */
        readonly firstAddress: string
        readonly health: {
          readonly healthy: boolean
          readonly since: string
          readonly detail: string
        }
        readonly seenBlock?: number
        readonly finalBlock?: number
        readonly createdAt: string
        readonly updatedAt: string
      }>
    }
  }
  /** Set up a network for stablecoins */
  'POST /admin/networks': {
    path: Readonly<Record<never, string>>
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer:
      | {
          /** EIP-155. */
          readonly chainId: number
          readonly code: 'ARBITRUM' | 'BASE' | 'ERC20' | 'POLYGON'
          readonly isTest: boolean
          /** Takes new payins. Addresses given out are watched anyway. */
          readonly enabled: boolean
          /** By currency. */
          readonly tokens: Readonly<Record<string, unknown>>
          /** Blocks, the one with the transfer included, until it is final. */
          readonly confirmations: number
          /** Blocks in one query: what the nodes allow. */
          readonly blockRange: number
          readonly pollSecs: number
          /** What merchants name. */
          readonly operators: ReadonlyArray<string>
          readonly rpcHosts: ReadonlyArray<string>
          /** The key's fingerprint. */
          readonly walletId: string
          /** The address with the number 0: compare it with the wallet's. */
          readonly firstAddress: string
          readonly health: {
            readonly healthy: boolean
            readonly since: string
            readonly detail: string
          }
          readonly seenBlock?: number
          readonly finalBlock?: number
          readonly createdAt: string
          readonly updatedAt: string
        }
      | {
          readonly approval: {
            readonly id: string
            readonly operation:
              | 'balance.credit'
              | 'balance.debit'
              | 'case.assign'
              | 'case.credit'
              | 'case.return'
              | 'case.write-off'
              | 'case.close'
              | 'refund'
              | 'refund.claim'
              | 'refund.decide'
              | 'payment.cancel'
              | 'settlement.run'
              | 'bank-file.release'
              | 'bank-file.answer'
              | 'bank-file.doubt'
              | 'bank-feed.import'
              | 'bank-feed.statement'
              | 'merchant.create'
              | 'merchant.addresses'
              | 'merchant.activate'
              | 'merchant.products'
              | 'merchant.payout-destination'
              | 'merchant.keys'
              | 'account.details'
              | 'network.change'
              | 'provider.change'
              | 'connector.change'
              | 'connector.services'
              | 'bank-feed.mapping'
              | 'rates.put'
              | 'debtor-account.change'
              | 'billing.change'
              | 'alert.silence'
              | 'operator.create'
              | 'approval-policy.change'
            /** What will be done, in one line. */
            readonly summary: string
            /** Of the body as it was sent, in hexadecimal. Of one that holds secrets: as JSON with its names sorted and no spaces. */
            readonly sha256: string
            readonly status: 'WAITING' | 'APPROVED' | 'REJECTED' | 'EXPIRED'
            /** Who asked: an operator, or a merchant. */
            readonly requestedBy: string
            /** When it ends, if nobody decides: 72 hours after it was asked for. */
            readonly expiresAt: string
          }
        }
  }
  /** Change a network; tokens are added, everything else takes the place of what was */
  'PATCH /admin/networks/{chainId}': {
    path: {
      readonly chainId: string
    }
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer:
      | {
          /** EIP-155. */
          readonly chainId: number
          readonly code: 'ARBITRUM' | 'BASE' | 'ERC20' | 'POLYGON'
          readonly isTest: boolean
          /** Takes new payins. Addresses given out are watched anyway. */
          readonly enabled: boolean
          /** By currency. */
          readonly tokens: Readonly<Record<string, unknown>>
          /** Blocks, the one with the transfer included, until it is final. */
          readonly confirmations: number
          /** Blocks in one query: what the nodes allow. */
          readonly blockRange: number
          readonly pollSecs: number
          /** What merchants name. */
          readonly operators: ReadonlyArray<string>
          readonly rpcHosts: ReadonlyArray<string>
          /** The key's fingerprint. */
          readonly walletId: string
          /** The address with the number 0: compare it with the wallet's. */
          readonly firstAddress: string
          readonly health: {
            readonly healthy: boolean
            readonly since: string
            readonly detail: string
          }
          readonly seenBlock?: number
          readonly finalBlock?: number
          readonly createdAt: string
          readonly updatedAt: string
        }
      | {
          readonly approval: {
            readonly id: string
            readonly operation:
              | 'balance.credit'
              | 'balance.debit'
              | 'case.assign'
              | 'case.credit'
              | 'case.return'
              | 'case.write-off'
              | 'case.close'
              | 'refund'
              | 'refund.claim'
              | 'refund.decide'
              | 'payment.cancel'
              | 'settlement.run'
              | 'bank-file.release'
              | 'bank-file.answer'
              | 'bank-file.doubt'
              | 'bank-feed.import'
              | 'bank-feed.statement'
              | 'merchant.create'
              | 'merchant.addresses'
              | 'merchant.activate'
              | 'merchant.products'
              | 'merchant.payout-destination'
              | 'merchant.keys'
              | 'account.details'
              | 'network.change'
              | 'provider.change'
              | 'connector.change'
              | 'connector.services'
              | 'bank-feed.mapping'
              | 'rates.put'
              | 'debtor-account.change'
              | 'billing.change'
              | 'alert.silence'
              | 'operator.create'
              | 'approval-policy.change'
            /** What will be done, in one line. */
            readonly summary: string
            /** Of the body as it was sent, in hexadecimal. Of one that holds secrets: as JSON with its names sorted and no spaces. */
            readonly sha256: string
            readonly status: 'WAITING' | 'APPROVED' | 'REJECTED' | 'EXPIRED'
            /** Who asked: an operator, or a merchant. */
            readonly requestedBy: string
            /** When it ends, if nobody decides: 72 hours after it was asked for. */
            readonly expiresAt: string
          }
        }
  }
  /** Check what must always hold, computed anew from the stored rows */
  'GET /admin/invariants': {
    path: Readonly<Record<never, string>>
    query: Readonly<Record<never, string>>
    body: undefined
    answer: {
      readonly holds: boolean
      readonly checks: ReadonlyArray<{
        readonly name: string
        readonly holds: boolean
        readonly detail: string
      }>
    }
  }
  /** Examine this node, its database and its settings, and say what to do */
  'GET /admin/doctor': {
    path: Readonly<Record<never, string>>
    query: Readonly<Record<never, string>>
    body: undefined
    answer: {
      /** The worst of the checks. */
      readonly state: 'fine' | 'warning' | 'broken'
      readonly checks: ReadonlyArray<{
        readonly name: string
        readonly state: 'fine' | 'warning' | 'broken'
        /** What was found. */
        readonly detail: string
        /** What to do, unless it is fine. */
        readonly remedy?: string
      }>
    }
  }
  /** List alerts, the newest first, with who was told */
  'GET /admin/alerts': {
    path: Readonly<Record<never, string>>
    query: {
      readonly open?: string
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
        readonly id: string
        readonly rule: string
        /** What it is about. */
        readonly subject: string
        readonly detail: string
        readonly beganAt: string
        /** Left out: it still stands. */
        readonly endedAt?: string
        /** Who was told what. */
        readonly messages: ReadonlyArray<{
          readonly notice: 'BEGAN' | 'ENDED'
          readonly channel: 'mail' | 'webhook'
          /** WAITING: it is tried again by itself. ABANDONED: not taken in three days. */
          readonly state: 'WAITING' | 'SENT' | 'ABANDONED'
          readonly attempts: number
          /** Why the latest attempt failed. */
          readonly failure?: string
        }>
      }>
      /** Give it as cursor to read on; left out on the last page. */
      readonly nextCursor?: string
    }
  }
  /** List the rules that alerts follow */
  'GET /admin/alerts/rules': {
    path: Readonly<Record<never, string>>
    query: {
      readonly format?: string
      readonly zone?: string
    }
    body: undefined
    answer: {
      readonly data: ReadonlyArray<{
        readonly rule:
          | 'doctor-broken'
          | 'invariant-broken'
          | 'processor-ill'
          | 'callbacks-failing'
          | 'case-old'
          | 'feed-silent'
          | 'approval-waiting'
          | 'settlement-stopped'
          | 'balance-below'
        readonly means: string
        readonly enabled: boolean
        /** How long something must last. Left out: it is told at once. */
        readonly afterMinutes?: number
        /** Of balance-below. */
        readonly limits: ReadonlyArray<{
          readonly merchantCode: string
          readonly currencyCode: string
          /** As text. Below it the alert begins. */
          readonly amount: string
        }>
      }>
    }
  }
  /** Change a rule, or switch it off: what it had found ends */
  'PUT /admin/alerts/rules/{rule}': {
    path: {
      readonly rule: string
    }
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer:
      | {
          readonly rule:
            | 'doctor-broken'
            | 'invariant-broken'
            | 'processor-ill'
            | 'callbacks-failing'
            | 'case-old'
            | 'feed-silent'
            | 'approval-waiting'
            | 'settlement-stopped'
            | 'balance-below'
          readonly means: string
          readonly enabled: boolean
          /** How long something must last. Left out: it is told at once. */
          readonly afterMinutes?: number
          /** Of balance-below. */
          readonly limits: ReadonlyArray<{
            readonly merchantCode: string
            readonly currencyCode: string
            /** As text. Below it the alert begins. */
            readonly amount: string
          }>
        }
      | {
          readonly approval: {
            readonly id: string
            readonly operation:
              | 'balance.credit'
              | 'balance.debit'
              | 'case.assign'
              | 'case.credit'
              | 'case.return'
              | 'case.write-off'
              | 'case.close'
              | 'refund'
              | 'refund.claim'
              | 'refund.decide'
              | 'payment.cancel'
              | 'settlement.run'
              | 'bank-file.release'
              | 'bank-file.answer'
              | 'bank-file.doubt'
              | 'bank-feed.import'
              | 'bank-feed.statement'
              | 'merchant.create'
              | 'merchant.addresses'
              | 'merchant.activate'
              | 'merchant.products'
              | 'merchant.payout-destination'
              | 'merchant.keys'
              | 'account.details'
              | 'network.change'
              | 'provider.change'
              | 'connector.change'
              | 'connector.services'
              | 'bank-feed.mapping'
              | 'rates.put'
              | 'debtor-account.change'
              | 'billing.change'
              | 'alert.silence'
              | 'operator.create'
              | 'approval-policy.change'
            /** What will be done, in one line. */
            readonly summary: string
            /** Of the body as it was sent, in hexadecimal. Of one that holds secrets: as JSON with its names sorted and no spaces. */
            readonly sha256: string
            readonly status: 'WAITING' | 'APPROVED' | 'REJECTED' | 'EXPIRED'
            /** Who asked: an operator, or a merchant. */
            readonly requestedBy: string
            /** When it ends, if nobody decides: 72 hours after it was asked for. */
            readonly expiresAt: string
          }
        }
  }
  /** Send a message by each way that is set up, and say whether it was taken */
  'POST /admin/alerts/!test': {
    path: Readonly<Record<never, string>>
    query: Readonly<Record<never, string>>
    body: undefined
    answer: {
      /** None: nobody is told; set SLUICE_SMTP_HOST or SLUICE_ALERT_WEBHOOK_URL. */
      readonly channels: ReadonlyArray<{
        readonly channel: 'mail' | 'webhook'
        readonly to: string
        readonly taken: boolean
        /** Why it was not taken, and what to look at. */
        readonly problem?: string
      }>
    }
  }
}
