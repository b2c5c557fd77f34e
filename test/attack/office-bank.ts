/** Prepares requests for accounts, networks, statements, bank files and cases, with the approvals that they need. */
import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import { ACTION_NAMES } from '@sluice/gateway/approvals/operations.ts'
import { GATEWAY, openCase } from '@sluice/gateway/payments/cases.ts'
import { answer } from '@sluice/gateway/processors/bank-file/pain002.fixture.ts'
import { THAI_TRANSFER } from '@sluice/gateway/processors/own-account/own-account.fixture.ts'
import type { Dice } from '../simulation/dice.ts'
import {
  CHAIN,
  CSV_MAPPING,
  DEBTOR,
  type Office,
  type Staged,
  type Stages,
  THB,
  XPUBS,
} from './office-world.ts'

const RECEIVING = {
  isTest: true,
  currencyCode: 'THB',
  name: 'Main',
  kind: 'BANK_ACCOUNT',
  timeZone: 'Asia/Bangkok',
  methods: [THAI_TRANSFER],
}
const NOTHING_WAITS = ACTION_NAMES.filter((operation) => operation !== 'bank-file.release').map(
  (operation) => ({
    operation,
    rule: 'NONE',
  }),
)

export function bankStages(office: Office): Stages {
  const { gateway, ask, fresh, anna, ben, carla, merchant, create, payinOf, money, note, network } = office
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
  const entry = () => ({ reference: fresh(), bookedAt: '2026-11-21', money, remittance: fresh() })
  const till = { account: 'till' }
  const chainId = { chainId: String(CHAIN.chainId) }
  const file = async (of: () => Promise<{ id: string }>, token = anna): Promise<Staged> => ({
    segments: { id: (await of()).id },
    body: {},
    token,
  })

  return {
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
    'POST /admin/bank-files/in-doubt/!clear': () => ({ body: { references: ['S0123456789ABC'] } }),
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
  }
}

/** A statement of one entry, in one of the formats, each of which has its own parser. */
const statement = (dice: Dice, reference: string): string =>
  dice.one([
    `<Document><BkToCstmrDbtCdtNtfctn><Ntfctn><Ntry><Amt Ccy="THB">${THB}.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-21</Dt></BookgDt><AcctSvcrRef>${reference}</AcctSvcrRef></Ntry></Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`,
    `:20:S\r\n:28C:1\r\n:60F:C261121THB0,00\r\n:61:2611211121C${THB},00NTRFNONREF//${reference}\r\n:86:/REMI/${reference}\r\n:62F:C261121THB${THB},00\r\n`,
    `2026-11-21,${THB}.00\r\n`,
  ])
