import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '@sluice/database/port.ts'
import { truncateAll } from '@sluice/database/testing.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { type Json, START } from '../../../../../test/harness.ts'
import { openTestDatabase } from '../../../../../test/setup/shared.ts'
import { brokenPromises, rowsOf } from '../../payments/payments.fixture.ts'
import { schemaOf } from '../../processors/bank-file/bank-file.fixture.ts'
import { answer } from '../../processors/bank-file/pain002.fixture.ts'
import {
  PROMPTPAY_BILLER,
  account as receivingAccount,
  register,
} from '../../processors/own-account/own-account.fixture.ts'
import { type BankFileWorld, bankFileWorld, payoutBody } from './bank-files.fixture.ts'

let database: Database
let world: BankFileWorld
let seed = 0

beforeAll(async () => {
  database = await openTestDatabase(START)
})
beforeEach(async () => {
  await truncateAll(database)
  seed += 1
  world = await bankFileWorld(database, seed)
})
afterEach(async () => {
  expect(await brokenPromises(database)).toEqual([])
  await world.gateway.stop()
})
afterAll(() => database?.close())

const operation = (id: string, what: string, token: string) =>
  world.admin('POST', `/admin/bank-files/${id}/!${what}`, {}, token)
const content = (id: string, token = world.ben) =>
  world.admin('GET', `/admin/bank-files/${id}/content`, undefined, token)
const auditOf = async (action: string) =>
  (await world.audit()).filter((line) => line.action === action).map(({ operator }) => operator)
const caseReasons = async () => (await world.cases()).map(({ reason }) => reason)
const waiting = async () => (await world.admin('GET', '/admin/bank-files/waiting')).body.data

describe('a payout', () => {
  it('is taken on and waits for a file', async () => {
    const id = await world.payout()
    expect(await world.statusOf(id)).toBe('PENDING')
    expect(await waiting()).toMatchObject([
      { isTest: true, payments: 1, total: { amount: 100.5, currencyCode: 'THB' } },
    ])
  })

  it.each([
    ['a name that no debtor account can write', { accountName: 'สมชาย' }],
    ['no bank', { bankCode: undefined }],
  ])('with %s goes to the next processor', async (_, account) => {
    const id = await world.payout(1907, 'THB', account)
    const payment = await world.admin('GET', `/admin/payments/${world.shop.code}/payout/${id}`)
    expect(payment.body.processor ?? payment.body.payment?.processor).toBe('sandbox')
  })

  it('says whether its merchant had ever paid this account before the file was prepared', async () => {
    const same = { accountNumber: '5554443331' }
    await world.payout(100.5, 'THB', same)
    await world.payout(100.5, 'THB', same)
    const first = await world.released('bangkok')
    const marks = async (file: string) =>
      (
        (await world.admin('GET', `/admin/bank-files/${file}/payouts`)).body
          .data as unknown as readonly Json[]
      ).map(({ isNewPayee }) => isNewPayee)
    expect(await marks(first)).toEqual([true, true])
    const [messageId = ''] = await world.references(first)
    await world.answered(answer({ original: messageId, group: 'ACSC' }))
    await world.gateway.advance(1_000)
    await world.payout(100.5, 'THB', same)
    await world.payout(100.5, 'THB', { accountNumber: '5554443332' })
    const second = await world.prepare('bangkok')
    expect(await marks(second)).toEqual([false, true])
    expect((await world.admin('GET', `/admin/bank-files/${second}`)).body).toMatchObject({
      payments: 2,
      newPayees: 1,
    })
    // What was looked at then stays as it was.
    expect(await marks(first)).toEqual([true, true])
  })

  it('may be a settlement, whose run names the file that it stands in', async () => {
    const { code } = await world.gateway.merchant({
      products: [{ code: 'BANK_TRANSFER', currency: 'THB', processors: ['test-bank-file'] }],
    })
    const money = { amount: 700, currencyCode: 'THB' }
    await world.admin('POST', '/admin/balances/!credit', { merchantCode: code, money, reference: 'top-up' })
    await world.admin('PUT', `/admin/merchants/${code}/settlement-terms/THB`, {
      ...{ schedule: 'MANUAL', cutOff: '17:00', zone: 'Asia/Bangkok', calendar: 'EVERY_DAY' },
      payee: payoutBody(1).paymentMethod,
    })
    const { id } = (await world.admin('POST', '/admin/settlement-runs', { merchantCodes: [code] })).body
    await world.admin('POST', `/admin/settlement-runs/${id}/!start`)
    await world.gateway.advance(30_000)
    const settlement = async (): Promise<Json | undefined> => {
      const { body } = await world.admin('GET', `/admin/settlement-runs/${id}/settlements`)
      return (body.data as unknown as readonly Json[])[0]
    }
    const waiting = await settlement()
    expect(waiting).toMatchObject({ state: 'PAID' })
    expect(waiting?.bankFile).toBeUndefined()
    const file = await world.prepare('bangkok')
    expect(await settlement()).toMatchObject({ state: 'PAID', bankFile: file })
    const lines = await world.admin('GET', `/admin/bank-files/${file}/payouts`)
    expect(lines.body.data).toMatchObject([{ kind: 'settlement', idPayout: waiting?.idSettlement }])
  })

  it('is not paid once it is cancelled, and the file it stood in is gone with it', async () => {
    const first = await world.payout()
    const second = await world.payout()
    const file = await world.prepare('bangkok')
    const cancel = `/admin/payments/${world.shop.code}/payout/${first}/!cancel`
    expect((await world.admin('POST', cancel)).status).toBe(200)
    expect(await world.statusOf(first)).toBe('REFUSED')
    expect((await operation(file, 'release', world.ben)).body).toMatchObject({
      status: 409,
      code: 'BANK_FILE_STATE',
    })
    const next = await world.released('bangkok')
    const lines = await world.admin('GET', `/admin/bank-files/${next}/payouts`)
    expect(lines.body.data).toMatchObject([{ idPayout: second }])
    expect(await auditOf('bank-file.cancel')).toEqual(['gateway'])
  })

  it('is not let out by who may not move as much, by neither door', async () => {
    await world.payout()
    const file = await world.prepare('bangkok')
    const narrowed = (limits: object | undefined) =>
      rowsOf(
        database,
        `update operator set rights = ${limits ? `'${JSON.stringify({ limits })}'::jsonb` : 'null'} where name = 'ben' returning 1`,
      )
    const approve = () => world.admin('POST', `/admin/approvals/${file}/!approve`, undefined, world.ben)
    for (const limits of [{ THB: '10049' }, { JPY: '10050' }]) {
      await narrowed(limits)
      const refused = { status: 403, body: { code: 'SCOPE_EXCEEDED' } }
      expect(await operation(file, 'release', world.ben)).toMatchObject(refused)
      expect(await approve()).toMatchObject(refused)
    }
    await narrowed({ THB: '10050' })
    expect((await approve()).status).toBe(200)
  })

  it('cannot be cancelled once its file was released', async () => {
    const id = await world.payout()
    await world.released('bangkok')
    const answered = await world.admin('POST', `/admin/payments/${world.shop.code}/payout/${id}/!cancel`)
    expect(answered.body).toMatchObject({ status: 409, code: 'INVALID_STATE' })
    expect(await world.statusOf(id)).toBe('PENDING')
  })

  it('that nothing is heard of becomes a case', async () => {
    const id = await world.payout()
    await world.released('bangkok')
    const { body } = await world.admin('GET', `/admin/payments/${world.shop.code}/payout/${id}`)
    const inFiveDays = new Date(world.gateway.deps.clock.now() + 5 * 86_400_000).toISOString()
    expect(body.steps).toMatchObject([{ purpose: 'silence', dueAt: inFiveDays }])
    const now = new Date(world.gateway.deps.clock.now()).toISOString()
    await rowsOf(database, `update step set due_at = '${now}'`)
    await world.gateway.advance(2_000)
    expect(await caseReasons()).toEqual(['NO_STATUS_UPDATE'])
  })
})

describe('a bank file', () => {
  it('shows the second person each payee’s bank, also where the merchant named an operator and no code', async () => {
    const answer = await world.gateway.request('POST', '/payouts/by-operator', {
      token: await world.shop.token(),
      body: {
        paymentRequested: { money: { amount: 250, currencyCode: 'THB' } },
        paymentMethod: {
          paymentMethodCode: 'BANK_TRANSFER',
          paymentOperatorCode: '004',
          account: { accountName: 'Somchai Jaidee', accountNumber: '1234567890' },
        },
      },
    })
    expect(answer.status).toBe(201)
    const id = await world.prepare('bangkok')
    const lines = await world.admin('GET', `/admin/bank-files/${id}/payouts`)
    expect(lines.body.data).toMatchObject([{ idPayout: 'by-operator', bankCode: '004' }])
  })

  it('is prepared by one, released by another, and only then to be had', async () => {
    await world.payout(100.5)
    await world.payout(200)
    const prepared = await world.admin(
      'POST',
      '/admin/bank-files/!prepare',
      { accounts: ['bangkok'] },
      world.anna,
    )
    expect(prepared).toMatchObject({ status: 201, body: { leftOut: [] } })
    expect(prepared.body.file).toMatchObject({
      isTest: true,
      status: 'PREPARED',
      format: 'pain.001.001.12',
      payments: 2,
      preparedBy: 'anna',
      batches: [
        {
          accountId: 'bangkok',
          executionDate: '2026-11-23',
          payments: 2,
          total: { amount: 300.5, currencyCode: 'THB' },
        },
      ],
    })
    const id = String(prepared.body.file?.id)
    expect((await content(id)).body).toMatchObject({ status: 409, code: 'BANK_FILE_STATE' })
    expect((await operation(id, 'release', world.ben)).body).toMatchObject({
      status: 'RELEASED',
      releasedBy: 'ben',
    })
    const file = await content(id)
    expect(file.headers['content-type']).toBe('application/xml; charset=utf-8')
    expect((await validateXML({ xml: file.text, schema: schemaOf('pain.001.001.12') })).errors).toEqual([])
    expect(file.text).toContain('<Nm>Jose Muller</Nm>')
    expect(await waiting()).toEqual([])
    expect([
      await auditOf('bank-file.prepare'),
      await auditOf('bank-file.release'),
      await auditOf('bank-file.download'),
    ]).toEqual([['anna'], ['ben'], ['ben']])
    await content(id, world.anna)
    expect(await auditOf('bank-file.download')).toEqual(['ben', 'anna'])
    expect((await world.admin('GET', `/admin/bank-files/${id}`)).body.downloads).toBe(2)
    expect(JSON.stringify(await world.audit())).not.toMatch(/M[uü]ller|1234567890/)
  })

  it('is not released by the one who prepared it: 403', async () => {
    await world.payout()
    const id = await world.prepare('bangkok')
    const refused = await operation(id, 'release', world.anna)
    expect(refused.body).toMatchObject({ status: 403, code: 'FOUR_EYES' })
    expect(String(refused.body.detail)).toBe('anna prepared this file. Another operator must release it.')
    expect((await content(id)).status).toBe(409)
    expect(await auditOf('bank-file.release')).toEqual([])
    const audit = await world.admin('GET', '/admin/audit?limit=2')
    expect(audit.body.data).toMatchObject([
      { operator: 'ben', action: 'bank-file.download.refused', detail: { refused: 'state' } },
      {
        operator: 'anna',
        action: 'bank-file.release.refused',
        subject: `bank file ${id}`,
        detail: { refused: 'dual-approval', preparedBy: 'anna' },
      },
    ])
  })

  it('is not released by one who was revoked, nor by the same name anew, nor by one who came later', async () => {
    await world.payout()
    const carl = await world.operator('carl')
    const prepared = await world.admin(
      'POST',
      '/admin/bank-files/!prepare',
      { accounts: ['bangkok'] },
      carl.token,
    )
    const id = String(prepared.body.file?.id)
    const dora = await world.operator('dora')
    expect((await operation(id, 'release', dora.token)).body).toMatchObject({
      status: 403,
      code: 'FOUR_EYES',
    })
    await world.admin('DELETE', `/admin/operators/${carl.id}`)
    expect((await operation(id, 'release', carl.token)).status).toBe(401)
    const again = await world.operator('carl')
    expect((await operation(id, 'release', again.token)).body).toMatchObject({
      status: 403,
      code: 'FOUR_EYES',
    })
    expect((await operation(id, 'release', world.ben)).body).toMatchObject({
      status: 403,
      detail: expect.stringContaining('has since been revoked'),
    })
    expect((await operation(id, 'cancel', world.ben)).body.status).toBe('CANCELLED')
  })

  it('cannot be released by its own maker past the program either: the database forbids it', async () => {
    await world.payout()
    await world.prepare('bangkok')
    const forged =
      "update bank_file set status = 'RELEASED', released_by = prepared_by, released_by_name = 'x'"
    await expect(rowsOf(database, forged)).rejects.toMatchObject({
      constraint: 'bank_file_has_four_eyes',
    })
  })

  it('that is cancelled gives its payouts back', async () => {
    await world.payout()
    const id = await world.prepare('bangkok')
    expect((await operation(id, 'cancel', world.anna)).body).toMatchObject({
      status: 'CANCELLED',
      cancelledBy: 'anna',
    })
    expect(await waiting()).toMatchObject([{ payments: 1 }])
    expect((await operation(id, 'release', world.ben)).status).toBe(409)
    await world.released('bangkok')
  })

  it('can be cancelled after its release only while nobody has downloaded it', async () => {
    await world.payout()
    const id = await world.released('bangkok')
    expect((await operation(id, 'cancel', world.ben)).body.status).toBe('CANCELLED')
    expect((await content(id)).status).toBe(409)
    const next = await world.released('bangkok')
    await content(next)
    expect((await operation(next, 'cancel', world.ben)).body).toMatchObject({
      status: 409,
      code: 'BANK_FILE_STATE',
    })
  })

  it('whose cut-off has passed is not released', async () => {
    await world.payout()
    const id = await world.prepare('bangkok')
    // The bank is closed on the day that the file names: it would be executed later.
    const calendar = { zone: 'Asia/Bangkok', cutOff: '15:00', holidays: ['2026-11-23'] }
    await world.admin('PATCH', '/admin/debtor-accounts/bangkok', { calendar })
    const refused = await operation(id, 'release', world.ben)
    expect(refused.body).toMatchObject({ status: 409, detail: expect.stringContaining('cut-off of bangkok') })
  })

  it('is released with the content that was looked at, or not', async () => {
    await world.payout()
    const id = await world.prepare('bangkok')
    const release = (sha256: unknown) =>
      world.admin('POST', `/admin/bank-files/${id}/!release`, { sha256 }, world.ben)
    expect((await release('0'.repeat(64))).status).toBe(409)
    const { sha256 } = (await world.admin('GET', `/admin/bank-files/${id}`)).body
    expect((await release(sha256)).status).toBe(200)
  })

  it('is in half-width kana for Japanese banks, every record 120 bytes', async () => {
    await world.payout(9_800, 'JPY')
    const id = await world.released('tokyo')
    const answered = await world.gateway.app.server.inject({
      url: `/admin/bank-files/${id}/content`,
      headers: { authorization: `Bearer ${world.ben}` },
    })
    expect(answered.headers['content-type']).toBe('text/plain; charset=shift_jis')
    const records = new TextDecoder('shift_jis').decode(answered.rawPayload).split('\r\n')
    expect(records.map((record) => record.length)).toEqual([120, 120, 120, 120, 0])
    expect(records[1]).toContain('ﾃｽﾄ ﾀﾛｳ')
    expect(records[0]?.slice(54, 58)).toBe('1124')
  })

  it('is refused where nothing waits that can be paid, with the reasons', async () => {
    expect(
      (await world.admin('POST', '/admin/bank-files/!prepare', { accounts: ['bangkok'] })).body,
    ).toMatchObject({
      status: 409,
      code: 'NOTHING_TO_PAY',
      leftOut: [],
    })
    const id = await world.payout()
    await world.admin('PATCH', '/admin/debtor-accounts/bangkok', { maxNameCharacters: 3 })
    expect(
      (await world.admin('POST', '/admin/bank-files/!prepare', { accounts: ['bangkok'] })).body.leftOut,
    ).toEqual([{ merchantCode: world.shop.code, idPayout: id, why: 'NAME_TOO_LONG' }])
  })

  it('holds no more than its account allows; the rest waits for the next one', async () => {
    for (const amount of [21, 22, 30]) await world.payout(amount)
    await world.admin('PATCH', '/admin/debtor-accounts/bangkok', { maxPayments: 2 })
    await world.prepare('bangkok')
    expect(await waiting()).toMatchObject([{ payments: 1, total: { amount: 30 } }])
  })

  it.each([
    [{ accounts: [] }, '/accounts'],
    [{ accounts: ['nobody'] }, '/accounts/0'],
    [{ accounts: ['bangkok', 'bangkok'] }, '/accounts'],
    [{ accounts: ['bangkok'], format: 'zengin' }, '/format'],
    [{ accounts: ['bangkok', 'tokyo'] }, '/format'],
    [{ accounts: ['bangkok'], format: 'pdf' }, '/format'],
  ])('is not made of %j: 400', async (body, path) => {
    const refused = await world.admin('POST', '/admin/bank-files/!prepare', body)
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ path }] } })
  })

  it('of live money is not for the installation’s own token', async () => {
    await world.admin('POST', '/admin/debtor-accounts', {
      ...(await account('bangkok')),
      id: 'live',
      isTest: false,
    })
    const refused = await world.admin('POST', '/admin/bank-files/!prepare', { accounts: ['live'] })
    expect(refused.body).toMatchObject({ status: 403, code: 'FOUR_EYES' })
  })

  it('is listed, newest first, and there is none of an odd name', async () => {
    await world.payout()
    const first = await world.released('bangkok')
    await world.gateway.advance(1_000)
    await world.payout()
    const second = await world.prepare('bangkok')
    const ids = async (query: string) => {
      const { body } = await world.admin('GET', `/admin/bank-files${query}`)
      return [body.data?.[0]?.id, body.data?.[1]?.id]
    }
    expect(await ids('')).toEqual([second, first])
    expect(await ids('?status=RELEASED')).toEqual([first, undefined])
    for (const odd of ['nobody', '%00', '..%2f', '00000000-0000-7000-8000-000000000000'])
      expect((await world.admin('GET', `/admin/bank-files/${odd}`)).status).toBe(404)
  })
})

const account = async (id: string) => {
  const { status: _, ...rest } = (await world.admin('GET', `/admin/debtor-accounts/${id}`)).body
  return rest
}

describe("the bank's answer", () => {
  it('delivers, fails and refuses payouts, and told twice counts once', async () => {
    const ids = [
      await world.payout(31),
      await world.payout(32),
      await world.payout(33),
      await world.payout(34),
    ]
    const [message = '', ...references] = await world.references(await world.released('bangkok'))
    const said = [
      { status: 'ACSC', amount: ['THB', '31'] as const },
      { status: 'RJCT', reason: 'AC04' },
      { status: 'RJCT', reason: 'AG01' },
      { status: 'PDNG' },
    ]
    const xml = answer({
      original: message,
      group: 'PART',
      batches: [
        {
          id: `${message}-1`,
          transactions: said.map((each, index) => ({ ...each, reference: references[index] ?? '' })),
        },
      ],
    })
    expect(await world.answered(xml)).toMatchObject({
      status: 200,
      body: { counts: { applied: 3, open: 1 }, unknownReferences: [], attention: [] },
    })
    const statuses = () => Promise.all(ids.map(world.statusOf))
    expect(await statuses()).toEqual(['SUCCESS', 'FAILED ACCOUNT_INVALID', 'REFUSED', 'PENDING'])
    expect((await world.answered(xml)).body.counts).toEqual({ repeated: 3, open: 1 })
    expect(await statuses()).toEqual(['SUCCESS', 'FAILED ACCOUNT_INVALID', 'REFUSED', 'PENDING'])
    const [, failed] = (await world.admin('GET', `/admin/bank-files/${await newest()}/payouts`)).body
      .data as unknown as readonly object[]
    expect(failed).toMatchObject({ bankStatus: 'RJCT', bankReason: 'AC04', status: 'FAILED' })
  })

  it('as the sample in the documents gives it is read, with the names of a file put in as they say', async () => {
    const ids = [await world.payout(31), await world.payout(32)]
    const [message = '', ...references] = await world.references(await world.released('bangkok'))
    const sample = readFileSync(
      join(import.meta.dirname, '../../../../../docs/operators/samples/pain.002.001.14.xml'),
      'utf8',
    )
    expect((await world.answered(sample)).status).toBe(404)
    const xml = sample
      .replaceAll('MESSAGE', message)
      .replace('DELIVERED', references[0] ?? '')
      .replace('REJECTED', references[1] ?? '')
    expect(await world.answered(xml)).toMatchObject({
      status: 200,
      body: { counts: { applied: 2 }, unknownReferences: [] },
    })
    expect((await Promise.all(ids.map(world.statusOf))).sort()).toEqual(['FAILED ACCOUNT_INVALID', 'SUCCESS'])
  })

  it('to the whole file counts for all that are in it', async () => {
    const ids = [await world.payout(), await world.payout()]
    const [message = ''] = await world.references(await world.released('bangkok'))
    await world.answered(answer({ original: message, group: 'ACCP' }))
    expect(await Promise.all(ids.map(world.statusOf))).toEqual(['PENDING', 'PENDING'])
    await world.answered(answer({ original: message, group: 'RJCT', reason: 'AM04' }))
    expect(await world.statusOf(ids[1] ?? '')).toBe('FAILED PROCESSOR_INSUFFICIENT_FUNDS')
  })

  it('that rejects the file as a duplicate ends nothing: the first one may have been paid', async () => {
    const id = await world.payout()
    const [message = ''] = await world.references(await world.released('bangkok'))
    const answered = await world.answered(answer({ original: message, group: 'RJCT', reason: 'DU01' }))
    expect([answered.body.counts, await world.statusOf(id)]).toEqual([{ open: 1 }, 'PENDING'])
  })

  it('with a status that nobody knows changes nothing and is for a person; a reason that nobody knows rejects all the same', async () => {
    const ids = [await world.payout(31), await world.payout(32)]
    const [message = '', first = '', second = ''] = await world.references(await world.released('bangkok'))
    const transactions = [
      { reference: first, status: 'BLCK' },
      { reference: second, status: 'RJCT', reason: 'AM99' },
    ]
    const xml = answer({ original: message, batches: [{ id: `${message}-1`, transactions }] })
    expect((await world.answered(xml)).body).toMatchObject({
      counts: { 'not-known': 1, applied: 1 },
      attention: [{ reference: first, outcome: 'not-known' }],
    })
    expect(await Promise.all(ids.map(world.statusOf))).toEqual(['PENDING', 'FAILED PROCESSOR_ERROR'])
    expect((await world.admin('GET', `/admin/bank-files/${await newest()}/payouts`)).body.data).toMatchObject(
      [{ bankStatus: 'BLCK' }, { bankStatus: 'RJCT', bankReason: 'AM99' }],
    )
  })

  it('that names another amount, or contradicts an earlier one, is a case for a person', async () => {
    const id = await world.payout(55)
    const [message = '', reference = ''] = await world.references(await world.released('bangkok'))
    const tell = (status: string, text: string) =>
      world.answered(
        answer({
          original: message,
          batches: [{ id: `${message}-1`, transactions: [{ reference, status, amount: ['THB', text] }] }],
        }),
      )
    expect((await tell('ACSC', '56.00')).body).toMatchObject({
      counts: { differs: 1 },
      attention: [{ reference }],
    })
    expect(await world.statusOf(id)).toBe('PENDING')
    expect((await tell('ACSC', '55.00')).body.counts).toEqual({ applied: 1 })
    expect((await tell('RJCT', '55')).body).toMatchObject({
      attention: [{ reference, outcome: 'conflicts' }],
    })
    expect((await tell('RJCT', '55')).body.counts).toEqual({ conflicts: 1 })
    expect(await world.statusOf(id)).toBe('SUCCESS')
    const cases = await world.cases()
    expect(cases).toMatchObject([
      { reason: 'ANSWER_AMOUNT_DIFFERS' },
      { reason: 'REJECTED_AFTER_SUCCESS', detail: { reference, said: 'failed' } },
    ])
    expect(cases.map(({ money }) => money)).toEqual([undefined, undefined])
  })

  it('that says delivered after a rejection opens a case for the money', async () => {
    await world.payout(55)
    const [message = ''] = await world.references(await world.released('bangkok'))
    await world.answered(answer({ original: message, group: 'RJCT', reason: 'AC01' }))
    const reported = await world.answered(answer({ original: message, group: 'ACSC' }))
    expect(reported.body.counts).toEqual({ suspended: 1 })
    expect(await caseReasons()).toEqual(['DELIVERED_AFTER_FAILED'])
  })

  it('to no file of ours, to one that was never released, or that is no answer, changes nothing', async () => {
    await world.payout()
    const [message = ''] = await world.references(await world.prepare('bangkok'))
    expect((await world.answered(answer({ original: 'nobody', group: 'ACSC' }))).status).toBe(404)
    expect((await world.answered(answer({ original: message, group: 'ACSC' }))).status).toBe(409)
    expect((await world.answered('<a/>')).status).toBe(400)
    expect((await world.answered('')).status).toBe(400)
    const json = await world.admin('POST', '/admin/bank-files/!readAnswer', {}, world.anna)
    expect(json.status).toBe(415)
  })
})

describe('a file that a bank answers not', () => {
  const confirm = (id: string, rejected: readonly object[] = []) =>
    world.admin('POST', `/admin/bank-files/${id}/!confirm`, { rejected }, world.ben)

  it('is confirmed by an operator, but for what the bank rejected; twice is once', async () => {
    const ids = [await world.payout(9_800, 'JPY'), await world.payout(1_200, 'JPY')]
    const file = await world.released('tokyo')
    const [, , second = ''] = await world.references(file)
    const rejected = [{ reference: second, reason: 'AC01' }]
    expect((await confirm(file, rejected)).body.counts).toEqual({ applied: 2 })
    expect((await confirm(file, rejected)).body.counts).toEqual({ repeated: 2 })
    expect(await Promise.all(ids.map(world.statusOf))).toEqual(['SUCCESS', 'FAILED ACCOUNT_INVALID'])
    const { body } = await world.admin('GET', `/admin/payments/${world.shop.code}/payout/${ids[0]}`)
    expect(body.states).toContainEqual(expect.objectContaining({ to: 'SUCCESS', actor: 'operator:ben' }))
    expect(await auditOf('bank-file.confirm')).toEqual(['ben', 'ben'])
  })

  it('is not confirmed with a rejection of what is not in it, nor before it was released', async () => {
    const id = await world.payout()
    const file = await world.prepare('bangkok')
    expect((await confirm(file)).status).toBe(409)
    await operation(file, 'release', world.ben)
    for (const reference of ['NOBODY', 'a b', 7])
      expect((await confirm(file, [{ reference, reason: 'AC01' }])).status).toBe(400)
    expect(await world.statusOf(id)).toBe('PENDING')
  })
})

const newest = async () => (await world.admin('GET', '/admin/bank-files')).body.data?.[0]?.id

describe('an entry in a bank feed', () => {
  beforeEach(async () => {
    await register(world.gateway.app.gateway, receivingAccount('till', { methods: [PROMPTPAY_BILLER] }))
  })
  const feed = async (
    reference: string,
    endToEndId: string,
    direction = 'DEBIT',
    amount = 100.5,
    account = 'till',
  ) => {
    const bookedAt = new Date(world.gateway.deps.clock.now()).toISOString()
    const money = { amount, currencyCode: 'THB' }
    const data = [{ reference, bookedAt, direction, money, endToEndId }]
    const { status } = await world.admin('POST', `/admin/bank-feeds/${account}/entries`, { data })
    await world.gateway.advance(5_000)
    const { body } = await world.admin('GET', `/admin/bank-feeds/${account}/entries`)
    const entries: unknown = body.data
    const found = Array.isArray(entries) ? entries.find((each) => each.reference === reference) : undefined
    return [status, found?.outcome]
  }
  const cases = async () => (await caseReasons()).toSorted()

  it('delivers a payout by its debit, also one that the bank has answered for before', async () => {
    const ids = [await world.payout(), await world.payout()]
    const [message = '', first = '', second = ''] = await world.references(await world.released('bangkok'))
    expect(await feed('d1', first)).toEqual([200, 'DELIVERED'])
    const answered = await world.answered(answer({ original: message, group: 'ACSC' }))
    expect(answered.body.counts).toEqual({ applied: 1, repeated: 1 })
    expect(await feed('d2', second)).toEqual([200, 'DELIVERED'])
    expect(await Promise.all(ids.map(world.statusOf))).toEqual(['SUCCESS', 'SUCCESS'])
    expect(await cases()).toEqual([])
  })

  it('says nothing of payouts of the other kind: test and live never mix', async () => {
    const live = receivingAccount('live-till', { isTest: false, methods: [PROMPTPAY_BILLER] })
    await register(world.gateway.app.gateway, live)
    const id = await world.payout()
    const [, reference = ''] = await world.references(await world.released('bangkok'))
    expect(await feed('d1', reference, 'DEBIT', 100.5, 'live-till')).toEqual([200, 'IGNORED'])
    expect(await feed('c1', reference, 'CREDIT', 100.5, 'live-till')).toEqual([200, 'CASE'])
    expect(await world.statusOf(id)).toBe('PENDING')
    expect(await cases()).not.toContain('RETURNED_AFTER_SUCCESS')
  })

  it('that is a second debit, of another amount, or a return opens a case', async () => {
    await world.payout()
    await world.payout()
    const [, first = '', second = ''] = await world.references(await world.released('bangkok'))
    await feed('d1', first)
    expect(await feed('d2', first)).toEqual([200, 'CASE'])
    expect(await feed('d3', second, 'DEBIT', 100)).toEqual([200, 'CASE'])
    expect(await feed('c1', first, 'CREDIT')).toEqual([200, 'RETURNED'])
    expect(await cases()).toEqual(['PAYOUT_AMOUNT_DIFFERS', 'PAYOUT_DEBITED_TWICE', 'RETURNED_AFTER_SUCCESS'])
  })

  it('of an account for tests says nothing of live payouts', async () => {
    const id = await world.payout()
    const [, reference = ''] = await world.references(await world.released('bangkok'))
    await rowsOf(database, "update bank_file set processor = 'bank-file'")
    expect(await feed('d1', reference)).toEqual([200, 'IGNORED'])
    expect(await world.statusOf(id)).toBe('PENDING')
  })

  it('says nothing of a payout whose file was not released', async () => {
    const id = await world.payout()
    const [, reference = ''] = await world.references(await world.prepare('bangkok'))
    expect(await feed('d1', reference)).toEqual([200, 'IGNORED'])
    expect(await world.statusOf(id)).toBe('PENDING')
  })
})
