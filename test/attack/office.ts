/**
 * The back office under fire: what must be there before a request of an operator can go right. A file is released by one who did
 * not prepare it, a case is settled once, a statement is of an account: chance alone would seldom come that far.
 */

import { createHash } from 'node:crypto'
import { askNobody } from '../../src/approvals/approvals.fixture.ts'
import { ACTION_NAMES } from '../../src/approvals/operations.ts'
import { type CurrencyCode, minor } from '../../src/foundation/money.ts'
import { insertMember } from '../../src/identity/members/member.ts'
import { joinCall } from '../../src/identity/members/team.ts'
import { confirmEverybody } from '../../src/identity/operators/operators.fixture.ts'
import { insertPerson } from '../../src/identity/operators/operators.ts'
import { signInAddress } from '../../src/identity/people/address.ts'
import { insertPersonRow } from '../../src/identity/people/people.ts'
import { beginSession } from '../../src/identity/people/sessions.ts'
import { GATEWAY, openCase } from '../../src/payments/cases.ts'
import { answer } from '../../src/processors/bank-file/pain002.fixture.ts'
import { account, register, THAI_TRANSFER } from '../../src/processors/own-account/own-account.fixture.ts'
import { PIX_SETTINGS } from '../../src/processors/providers/pix/pix.fixture.ts'
import { scriptedChain } from '../chain/scripted-chain.ts'
import type { Json, TestGateway, TestMerchant } from '../harness.ts'
import type { Dice } from '../simulation/dice.ts'
import type { Operation } from './description.ts'
import { freshPublicKey } from './keys.ts'

/** What makes a request right. */
export interface Staged {
  /** Of the path, by name. */
  readonly segments?: Readonly<Record<string, string>>
  /** What must be given; needs no escape. */
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly file?: { readonly type: string; readonly text: string }
  readonly token?: string
  /** In the place of a token: what the browser of somebody signed in sends. */
  readonly session?: Readonly<Record<'cookie' | 'origin', string>>
}

export type Stage = (operation: Operation, dice: Dice) => Promise<Staged | undefined>

export const CHAIN = scriptedChain(31_337)
const XPUBS = [
  'xpub6DyUKdwoLWmUJ4Tn9Bbsdtx7B5Ws18mEN19e5HT52ikE53FiUheSQXrZUNPovqfyKmw4579A1Mm3GXXKM39N64uooBfJ4tNAzFsEbodRTx4',
  'xpub6EWhM2xTATRUTwiWVsCBfpUrTjZKS8LyMhFfRqC6zSCqpkQNRDcvAutBNABUbgg1bfgV464SMpeePGLvisypZnWSmia7bAMcXq1G6oZx78C',
] as const
const TOKENS = { USDC: { contract: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', decimals: 6 } }

const DEBTOR = {
  isTest: true,
  currencyCode: 'THB',
  name: 'Sluice Trading Co., Ltd.',
  accountNumber: '1112223334',
  bankCode: '004',
  formats: ['pain.001.001.12'],
  calendar: { zone: 'Asia/Bangkok', cutOff: '15:00' },
}
const RECEIVING = {
  isTest: true,
  currencyCode: 'THB',
  name: 'Main',
  kind: 'BANK_ACCOUNT',
  timeZone: 'Asia/Bangkok',
  methods: [THAI_TRANSFER],
}
const CSV_MAPPING = { columns: { bookedAt: 1, amount: 2 }, headerRow: false, fieldCount: 2 }
const NOTHING_WAITS = ACTION_NAMES.filter((operation) => operation !== 'bank-file.release').map(
  (operation) => ({
    operation,
    rule: 'NONE',
  }),
)
const LINK = {
  title: 'Invoice 1042',
  openAmount: { currencyCode: 'THB', min: 20 },
  uses: 40,
  callbackUrl: 'https://shop.example.com/callbacks',
}
const SETTLEMENT_TERMS = {
  ...{ schedule: 'MANUAL', cutOff: '17:00', zone: 'Asia/Bangkok', calendar: 'WEEKDAYS' },
  payee: {
    paymentMethodCode: 'BANK_TRANSFER',
    paymentOperatorCode: '004',
    account: { accountName: 'Shop', accountNumber: '1234567890' },
  },
}
const BILLED_MONTH = '2026-11'
const CREDITED_MONTH = '2026-12'
const TO_NEXT_MONTH_MS = 12 * 86_400_000
const TO_JANUARY_MS = 30 * 86_400_000
const CONNECTOR = 'test-office'
const PROVIDER = 'test-native-office'
const CONNECTOR_URL = 'http://127.0.0.1:9/connector'
/** A bank: see `outside` of the world. */
export const BANK_URL = 'http://127.0.0.1:9/bank'
const PIX = {
  provider: 'pix',
  isTest: true,
  settings: { ...PIX_SETTINGS, profile: 'bacen', baseUrl: BANK_URL },
}
const THB = 907

/** @param admin the token of an operator who may everything */
export async function openOffice(gateway: TestGateway, admin: string): Promise<Stage> {
  let made = 0
  const fresh = () => `office-${++made}`
  const ask = async (method: string, path: string, body?: object, token = admin): Promise<Json> =>
    (await gateway.request(method, path, { token, ...(body && { body }) })).body
  const operator = async (name: string, role = 'OPERATOR') =>
    String((await ask('POST', '/admin/operators', { name, role })).token)
  /** With a session of their own. */
  const person = async (): Promise<Staged> => {
    const { people } = gateway.app
    const { clock, randomness } = gateway.deps
    const at = clock.now()
    const rights = {}
    const someone = {
      id: randomness.uuidV7(at),
      name: fresh(),
      role: 'OPERATOR' as const,
      rights,
      createdAt: at,
    }
    const operator = {
      ...someone,
      isPerson: true,
      revokedAt: undefined,
      revision: undefined,
      isConfirmed: true,
    }
    const begun = beginSession(people.deps, operator, {
      signInMethod: 'LINK',
      device: '',
      before: undefined,
      provedAt: at,
    })
    await people.database.batch([insertPerson(operator, []), insertPersonRow(operator), ...begun.calls])
    return { segments: { id: operator.id, session: begun.session.id } }
  }
  /** One of a merchant's own, beside an owner who stays. */
  const member = async (): Promise<Staged> => {
    const { database, deps } = gateway
    const at = deps.clock.now()
    const { code } = await gateway.merchant()
    const [owner, other] = [deps.randomness.uuidV7(at), deps.randomness.uuidV7(at)]
    const join = (id: string, role: 'OWNER' | 'SUPPORT') => [
      insertMember({ id, name: fresh(), createdAt: at, at: new Map() }),
      joinCall(code, id, { role, rights: {} }, { at, revision: deps.randomness.uuidV7(at) }),
    ]
    await database.batch([...join(owner, 'OWNER'), ...join(other, 'SUPPORT')])
    return { segments: { merchantCode: code, id: other }, session: await signedIn(owner) }
  }
  const signedIn = async (id: string): Promise<NonNullable<Staged['session']>> => {
    const { app, database, deps } = gateway
    const at = deps.clock.now()
    const arrival = { signInMethod: 'PASSKEY', device: '', before: undefined, provedAt: at } as const
    const begun = beginSession(deps, { id, name: '' }, arrival)
    await database.batch(begun.calls)
    const address = signInAddress(app.settings.baseUrl(), '-dashboard')
    if (!address.ok) throw new Error(address.failure)
    const { cookie, origins } = address.value
    return { cookie: `${cookie}=${begun.secret}`, origin: origins[0] }
  }
  /** The owner asks, about the other. */
  const team = async (body?: object): Promise<Staged> => ({ ...(await member()), ...(body && { body }) })
  const invited = async (): Promise<Staged> => {
    const staged = await member()
    const headers = staged.session ?? {}
    const body = { name: fresh(), role: 'SUPPORT' }
    await gateway.request('POST', '/team/!invite', { body, headers })
    const { invitations } = (await gateway.request('GET', '/team', { headers })).body
    return { ...staged, segments: { id: String(invitations?.[0]?.id) } }
  }
  const payoutFile = () =>
    `id,amount,currency,method,account_name,account_number,bank_code\n${fresh()},500,THB,BANK_TRANSFER,Somchai Jaidee,1234567890,014`
  const oneMore = async (noun: 'keys' | 'secrets' | 'callback-secrets'): Promise<Staged> => {
    const staged = await member()
    const headers = staged.session ?? {}
    const body = noun === 'keys' ? { publicKey: freshPublicKey() } : undefined
    const { id } = (await gateway.request('POST', `/${noun}`, { headers, ...(body && { body }) })).body
    return { ...staged, segments: { id: String(id) } }
  }
  const [anna, ben, carla] = [await operator('anna'), await operator('ben'), await operator('carla', 'ADMIN')]
  // Each of them is a person of their own.
  await confirmEverybody(gateway.database)
  const free = { fee: { percent: '0', fixed: '0' }, vatRate: '0' }
  const merchant = await gateway.merchant({
    products: [
      { code: 'BANK_TRANSFER', currency: 'THB', processors: ['test-bank-file'], ...free },
      { code: 'OFFLINE', currency: 'THB', ...free },
      { code: 'UPIQR', currency: 'INR', ...free },
      { code: 'CRYPTO_OFFLINE', currency: 'USDT', processors: ['sandbox'], ...free },
    ],
  })
  await gateway.credit(merchant, { currency: 'THB' as CurrencyCode, amountMinor: minor(10n ** 13n) })
  // Fees of a month that is over, with the statement that says so.
  const billed = await gateway.merchant()
  const sold = {
    paymentRequested: { money: { amount: 500, currencyCode: 'THB' } },
    paymentMethod: { paymentMethodCode: 'OFFLINE' },
  }
  await ask('POST', '/payins/sold', sold, await billed.token())
  await ask('POST', `/admin/sandbox/${billed.code}/payin/sold/!succeed`, {})
  // And of one whose next month gives a fee back and charges none.
  const back = { fee: { percent: '2', fixed: '0' }, vatRate: '0.07', refundsFees: true }
  const thanked = await gateway.merchant({
    products: [
      { code: 'PROMPTPAY', currency: 'THB', ...back },
      { code: 'BANK_TRANSFER', currency: 'THB', ...free },
    ],
  })
  await gateway.credit(thanked, { currency: 'THB' as CurrencyCode, amountMinor: minor(500_000n) })
  const payee = { accountName: 'Ann', accountNumber: '1234567890', bankCode: '004' }
  const thanks = {
    ...sold,
    paymentMethod: { paymentMethodCode: 'PROMPTPAY', account: { accountNumber: '1234567890' } },
  }
  await ask('POST', '/payins/sold', thanks, await thanked.token())
  await ask('POST', `/admin/sandbox/${thanked.code}/payin/sold/!succeed`, {})
  await gateway.deps.jump(TO_NEXT_MONTH_MS)
  const stateUntil = (of: TestMerchant, until: string) =>
    ask('POST', '/admin/statements', { merchantCode: of.code, currencyCode: 'THB', until })
  for (const each of [billed, thanked]) await stateUntil(each, '2026-12-01')
  const given = {
    ...{ idPayin: 'sold', reason: 'OTHER' },
    payee: { paymentMethodCode: 'BANK_TRANSFER', account: payee },
  }
  await ask('POST', '/refunds/given', given, await thanked.token())
  await ask('POST', `/admin/sandbox/${thanked.code}/refund/given/!succeed`, {})
  await gateway.deps.jump(TO_JANUARY_MS)
  await stateUntil(thanked, '2027-01-01')
  const settled = await gateway.merchant()
  await gateway.credit(settled, { currency: 'THB' as CurrencyCode, amountMinor: minor(500_000n) })
  // One way of recognition each, as the API itself would have it.
  const methods = [THAI_TRANSFER]
  await register(gateway.app.gateway, account('till', { methods }), account('spare', { methods }))
  for (const id of ['bangkok', 'spare']) await ask('POST', '/admin/debtor-accounts', { id, ...DEBTOR })
  const network = { code: 'BASE', isTest: true, rpcUrls: [CHAIN.url], xpub: XPUBS[0], tokens: TOKENS }
  await ask('POST', '/admin/networks', { ...network, chainId: CHAIN.chainId, confirmations: 3, pollSecs: 1 })
  CHAIN.mine(20)
  await ask('PUT', '/admin/bank-feeds/till/csv-mapping', CSV_MAPPING)
  await ask('POST', '/admin/connectors', { name: 'office', isTest: true, baseUrl: CONNECTOR_URL })
  await ask('POST', '/admin/providers', { name: 'office', ...PIX })
  await gateway.advance(5_000)

  const create = async (kind: 'payins' | 'payouts'): Promise<string> => {
    const id = fresh()
    const account = { accountName: 'Somchai Jaidee', accountNumber: '1234567890', bankCode: '014' }
    const paymentMethod =
      kind === 'payins' ? { paymentMethodCode: 'OFFLINE' } : { paymentMethodCode: 'BANK_TRANSFER', account }
    const body = { paymentRequested: { money: { amount: THB, currencyCode: 'THB' } }, paymentMethod }
    await ask('POST', `/${kind}/${id}`, body, await merchant.token())
    return id
  }
  const payinOf = async () => ({ merchantCode: merchant.code, idPayin: await create('payins') })

  async function prepared(): Promise<{ id: string; messageId: string }> {
    await create('payouts')
    const { file } = await ask('POST', '/admin/bank-files/!prepare', { accounts: ['bangkok'] }, anna)
    return { id: String(file?.id), messageId: String(file?.messageId) }
  }
  async function released(): Promise<{ id: string; messageId: string }> {
    const file = await prepared()
    await ask('POST', `/admin/bank-files/${file.id}/!release`, {}, ben)
    return file
  }
  async function caseOf(amount: number | undefined): Promise<Readonly<Record<string, string>>> {
    const about = {
      ...{ merchantId: GATEWAY, processor: 'sandbox', detail: {} },
      reason: 'UNKNOWN_CREDIT',
    } as const
    const money =
      amount === undefined
        ? undefined
        : { currency: 'THB' as CurrencyCode, amountMinor: minor(BigInt(amount * 100)) }
    await openCase(gateway.app.gateway, { ...about, fact: fresh(), ...(money && { money }) })
    const { data } = await ask('GET', '/admin/cases?limit=1')
    return { id: String(data?.[0 as never]?.id) }
  }
  const secrets = `/admin/connectors/${CONNECTOR}/secrets`
  const newSecret = async (): Promise<string> => String((await ask('POST', secrets)).id)
  /** It has one secret of its own, so that there is room for one more and one may go. */
  async function connector(): Promise<{ readonly name: string; readonly id: string }> {
    const found = await ask('GET', `/admin/connectors/${CONNECTOR}`)
    const ids = Array.isArray(found.secrets) ? found.secrets.map(({ id }) => String(id)) : []
    for (const id of ids.slice(1)) await ask('DELETE', `${secrets}/${id}`)
    return { name: CONNECTOR, id: String(ids[0]) }
  }
  const notified = async () => {
    const { notificationUrl } = await ask('GET', `/admin/providers/${PROVIDER}`)
    return { name: PROVIDER, secret: String(notificationUrl).split('/').at(-1) ?? '' }
  }
  const ofProvider = { segments: { name: PROVIDER } }
  const ofConnector = { segments: { name: CONNECTOR } }
  const payer = () => ({ merchantCode: merchant.code, money, reference: fresh() })
  let statementMade: Promise<string> | undefined
  const statementId = (): Promise<string> => {
    statementMade ??= (async () => {
      await ask('POST', '/admin/balances/!credit', payer())
      const body = { merchantCode: merchant.code, currencyCode: 'THB' }
      return String((await ask('POST', '/admin/statements', body)).idStatement ?? 'THB-1')
    })()
    return statementMade
  }
  /** Of one that has come to its end, so that something was announced of it. */
  const announced = async (kind: 'payins' | 'payouts') => {
    const id = await create(kind)
    const of = `${merchant.code}/${kind === 'payins' ? 'payin' : 'payout'}/${id}`
    if (kind === 'payouts') await ask('POST', `/admin/payments/${of}/!cancel`, {})
    else await ask('POST', `/admin/sandbox/${of}/!succeed`, {})
    return id
  }
  const ofAnnounced = async (kind: 'payins' | 'payouts'): Promise<Staged> => {
    const id = await announced(kind)
    return { segments: { idPayin: id, idPayout: id }, token: await merchant.token() }
  }
  /** Of one that was paid by hand, so that something was announced of it. */
  const ofRefund = async (): Promise<Staged> => {
    const segments = await byHand()
    const of = `${segments.merchantCode}/${segments.idRefund}`
    await ask('POST', `/admin/refunds/${of}/!markPaid`, { reference: 'by hand' })
    return { segments, token: await merchant.token() }
  }
  const paymentLink = async (): Promise<Staged> => {
    const [idLink, token] = [fresh(), await merchant.token()]
    await ask('POST', `/payment-links/${idLink}`, LINK, token)
    return { segments: { idLink }, token }
  }
  const invoiceRequested = { merchantCode: billed.code, currencyCode: 'THB', month: BILLED_MONTH }
  const issuer = { name: 'Sluice Co., Ltd.' }
  const invoice = async (): Promise<Json> => {
    await ask('PUT', '/admin/billing', { zone: 'Asia/Bangkok', issuer })
    return ask('POST', '/admin/invoices', invoiceRequested)
  }
  const creditNote = async (): Promise<Json> => {
    await ask('PUT', '/admin/billing', { zone: 'Asia/Bangkok', issuer })
    return ask('POST', '/admin/invoices', {
      ...invoiceRequested,
      merchantCode: thanked.code,
      month: CREDITED_MONTH,
    })
  }
  const agreed = () => ask('PUT', `/admin/merchants/${merchant.code}/settlement-terms/THB`, SETTLEMENT_TERMS)
  const run = async (): Promise<string> => {
    await agreed()
    return String((await ask('POST', '/admin/settlement-runs', { merchantCodes: [merchant.code] })).id)
  }
  let settlementMade: Promise<string> | undefined
  /** Its own merchant's: what `merchant` has is more than a method pays at once. */
  const settledId = (): Promise<string> => {
    settlementMade ??= (async () => {
      await ask('PUT', `/admin/merchants/${settled.code}/settlement-terms/THB`, SETTLEMENT_TERMS)
      const { id } = await ask('POST', '/admin/settlement-runs', { merchantCodes: [settled.code] })
      await ask('POST', `/admin/settlement-runs/${id}/!start`)
      await gateway.advance(10_000)
      const { data } = await ask('GET', '/settlements', undefined, await settled.token())
      return String(data?.[0 as never]?.idSettlement)
    })()
    return settlementMade
  }
  const waitsForReference = async (): Promise<string> => {
    const id = fresh()
    const paymentRequested = { money: { amount: 1_499, currencyCode: 'INR' } }
    const paymentMethod = { paymentMethodCode: 'UPIQR' }
    await ask('POST', `/payins/${id}`, { paymentRequested, paymentMethod }, await merchant.token())
    return id
  }
  const money = { amount: THB, currencyCode: 'THB' }
  const note = 'why'
  const entry = () => ({ reference: fresh(), bookedAt: '2026-11-21', money, remittance: fresh() })
  const till = { account: 'till' }
  const chainId = { chainId: String(CHAIN.chainId) }
  const file = async (of: () => Promise<{ id: string }>, token = anna): Promise<Staged> => ({
    segments: { id: (await of()).id },
    body: {},
    token,
  })

  const firstOf = async (path: string) => String((await ask('GET', path)).data?.[0 as never]?.id)

  /** Until the next signing key signs, and the one before may go. */
  const KEYS_CHANGE_MS = 11 * 60_000
  /** Between two looks for what is to be sealed with the new master key. */
  const SEALED_ANEW_MS = 5_000
  const MOST_LOOKS = 12
  const keysIn = async (path: string): Promise<readonly Json[]> => {
    const { data, keys } = await ask('GET', path)
    const list: unknown = data ?? keys
    return Array.isArray(list) ? list : []
  }
  /** Until nothing is sealed with another master key than the one that seals: at once, where it is so already. */
  async function masterKeys(): Promise<readonly Json[]> {
    for (let look = 0; ; look += 1) {
      const keys = await keysIn('/admin/master-key')
      if (look === MOST_LOOKS || !keys.some(({ state }) => String(state) === 'OPENS')) return keys
      await gateway.advance(SEALED_ANEW_MS)
    }
  }
  /** Those before the one that seals are let go of, or there would be one more each time. */
  async function masterKeyAlone(): Promise<void> {
    for (const { fingerprint, state } of await masterKeys())
      if (String(state) === 'EMPTY') await ask('POST', `/admin/master-key/${fingerprint}/!retire`)
  }

  const stages: Readonly<Record<string, (dice: Dice) => Promise<Staged> | Staged>> = {
    'POST /admin/accounts': () => ({ body: { id: fresh(), ...RECEIVING } }),
    'POST /admin/accounts/!check': () => ({ body: { id: fresh(), ...RECEIVING } }),
    'GET /admin/accounts/{id}': () => ({ segments: { id: 'spare' } }),
    'PATCH /admin/accounts/{id}': () => ({ segments: { id: 'spare' }, body: { dayCount: 50, min: 10 } }),
    'POST /admin/accounts/{id}/!pause': () => ({ segments: { id: 'spare' } }),
    'POST /admin/accounts/{id}/!resume': () => ({ segments: { id: 'spare' } }),
    'POST /admin/debtor-accounts': () => ({ body: { id: fresh(), ...DEBTOR } }),
    'GET /admin/debtor-accounts/{id}': () => ({ segments: { id: 'spare' } }),
    'PATCH /admin/debtor-accounts/{id}': () => ({ segments: { id: 'spare' }, body: { maxPayments: 50 } }),
    'POST /admin/networks': (dice) => ({
      body: {
        ...network,
        xpub: XPUBS[1],
        code: dice.one(['ARBITRUM', 'POLYGON', 'ETHEREUM']),
        chainId: dice.between(5_000_000, 6_000_000),
      },
    }),
    'GET /admin/networks/{chainId}': () => ({ segments: chainId }),
    'GET /admin/networks/{chainId}/addresses': () => ({ segments: chainId }),
    'PATCH /admin/networks/{chainId}': () => ({ segments: chainId, body: { confirmations: 3 } }),
    'POST /admin/networks/{chainId}/!rescan': () => ({ segments: chainId, body: { fromBlock: 99 } }),
    'PUT /admin/alerts/rules/{rule}': () => ({
      segments: { rule: 'case-old' },
      body: { enabled: true, afterMinutes: 60 },
    }),
    'PUT /admin/bank-feeds/{account}/csv-mapping': () => ({ segments: till, body: CSV_MAPPING }),
    'GET /admin/bank-feeds/{account}/csv-mapping': () => ({ segments: till }),
    'GET /admin/reconciliations': () => ({ query: { ...till, from: '2026-11-20', to: '2026-11-21' } }),
    'GET /admin/reconciliations/{account}': () => ({ segments: till, query: { day: '2026-11-20' } }),
    'GET /admin/bank-feeds/{account}': () => ({ segments: till }),
    'GET /admin/bank-feeds/{account}/entries': () => ({ segments: till }),
    'POST /admin/bank-feeds/{account}/entries': () => ({
      segments: till,
      body: { data: [entry(), entry()] },
    }),
    'POST /admin/bank-feeds/{account}/statements': (dice) => ({
      segments: till,
      file: { type: 'application/octet-stream', text: statement(dice, fresh()) },
    }),
    'POST /admin/payments/{merchantCode}/{kind}/!rehearse': () => ({
      segments: { merchantCode: merchant.code, kind: 'payin' },
      body: { paymentRequested: { money }, paymentMethod: { paymentMethodCode: 'OFFLINE' } },
    }),
    'POST /admin/bank-files/in-doubt/!clear': () => ({ body: { references: ['S0123456789ABC'] } }),
    'POST /admin/signing-keys/!rotate': async () => {
      await gateway.deps.jump(KEYS_CHANGE_MS)
      return { body: { purpose: 'callback' } }
    },
    'POST /admin/signing-keys/{kid}/!retire': async () => {
      for (const _time of [1, 2]) {
        await ask('POST', '/admin/signing-keys/!rotate', { purpose: 'callback' })
        await gateway.deps.jump(KEYS_CHANGE_MS)
        await gateway.advance(1_000)
      }
      const before = (await keysIn('/admin/signing-keys')).find(
        ({ kid, state }) => String(kid).startsWith('callback') && String(state) === 'VERIFIES',
      )
      return { segments: { kid: String(before?.kid) } }
    },
    'POST /admin/master-key/!rotate': async () => {
      await masterKeyAlone()
      return {}
    },
    'POST /admin/master-key/{fingerprint}/!retire': async () => {
      await masterKeyAlone()
      await ask('POST', '/admin/master-key/!rotate')
      const before = (await masterKeys()).find(({ state }) => String(state) === 'EMPTY')
      return { segments: { fingerprint: String(before?.fingerprint) } }
    },
    // Whoever prepares a file asks for its release, under the file's id.
    'GET /admin/approvals/{id}': () => file(prepared),
    'GET /admin/approvals/{id}/content': () => file(prepared),
    'POST /admin/approvals/{id}/!approve': () => file(prepared, ben),
    'POST /admin/approvals/{id}/!reject': async () => ({ ...(await file(prepared, ben)), body: { note } }),
    'POST /admin/approvals/{id}/!collect': async () => {
      const waiting = NOTHING_WAITS.filter(({ operation }) => operation !== 'operator.create')
      await ask('PUT', '/admin/approval-policy', { data: waiting })
      const { approval } = await ask('POST', '/admin/operators', { name: fresh(), role: 'VIEWER' }, carla)
      await ask('POST', `/admin/approvals/${approval?.id}/!approve`)
      await ask('PUT', '/admin/approval-policy', { data: NOTHING_WAITS })
      return { segments: { id: String(approval?.id) }, token: carla }
    },
    'PUT /admin/approval-policy': () => ({ body: { data: NOTHING_WAITS } }),
    'POST /admin/bank-files/!prepare': async () => {
      await create('payouts')
      return { body: { accounts: ['bangkok'] }, token: anna }
    },
    'POST /admin/bank-files/{id}/!release': () => file(prepared, ben),
    'POST /admin/bank-files/{id}/!cancel': () => file(prepared),
    'GET /admin/bank-files/{id}': () => file(prepared),
    'GET /admin/bank-files/{id}/payouts': () => file(prepared),
    'GET /admin/bank-files/{id}/content': () => file(released),
    'POST /admin/bank-files/{id}/!confirm': () => file(released),
    'POST /admin/bank-files/!readAnswer': async () => {
      const text = answer({ original: (await released()).messageId, group: 'ACSC' })
      return { file: { type: 'application/xml', text }, token: anna }
    },
    'GET /admin/cases/{id}': async () => ({ segments: await caseOf(THB) }),
    'PATCH /admin/cases/{id}': async () => ({
      segments: await caseOf(THB),
      body: { owner: 'anna', dueAt: '2027-01-31T12:00:00Z' },
    }),
    'POST /admin/cases/{id}/!note': async () => ({ segments: await caseOf(THB), body: { note } }),
    'PATCH /admin/cases': async () => ({ body: { cases: [await caseOf(THB)], owner: 'ben' } }),
    'POST /admin/cases/!close': async () => ({ body: { cases: [await caseOf(undefined)], note } }),
    'POST /admin/cases/!write-off': async () => ({ body: { cases: [await caseOf(THB)], note } }),
    'POST /admin/cases/!return': async () => ({
      body: { cases: [{ ...(await caseOf(THB)), reference: fresh() }] },
    }),
    'POST /admin/cases/{id}/!assign': async () => ({ segments: await caseOf(THB), body: await payinOf() }),
    'POST /admin/cases/{id}/!credit': async () => ({
      segments: await caseOf(THB),
      body: { merchantCode: merchant.code, note },
    }),
    'POST /admin/cases/{id}/!return': async () => ({
      segments: await caseOf(THB),
      body: { reference: fresh() },
    }),
    'POST /admin/cases/{id}/!write-off': async () => ({ segments: await caseOf(THB), body: { note } }),
    'POST /admin/cases/{id}/!close': async () => ({ segments: await caseOf(undefined), body: { note } }),
    'POST /admin/cases/{id}/!split': async () => ({
      segments: await caseOf(2 * THB),
      body: {
        parts: [
          { ...(await payinOf()), money },
          { ...(await payinOf()), money },
        ],
      },
    }),
    'GET /payins/{idPayin}/explanation': () => ofAnnounced('payins'),
    'GET /payouts/{idPayout}/explanation': () => ofAnnounced('payouts'),
    'PUT /admin/merchants/{merchantCode}/settlement-terms/{currencyCode}': () => ({
      segments: { merchantCode: merchant.code, currencyCode: 'THB' },
      body: SETTLEMENT_TERMS,
    }),
    'GET /admin/merchants/{merchantCode}/settlement-terms': () => ({
      segments: { merchantCode: merchant.code },
    }),
    'PUT /admin/settlement-calendars/{code}': () => ({
      segments: { code: 'TH' },
      body: { holidays: ['2027-04-13'] },
    }),
    'POST /admin/settlement-runs/!preview': () => ({ body: { merchantCodes: [merchant.code] } }),
    'POST /admin/settlement-runs': async () => {
      await agreed()
      return { body: { merchantCodes: [merchant.code] } }
    },
    'GET /admin/settlement-runs/{id}': async () => ({ segments: { id: await run() } }),
    'GET /admin/settlement-runs/{id}/settlements': async () => ({ segments: { id: await run() } }),
    'POST /admin/settlement-runs/{id}/!start': async () => ({ segments: { id: await run() } }),
    'POST /admin/settlement-runs/{id}/!stop': async () => ({ segments: { id: await run() }, body: { note } }),
    'GET /settlements/{idSettlement}': async () => ({
      segments: { idSettlement: await settledId() },
      token: await settled.token(),
    }),
    'POST /refunds/{idRefund}': async () => ({
      segments: { idRefund: fresh() },
      body: { idPayin: await announced('payins'), reason: 'OTHER' },
      token: await merchant.token(),
    }),
    'GET /refunds/{idRefund}': ofRefund,
    'GET /refunds/{idRefund}/explanation': ofRefund,
    'GET /refunds/{idRefund}/callbacks': ofRefund,
    'POST /refunds/{idRefund}/callbacks/!redeliver': ofRefund,
    'GET /payins/{idPayin}/callbacks': () => ofAnnounced('payins'),
    'POST /payins/{idPayin}/callbacks/!redeliver': () => ofAnnounced('payins'),
    'GET /payouts/{idPayout}/callbacks': () => ofAnnounced('payouts'),
    'POST /payouts/{idPayout}/callbacks/!redeliver': () => ofAnnounced('payouts'),
    'POST /payins/{idPayin}/!setExternalReference': async (dice) => ({
      segments: { idPayin: await waitsForReference() },
      body: { externalReference: { reference: String(dice.between(1e11, 1e12 - 1)) } },
      token: await merchant.token(),
    }),
    'POST /admin/payments/{merchantCode}/{kind}/{id}/!redeliver': async () => ({
      segments: { merchantCode: merchant.code, kind: 'payout', id: await announced('payouts') },
    }),
    'POST /callbacks/!redeliver': async () => ({
      body: { from: '2020-01-01', to: '2100-01-01' },
      token: await merchant.token(),
    }),
    'POST /admin/callbacks/!redeliver': () => ({ body: { from: '2020-01-01', to: '2100-01-01' } }),
    'DELETE /admin/operators/{id}': async () => {
      const { id } = await ask('POST', '/admin/operators', { name: fresh(), role: 'VIEWER' })
      return { segments: { id: String(id) } }
    },
    'POST /admin/operators/{id}/!confirm': async () => {
      const { id } = await ask('POST', '/admin/operators', { name: fresh(), role: 'VIEWER' })
      return { segments: { id: String(id) }, token: carla }
    },
    'DELETE /admin/people-links/{link}': async () => {
      await ask('POST', '/admin/people/!invite', { name: fresh(), role: 'VIEWER' })
      return { segments: { link: await firstOf('/admin/people-links') } }
    },
    'DELETE /admin/merchants/{merchantCode}/people-links/{link}': async () => {
      const path = `/admin/merchants/${merchant.code}/people`
      await ask('POST', `${path}/!invite`, { name: fresh(), role: 'FINANCE' })
      return { segments: { merchantCode: merchant.code, link: await firstOf(`${path}-links`) } }
    },
    'GET /admin/people/{id}/sessions': () => person(),
    'PATCH /admin/people/{id}': async () => ({ ...(await person()), body: { role: 'VIEWER' } }),
    'DELETE /admin/people/{id}': () => person(),
    'POST /admin/people/{id}/!recover': () => person(),
    'DELETE /admin/people/{id}/sessions/{session}': () => person(),
    'POST /payment-links/{idLink}': async () => ({
      segments: { idLink: fresh() },
      body: LINK,
      token: await merchant.token(),
    }),
    'GET /payment-links/{idLink}': paymentLink,
    'GET /payment-links/{idLink}/payins': paymentLink,
    'POST /payment-links/{idLink}/!close': paymentLink,
    'GET /team': () => team(),
    'GET /team/activity': () => team(),
    'POST /team/!invite': () => team({ name: fresh(), role: 'FINANCE' }),
    'POST /team/{id}/!withdraw': () => invited(),
    'PATCH /team/{id}': () => team({ role: 'FINANCE' }),
    'DELETE /team/{id}': () => team(),
    'POST /team/{id}/!recover': () => team(),
    'POST /payout-batches/!preview': async () => ({
      token: await merchant.token(),
      file: { type: 'text/csv', text: payoutFile() },
    }),
    'POST /payout-batches/{fingerprint}': async () => {
      const text = payoutFile()
      const fingerprint = createHash('sha256').update(text).digest('hex')
      return { token: await merchant.token(), segments: { fingerprint }, file: { type: 'text/csv', text } }
    },
    'GET /request-log': () => team(),
    'GET /search': async () => ({ ...(await team()), query: { q: 'order' } }),
    'GET /settings': () => team(),
    'PATCH /settings': () => team(),
    'GET /credentials': () => team(),
    'POST /keys': () => team(),
    'POST /secrets': () => team(),
    'POST /callback-secrets': () => team(),
    'POST /keys/{id}/!confirm': () => oneMore('keys'),
    'POST /keys/{id}/!unconfirm': () => oneMore('keys'),
    'POST /secrets/{id}/!confirm': () => oneMore('secrets'),
    'POST /secrets/{id}/!unconfirm': () => oneMore('secrets'),
    'DELETE /keys/{id}': () => oneMore('keys'),
    'DELETE /secrets/{id}': () => oneMore('secrets'),
    'DELETE /callback-secrets/{id}': () => oneMore('callback-secrets'),
    'GET /admin/merchants/{merchantCode}/people': () => member(),
    'POST /admin/merchants/{merchantCode}/people/!invite': async () => ({
      ...(await member()),
      body: { name: fresh(), role: 'FINANCE' },
    }),
    'PATCH /admin/merchants/{merchantCode}/people/{id}': async () => ({
      ...(await member()),
      body: { role: 'FINANCE' },
    }),
    'DELETE /admin/merchants/{merchantCode}/people/{id}': () => member(),
    'POST /admin/merchants/{merchantCode}/people/{id}/!recover': () => member(),
    'POST /admin/people/!invite': () => ({ body: { name: fresh(), role: 'VIEWER' } }),
    'POST /admin/operators': () => ({ body: { name: fresh(), role: 'VIEWER' } }),
    'POST /admin/merchants': () => ({
      body: { merchantCode: fresh().toUpperCase(), name: 'Shop', isTest: true },
    }),
    'POST /admin/balances/!credit': () => ({ body: payer() }),
    'POST /admin/balances/!debit': () => ({ body: payer() }),
    'DELETE /admin/connectors/{name}': async () => {
      const body = { name: fresh(), isTest: true, baseUrl: CONNECTOR_URL }
      return { segments: { name: String((await ask('POST', '/admin/connectors', body)).name) } }
    },
    'GET /admin/connectors/{name}': () => ofConnector,
    'PATCH /admin/connectors/{name}': () => ({ ...ofConnector, body: { baseUrl: CONNECTOR_URL } }),
    'POST /admin/connectors/{name}/secrets': async () => ({ segments: { name: (await connector()).name } }),
    'DELETE /admin/connectors/{name}/secrets/{id}': async () => {
      const { name } = await connector()
      return { segments: { name, id: await newSecret() } }
    },
    'POST /connectors/{name}/status-updates': () => ofConnector,
    'POST /providers/{name}/notifications/{secret}': async () => ({ segments: await notified() }),
    'POST /providers/{name}/notifications/{secret}/{part1}': async () => ({
      segments: { ...(await notified()), part1: 'pix' },
    }),
    'POST /providers/{name}/notifications/{secret}/{part1}/{part2}': async () => ({
      segments: { ...(await notified()), part1: 'v1.0', part2: 'debit' },
    }),
    'POST /providers/{name}/notifications/{secret}/{part1}/{part2}/{part3}': async () => ({
      segments: { ...(await notified()), part1: 'v1.0', part2: 'transfer-va', part3: 'payment' },
    }),
    'GET /admin/providers/{name}': () => ofProvider,
    'PATCH /admin/providers/{name}': () => ({ ...ofProvider, body: { settings: { city: 'Recife' } } }),
    'DELETE /admin/providers/{name}': async () => ({
      segments: { name: String((await ask('POST', '/admin/providers', { name: fresh(), ...PIX })).name) },
    }),
    'POST /admin/providers/{name}/!check': () => ofProvider,
    'POST /admin/providers/{name}/!subscribe': () => ofProvider,
    'POST /admin/providers': () => ({ body: { name: fresh(), ...PIX } }),
    'POST /admin/statements': async () => {
      await ask('POST', '/admin/balances/!credit', payer())
      return { body: { merchantCode: merchant.code, currencyCode: 'THB' } }
    },
    'GET /admin/statements/{merchantCode}/{idStatement}': async () => ({
      segments: { merchantCode: merchant.code, idStatement: await statementId() },
    }),
    'GET /invoices/{number}': async () => ({
      segments: { number: String((await invoice()).idInvoice) },
      token: await billed.token(),
    }),
    'GET /statements/{idStatement}': async () => ({
      segments: { idStatement: await statementId() },
      token: await merchant.token(),
    }),
    'GET /credit-notes/{number}': async () => ({
      segments: { number: String((await creditNote()).idCreditNote) },
      token: await thanked.token(),
    }),
    'GET /admin/credit-notes/{merchantCode}/{idCreditNote}': async () => ({
      segments: { merchantCode: thanked.code, idCreditNote: String((await creditNote()).idCreditNote) },
    }),
    'POST /admin/invoices': async () => {
      await invoice()
      return { body: invoiceRequested }
    },
    'GET /admin/invoices/{merchantCode}/{idInvoice}': async () => ({
      segments: { merchantCode: billed.code, idInvoice: String((await invoice()).idInvoice) },
    }),
    'PUT /admin/billing': () => ({ body: { zone: 'Asia/Bangkok', issuer: { name: 'Sluice Co., Ltd.' } } }),
    'PUT /admin/merchants/{merchantCode}/billing': () => ({
      body: { recipient: { name: 'Shop Co., Ltd.' } },
    }),
    'PUT /admin/fx-rate-pairs': () => ({
      body: {
        data: [
          {
            ...{ baseCurrencyCode: 'USDT', quoteCurrencyCode: 'THB', rate: 32.5 },
            validTo: new Date(gateway.deps.clock.now() + 3_600_000).toISOString(),
          },
        ],
      },
    }),
    'POST /admin/refunds/{merchantCode}/{idRefund}': async () => ({
      segments: { merchantCode: merchant.code, idRefund: `operator-${fresh()}` },
      body: { idPayin: await announced('payins'), reason: 'OTHER' },
    }),
    'POST /admin/refunds/{merchantCode}/!rehearse': async () => ({
      segments: { merchantCode: merchant.code },
      body: { idPayin: await announced('payins') },
    }),
    'POST /admin/refunds/{merchantCode}/{idRefund}/!markPaid': async () => ({
      segments: await byHand(),
      body: { reference: 'by hand' },
    }),
    'POST /admin/refunds/{merchantCode}/{idRefund}/!markFailed': async () => ({
      segments: await byHand(),
      body: { note: 'why' },
    }),
    'POST /admin/payments/{merchantCode}/{kind}/{id}/!cancel': async () => ({
      segments: { merchantCode: merchant.code, kind: 'payout', id: await create('payouts') },
    }),
  }
  /** Of money of which there are no payouts: an operator sends it. */
  async function byHand(): Promise<Readonly<Record<string, string>>> {
    const [idPayin, idRefund] = [fresh(), fresh()]
    const money = { amount: THB, currencyCode: 'USDT' }
    const paymentMethod = { paymentMethodCode: 'CRYPTO_OFFLINE' }
    await ask(
      'POST',
      `/payins/${idPayin}`,
      { paymentRequested: { money }, paymentMethod },
      await merchant.token(),
    )
    await ask('POST', `/admin/sandbox/${merchant.code}/payin/${idPayin}/!succeed`, {})
    const half = { amount: 100, currencyCode: 'USDT' }
    await ask(
      'POST',
      `/refunds/${idRefund}`,
      { idPayin, money: half, reason: 'OTHER' },
      await merchant.token(),
    )
    return { merchantCode: merchant.code, idRefund }
  }
  const sandbox = async (): Promise<Staged> => ({
    segments: { merchantCode: merchant.code, kind: 'payin', id: await create('payins') },
  })
  return async ({ name }, dice) => {
    // Another policy may have been put since, and what is tried is what the acts do.
    await askNobody(gateway.database)
    return name.startsWith('POST /admin/sandbox/') ? sandbox() : stages[name]?.(dice)
  }
}

/** One entry, in a format of which each is read by a parser of its own. */
const statement = (dice: Dice, reference: string): string =>
  dice.one([
    `<Document><BkToCstmrDbtCdtNtfctn><Ntfctn><Ntry><Amt Ccy="THB">${THB}.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-21</Dt></BookgDt><AcctSvcrRef>${reference}</AcctSvcrRef></Ntry></Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`,
    `:20:S\r\n:28C:1\r\n:60F:C261121THB0,00\r\n:61:2611211121C${THB},00NTRFNONREF//${reference}\r\n:86:/REMI/${reference}\r\n:62F:C261121THB${THB},00\r\n`,
    `2026-11-21,${THB}.00\r\n`,
  ])
