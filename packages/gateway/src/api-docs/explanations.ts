/**
 * What every problem code means and what to do about it, for a merchant's developer.
 *
 * This table is the source of the pages behind a problem's `type` (`/docs/errors/<CODE>`), of
 * `docs/merchants/errors.md` and of the operators' `docs/operators/endpoints.md`. A code without a row does not
 * compile.
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
    whatToDo: 'Send a JSON object and check its length. Nothing was stored.',
  },
  VALIDATION_FAILED: {
    when: 'A field is missing or invalid, or this combination of method, currency and operator is not supported.',
    whatToDo:
      'Read `errors`: it lists all faults, each with its `path`. Correct them and send the request again. A create can keep its ID.',
  },
  AUTHENTICATION_FAILED: {
    when: 'A header that authenticates the request is missing or malformed, which `detail` says. Or the merchant code, key, signature, secret, timestamp or token is wrong: for security, the response does not say which one, but it says how far your `timestamp` is from the server’s clock.',
    whatToDo:
      'Sign exactly the bytes that you send. Check your clock (300 s either way), the merchant code, and that your public key is registered and not removed.',
  },
  TOKEN_EXPIRED: {
    when: 'The token was valid but has expired.',
    whatToDo: 'Get a new token and repeat the request.',
  },
  SCOPE_EXCEEDED: {
    when: 'The token does not allow this method and path, or it was created for another amount or currency. `detail` names what was requested and what the token allows. Or the key or secret behind the token does not have the required permission.',
    whatToDo:
      'Get a token whose action or operations, and whose money, cover the request. If `detail` names a key or secret, ask an owner to confirm it in the dashboard, under Keys and secrets.',
  },
  VERSION_UNSUPPORTED: {
    when: 'The header `X-API-Version` is missing or is not exactly `2`.',
    whatToDo: 'Send `X-API-Version: 2` with every request.',
  },
  NOT_FOUND: {
    when: 'The path does not exist, or you have no such payment. For a payment of another merchant, the response is the same.',
    whatToDo: 'Check the path and the ID, and that you did not confuse payin and payout.',
  },
  METHOD_NOT_ALLOWED: {
    when: 'The path exists, but not with this HTTP method.',
    whatToDo: 'Use a method from the header `Allow`.',
  },
  CUSTOMER_VERIFICATION_INACTIVITY: {
    when: 'The processor rejected this customer because the verification was inactive for too long.',
    whatToDo:
      'Ask the customer to verify again, or offer another method. You can use the same ID again. After the create, the same code can appear in `failureReasonCode`.',
  },
  CUSTOMER_NOT_REGISTERED: {
    when: 'The processor does not know this customer.',
    whatToDo:
      'Ask the customer to register, or offer another method. You can use the same ID again. After the create, the same code can appear in `failureReasonCode`.',
  },
  ALREADY_EXISTS: {
    when: 'A payin, payout or refund with this ID was accepted before, regardless of its status.',
    whatToDo:
      'If `sameRequest` is true, you repeated a request: read the payin, payout or refund with this ID and continue. If it is false, the ID belongs to a different request: use a new ID.',
  },
  REFERENCE_CONFLICT: {
    when: 'A credit or debit with this reference was already booked with a different amount or currency.',
    whatToDo: 'Use a new reference for a new booking. Repeating the same booking has no effect.',
  },
  CASE_SETTLED: {
    when: 'The case is closed, or another operator decided it at the same time.',
    whatToDo: 'Read the case again. It shows who decided what, and the remaining amount.',
  },
  AMOUNT_DIFFERS: {
    when: 'The amount of the case differs from the amount due for the payin.',
    whatToDo:
      "Set the payin's part in `money` and settle the rest separately, or set `acceptDifference`: the merchant is credited the amount due, and the gateway bears or keeps the difference.",
  },
  KEY_EXISTS: {
    when: 'The merchant already has this public key, or the request contains it twice.',
    whatToDo: 'If you meant this key, do nothing: it is active. Otherwise send the new key.',
  },
  LAST_CREDENTIAL: {
    when: 'This is the last callback secret, or the last key or secret that your programs use to get tokens.',
    whatToDo: 'Add another one, switch your programs to it, and then remove this one.',
  },
  CREDENTIAL_LIMIT: {
    when: 'You already have 20 active credentials of this kind.',
    whatToDo: 'Remove the ones you no longer use.',
  },
  FOUR_EYES: {
    when: 'This operation needs dual approval: a second operator must approve the request, or release the bank file, with their own token that existed before the request.',
    whatToDo:
      'Ask another operator. If the operator who made the request was revoked, reject it and request again; cancel and prepare a bank file again.',
  },
  NOTHING_TO_PAY: {
    when: 'No waiting payout can be paid from these accounts in this format. `leftOut` lists the waiting payouts and the reasons.',
    whatToDo: 'Choose another account or format, or wait for payouts.',
  },
  NOTHING_TO_SETTLE: {
    when: 'All ended periods are already settled, or none of the selected merchants has settlement terms.',
    whatToDo: "Call `!preview`, and read the merchants' terms.",
  },
  RUN_STATE: {
    when: 'The settlement run has ended or is already in the requested state, or another run was prepared at the same moment.',
    whatToDo: 'Read the run or the list of runs, then try again if needed.',
  },
  BACKUP_IN_PROGRESS: {
    when: 'Another backup is in progress. Only one runs at a time.',
    whatToDo: 'Poll `/admin/backups` until it is done.',
  },
  BACKUP_ELSEWHERE: {
    when: 'The gateway runs on PostgreSQL or in memory, so it has no database files of its own.',
    whatToDo:
      "Use PostgreSQL's own tools, `pg_basebackup` or `pg_dump`: the operators' page on backups has the commands.",
  },
  APPROVAL_STALE: {
    when: 'The merchant, case or policy that the request is about has changed since. Nothing was done.',
    whatToDo: 'Check the current state. Reject the approval, and request again if needed.',
  },
  APPROVAL_DECIDED: {
    when: 'The request was already approved or rejected, or expired after 72 hours. An approved operation is executed once.',
    whatToDo: 'Read the approval to see who decided. If it expired, request again.',
  },
  APPROVAL_WAITS: {
    when: 'You can collect the result of an operation only after it is approved.',
    whatToDo: 'Read the approval to see who can approve it.',
  },
  APPROVAL_COLLECTED: {
    when: 'The operation has no result to collect, was rejected, was already collected, or was approved more than a day ago.',
    whatToDo: 'Request the link, token or secret again.',
  },
  FORMAT_UNAVAILABLE: {
    when: 'The statement is too long for this format, or the format has no code for its currency.',
    whatToDo: 'Use one of the formats named in `detail`.',
  },
  STATEMENT_COVERED: {
    when: 'The last statement of this merchant and currency already covers the requested period, there were no transactions before it, or there is nothing to invoice. `detail` says which.',
    whatToDo: 'Read the existing statements, or request a later end.',
  },
  STATEMENT_IN_PROGRESS: {
    when: 'Another node or operator is creating the same statement.',
    whatToDo: 'Wait a moment, then read the list.',
  },
  BANK_FILE_STATE: {
    when: 'The status of the bank file does not allow this, or its cut-off has passed.',
    whatToDo: 'Read the file. If it is too late, cancel it and prepare a new one for the next business day.',
  },
  EXTERNAL_REFERENCE_CONFLICT: {
    when: 'Another of your payins already has this external reference.',
    whatToDo: 'Ask the customer to check the reference. One bank entry pays one payin.',
  },
  LINK_NOT_OPEN: {
    when: 'The payment link is closed or expired, or has reached its maximum number of paid and open payments. A payment that is not completed no longer counts.',
    whatToDo:
      'Tell the customer that this link does not accept payments now. For another payment, create a new link.',
  },
  INVALID_STATE: {
    when: 'The status of the payment does not allow this. For example, an external reference can be set only while the payin is open or expired, and corrected up to three times.',
    whatToDo: 'Read the payment and act on its status.',
  },
  FILE_CHANGED: {
    when: 'The file has a different fingerprint from the one returned by the preview, so it has changed since. Nothing was paid.',
    whatToDo:
      'Preview the current file with `POST /payout-batches/!preview`, and pay it with the new fingerprint.',
  },
  BATCH_REFUSED: {
    when: 'A row of the file is invalid or uses the ID of another payout. Nothing was paid, not even the valid rows.',
    whatToDo: 'Read `errors`: they name line and column. Correct the file and preview it again.',
  },
  PRECONDITION_FAILED: {
    when: 'The request has `If-Match`, and the resource has changed since that `ETag` was returned. Nothing was done.',
    whatToDo: 'Read the resource again, check what changed, and send your change with the new `ETag`.',
  },
  BODY_TOO_LARGE: {
    when: 'The body is larger than 65536 bytes, or an uploaded file is larger than its endpoint accepts.',
    whatToDo: 'Send a smaller body.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    when: 'The body is not `application/json`, or is compressed.',
    whatToDo: 'Send `Content-Type: application/json`, without `Content-Encoding`.',
  },
  METHOD_UNAVAILABLE: {
    when: 'The method exists, but it is not among your products in this currency, no processor is available, or no processor can accept the data in the request.',
    whatToDo:
      "If there are `errors`, correct the data they name and repeat the request: for example a missing bank code, or a name in letters that the bank does not support. Otherwise offer the options from `POST /payins/!availablePaymentOptions`, or ask the gateway's operator for the product. You can use the same ID again.",
  },
  OPERATOR_UNAVAILABLE: {
    when: 'The operator exists, but it is not part of your product, or no processor is available for it.',
    whatToDo:
      'Choose an operator from `POST /payins/!availablePaymentOptions`. You can use the same ID again.',
  },
  AMOUNT_OUT_OF_RANGE: {
    when: 'The amount is outside the limits of the method, the operator or your product, or does not exceed the fee and VAT.',
    whatToDo: '`detail` names the range, if there is one. You can use the same ID again.',
  },
  INSUFFICIENT_BALANCE: {
    when: 'The available balance does not cover amount, fee and VAT of the payout or refund.',
    whatToDo: 'Read `GET /balances`, top up, and send the same request again. You can use the same ID again.',
  },
  PAYIN_NOT_REFUNDABLE: {
    when: "The payin is not a SUCCESS, or its money is disputed by the bank, the processor or the chain and the gateway's operator has not decided yet.",
    whatToDo:
      'Read the payin. Only a payin with status SUCCESS can be refunded. You can use the same ID again.',
  },
  REFUND_EXCEEDS_PAYIN: {
    when: 'The refund is larger than the remaining amount of the payin. Other refunds count once accepted, unless they FAILED or EXPIRED.',
    whatToDo:
      'Read `refundable`, or the `refunds` of the payin, and refund that amount or less. You can use the same ID again.',
  },
  REFUND_WINDOW_PASSED: {
    when: 'The payment method allows refunds only for a limited number of days, which have passed, and your account has no payout product for sending the money instead.',
    whatToDo:
      "Ask the gateway's operator for a payout product in this currency. You can use the same ID again.",
  },
  REFUND_TIMES_EXCEEDED: {
    when: 'The payment method allows only one refund, and your account has no payout product for sending the rest; or the payin already has 100 refunds.',
    whatToDo:
      "Ask the gateway's operator for a payout product in this currency. You can use the same ID again.",
  },
  RATE_LIMITED: {
    when: 'Too many requests within one second. This one was not processed.',
    whatToDo: 'Wait for the time in `Retry-After`, then repeat the same request.',
  },
  STEP_UP_NEEDED: {
    when: 'This action requires fresh verification of the person: for example approving, changing permissions, adding keys, or a payout or refund above the limit.',
    whatToDo:
      'Use your passkey or authenticator app again, then repeat the request. Programs with a token are not affected.',
  },
  OTHER_SIGN_IN_METHOD: {
    when: 'People who sign in with an identity provider cannot add another sign-in method or a role outside their groups, and other people cannot switch to the identity provider.',
    whatToDo:
      'Nothing was done. Change the groups at the identity provider. To give a person access without it, remove the person and invite them again.',
  },
  ORIGIN_REFUSED: {
    when: "A page of another origin used a browser's session, or it was used in a way that only other pages use.",
    whatToDo:
      'Nothing was done. Use the console at the address in SLUICE_PUBLIC_URL. Programs must send a token, not a cookie.',
  },
  SIGN_IN_CLOSED: {
    when: 'People can sign in only over https or on the same machine. This address is neither.',
    whatToDo: 'Set SLUICE_PUBLIC_URL to the https address of the gateway, and use that address.',
  },
  NAME_TAKEN: {
    when: 'The audit log identifies people by name, and an active operator already has this name.',
    whatToDo: 'Choose another name.',
  },
  LAST_SIGN_IN_METHOD: {
    when: "This would remove a person's last passkey, or the last ADMIN.",
    whatToDo: 'Add another one first.',
  },
  LINK_OVER: {
    when: 'The sign-in link was already used, was replaced, or has expired.',
    whatToDo: 'Ask an ADMIN for a new link: `sluice people invite`, or `sluice people recover`.',
  },
  INTERNAL_ERROR: {
    when: 'Something failed on our side. The request may or may not have been stored.',
    whatToDo:
      'Read the payment, or repeat the request with the same ID. 409 means that it was stored. Quote `requestId` when you ask for help.',
  },
  UNAVAILABLE: {
    when: 'The gateway is overloaded, is shutting down, or cannot reach its database.',
    whatToDo: 'Nothing was stored. Wait for the time in `Retry-After`, then repeat the same request.',
  },
}

const KINDS: Readonly<Record<Code, ProblemKind>> = ALL_PROBLEMS

export interface ExplainedCode extends ProblemKind, Explanation {
  readonly code: string
  /** Only the operators' API returns it. */
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
