/**
 * What an operator may do alone: every operators' endpoint that is not `GET` and declares no operation, with what a
 * thief could make of it. Read each row as somebody with this role who is alone and wants money. A row is correct only
 * if it moves no money, opens nothing, and hides nothing from somebody who waits for it. Anything else must declare
 * `operations`.
 *
 * `test/attack/walk.test.ts` compares it with the endpoints; `docs/operators/security.md` is made from it.
 */
import type { SingleApproval } from '@sluice/gateway/identity/operators/no-second-person.ts'

const CASE_WORK = {
  why: 'WORK',
  can: 'assign cases to people, set due dates and add notes',
  worst: 'A case is left lying longer. It stays open, and the alert of old cases goes by its age.',
} as const
const SANDBOX = {
  why: 'TESTS',
  can: 'choose how a test payment in the sandbox ends',
  worst: 'A test ends as nobody expected. A live payment reads as not there.',
} as const
const CALLBACKS = {
  why: 'AGAIN',
  can: 'resend callbacks',
  worst: 'A merchant’s own server hears the same again, at its own address.',
} as const
const REHEARSAL = {
  why: 'READS',
  can: 'rehearse a payment, a refund, an account or a run',
  worst: 'Nothing is stored or sent.',
} as const
const PERSON_SOUGHT = {
  why: 'READS',
  can: 'look up a person’s payments by an identifier that they know',
  worst:
    'Who knows a phone number learns which merchants its owner pays. The values are masked, each operator has 60 look-ups an hour, and each stands in the audit log.',
} as const
const SECRET_AWAY = {
  why: 'CLOSES',
  can: 'remove keys and secrets of merchants and connectors',
  worst: 'A shop or a connector stands still until two have added another.',
} as const
const PROCESSOR_AWAY = {
  why: 'CLOSES',
  can: 'remove a connector or a provider’s account that is not in use',
  worst: 'It is registered anew by two. While a payment waits or a product names it, it stays.',
} as const
const KEYS = {
  why: 'AGAIN',
  can: 'rotate the gateway’s signing keys and master key, and retire old ones',
  worst:
    'Tokens that an ended key has signed are asked for anew. Nobody is shown a key, and one that is needed stays.',
} as const
const ENDING = {
  why: 'CLOSES',
  can: 'end operators, a merchant’s people, and sessions',
  worst:
    'Colleagues are out until two have made them anew. Who was ended counts as the second person for three days, so whoever ends all others is not alone.',
} as const
const LINK_BACK = {
  why: 'CLOSES',
  can: 'revoke unused links',
  worst: 'Whoever it was for waits until another is made.',
} as const
const PDFS = {
  why: 'AGAIN',
  can: 'issue statements and invoices, and recount reports',
  worst: 'A statement ends earlier than usual. All figures come from the ledger; a month is billed once.',
} as const

export const OPERATORS_ALONE: Readonly<Record<string, SingleApproval>> = {
  'POST /admin/approvals/{id}/!approve': {
    why: 'DECIDES',
    can: 'approve another operator’s request',
    worst: 'See the row of who approves: never what they have asked for themselves.',
  },
  'POST /admin/approvals/{id}/!reject': {
    why: 'DECIDES',
    can: 'reject a request',
    worst: 'It is not done, and has to be asked for anew.',
  },

  'DELETE /admin/operators/{id}': ENDING,
  'POST /admin/approvals/{id}/!collect': {
    why: 'OWN',
    can: 'collect a link, token or secret from their approved request',
    worst:
      'Whoever asked for a link opens it themselves. They then count as one person with whoever they became, until another operator confirms that these are two.',
  },
  'POST /admin/operators/{id}/!confirm': {
    why: 'DECIDES',
    can: 'confirm as a separate person somebody whom others invited',
    worst:
      'Somebody counts as a second person who is the one that invited them. Nobody confirms whom they have brought themselves, but the first operator of all, and an ADMIN who has no other.',
  },
  'DELETE /admin/people-links/{link}': LINK_BACK,
  'DELETE /admin/merchants/{merchantCode}/people-links/{link}': LINK_BACK,
  'DELETE /admin/people/{id}': ENDING,
  'DELETE /admin/people/{id}/sessions/{session}': ENDING,
  'DELETE /admin/merchants/{merchantCode}/people/{id}': ENDING,

  'POST /admin/signing-keys/!rotate': KEYS,
  'POST /admin/signing-keys/{kid}/!retire': KEYS,
  'POST /admin/master-key/!rotate': KEYS,
  'POST /admin/master-key/{fingerprint}/!retire': KEYS,
  'DELETE /admin/merchants/{merchantCode}/keys/{id}': SECRET_AWAY,
  'DELETE /admin/merchants/{merchantCode}/secrets/{id}': SECRET_AWAY,
  'DELETE /admin/merchants/{merchantCode}/callback-secrets/{id}': SECRET_AWAY,
  'DELETE /admin/connectors/{name}/secrets/{id}': SECRET_AWAY,
  'DELETE /admin/connectors/{name}': PROCESSOR_AWAY,
  'DELETE /admin/providers/{name}': PROCESSOR_AWAY,

  'POST /admin/payments/{merchantCode}/{kind}/{id}/!redeliver': CALLBACKS,
  'POST /admin/callbacks/!redeliver': CALLBACKS,
  'POST /admin/payments/{merchantCode}/{kind}/!rehearse': REHEARSAL,
  'POST /admin/refunds/{merchantCode}/!rehearse': REHEARSAL,
  'POST /admin/accounts/!check': REHEARSAL,
  'POST /admin/settlement-runs/!preview': REHEARSAL,
  'POST /admin/privacy/!find': PERSON_SOUGHT,
  'POST /admin/privacy/requests/{id}/!verify': PERSON_SOUGHT,
  'POST /admin/privacy/holds': {
    why: 'CLOSES',
    can: 'set a legal hold',
    worst: 'Personal data is kept longer than its term, until two have released the hold.',
  },
  'POST /admin/payments/{merchantCode}/!try': {
    why: 'TESTS',
    can: 'create a link to a test merchant’s checkout',
    worst: 'A test merchant’s shop hears of a payin under an ID that is not its own.',
  },
  'POST /admin/sandbox/{merchantCode}/{kind}/{id}/!succeed': SANDBOX,
  'POST /admin/sandbox/{merchantCode}/{kind}/{id}/!refuse': SANDBOX,
  'POST /admin/sandbox/{merchantCode}/{kind}/{id}/!expire': SANDBOX,
  'POST /admin/sandbox/{merchantCode}/{kind}/{id}/!fail': SANDBOX,

  'PATCH /admin/cases/{id}': CASE_WORK,
  'POST /admin/cases/{id}/!note': CASE_WORK,
  'PATCH /admin/cases': CASE_WORK,
  'POST /admin/cases/!close': {
    why: 'WORK',
    can: 'close cases without money, except a processor’s contradictions',
    worst:
      'A question is put away unanswered. The payment stays as it is, and the closing stands under the name.',
  },

  'POST /admin/providers/{name}/!check': {
    why: 'READS',
    can: 'check a provider’s account, and subscribe to its notifications',
    worst: 'The provider is asked some questions.',
  },
  'POST /admin/providers/{name}/!subscribe': {
    why: 'AGAIN',
    can: 'check a provider’s account, and subscribe to its notifications',
    worst:
      'The provider is told the gateway’s own address once more. A notification is only ever asked about.',
  },
  'POST /admin/accounts/{id}/!pause': {
    why: 'CLOSES',
    can: 'pause an own account',
    worst: 'Payins go by another way, or none, until two have resumed it.',
  },
  'POST /admin/networks/{chainId}/!rescan': {
    why: 'AGAIN',
    can: 'have blocks of a network read again',
    worst: 'New payments are seen later meanwhile. A transfer that is known counts once.',
  },

  'POST /admin/bank-files/{id}/!cancel': {
    why: 'CLOSES',
    can: 'cancel a bank file that nobody has downloaded',
    worst: 'Its payouts wait for the next file.',
  },
  'PUT /admin/settlement-calendars/{code}': {
    why: 'WORK',
    can: 'maintain calendars of business days',
    worst:
      'A merchant is due some days earlier or later. No run pays before two have started it, to an account that two have put.',
  },
  'POST /admin/settlement-runs': {
    why: 'ASKS',
    can: 'prepare and stop settlement runs',
    worst: 'A run is prepared that nobody starts.',
  },
  'POST /admin/settlement-runs/{id}/!stop': {
    why: 'CLOSES',
    can: 'prepare and stop settlement runs',
    worst: 'Merchants are paid later: two start it again, and an alert tells of it.',
  },
  'POST /admin/statements': PDFS,
  'POST /admin/invoices': PDFS,
  'POST /admin/reports/!rebuild': PDFS,
  'POST /admin/backups': {
    why: 'AGAIN',
    can: 'make a backup and remove older ones',
    worst:
      'Only the newest backup is left on the machine. No token fetches one, and none holds the master key.',
  },
  'POST /admin/alerts/!test': {
    why: 'READS',
    can: 'send a test alert',
    worst: 'Whoever is on duty gets messages that say they are tests.',
  },
}

/** What needs no approval at endpoints that declare an operation: `operation` says when one is requested. */
export const PARTLY_ALONE: Readonly<Record<string, SingleApproval>> = {
  'POST /admin/cases/{id}/!close': {
    why: 'WORK',
    can: 'close cases without money, except a processor’s contradictions',
    worst: 'As for many at once.',
  },
  'PATCH /admin/merchants/{merchantCode}': {
    why: 'CLOSES',
    can: 'suspend a merchant, and change its name, rate limit and the look of its checkout',
    worst: 'A shop stands still.',
  },
  'PATCH /admin/accounts/{id}': {
    why: 'CLOSES',
    can: 'set an own account’s limits and opening hours, and pause it',
    worst: 'More or fewer payins come to an account that two have put.',
  },
  'PATCH /admin/connectors/{name}': {
    why: 'CLOSES',
    can: 'pause a connector or a provider’s account, switch a network off, close a debtor account',
    worst: 'Payments go by another way, or none, until two have opened it again.',
  },
  'PATCH /admin/providers/{name}': {
    why: 'CLOSES',
    can: 'pause a connector or a provider’s account, switch a network off, close a debtor account',
    worst: 'As with a connector.',
  },
  'PATCH /admin/networks/{chainId}': {
    why: 'CLOSES',
    can: 'pause a connector or a provider’s account, switch a network off, close a debtor account',
    worst: 'As with a connector.',
  },
  'PATCH /admin/debtor-accounts/{id}': {
    why: 'CLOSES',
    can: 'pause a connector or a provider’s account, switch a network off, close a debtor account',
    worst: 'As with a connector.',
  },
  'PUT /admin/alerts/rules/{rule}': {
    why: 'WORK',
    can: 'make an alert report more, or sooner',
    worst: 'Many messages, in which one that matters is overlooked.',
  },
}
