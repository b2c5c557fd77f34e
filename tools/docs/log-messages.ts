/**
 * What to do about each message that the gateway logs as a warning or an error: the tables of docs/operators/log-messages.md.
 * A test fails if a message of the sources is missing here, or if one here is no longer logged.
 */
import { table } from './markdown.ts'

/** Messages that call for action, the most urgent first. */
export const ACTIONS: Readonly<Record<string, string>> = {
  // Money
  'a settlement run was stopped: an invariant is broken':
    'Run `npx sluice invariants`, and start no run until the cause is found. `broken` names the invariants.',
  'a chain reorganization removed a transfer that was counted':
    'Decide the case `CHAIN_REORG`. If it happens again, raise the network’s `confirmations`.',
  'the chain reorganized deeper than its confirmations; it is read again from an earlier block':
    'Raise the network’s `confirmations`. Decide the cases `CHAIN_REORG` that follow.',
  'a transfer with an impossible amount is ignored':
    'Check that the token’s contract address is right: `npx sluice networks show`.',
  'a provider uses a status code that its specification does not have: it settles nothing':
    'Find out from the provider what `statusCode` means, and have it added. Its payments stay open until then.',
  'a provider’s answer settles nothing':
    'Read `what`. If it repeats, check the account with `npx sluice providers check`, and report it.',
  'a connector accepted a payment with details that its method cannot use':
    'Fix the connector: its acceptance lacks a field of the method, or has another currency or amount.',
  'a payment was not cancelled':
    'Look at the payment: the processor may still carry it out. If it does, its status update or a case shows it.',
  'many external references match no money':
    'Ask the merchant: someone may be submitting invented references for money of others.',
  // Disk, database and data folder
  'the disk refused to keep what was written (fsync failed)':
    'The disk is failing: move to another one now. Nothing unconfirmed was reported as done.',
  'the embedded database failed': 'Read `reason`. The gateway opens the database again.',
  'the embedded database ended unexpectedly': 'Check memory and disk. The gateway opens the database again.',
  'the embedded database could not be opened again': 'Read `reason`, run `npx sluice doctor`, and restart.',
  'the lock on the data folder was lost to another process; the embedded database stops':
    'Find the other process that uses this folder, end one of the two, and restart.',
  'reports and exports read from the primary: the replica cannot be used':
    'Check `SLUICE_REPLICA_URL`, the standby and its lag. Reports go on, from the primary.',
  'no connection to PostgreSQL':
    'Read `reason`. Check that PostgreSQL runs and that `DATABASE_URL` is right.',
  'a batch failed; trying each change alone':
    'The database rejected one change, and its request got a 500. Report it.',
  'a backup could not be made': 'Read `why`. Make a backup by hand: `npx sluice backup make`.',
  'an export was cut off: a page could not be read': 'Repeat the export.',
  // Keys and people
  'secrets are encrypted with a master key that this node does not have: set SLUICE_MASTER_KEY as on the other nodes and restart it':
    'Do so. Until then this node can open no secrets.',
  'some encrypted values cannot be decrypted with any master key known here':
    'Add the old master key again: see [keys](keys.md). If it is lost, replace these secrets.',
  'the identity provider did not confirm an identity':
    'Once: someone cancelled their sign-in. Often: check the [single sign-on](sso.md) settings.',
  'a link could not be sent by mail':
    'Check the mail settings, or create the link again and send it yourself.',
  'a mail to an owner could not be sent': 'Check the mail settings.',
  'an alert could not be delivered': 'Check the address or URL of the alerts: `npx sluice alerts test`.',
  // Bugs and crashes
  request:
    'A response with status 500 or above: look at `status`, and at the lines before it. 503 means [overload](running.md#overload).',
  'request failed unexpectedly': 'Report it, with the `requestId`.',
  'unexpected error': 'Report it. The process ended, and the next start continues where it stopped.',
  'the shutdown failed': 'Report it. Nothing that was answered is lost.',
  'a process ended; it is started again':
    'Read `how`. If it repeats, look at the lines before it, and report it.',
  'a process does not start': 'Read `why`, run `npx sluice doctor`, and restart the gateway.',
  'a callback could not be handled': 'Read `error`; it is tried again. If it repeats, report it.',
  'a step failed and is tried again': 'Read `error`. Retries slow down to every 15 minutes.',
  'a stored status update failed and is tried again': 'Read `error`. If it repeats, report it.',
  'a bank entry failed; it will be retried': 'Read `error`. If it repeats, report it.',
  'an alert rule could not be measured': 'Read `error`. If it repeats, report it.',
  'an invoice could not be issued': 'Read `error`; it is tried again. If it repeats, report it.',
  'a statement could not be issued': 'Read `error`; it is tried again. If it repeats, report it.',
  // Settings
  'SLUICE_ADMIN_TOKEN is not set: no first operator is created': 'Set it, and restart.',
  "the first operator's token was revoked and stays revoked":
    'Use another ADMIN: somebody revoked the operator `bootstrap`.',
  'operators use the same address as payers and merchants':
    'Give operators [their own address](running.md#give-operators-their-own-address).',
  'this variable is set and nothing reads it: is it misspelled?':
    'Compare `variable` with the [settings](configuration.md).',
  'a request came through a proxy, so callbacks of test merchants to this machine are no longer sent; to allow them again, …':
    'Nothing, unless you [want them to](../merchants/callbacks.md#callback-addresses).',
  'nothing is traced': 'Install the package that `remedy` names, or unset `OTEL_EXPORTER_OTLP_ENDPOINT`.',
  'the shared rate limits cannot be reached; each node gives its share of a limit':
    'Check Redis and `REDIS_URL`.',
  'the request log was full: some requests are not in it':
    'Nothing for payments. If it repeats, the database is too slow: see [scaling](scaling.md).',
  'calls to providers were not recorded: too many':
    'Nothing for payments. If it repeats, the database is too slow: see [scaling](scaling.md).',
  'the secret in this file is not one of the sandbox merchant (any more); delete the folder to get a new one':
    'Delete the folder that `file` names, and restart.',
  'no new key was made for the sandbox merchant: remove some of its keys first':
    'Remove keys with `npx sluice merchants`, and restart.',
}

/** Messages that need nothing: the gateway has dealt with it, or tries again by itself. */
export const NOTHING_TO_DO: readonly string[] = [
  '…: it works again',
  'due work could not be read; every queue is checked',
  'due work could not be looked up',
  'the upkeep of the embedded database failed',
  'the process that had the data folder open is gone; taking the folder over',
  'the data folder is locked by a process that cannot be looked up from here; waiting … ms to see if it is still there',
  'the process that has the data folder open is ending; waiting up to … ms until it is gone',
  'this node could not announce itself',
  'the request log could not be written; it will be retried',
  'the request log could not be kept',
  'the last rows of the request log are lost',
  'alerts could not be checked',
  'statements could not be issued',
  'new callbacks could not be handled',
  'due callbacks could not be read',
  'listeners could not be read',
  'a callback could not be kept for listeners',
  'callbacks for listeners could not be read',
  'attempts could not be recorded',
  'the sign of a proxy could not be stored',
  'the shared rate limits are reached again',
  'the master key rotation could not continue; it will be retried',
  'signing keys could not be refreshed',
  'due steps could not be read',
  'the end of steps could not be recorded',
  'the processor did not answer; it is retried',
  '…s could not be read',
  'a … could not be probed',
  'stored status updates could not be read',
  'receiving accounts could not be refreshed',
  'a provider did not report what it serves at the moment',
  'a provider did not answer',
  'calls to providers could not be recorded',
  'a notification arrived, but the status inquiry for its payment failed',
  'the notification was not recorded',
  'the networks could not be refreshed',
  'money could not be reported; it will be retried',
  'old blocks could not be read again; this will be retried',
  'the networks to watch could not be looked up',
  'a network could not be watched',
  'bank entries could not be applied; they will be retried',
  'unmatched external references could not be counted',
  'the report numbers could not be counted',
  'payments could not be indexed for the search',
  'no opening balance; the next start tries again',
  'personal data could not be erased',
  'a settlement round failed; it will be retried',
]

export const logMessagesToActOn = (): string =>
  table(
    ['Message', 'What to do'],
    Object.entries(ACTIONS).map(([message, action]) => [message, action]),
  )

export const otherLogMessages = (): string => NOTHING_TO_DO.map((message) => `- ${message}`).join('\n')
