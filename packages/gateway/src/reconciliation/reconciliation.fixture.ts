/** For tests: real statements through the real reader, against the books that they have made, to be held on each engine. */
import { offered } from '@sluice/core/catalogue/currencies.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '../../../../test/harness.ts'
import { emptyDatabase } from '../admin/admin.fixture.ts'
import { BANGKOK, type BankFileWorld, bankFileWorld } from '../admin/bank-files/bank-files.fixture.ts'
import { account, register, THAI_TRANSFER } from '../processors/own-account/own-account.fixture.ts'
import { readCsv } from './csv.ts'
import { checkCsvMapping } from './csv-mapping.ts'
import { readMt940 } from './mt940.ts'

export function promisesOfReconciliation(): void {
  let world: BankFileWorld
  let close: () => Promise<void>

  beforeAll(async () => {
    const database = await emptyDatabase()
    world = await bankFileWorld(database)
    // What is paid out from it is in its books: no other test tells anything of it.
    await registered('till', BANGKOK.accountNumber)
    close = async () => {
      await world.gateway.stop()
      await database.close()
    }
  })
  afterAll(() => close?.())

  interface Line {
    readonly ref: string
    readonly amount: number
    readonly day: string
    readonly endToEndId?: string
    /** Of our own money, so nobody is waited for. */
    readonly withdraws?: true
  }

  const balance = (code: string, amount: number, day: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="THB">${Math.abs(amount).toFixed(2)}</Amt>
   <CdtDbtInd>${amount < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`

  const statement = (accountNumber: string, opening: number, day: string, lines: readonly Line[]) => {
    const closing = lines.reduce((sum, { amount }) => sum + amount, opening)
    const entries = lines.map(
      ({
        ref,
        amount,
        day: booked,
        endToEndId,
        withdraws = false,
      }) => `<Ntry><Amt Ccy="THB">${Math.abs(amount).toFixed(2)}</Amt>
      <CdtDbtInd>${amount < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><RvslInd>${withdraws}</RvslInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${booked}</Dt></BookgDt>
      <AcctSvcrRef>${ref}</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>${endToEndId ?? 'NOTPROVIDED'}</EndToEndId></Refs>
      <RmtInf><Ustrd>${ref}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
    )
    return `<Document><BkToCstmrStmt><Stmt><Acct><Id><Othr><Id>${accountNumber}</Id></Othr></Id></Acct>
    ${balance('OPBD', opening, day)}${balance('CLBD', closing, day)}${entries.join('')}</Stmt></BkToCstmrStmt></Document>`
  }

  const registered = async (till: string, accountNumber: string) => {
    const receiving = { ...THAI_TRANSFER.receiving, accountNumber }
    await register(world.gateway.app.gateway, account(till, { methods: [{ ...THAI_TRANSFER, receiving }] }))
  }
  /** What is told and asked of an account that is registered. */
  const booksOf = (till: string, accountNumber: string) => {
    const reconciled = async (day: string): Promise<Json> => {
      const answer = await world.admin('GET', `/admin/reconciliations/${till}?day=${day}`)
      expect(answer.status, answer.text).toBe(200)
      return answer.body
    }
    return {
      till,
      reconciled,
      /** @returns the gaps that are told of it */
      async upload(opening: number, day: string, lines: readonly Line[]) {
        const answer = await world.gateway.request('POST', `/admin/bank-feeds/${till}/statements`, {
          token: world.anna,
          raw: statement(accountNumber, opening, day, lines),
          headers: { 'content-type': 'application/octet-stream' },
        })
        expect(answer.text).toContain('"balances":"COMPARED"')
        await world.gateway.advance(5_000)
        return answer.body.gaps
      },
      /** The case that is open for the entry of this reference. */
      async caseOf(day: string, reference: string): Promise<string> {
        const { cases } = await reconciled(day)
        const found = (cases as unknown as readonly Json[]).find(({ entry }) => String(entry) === reference)
        return String(found?.id)
      },
    }
  }
  let accounts = 0
  /** Of an account of which nothing has been told yet. */
  const newBooks = async () => {
    accounts += 1
    const [till, accountNumber] = [`till-${accounts}`, `55566677${accounts}`] as const
    await registered(till, accountNumber)
    return booksOf(till, accountNumber)
  }
  const returned = async (id: string, reference: string) => {
    const settled = await world.admin('POST', `/admin/cases/${id}/!return`, { reference })
    expect(settled.status, settled.text).toBe(200)
  }
  const today = () => new Date(world.gateway.deps.clock.now() + 7 * 3_600_000).toISOString().slice(0, 10)
  const thb = (amount: number) => ({ amount, currencyCode: 'THB' })

  describe('a day of a bank account', () => {
    it('names the payout that was delivered, the case that is open and the bank’s own fee, which is all of the difference', async () => {
      const { upload, reconciled } = booksOf('till', BANGKOK.accountNumber)
      await world.payout()
      const file = await world.released('bangkok')
      const [, reference = ''] = await world.references(file)
      await upload(1_000, '2026-11-18', [
        { ref: 'B-1', amount: -100.5, day: '2026-11-18', endToEndId: reference },
        { ref: 'B-2', amount: 77, day: '2026-11-18', withdraws: true },
        { ref: 'B-3', amount: -12.25, day: '2026-11-18' },
      ])
      const day = await reconciled('2026-11-18')
      expect(day).toMatchObject({
        openingBalance: thb(1_000),
        closingBalance: thb(964.25),
        bank: thb(-35.75),
        books: thb(-23.5),
        difference: thb(-12.25),
        remarks: [],
        lines: [{ reason: 'NO_PAYOUT', entry: 'B-3', money: thb(-12.25) }],
        openCases: 1,
        cases: [{ reason: 'UNKNOWN_CREDIT', entry: 'B-2' }],
        entries: [
          {
            reference: 'B-1',
            outcome: 'DELIVERED',
            posted: { account: 'clearing:test-bank-file', money: thb(-100.5) },
          },
          {
            reference: 'B-2',
            outcome: 'CASE',
            posted: { account: 'clearing:test-own-account', money: thb(77) },
          },
          { reference: 'B-3', outcome: 'IGNORED' },
        ],
      })
    })

    it('counts the balances between the days of one statement, says of a day that none tells of it, and names a gap', async () => {
      const { upload, reconciled } = await newBooks()
      await upload(1_000, '2026-11-18', [{ ref: 'B-1', amount: -35.75, day: '2026-11-18' }])
      const continued = await upload(964.25, '2026-11-20', [
        { ref: 'C-1', amount: -1, day: '2026-11-19' },
        { ref: 'C-2', amount: -2, day: '2026-11-20' },
      ])
      expect(continued).toEqual([])
      expect(await reconciled('2026-11-19')).toMatchObject({
        openingBalance: thb(964.25),
        closingBalance: thb(963.25),
        remarks: [],
        statements: [{ firstDay: '2026-11-19', lastDay: '2026-11-20' }],
      })
      expect(await reconciled('2026-11-21')).toMatchObject({
        remarks: [{ type: 'NO_STATEMENT' }],
        difference: thb(0),
      })
      const gap = { afterDay: '2026-11-20', closing: thb(961.25), opening: thb(900) }
      // Whoever takes it in is told at once: a statement that somebody made up seldom continues the bank's own.
      expect(await upload(900, '2026-11-21', [{ ref: 'D-1', amount: -3, day: '2026-11-21' }])).toEqual([
        { day: '2026-11-21', ...gap },
      ])
      expect(await reconciled('2026-11-21')).toMatchObject({
        remarks: [{ type: 'GAP', afterDay: '2026-11-20', closing: thb(961.25), opening: thb(900) }],
      })
    })

    it('names a case’s return that no debit shows', async () => {
      const { upload, reconciled, caseOf } = await newBooks()
      await upload(1_000, '2026-11-18', [{ ref: 'B-2', amount: 77, day: '2026-11-18', withdraws: true }])
      const id = await caseOf('2026-11-18', 'B-2')
      await returned(id, 'R-1')
      const { lines } = await reconciled(today())
      expect(lines).toContainEqual({
        reason: 'RETURNED_BY_CASE',
        about: `case ${id}#1`,
        money: thb(77),
      })
    })

    it('has a noted return proved by the bank’s debit under its reference in its amount, and by no other', async () => {
      const { upload, reconciled, caseOf } = await newBooks()
      await upload(820, '2026-11-18', [{ ref: 'B-2', amount: 77, day: '2026-11-18', withdraws: true }])
      const id = await caseOf('2026-11-18', 'B-2')
      await returned(id, 'R-1')
      const noted = async () =>
        ((await reconciled(today())).lines as unknown as readonly Json[]).filter(
          ({ reason }) => String(reason) === 'RETURNED_BY_CASE',
        ).length
      const decided = async () =>
        ((await world.admin('GET', `/admin/cases/${id}`)).body.decisions as unknown as readonly Json[])[0]
      expect((await reconciled('2026-11-18')).cases).toEqual([])
      expect([await noted(), (await decided())?.provedBy]).toEqual([1, undefined])
      // Another amount is another transfer.
      await upload(897, '2026-11-21', [{ ref: 'R-1', amount: -76, day: '2026-11-21' }])
      expect([await noted(), (await decided())?.provedBy]).toEqual([1, undefined])
      await upload(821, '2026-11-21', [
        { ref: 'E-1', amount: 30, day: '2026-11-21', withdraws: true },
        { ref: 'E-2', amount: -30, day: '2026-11-21' },
      ])
      const open = await caseOf('2026-11-21', 'E-1')
      await returned(open, 'E-2')
      expect(await noted()).toBe(1)
      const { body } = await world.admin('GET', `/admin/cases/${open}`)
      expect(body.decisions).toMatchObject([
        { action: 'return', provedBy: { reference: 'E-2', bookedAt: expect.any(String) } },
      ])
      const day = await reconciled('2026-11-21')
      expect(day.entries).toContainEqual(
        expect.objectContaining({
          reference: 'E-2',
          posted: expect.objectContaining({ account: 'clearing:test-own-account', money: thb(-30) }),
        }),
      )
      expect((day.lines as unknown as readonly Json[]).map(({ entry }) => entry)).not.toContain('E-2')
    })

    it('tells a movement under a reference that names another one', async () => {
      const { upload, reconciled, caseOf } = await newBooks()
      await upload(820, '2026-11-18', [{ ref: 'B-2', amount: 77, day: '2026-11-18', withdraws: true }])
      await returned(await caseOf('2026-11-18', 'B-2'), 'R-1')
      await upload(897, '2026-11-20', [{ ref: 'B-2', amount: 5, day: '2026-11-20' }])
      const { entries, openCases } = await reconciled('2026-11-20')
      expect(entries).toContainEqual(
        expect.objectContaining({
          reference: 'B-2',
          outcome: 'CASE',
          money: thb(5),
          posted: expect.anything(),
        }),
      )
      expect(openCases).toBe(1)
    })

    it('is listed among the others of its account', async () => {
      const { till, upload } = await newBooks()
      await upload(1_000, '2026-11-19', [
        { ref: 'B-3', amount: -12.25, day: '2026-11-18' },
        { ref: 'C-1', amount: -1, day: '2026-11-19' },
      ])
      const { body } = await world.admin(
        'GET',
        `/admin/reconciliations?account=${till}&from=2026-11-18&to=2026-11-19`,
      )
      expect(body.data).toMatchObject([
        { day: '2026-11-18', difference: thb(-12.25) },
        { day: '2026-11-19', difference: thb(-1) },
      ])
    })

    it.each([
      ['/admin/reconciliations/till', 400],
      ['/admin/reconciliations/till?day=2026-02-30', 400],
      ['/admin/reconciliations/none?day=2026-11-18', 404],
      ['/admin/reconciliations', 400],
      ['/admin/reconciliations?account=till&from=2026-11-19&to=2026-11-18', 400],
      ['/admin/reconciliations?account=till&from=2026-01-01&to=2026-11-18', 400],
    ])('refuses %s', async (path, status) => {
      expect((await world.admin('GET', path)).status).toBe(status)
    })
  })

  describe('the other readers', () => {
    const terms = {
      now: Date.parse('2026-11-25T00:00:00Z'),
      currency: offered('THB'),
      balances: 'CHECKED',
    } as const

    it('gives the balances of an MT940 statement and their day', () => {
      const text = [
        ':20:S',
        ':25:1',
        ':28C:1',
        ':60F:C261120THB10,00',
        ':61:2611211121C5,00NTRFNONREF',
        ':62F:C261121THB15,00',
      ]
      const read = readMt940(text.join('\r\n'), terms)
      expect(read).toMatchObject({
        value: {
          spans: [{ openingMinor: 1_000n, closingMinor: 1_500n, closingDay: '2026-11-21', first: 0, end: 1 }],
        },
      })
    })

    it.each([
      ['oldest', '2026-11-20,5,15\n2026-11-21,-2,13\n'],
      ['newest', '2026-11-21,-2,13\n2026-11-20,5,15\n'],
    ])('gives those of a CSV statement that begins with the %s row', (_, rows) => {
      const checked = checkCsvMapping({
        headerRow: false,
        fieldCount: 3,
        dateFormat: 'YYYY-MM-DD',
        columns: { bookedAt: 1, amount: 2, balance: 3 },
      })
      if (!checked.ok) throw new Error(JSON.stringify(checked.failure))
      const mapping = checked.value
      expect(readCsv(rows, mapping, terms)).toMatchObject({
        value: { spans: [{ openingMinor: 1_000n, closingMinor: 1_300n, first: 0, end: 2 }] },
      })
    })
  })
}
