/**
 * What every refusal means and what to do about it, in words for a merchant's developer.
 *
 * The pages behind a problem's `type` (`/docs/errors/<CODE>`), `docs/merchants/errors.md` and the operators' `docs/operators/admin.md` are made of this one table. A code
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
    when: 'The body is empty, is not UTF-8, or is not one JSON document.',
    whatToDo: 'Send a JSON object and check its length. Nothing was stored.',
  },
  VALIDATION_FAILED: {
    when: 'A field is missing or breaks a rule, or the catalogue does not know the method, currency or operator in this combination.',
    whatToDo:
      'Read `errors`: it lists all faults at once, each with its `path`. Correct them and send the request again; a create may keep its ID.',
  },
  AUTHENTICATION_FAILED: {
    when: 'The merchant code, the key, the signature, the secret, the timestamp or the token is not right. Which of them is not said, so that nobody can search for the right one.',
    whatToDo:
      'Sign exactly the bytes that you send. Check the clock (300 s either way), the merchant code, and that your public key is registered and not removed.',
  },
  TOKEN_EXPIRED: {
    when: 'The token was right, and its time is over.',
    whatToDo: 'Get a new token and repeat the request.',
  },
  SCOPE_EXCEEDED: {
    when: 'The token does not allow this method and path, or it was made for another amount or currency. `detail` names what was asked, and what the token allows. Or the key or secret that it was or would be made with does not carry the right that this takes.',
    whatToDo:
      'Get a token whose action or operations, and whose money, cover the request. Where `detail` names a key or secret, an owner confirms it in the dashboard, under Keys and secrets.',
  },
  VERSION_UNSUPPORTED: {
    when: 'The header `X-API-Version` is missing or is not exactly `2`.',
    whatToDo: 'Send `X-API-Version: 2` with every request.',
  },
  NOT_FOUND: {
    when: 'There is nothing at this path, or you have no such payment. A payment of another merchant reads exactly the same.',
    whatToDo: 'Check the path and the ID, and that payin and payout are not mixed up.',
  },
  METHOD_NOT_ALLOWED: {
    when: 'The path exists, but not with this HTTP method.',
    whatToDo: 'Use a method that the header `Allow` names.',
  },
  CUSTOMER_VERIFICATION_INACTIVITY: {
    when: 'The processor does not serve this customer: the verification has been inactive for too long.',
    whatToDo:
      'Ask the customer to verify again, or offer another method. The ID is not used up. After the create the same code may stand in `failureReasonCode`.',
  },
  CUSTOMER_NOT_REGISTERED: {
    when: 'The processor does not know this customer.',
    whatToDo:
      'Ask the customer to register, or offer another method. The ID is not used up. After the create the same code may stand in `failureReasonCode`.',
  },
  ALREADY_EXISTS: {
    when: 'A payin, payout or refund with this ID was accepted before, whatever became of it.',
    whatToDo:
      'If `sameRequest` is true, this is your own repetition: read the payin, payout or refund of this ID and go on. If it is false, two different ones share an ID: use a new one.',
  },
  REFERENCE_CONFLICT: {
    when: 'A credit or debit with this reference was booked before, of another amount or currency.',
    whatToDo: 'Use a new reference for another movement of money; the same one again books nothing.',
  },
  CASE_SETTLED: {
    when: 'The case is closed, or somebody else decided about it at the same time.',
    whatToDo: 'Read the case again: it says who decided what, and what of its money is left.',
  },
  AMOUNT_DIFFERS: {
    when: "The case's money is more or less than the payin wants.",
    whatToDo:
      "Name the part that is the payin's in `money` and settle the rest by itself, or set `acceptDifference`: the merchant gets the order's amount, and the gateway bears or keeps the gap.",
  },
  KEY_EXISTS: {
    when: 'The public key is one of those that the merchant has, or stands in the request twice.',
    whatToDo: 'Nothing, if that key was meant: it is in force. Otherwise send the new one.',
  },
  LAST_CREDENTIAL: {
    when: 'It is the last callback secret, or the last key or secret by which your programs get tokens: without it they would be cut off.',
    whatToDo: 'Add another first, let your programs use it, and then remove this one.',
  },
  CREDENTIAL_LIMIT: {
    when: 'There are 20 of this kind in force.',
    whatToDo: 'Remove those that nobody uses.',
  },
  FOUR_EYES: {
    when: 'Two people must want this: what one has asked for another approves, and a bank file that one has prepared another releases, with a token of their own that was there before.',
    whatToDo:
      'Let a colleague do it. Where the one who asked has been revoked, reject it and ask anew; a bank file is cancelled and prepared anew.',
  },
  NOTHING_TO_PAY: {
    when: 'No payout waits that the named debtor accounts can pay in that format. `leftOut` says what waits and why it cannot.',
    whatToDo: 'Name another account or format, or wait for payouts.',
  },
  NOTHING_TO_SETTLE: {
    when: 'A settlement run was asked for, and no period has ended that was not settled yet; or none of the named merchants has terms.',
    whatToDo: 'Look with `!preview`, and read the terms of the merchants.',
  },
  RUN_STATE: {
    when: 'The settlement run is over, or is already what was asked for; or another one was prepared in that very moment.',
    whatToDo: 'Read the run, or the list of runs, and decide again.',
  },
  BACKUP_IN_PROGRESS: {
    when: 'One backup is made at a time, and one is under way.',
    whatToDo: 'Read `/admin/backups` until it is done.',
  },
  BACKUP_ELSEWHERE: {
    when: 'The gateway runs on PostgreSQL (or in memory), whose files are not its own.',
    whatToDo:
      "Use PostgreSQL's own tools, `pg_basebackup` or `pg_dump`: the operators' page on backups has the commands.",
  },
  APPROVAL_STALE: {
    when: 'What was asked for is about something that has changed since: a merchant, a case, the policy. Nothing was done.',
    whatToDo: 'Look at how it is now. Reject the approval, and ask anew if it is still wanted.',
  },
  APPROVAL_DECIDED: {
    when: 'The approval was approved, rejected, or has ended after 72 hours. What was approved is done once.',
    whatToDo: 'Read it: it says who decided. Where it has ended, ask anew.',
  },
  APPROVAL_WAITS: {
    when: 'What an approved operation made is collected by who asked for it, and this one waits for its approval.',
    whatToDo: 'Read the approval: it says who may approve it.',
  },
  APPROVAL_COLLECTED: {
    when: 'The operation made nothing to collect, was rejected, was collected before, or was approved more than a day ago.',
    whatToDo: 'Ask for the link, the token or the secret anew.',
  },
  FORMAT_UNAVAILABLE: {
    when: 'The statement cannot be written so: it is too long for it, or the format has no code for its currency.',
    whatToDo: 'Ask for one of the formats that `detail` names.',
  },
  STATEMENT_COVERED: {
    when: 'The last statement of this merchant and currency reaches as far as was asked for, or no money of theirs has moved before; or there is nothing that an invoice could be drawn from, as `detail` says.',
    whatToDo: 'Read the statements that there are. Ask for a later end.',
  },
  STATEMENT_IN_PROGRESS: {
    when: 'Another node or operator is making the same statement: each is made once.',
    whatToDo: 'Wait a moment and read the list.',
  },
  BANK_FILE_STATE: {
    when: 'The bank file is not in the state for this, or its cut-off has passed.',
    whatToDo:
      'Read the file. One that is too late is cancelled, and prepared anew for the next business day.',
  },
  EXTERNAL_REFERENCE_CONFLICT: {
    when: 'Another of your payins has this external reference.',
    whatToDo: 'Ask the customer to check the reference. One bank entry pays one payin.',
  },
  LINK_NOT_OPEN: {
    when: 'The payment link is closed, its time is over, or it has as many payments as it takes, paid or on their way. One that is not completed gives its place back.',
    whatToDo: 'Show the customer that this link takes no payment now. For another payment make a new link.',
  },
  INVALID_STATE: {
    when: 'The state of the payment does not allow this: an external reference, for instance, can be set while the payin is open or expired, and corrected three times.',
    whatToDo: 'Read the payment and act on its status.',
  },
  FILE_CHANGED: {
    when: 'A file of payouts is paid by the fingerprint that its preview told, and this file has another: it was changed since. Nothing was paid.',
    whatToDo:
      'Look at the file as it is now with `POST /payout-batches/!preview`, and pay it by its own fingerprint.',
  },
  BATCH_REFUSED: {
    when: 'A row of the file has a fault, or the ID of another payout. Nothing was paid, not even the rows that are right.',
    whatToDo: 'Read `errors`: they name line and column. Mend the file, and look at it again.',
  },
  PRECONDITION_FAILED: {
    when: 'The request has `If-Match`, and what it would change is not any more as it was when that `ETag` was answered: somebody else was first. Nothing was done.',
    whatToDo: 'Read it anew, look at what has changed, and send the change with the new `ETag`.',
  },
  BODY_TOO_LARGE: {
    when: 'The body has more than 65536 bytes, or an uploaded file more than its path takes.',
    whatToDo: 'Send less. No request of this API needs so much.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    when: 'The body is not `application/json`, or it is compressed.',
    whatToDo: 'Send `Content-Type: application/json`, without `Content-Encoding`.',
  },
  METHOD_UNAVAILABLE: {
    when: 'The method is known, but it is not among your products in this currency, nobody serves it right now, or nobody can with the data that the request has.',
    whatToDo:
      'Where there are `errors`, mend the data that they name and repeat: a missing bank code, a name in letters that the bank cannot write. Otherwise offer what `POST /payins/!availablePaymentOptions` lists, or ask the operator for the product. The ID is not used up.',
  },
  OPERATOR_UNAVAILABLE: {
    when: 'The operator is known, but it is not among those of your product, or nobody serves it right now.',
    whatToDo: 'Choose one that `POST /payins/!availablePaymentOptions` lists. The ID is not used up.',
  },
  AMOUNT_OUT_OF_RANGE: {
    when: 'The amount is below or above what the method, the operator or your product takes, or fee and VAT would reach it.',
    whatToDo: 'The `detail` names the range, where there is one. The ID is not used up.',
  },
  INSUFFICIENT_BALANCE: {
    when: 'The available balance does not cover amount, fee and VAT of the payout or refund.',
    whatToDo: 'Read `GET /balances`, top up, and send the same request again. The ID is not used up.',
  },
  PAYIN_NOT_REFUNDABLE: {
    when: 'The payin is not a SUCCESS, or its money is in doubt: the bank, the processor or the chain has contradicted it, and the operator has yet to decide.',
    whatToDo: 'Read the payin. Only one that is a SUCCESS can be given back. The ID is not used up.',
  },
  REFUND_EXCEEDS_PAYIN: {
    when: 'The refund is of more than is left of the payin: other refunds count from when they are accepted, unless they have FAILED or EXPIRED.',
    whatToDo:
      'Read `refundable`, or the `refunds` of the payin, and ask for that much or less. The ID is not used up.',
  },
  REFUND_WINDOW_PASSED: {
    when: "The payin's rail gives money back for so many days only, they have passed, and your account has no payout by which the money could go instead.",
    whatToDo: 'Ask your operator for a payout product in this currency. The ID is not used up.',
  },
  REFUND_TIMES_EXCEEDED: {
    when: "The payin's rail gives money back once only, and your account has no payout by which the rest could go; or the payin has had 100 refunds.",
    whatToDo: 'Ask your operator for a payout product in this currency. The ID is not used up.',
  },
  RATE_LIMITED: {
    when: 'Too many requests within one second. This one was not processed.',
    whatToDo: 'Wait as long as `Retry-After` says, then repeat the same request.',
  },
  STEP_UP_NEEDED: {
    when: 'A person asks for something that takes a fresh proof that it is really them: approving, changing who may what, new keys, a payout or a refund beyond what goes without one.',
    whatToDo:
      'Use the passkey or the app again, and send the same again. Programs with a token are not asked.',
  },
  OTHER_SIGN_IN_METHOD: {
    when: 'Whoever is vouched for by an identity provider wants a way in of their own, or another role than their groups give; or somebody else wants to be vouched for by it.',
    whatToDo:
      'Nothing was done. Change groups at the identity provider. To let somebody in without it, end the person and invite them anew.',
  },
  ORIGIN_REFUSED: {
    when: "A browser's session was used by a page of another origin, or in a way that only other pages use.",
    whatToDo:
      'Nothing was done. Use the console at the address that SLUICE_PUBLIC_URL names. A program sends a token, and no cookie.',
  },
  SIGN_IN_CLOSED: {
    when: 'People sign in over https, or on the very machine. This address is neither.',
    whatToDo: 'Set SLUICE_PUBLIC_URL to the https address of the gateway, and come there.',
  },
  NAME_TAKEN: {
    when: 'The audit log speaks of people by name, and an operator in force has this one.',
    whatToDo: 'Choose another name.',
  },
  LAST_SIGN_IN_METHOD: {
    when: 'It would take away the only way in that is left: the last passkey of a person, or the last ADMIN.',
    whatToDo: 'Add another first.',
  },
  LINK_OVER: {
    when: 'The link to sign in has been used, has been replaced, or its time is over.',
    whatToDo: 'Ask an ADMIN for another: `sluice people invite`, or `sluice people recover`.',
  },
  INTERNAL_ERROR: {
    when: 'Something failed on our side, and whether the request was stored may be unknown.',
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
