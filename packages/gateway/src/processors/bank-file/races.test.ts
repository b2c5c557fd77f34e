/** A payout is in one file at most, whoever makes files at the same moment, on each engine. */
import { changeId } from '@sluice/core/foundation/identifiers.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import { type SimulatedDeps, simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { type Opened, truncateAll } from '@sluice/database/testing.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bothEngines } from '../../../../../test/setup/shared.ts'
import { LaneJournal } from '../../payments/journal.ts'
import { maker, rowsOf } from '../../payments/payments.fixture.ts'
import { referenceOf } from '../../processing/instructions.ts'
import { BANGKOK_ACCOUNT } from './bank-file.fixture.ts'
import { BankFiles } from './files.ts'
import { enqueue, withdraw } from './waiting.ts'

const PAYOUTS = 60
const ANNA = { id: '00000000-0000-7000-8000-00000000000a', name: 'anna' }
const ENGINES = bothEngines

describe.each(ENGINES)('at the same moment, on $name', ({ open }) => {
  let opened: Opened
  let deps: SimulatedDeps
  let files: BankFiles
  let payouts: readonly Payment[]

  const audit = (action: string) => ({
    id: deps.randomness.uuidV7(deps.clock.now()),
    at: deps.clock.now(),
    operator: 'anna',
    action,
    subject: 'bank file',
    detail: {},
  })
  const prepare = (maxPayments: number) =>
    files.prepare(
      { accounts: [{ ...BANGKOK_ACCOUNT, maxPayments }], format: 'pain.001.001.12', operator: ANNA },
      () => audit('bank-file.prepare'),
      () => [],
    )
  const count = async (query: string) =>
    Number((await rowsOf(opened.database, `select count(*) as n from ${query}`))[0]?.n)
  /** Every payout that is in a file is in one, whose content names it as often as it should. */
  const expectWhole = async () => {
    expect(await count('bank_file_line where in_force')).toBe(
      await count("bank_file_payout where state = 'IN_FILE'"),
    )
    const rows = await rowsOf(opened.database, "select content from bank_file where status <> 'CANCELLED'")
    const references = rows.flatMap(({ content }) => {
      const xml = Buffer.from(String(content), 'base64').toString()
      return [...xml.matchAll(/<EndToEndId>(\w+)<\/EndToEndId>/g)].map(([, reference]) => reference)
    })
    expect(new Set(references).size).toBe(references.length)
    expect(references).toHaveLength(await count('bank_file_line where in_force'))
  }

  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened?.close())
  beforeEach(async () => {
    await truncateAll(opened.database)
    deps = simulatedDeps(1)
    files = new BankFiles(opened.database, deps)
    const journal = new LaneJournal(opened.database, deps, { queueLimit: 1_000 })
    const make = maker(deps)
    payouts = Array.from({ length: PAYOUTS }, (_, index) =>
      make.payment('payout', `p${index}`, {
        processor: 'test-bank-file',
        status: 'PENDING',
        money: { currency: BANGKOK_ACCOUNT.currency, amountMinor: minor(1_000n) },
        request: { accountName: 'A', accountNumber: '1', bankCode: '014' },
      }),
    )
    await Promise.all(
      payouts.map(async (payment) => {
        const subject = { type: 'create' as const, payment, reason: 'accepted', postings: [], steps: [] }
        const outcome = await journal.commit({
          ...{ merchantId: payment.merchantId, at: deps.clock.now(), actor: 'merchant' as const },
          ...{ changeId: changeId(deps.randomness.uuidV7(1)), claims: [], claimKey: undefined, subject },
        })
        expect(outcome.type).toBe('done')
        await enqueue(opened.database, payment, referenceOf(payment), deps.clock.now())
      }),
    )
  })

  it('eight files share out what waits: no payout is in two, and none is lost', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => prepare(10)))
    const inFiles = made.reduce((sum, each) => sum + (each.ok ? each.value.file.payments : 0), 0)
    expect(await count('bank_file_line where in_force')).toBe(inFiles)
    await expectWhole()
    // What a file held under its locks and could not take is there for the next one.
    while ((await prepare(10)).ok);
    expect(await count("bank_file_payout where state = 'IN_FILE'")).toBe(PAYOUTS)
    await expectWhole()
  })

  it('files are made and cancelled, and payouts are taken out: each is cancelled, waits, or is in one file', async () => {
    const made: string[] = []
    const work = Array.from({ length: 24 }, async (_, index) => {
      const payout = payouts[index * 2]
      if (index % 3 === 0) {
        const file = await prepare(7)
        if (file.ok) made.push(file.value.file.id)
      } else if (index % 3 === 1) {
        const id = made.at(-1)
        if (id !== undefined) await files.cancel(id, () => audit('bank-file.cancel'))
      } else if (payout) {
        await withdraw(opened.database, payout, referenceOf(payout), deps.clock.now(), () => audit('x'))
      }
    })
    await Promise.all(work)
    expect(await count('bank_file_payout')).toBe(PAYOUTS)
    expect(await count("bank_file_payout where state = 'CANCELLED'")).toBe(8)
    await expectWhole()
  })

  it('a payout that is cancelled while its file is made is not in it, or took the file with it', async () => {
    const [payout] = payouts
    if (!payout) throw new Error('no payout')
    const [, cancelled] = await Promise.all([
      prepare(PAYOUTS),
      withdraw(opened.database, payout, referenceOf(payout), deps.clock.now(), () => audit('x')),
    ])
    expect(cancelled).toBe('cancelled')
    const lines = `bank_file_line where in_force and key = '${payout.key}'`
    expect(await count(lines)).toBe(0)
    await expectWhole()
  })

  it('a payout whose acceptance is not known yet, or that is with another processor, goes into no file', async () => {
    await rowsOf(opened.database, `update payment set status = 'NEW' where id = 'p0'`)
    await rowsOf(opened.database, `update payment set processor = 'sandbox' where id = 'p1'`)
    expect(await prepare(PAYOUTS)).toMatchObject({ value: { file: { payments: PAYOUTS - 2 } } })
  })

  it('the database itself refuses a payout in a second file', async () => {
    await prepare(PAYOUTS)
    const again = `insert into bank_file_line (file_id, line, batch, merchant_id, key, payee_name, in_force)
      select '00000000-0000-7000-8000-00000000000b', line, batch, merchant_id, key, payee_name, true from bank_file_line limit 1`
    await expect(rowsOf(opened.database, again)).rejects.toMatchObject({ constraint: 'bank_file_line_once' })
  })

  it('a payout that comes again, cancelled before, is not taken on', async () => {
    const payment = { ...maker(deps).payment('payout', 'new'), processor: 'test-bank-file' }
    const own = [opened.database, payment, referenceOf(payment), deps.clock.now()] as const
    expect(await withdraw(...own, () => audit('x'))).toBe('cancelled')
    expect(await enqueue(...own)).toBe('CANCELLED')
  })
})
