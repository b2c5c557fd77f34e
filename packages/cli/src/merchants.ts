/** `sluice merchants …`: merchants, for operators. */
import { join } from 'node:path'
import { writeMerchantFile } from '@sluice/gateway/server/sandbox-files.ts'
import { Argument } from 'commander'
import { addCheckoutOptions, type CheckoutOptions, checkoutOf, namesCheckout } from './checkout-options.ts'
import { asOperator, report } from './client.ts'
import type { Context, SluiceCommand } from './context.ts'
import { CliFailure } from './failure.ts'
import { fileJson, fileText } from './files.ts'
import { writeKeyPair } from './keygen.ts'
import { addOperations, listed, type OperatorCommand } from './operator-command.ts'
import { at, type Fact, facts, leaves, listAt } from './output.ts'
import { wholeNumber } from './pages.ts'

export function addMerchants(program: SluiceCommand): void {
  const merchants = program.command('merchants').description('merchants (operators)')
  addCreate(merchants)
  addOperations(merchants, READING)
  addUpdate(merchants)
}

export const merchantPath = (code: string): string => `/admin/merchants/${encodeURIComponent(code)}`

interface CreateOptions extends CheckoutOptions {
  readonly name?: string
  readonly live?: boolean
  readonly publicKey?: readonly string[]
  readonly callbackUrl?: string
  readonly rate?: number
  readonly methods?: string
  /** `true`: in the data folder. */
  readonly save?: string | true
}

function addCreate(merchants: SluiceCommand): void {
  const create = merchants
    .command('create')
    .description('create a merchant; the secrets of a test merchant are shown once')
    .argument('<code>', '1 to 64 characters of A-Z a-z 0-9 . _ -')
    .option('--name <name>', 'the name payers see; default: the code')
    .option('--live', 'a live merchant with real money; cannot be changed; default: a test merchant')
    .option('--public-key <file...>', 'RSA public keys, PEM')
    .option('--callback-url <url>', 'default callback URL')
    .option('--rate <number>', 'requests per second', wholeNumber)
    .option('--methods <file>', 'paymentMethods as JSON; default: all methods')
    .option(
      '--save [folder]',
      'create a key pair and save it with merchant.json in this folder or the data folder (private)',
    )
    .sends('POST /admin/merchants')
    .action(createMerchant)
  addCheckoutOptions(create)
}

async function createMerchant(code: string, options: CreateOptions, command: SluiceCommand): Promise<void> {
  const { context } = command
  const { name, live, callbackUrl, rate, methods } = options
  const save = options.save === true ? savedIn(context, code) : options.save
  const checkout = checkoutOf(context, options, undefined)
  const given = (options.publicKey ?? []).map((file) => fileText(context, file))
  const paymentMethods = methods === undefined ? undefined : fileJson(context, methods)
  const made = save === undefined ? undefined : writeKeyPair(context, save)
  const publicKeys = made ? [...given, made.publicPem] : given
  const creating = asOperator(context, {
    method: 'POST',
    path: '/admin/merchants',
    body: {
      merchantCode: code,
      name: name ?? code,
      isTest: live !== true,
      ...(publicKeys.length > 0 && { publicKeys }),
      ...(callbackUrl !== undefined && { callbackUrl }),
      ...(rate !== undefined && { rateLimitPerSecond: rate }),
      ...(paymentMethods !== undefined && { paymentMethods }),
      ...(checkout !== undefined && { checkout }),
    },
  })
  const answer = await creating.catch((error: unknown) => {
    // A refused merchant does not exist, so the new key is deleted. After a 5xx it may exist with this key.
    const status = error instanceof CliFailure ? error.status : undefined
    if (status !== undefined && status < 500) made?.undo()
    throw error
  })
  if (save !== undefined && made !== undefined) {
    saveMerchant(context, { folder: save, code, body: answer.body })
    const kept = live ? 'the key is' : 'the key and the secrets are'
    const once = answer.status === 202 ? ', once it is made,' : ''
    context.note(`${kept} in ${save}; act as this merchant${once} with`)
    context.note(`  --merchant ${code}${options.save === true ? '' : ` --key-file ${made.privateFile}`}`)
  }
  if (live) noteFirstOwner(context, code)
  if (made === undefined || context.json) report(context, answer, merchantText)
}

/** The first owner creates the secrets, so that no operator ever sees them. */
function noteFirstOwner(context: Context, code: string): void {
  context.note(
    'a live merchant has no secrets: its owner creates them in the dashboard. Invite the first owner with',
  )
  context.note(`  sluice merchants invite ${code} <name>`)
}

/** A code is a valid folder name, except those that mean another folder. @throws CliFailure */
function savedIn({ folder }: Context, code: string): string {
  if (/^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(code)) return join(folder.merchants, code)
  throw new CliFailure('usage', `${code} cannot be the name of a folder: name one with --save <folder>`)
}

interface Saved {
  readonly folder: string
  readonly code: string
  readonly body: unknown
}

function saveMerchant({ url, locate }: Context, { folder, code, body }: Saved): void {
  const files = {
    merchant: locate(join(folder, 'merchant.json')),
    privateKey: locate(join(folder, 'private-key.pem')),
  }
  writeMerchantFile(files, {
    merchantCode: code,
    ...textAt(body, 'secret'),
    ...textAt(body, 'callbackSecret'),
    baseUrl: url,
  })
}

const textAt = (body: unknown, name: 'secret' | 'callbackSecret') => {
  const text = at(body, name)
  return typeof text === 'string' ? { [name]: text } : {}
}

const LOGO = 'checkout.logo'

/** A line for each product, or the logo as text, would hide the rest; a key is identified by its fingerprint. */
export function merchantText(body: unknown): string {
  const methods = at(body, 'paymentMethods')
  const entries = leaves(body).filter(
    ([name]) => !name.startsWith('paymentMethods') && !name.endsWith('.publicKey') && name !== LOGO,
  )
  const logo = at(body, 'checkout', 'logo')
  const picture: readonly Fact[] =
    typeof logo === 'string' ? [[LOGO, `${logo.length} characters (--json shows them)`]] : []
  return facts([
    ...entries,
    ...picture,
    ['paymentMethods', Array.isArray(methods) ? `${methods.length} (--json shows them)` : 'all methods'],
  ])
}

const READING: readonly OperatorCommand[] = [
  {
    name: 'list',
    sends: 'GET /admin/merchants',
    does: 'all merchants, by code',
    shows: listed(
      [
        ['CODE', 'merchantCode'],
        ['KIND', (row) => (at(row, 'isTest') === true ? 'test' : 'live')],
        ['STATUS', 'status'],
        ['RATE', 'rateLimitPerSecond'],
        ['NAME', 'name'],
      ],
      'none yet',
    ),
  },
  {
    name: 'show',
    sends: 'GET /admin/merchants/{merchantCode}',
    does: 'one merchant',
    takes: { merchantCode: new Argument('<code>', 'its code') },
    shows: merchantText,
  },
  {
    name: 'people',
    sends: 'GET /admin/merchants/{merchantCode}/people',
    does: 'list the team of a merchant',
    takes: { merchantCode: new Argument('<code>', 'its code') },
    shows: listed([
      ['ID', 'id'],
      ['NAME', 'name'],
      ['ROLE', 'role'],
      ['SEEN', 'lastSeenAt'],
    ]),
  },
  {
    name: 'invite',
    sends: 'POST /admin/merchants/{merchantCode}/people/!invite',
    does: "create an invitation link to a merchant's team; shown once, works once, for a day",
    takes: { merchantCode: new Argument('<code>', 'its code'), name: "the person's name" },
  },
  {
    name: 'recover-person',
    sends: 'POST /admin/merchants/{merchantCode}/people/{id}/!recover',
    does: 'create a recovery link for a team member who cannot sign in',
    takes: { merchantCode: new Argument('<code>', 'its code'), id: 'as merchants people shows it' },
  },
  {
    name: 'links',
    sends: 'GET /admin/merchants/{merchantCode}/people-links',
    does: 'list open invitation and recovery links',
    takes: { merchantCode: new Argument('<code>', 'its code') },
    shows: listed(
      [
        ['ID', 'id'],
        ['FOR', 'name'],
        ['WHAT', 'purpose'],
        ['ROLE', 'role'],
        ['REQUESTED BY', 'invitedBy'],
        ['APPROVED BY', 'approvedBy'],
        ['UNTIL', 'expiresAt'],
      ],
      'none',
    ),
  },
  {
    name: 'revoke-link',
    sends: 'DELETE /admin/merchants/{merchantCode}/people-links/{link}',
    does: 'revoke an unused link to its team',
    takes: { merchantCode: new Argument('<code>', 'its code'), link: 'its id, as merchants links shows it' },
  },
  {
    name: 'change-person',
    sends: 'PATCH /admin/merchants/{merchantCode}/people/{id}',
    does: 'change the role of a team member',
    takes: { merchantCode: new Argument('<code>', 'its code'), id: 'as merchants people shows it' },
  },
  {
    name: 'end-person',
    sends: 'DELETE /admin/merchants/{merchantCode}/people/{id}',
    does: 'remove a team member; access ends immediately',
    takes: { merchantCode: new Argument('<code>', 'its code'), id: 'as merchants people shows it' },
  },
]

interface UpdateOptions extends CheckoutOptions {
  readonly name?: string
  readonly callbackUrl?: string
  readonly rate?: number
  readonly methods?: string
  readonly suspend?: boolean
  readonly activate?: boolean
  readonly plainCheckout?: boolean
}

function addUpdate(merchants: SluiceCommand): void {
  const update = merchants
    .command('update')
    .description('change a merchant; other settings stay')
    .argument('<code>', 'its code')
    .option('--name <name>', 'the name payers see')
    .option('--callback-url <url>', 'default callback URL')
    .option('--rate <number>', 'requests per second', wholeNumber)
    .option(
      '--methods <file>',
      'paymentMethods as JSON: the whole list; methods not in it are removed (and reported)',
    )
    .option('--suspend', 'suspend: its tokens are rejected')
    .option('--activate', 'reactivate: its tokens are accepted again')
    .sends('PATCH /admin/merchants/{merchantCode}')
    .action(async (code: string, options: UpdateOptions, command: SluiceCommand) => {
      const { context } = command
      const { name, callbackUrl, rate, methods, suspend, activate } = options
      if (suspend && activate) throw new CliFailure('usage', 'give --suspend or --activate, not both')
      const checkout = await changedCheckout(context, code, options)
      const change = {
        ...(name !== undefined && { name }),
        ...(callbackUrl !== undefined && { callbackUrl }),
        ...(rate !== undefined && { rateLimitPerSecond: rate }),
        ...(methods !== undefined && { paymentMethods: fileJson(context, methods) }),
        ...(checkout !== undefined && { checkout }),
        ...(suspend && { status: 'SUSPENDED' }),
        ...(activate && { status: 'ACTIVE' }),
      }
      if (Object.keys(change).length === 0) throw new CliFailure('usage', 'nothing to change: see --help')
      const before =
        methods === undefined
          ? undefined
          : (await asOperator(context, { method: 'GET', path: merchantPath(code) })).body
      const answer = await asOperator(context, { method: 'PATCH', path: merchantPath(code), body: change })
      if (before !== undefined && answer.status === 200) noteRemoved(context, before, answer.body)
      report(context, answer, merchantText)
    })
  addCheckoutOptions(update)
  update.option('--plain-checkout', 'remove name, logo, color and frame origins of the checkout')
}

/** The list was replaced as a whole: prints what the old one had and the new one lacks. */
function noteRemoved(context: Context, before: unknown, after: unknown): void {
  if (!Array.isArray(at(before, 'paymentMethods'))) {
    context.note('it had all methods; from now on only those in the list')
    return
  }
  const named = (merchant: unknown) =>
    listAt(merchant, 'paymentMethods').map((row) => `${at(row, 'code')} in ${at(row, 'currency')}`)
  const left = new Set(named(after))
  const removed = named(before).filter((each) => !left.has(each))
  if (removed.length > 0) context.note(`no longer offered: ${removed.join(', ')}`)
}

/** The gateway replaces the checkout settings as a whole, so values that were not given are sent again. */
async function changedCheckout(
  context: Context,
  code: string,
  options: UpdateOptions,
): Promise<object | null | undefined> {
  const isRequested = namesCheckout(options)
  if (options.plainCheckout) {
    if (isRequested) throw new CliFailure('usage', 'give either --plain-checkout or checkout options')
    return null
  }
  if (!isRequested) return undefined
  const { body } = await asOperator(context, { method: 'GET', path: merchantPath(code) })
  return checkoutOf(context, options, at(body, 'checkout'))
}
