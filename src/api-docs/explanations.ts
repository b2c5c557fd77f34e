/**
 * What every refusal means and what to do about it, in words for a merchant's developer.
 *
 * The pages behind a problem's `type` (`/docs/errors/<CODE>`), `docs/merchants/errors.md` and the operators' `docs/operators/endpoints.md` are made of this one table. A code
 * without its row does not compile.
 */
import { ADMIN_PROBLEMS, ALL_PROBLEMS } from '../admin/problems.ts'
import type { ProblemKind } from '../http/problems.ts'

type Code = keyof typeof ALL_PROBLEMS

export interface Explanation {
  readonly when: string
  readonly whatToDo: string
}

const EXPLANATIONS: Readonly<Record<Code, Explanation>> = {
  MALFORMED_JSON: {
    when: 'The body is empty, not UTF-8, or not a single JSON document.',
    whatToDo: 'Send one JSON object and check its length. Nothing was stored.',
  },
  VALIDATION_FAILED: {
    when: 'A field is missing or invalid, or the catalogue does not have this combination of method, currency and operator.',
    whatToDo:
      'Read `errors`, which lists all invalid fields with their `path`. Correct them and send the request again; a create can keep its ID.',
  },
  AUTHENTICATION_FAILED: {
    when: 'The merchant code, key, signature, secret, timestamp or token is not valid. The answer does not say which, so that nobody can search for the right one.',
    whatToDo:
      'Sign exactly the bytes that you send. Check your clock (300 s either way), the merchant code, and that your public key is registered and not removed.',
  },
  TOKEN_EXPIRED: {
    when: 'The token was valid and has expired.',
    whatToDo: 'Get a new token and repeat the request.',
  },
  SCOPE_EXCEEDED: {
    when: 'The token does not allow this method and path, or it is for another amount or currency; `detail` names what was requested and what the token allows. Or the key or secret behind the token lacks the right that this needs.',
    whatToDo:
      'Get a token whose action or operations, and whose amount, cover the request. If `detail` names a key or secret, an owner can confirm it in the dashboard, under Keys and secrets.',
  },
  VERSION_UNSUPPORTED: {
    when: 'The header `X-API-Version` is missing or is not exactly `2`.',
    whatToDo: 'Send `X-API-Version: 2` with every request.',
  },
  NOT_FOUND: {
    when: "There is nothing at this path, or you have no such payment. Another merchant's payment gives the same answer.",
    whatToDo: 'Check the path and the ID, and whether you confused payin and payout.',
  },
  METHOD_NOT_ALLOWED: {
    when: 'The path exists, but not with this HTTP method.',
    whatToDo: 'Use a method from the header `Allow`.',
  },
  CUSTOMER_VERIFICATION_INACTIVITY: {
    when: 'The processor does not accept this customer, because their verification has been inactive for too long.',
    whatToDo:
      'Ask the customer to verify again, or offer another method. The ID is not used up. After the create, the same code can appear in `failureReasonCode`.',
  },
  CUSTOMER_NOT_REGISTERED: {
    when: 'The processor does not know this customer.',
    whatToDo:
      'Ask the customer to register, or offer another method. The ID is not used up. After the create, the same code can appear in `failureReasonCode`.',
  },
  ALREADY_EXISTS: {
    when: 'A payin, payout or refund with this ID was accepted before, whatever became of it.',
    whatToDo:
      'If `sameRequest` is true, this is your own retry: read the payin, payout or refund with this ID and continue. If it is false, two different requests share an ID: use a new one.',
  },
  REFERENCE_CONFLICT: {
    when: 'A credit or debit with this reference was booked before, with another amount or currency.',
    whatToDo: 'Use a new reference for another movement. Repeating the same one books nothing.',
  },
  CASE_SETTLED: {
    when: 'The case is closed, or somebody else decided it at the same time.',
    whatToDo: 'Read the case again: it says who decided what, and how much of its money is left.',
  },
  AMOUNT_DIFFERS: {
    when: "The case's money is more or less than the payin's amount.",
    whatToDo:
      "Set `money` to the payin's part and settle the rest separately, or set `acceptDifference`: the merchant gets the order's amount, and the gateway bears or keeps the difference.",
  },
  KEY_EXISTS: {
    when: 'The merchant already has this public key, or the request contains it twice.',
    whatToDo: 'If you meant this key, do nothing: it is active. Otherwise send the new one.',
  },
  LAST_CREDENTIAL: {
    when: 'It is the last callback secret, or the last key or secret by which your programs get tokens. Without it they would be locked out.',
    whatToDo: 'Add another one, switch your programs to it, and then remove this one.',
  },
  CREDENTIAL_LIMIT: {
    when: '20 of this kind are active.',
    whatToDo: 'Remove those that nobody uses.',
  },
  FOUR_EYES: {
    when: 'This needs two people: one requests an operation and another approves it; one prepares a bank file and another, who was an operator before, releases it with their own token.',
    whatToDo:
      'Ask a colleague. If the requester was revoked, reject the request and make it again; cancel a bank file and prepare it again.',
  },
  NOTHING_TO_PAY: {
    when: 'No waiting payout can be paid by these debtor accounts in this format. `leftOut` lists what waits and why.',
    whatToDo: 'Use another account or format, or wait for payouts.',
  },
  NOTHING_TO_SETTLE: {
    when: 'No period has ended that is not settled yet, or none of the named merchants has terms.',
    whatToDo: "Check with `!preview`, and read the merchants' terms.",
  },
  RUN_STATE: {
    when: 'The settlement run is finished or already in the requested state, or another one was prepared at the same moment.',
    whatToDo: 'Read the run, or the list of runs, and decide again.',
  },
  BACKUP_IN_PROGRESS: {
    when: 'A backup is in progress. Only one is made at a time.',
    whatToDo: 'Read `/admin/backups` until it is finished.',
  },
  BACKUP_ELSEWHERE: {
    when: 'The gateway runs on PostgreSQL (or in memory), so it cannot copy the database files.',
    whatToDo:
      "Use PostgreSQL's own tools, `pg_basebackup` or `pg_dump`: the operators' page on backups has the commands.",
  },
  APPROVAL_STALE: {
    when: 'The subject of the request has changed since: a merchant, a case, the policy. Nothing was done.',
    whatToDo: 'Check the current state. Reject the request, and make it again if you still want it.',
  },
  APPROVAL_DECIDED: {
    when: 'The request was approved, rejected, or has expired after 72 hours. An approved operation is carried out once.',
    whatToDo: 'Read it: it says who decided. If it has expired, make it again.',
  },
  APPROVAL_WAITS: {
    when: 'The requester collects what an approved operation created, and this one still waits for approval.',
    whatToDo: 'Read the approval: it says who can approve it.',
  },
  APPROVAL_COLLECTED: {
    when: 'The operation created nothing to collect, was rejected, was collected before, or was approved more than a day ago.',
    whatToDo: 'Request the link, token or secret again.',
  },
  FORMAT_UNAVAILABLE: {
    when: 'The statement is too long for this format, or the format has no code for its currency.',
    whatToDo: 'Use one of the formats in `detail`.',
  },
  STATEMENT_COVERED: {
    when: "The merchant's last statement in this currency already covers this period, or no money has moved before it. Or there is nothing to invoice, as `detail` says.",
    whatToDo: 'Read the existing statements, or choose a later end.',
  },
  STATEMENT_IN_PROGRESS: {
    when: 'Another node or operator is making the same statement. Each is made once.',
    whatToDo: 'Wait a moment and read the list.',
  },
  BANK_FILE_STATE: {
    when: "The bank file's state does not allow this, or its cut-off has passed.",
    whatToDo: 'Read the file. If it is too late, cancel it and prepare it again for the next business day.',
  },
  EXTERNAL_REFERENCE_CONFLICT: {
    when: 'Another of your payins has this external reference.',
    whatToDo: 'Ask the customer to check the reference. One bank entry pays one payin.',
  },
  LINK_NOT_OPEN: {
    when: 'The payment link is closed or expired, or it has as many payments as it accepts, paid or in progress. A payment that is not completed frees its place.',
    whatToDo:
      'Tell the customer that this link accepts no payment now. For another payment, create a new link.',
  },
  INVALID_STATE: {
    when: "The payment's state does not allow this. For example, an external reference can be set while the payin is open or expired, and corrected three times.",
    whatToDo: 'Read the payment and act on its status.',
  },
  FILE_CHANGED: {
    when: 'A payout file is paid by the fingerprint from its preview, and this file has another one: it was changed since. Nothing was paid.',
    whatToDo:
      'Preview the current file with `POST /payout-batches/!preview`, and pay it by its own fingerprint.',
  },
  BATCH_REFUSED: {
    when: 'A row of the file has an error, or the ID of another payout. Nothing was paid, not even the valid rows.',
    whatToDo: 'Read `errors`, which name line and column. Correct the file and preview it again.',
  },
  PRECONDITION_FAILED: {
    when: 'The request has `If-Match`, and the resource has changed since that `ETag` was returned. Nothing was done.',
    whatToDo: 'Read it again, check what has changed, and send your change with the new `ETag`.',
  },
  BODY_TOO_LARGE: {
    when: 'The body has more than 65536 bytes, or an uploaded file more than its path accepts.',
    whatToDo: 'Send less. No request of this API needs so much.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    when: 'The body is not `application/json`, or it is compressed.',
    whatToDo: 'Send `Content-Type: application/json`, without `Content-Encoding`.',
  },
  METHOD_UNAVAILABLE: {
    when: 'The method is known, but you have no product for it in this currency, nobody serves it right now, or nobody can with the data in the request.',
    whatToDo:
      'If there are `errors`, correct the data that they name and repeat the request: a missing bank code, a name in letters that the bank cannot write. Otherwise offer what `POST /payins/!availablePaymentOptions` lists, or ask the operator for the product. The ID is not used up.',
  },
  OPERATOR_UNAVAILABLE: {
    when: 'The operator is known, but your product does not have it, or nobody serves it right now.',
    whatToDo: 'Choose one that `POST /payins/!availablePaymentOptions` lists. The ID is not used up.',
  },
  AMOUNT_OUT_OF_RANGE: {
    when: 'The amount is outside the range of the method, the operator or your product, or fee and VAT would use it up.',
    whatToDo: 'See the range in `detail`, if there is one. The ID is not used up.',
  },
  INSUFFICIENT_BALANCE: {
    when: 'The available balance does not cover amount, fee and VAT of the payout or refund.',
    whatToDo: 'Read `GET /balances`, top up, and send the same request again. The ID is not used up.',
  },
  PAYIN_NOT_REFUNDABLE: {
    when: 'The payin is not a SUCCESS, or its money is in doubt: the bank, the processor or the chain has contradicted it, and the operator has not decided yet.',
    whatToDo: 'Read the payin. Only a SUCCESS can be refunded. The ID is not used up.',
  },
  REFUND_EXCEEDS_PAYIN: {
    when: 'The refund is larger than what is left of the payin. Other refunds count from when they are accepted, unless they are FAILED or EXPIRED.',
    whatToDo:
      'Read `refundable`, or the `refunds` of the payin, and refund that much or less. The ID is not used up.',
  },
  REFUND_WINDOW_PASSED: {
    when: "The period in which the payin's rail returns money has passed, and your account has no payout that could be used instead.",
    whatToDo: 'Ask your operator for a payout product in this currency. The ID is not used up.',
  },
  REFUND_TIMES_EXCEEDED: {
    when: "The payin's rail returns money only once, and your account has no payout for the rest; or the payin has had 100 refunds.",
    whatToDo: 'Ask your operator for a payout product in this currency. The ID is not used up.',
  },
  RATE_LIMITED: {
    when: 'Too many requests within one second. This one was not processed.',
    whatToDo: 'Wait as long as `Retry-After` says, then repeat the same request.',
  },
  STEP_UP_NEEDED: {
    when: 'The operation needs a fresh proof of identity: approving, changing rights, new keys, or a payout or refund beyond what is allowed without one.',
    whatToDo:
      'Use your passkey or app again, and send the same request again. Programs with a token are not asked.',
  },
  OTHER_SIGN_IN_METHOD: {
    when: 'A person of an identity provider requests another way to sign in, or another role than their groups give; or somebody else wants to sign in through it.',
    whatToDo:
      'Nothing was done. Change groups at the identity provider. To admit somebody without it, end the person and invite them again.',
  },
  ORIGIN_REFUSED: {
    when: "A page of another origin used a browser's session, or it was used in a way that only other pages use.",
    whatToDo:
      'Nothing was done. Use the console at the address in SLUICE_PUBLIC_URL. Programs send a token, not a cookie.',
  },
  SIGN_IN_CLOSED: {
    when: 'People can sign in over https, or on the machine itself. This address is neither.',
    whatToDo: 'Set SLUICE_PUBLIC_URL to the https address of the gateway, and sign in there.',
  },
  NAME_TAKEN: {
    when: 'The audit log identifies people by name, and an active operator has this one.',
    whatToDo: 'Choose another name.',
  },
  LAST_SIGN_IN_METHOD: {
    when: "It would remove the last way to sign in: a person's last passkey, or the last ADMIN.",
    whatToDo: 'Add another one first.',
  },
  LINK_OVER: {
    when: 'The sign-in link has been used or replaced, or has expired.',
    whatToDo: 'Ask an ADMIN for another: `sluice people invite`, or `sluice people recover`.',
  },
  INTERNAL_ERROR: {
    when: 'Something failed on our side, and it may be unknown whether the request was stored.',
    whatToDo:
      'Read the payment, or repeat the request with the same ID: 409 means that it was stored. Quote `requestId` when you ask for help.',
  },
  UNAVAILABLE: {
    when: 'The gateway is overloaded, is shutting down, or cannot reach its database.',
    whatToDo: 'Nothing was stored. Wait as long as `Retry-After` says, then repeat the same request.',
  },
}

const KINDS: Readonly<Record<Code, ProblemKind>> = ALL_PROBLEMS

export interface ExplainedCode extends ProblemKind, Explanation {
  readonly code: string
  /** Only the operators' API answers with it. */
  readonly isForOperators: boolean
}

/** All codes by status, then by name. */
export const EXPLAINED_CODES: readonly ExplainedCode[] = Object.entries(EXPLANATIONS)
  .map(([code, explanation]) => ({
    code,
    isForOperators: code in ADMIN_PROBLEMS,
    ...KINDS[code as Code],
    ...explanation,
  }))
  .sort((a, b) => a.status - b.status || (a.code < b.code ? -1 : 1))

/** For `registerProblemPages`. */
export const EXPLAINED_PROBLEMS = Object.fromEntries(
  EXPLAINED_CODES.map(({ code, isForOperators, status, title, when, whatToDo }) => [
    code,
    {
      status,
      title,
      explanation: `${isForOperators ? 'For operators. ' : ''}${when} ${whatToDo}`.replaceAll('`', ''),
    },
  ]),
)
