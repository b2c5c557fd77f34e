/** For tests: what erasing personal data promises through the API, to be held on each engine. */
import type { CurrencyCode } from '@sluice/core/foundation/money.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer, TestMerchant } from '../../../../test/harness.ts'
import { type AdminGateway, adminGateway } from '../admin/admin.fixture.ts'
import { brokenInvariants } from '../admin/invariants/invariants.ts'
import { rowsOf } from '../payments/payments.fixture.ts'
import { account, PROMPTPAY_BILLER, register } from '../processors/own-account/own-account.fixture.ts'
import { SearchIndexer } from '../search/indexer.ts'
import { PERSON, placesOf, tablesOf } from './person.fixture.ts'
import { ErasureRounds } from './rounds.ts'

const DAY_MS = 86_400_000
const CALLBACKS = 'https://shop.example/callbacks'
const TILL = 'test-own-account'

export function promisesOfErasure(): void {
  let gateway: AdminGateway
  let shop: TestMerchant

  const admin = (method: string, path: string, body?: unknown, token?: string): Promise<Answer> =>
    gateway.admin(method, path, body, token)
  const done = async (answer: Promise<Answer>, status = 200): Promise<Answer['body']> => {
    const { status: got, body, text } = await answer
    expect(got, text).toBe(status)
    return body
  }
  const own = async (method: string, path: string, body?: object, whose = shop): Promise<Answer> =>
    gateway.request(method, path, { token: await whose.token(), ...(body && { body }) })
  const find = (identifier: string, more: object = {}) =>
    done(admin('POST', '/admin/privacy/!find', { identifier, ...more }))
  const erase = (identifier: string, more: object = {}) =>
    done(admin('POST', '/admin/privacy/requests', { identifier, ...more }), 201)
  const index = async () => {
    const indexer = new SearchIndexer(gateway.database, gateway.deps)
    await gateway.doze(2 * 60_000)
    while ((await indexer.round()) === 0);
  }
  const ledger = () =>
    rowsOf(
      gateway.database,
      `select p.merchant_id, p.account, p.currency, sum(p.amount)::text as sum, count(*)::int as lines from posting p
        group by 1, 2, 3 order by 1, 2, 3`,
    )
  const round = () => new ErasureRounds({ ...gateway.app.gateway }).round()
  const promptPay = (amount: number) => ({
    paymentRequested: { money: { amount, currencyCode: 'THB' } },
    paymentMethod: {
      paymentMethodCode: 'PROMPTPAY',
      account: { accountName: PERSON.accountName, accountNumber: PERSON.accountNumber },
    },
    callbackUrl: CALLBACKS,
  })
  const entries = (data: readonly object[], id = 'till') =>
    done(admin('POST', `/admin/bank-feeds/${id}/entries`, { data }))
  const entry = (reference: string, remittance: string, amount: number) => ({
    ...{ reference, remittance, bookedAt: new Date(gateway.deps.clock.now()).toISOString() },
    money: { amount, currencyCode: 'THB' },
    endToEndId: `E2E of Plantina ${reference}`,
    sender: { name: PERSON.accountName, accountNumber: PERSON.accountNumber },
  })
  /** A payin of the own account that its payer has paid. */
  const paidAtTill = async (id: string, whose: TestMerchant, till = 'till') => {
    const made = await done(own('POST', `/payins/${id}`, promptPay(500), whose), 201)
    const reference = String(made.paymentMethodResponse?.reference)
    const booked = entry(`bank-${id}`, `${reference} from Plantina`, 500)
    await entries([booked], till)
    await gateway.advance(5_000)
    const read = await done(own('GET', `/payins/${id}`, undefined, whose))
    expect(String(read.process?.status)).toBe('SUCCESS')
    return { reference, booked }
  }

  const open = async () => {
    gateway = await adminGateway({
      network: () => ({ ok: true, status: 200, headers: {}, body: 'thanks, Plantina', durationMs: 1 }),
    })
    shop = await gateway.merchant()
    await gateway.credit(shop, { currency: 'THB' as CurrencyCode, amountMinor: minor(100_000_000n) })
  }

  describe('a person requests it', () => {
    let tilled: TestMerchant
    let before: Readonly<Record<string, unknown>>
    let receipt: Answer['body']
    let reported: object

    beforeAll(async () => {
      await open()
      tilled = await gateway.merchant({
        products: [{ code: 'PROMPTPAY', currency: 'THB', processors: [TILL] }],
      })
      await register(gateway.app.gateway, account('till', { methods: [PROMPTPAY_BILLER] }))
      const { reference, booked } = await paidAtTill('till-1', tilled)
      reported = booked
      // The same payer pays twice: a case, on which operators write.
      await entries([entry('bank-again', `${reference} Plantina again`, 500)])
      await gateway.advance(5_000)
      const cases = await done(admin('GET', '/admin/cases'))
      const path = `/admin/cases/${String(cases.data?.[0 as never]?.id)}`
      await done(admin('POST', `${path}/!note`, { note: 'Plantina has called' }))
      await done(admin('POST', `${path}/!write-off`, { note: 'Plantina wants it so' }))

      const { accountName, accountNumber, emailAddress, phoneNumber } = PERSON
      await done(
        own('POST', '/payins/net-1', {
          paymentRequested: { money: { amount: 1499, currencyCode: 'INR' } },
          paymentMethod: {
            paymentMethodCode: 'NETBANKING',
            account: { accountName },
            emailAddress,
            phoneNumber,
          },
          callbackUrl: CALLBACKS,
          returnUrl: 'https://shop.example/?for=plantina',
        }),
        201,
      )
      await done(
        own('POST', '/payouts/out-1', {
          paymentRequested: { money: { amount: 100, currencyCode: 'THB' } },
          paymentMethod: { paymentMethodCode: 'BANK_TRANSFER', account: { accountName, accountNumber } },
          callbackUrl: CALLBACKS,
        }),
        201,
      )
      await done(own('POST', '/payins/refunded-1', promptPay(300)), 201)
      await gateway.advance(10_000)
      await done(
        own('POST', '/refunds/back-1', {
          ...{ idPayin: 'refunded-1', reason: 'OTHER', note: 'for Plantina', callbackUrl: CALLBACKS },
          payee: {
            ...{ paymentMethodCode: 'BANK_TRANSFER', paymentOperatorCode: '004' },
            account: { accountName, accountNumber },
          },
        }),
        201,
      )
      await gateway.doze(10 * 60_000)
      await index()
      const sent = gateway.deps.sent.length
      before = { ledger: await ledger(), sent, payin: (await own('GET', '/payins/net-1')).body }
      expect(tablesOf(await placesOf(gateway))).toEqual(
        expect.arrayContaining([
          'attempt',
          'bank_entry',
          'case_decision',
          'case_note',
          'payment',
          'search_term',
        ]),
      )
      receipt = await erase(PERSON.accountNumber)
      await erase(PERSON.emailAddress)
      await gateway.doze(60_000)
    })

    afterAll(() => gateway?.close())

    it('is found before by an exact identifier, masked, and afterwards no more', async () => {
      expect(await find(PERSON.accountNumber)).toEqual({ found: 0, erasable: 0, data: [] })
      expect(receipt).toMatchObject({ found: 4, erased: 4, waiting: [] })
      expect((await done(admin('GET', '/admin/search?q=plantina'))).payments).toEqual([])
    })

    it('is in no table any more, but where operators have noted it for the audit log', async () => {
      const places = await placesOf(gateway)
      expect(places.filter((place) => !/^audit:.*case\.(?:note|write-off)/.test(place))).toEqual([])
    })

    it('changes no amount, breaks no invariant and sends no callback', async () => {
      expect(await ledger()).toEqual(before.ledger)
      expect(await brokenInvariants(gateway.database)).toEqual([])
      expect(gateway.deps.sent.length).toBe(before.sent)
    })

    it('shows the payment as erased, with its amounts', async () => {
      expect((await own('GET', '/payins/net-1')).body).toMatchObject({
        paymentRequested: { money: { amount: 1499, currencyCode: 'INR' } },
        process: { status: 'SUCCESS' },
      })
      const history = await done(admin('GET', `/admin/payments/${shop.code}/payin/net-1`))
      expect(history.request).toMatchObject({
        accountName: 'erased',
        emailAddress: 'erased',
        phoneNumber: 'erased',
      })
      expect(history.states).toContainEqual(expect.objectContaining({ reason: 'personal data erased' }))
      expect(history.callbackUrl).toBe(CALLBACKS)
    })

    it('is explained and exported as before', async () => {
      for (const path of [
        `/admin/payments/${shop.code}/payin/net-1`,
        `/admin/payments/${shop.code}/payout/out-1`,
      ])
        await done(admin('GET', `${path}/!explain`))
      for (const path of [
        '/payins/net-1/explanation',
        '/payouts/out-1/explanation',
        '/refunds/back-1/explanation',
      ])
        await done(own('GET', path))
      const exported = await own('GET', '/payins?format=csv')
      expect(exported.status).toBe(200)
      expect(exported.text).not.toMatch(/plantina|7766554433/i)
    })

    it('leaves the ID taken: the same request is a duplicate, as before', async () => {
      const again = await own('POST', '/payouts/out-1', {
        paymentRequested: { money: { amount: 100, currencyCode: 'THB' } },
        paymentMethod: {
          paymentMethodCode: 'BANK_TRANSFER',
          account: { accountName: PERSON.accountName, accountNumber: PERSON.accountNumber },
        },
        callbackUrl: CALLBACKS,
      })
      expect(again.status).toBe(409)
    })

    it('has a receipt that proves whose it was, without any value', async () => {
      const path = `/admin/privacy/requests/${String(receipt.id)}`
      const read = await done(admin('GET', path))
      expect(read).toEqual(receipt)
      expect(read).toMatchObject({
        categories: expect.arrayContaining(['NAME', 'ACCOUNT']),
        requestedBy: 'bootstrap',
      })
      const verify = (identifier: string) => done(admin('POST', `${path}/!verify`, { identifier }))
      expect(await verify('776-655-44 33')).toEqual({ matches: true })
      expect(await verify('7766554434')).toEqual({ matches: false })
    })

    it('knows the entry of the bank when its statement is imported again', async () => {
      const counted = () =>
        rowsOf(
          gateway.database,
          'select (select count(*)::int from bank_entry) as entries, (select count(*)::int from case_file) as cases',
        )
      const known = await counted()
      await entries([reported])
      await gateway.advance(5_000)
      expect(await counted()).toEqual(known)
    })
  })

  describe('live payments', () => {
    const terms = (body: object, path = '') =>
      done(admin(path === '' ? 'PUT' : 'PATCH', `/admin/privacy/terms${path}`, body))
    const nameOf = async (whose: TestMerchant, id: string) => {
      const [row] = await rowsOf(
        gateway.database,
        `select request ->> 'accountName' as name from payment where merchant_id = '${whose.code}' and id = '${id}'`,
      )
      return row?.name
    }
    const liveShop = async (...paid: readonly string[]) => {
      const products = [{ code: 'PROMPTPAY', currency: 'THB', processors: ['own-account'] }]
      const made = await gateway.merchant({ isTest: false, products })
      for (const id of paid) await paidAtTill(id, made, 'live-till')
      await index()
      return made
    }

    beforeAll(async () => {
      await open()
      await register(
        gateway.app.gateway,
        account('live-till', { isTest: false, methods: [PROMPTPAY_BILLER] }),
      )
      await terms({ keepDays: 30, mostDays: 90 })
      await liveShop('early-1')
      await gateway.doze(20 * 60_000)
    })
    afterAll(() => gateway?.close())

    it('are not sought in an index that lacks some', async () => {
      await rowsOf(gateway.database, "delete from search_cursor where name = 'created'")
      const { status, body } = await admin('POST', '/admin/privacy/!find', {
        identifier: PERSON.accountNumber,
      })
      expect([status, body.code]).toEqual([409, 'INVALID_STATE'])
      await index()
      expect(Number((await find(PERSON.accountNumber)).found)).toBeGreaterThan(0)
    })

    it('wait for the time that the law requires, and the receipt says until when', async () => {
      const { code } = await liveShop('live-1', 'live-2')
      const found = await find(PERSON.accountNumber, { merchantCode: code })
      expect(found).toMatchObject({ found: 2, erasable: 0 })
      expect(found.data?.[0 as never]).toMatchObject({
        ...{ erasable: false, why: 'TERM' },
        values: expect.arrayContaining(['7•••33']),
      })
      expect(JSON.stringify(found)).not.toMatch(/plantina|7766554433/i)
      expect(await erase(PERSON.accountNumber, { merchantCode: code })).toMatchObject({
        ...{ found: 2, erased: 0 },
        waiting: [{ why: 'TERM', payments: 2, until: expect.any(String) }],
      })
    })

    it('are erased when that time has come, of this merchant only, and under a legal hold after its release', async () => {
      const whose = await liveShop('held-1', 'held-2')
      const other = await liveShop('other-1')
      const hold = await done(
        admin('POST', '/admin/privacy/holds', {
          ...{ merchantCode: whose.code, kind: 'payin', paymentId: 'held-2', reason: 'a court has asked' },
        }),
        201,
      )
      const { id } = await erase(PERSON.accountNumber, { merchantCode: whose.code })
      const receipt = () => done(admin('GET', `/admin/privacy/requests/${String(id)}`))
      await gateway.doze(31 * DAY_MS, DAY_MS)
      await round()
      const names = async () => [
        await nameOf(whose, 'held-1'),
        await nameOf(whose, 'held-2'),
        await nameOf(other, 'other-1'),
      ]
      expect(await names()).toEqual(['erased', PERSON.accountName, PERSON.accountName])
      expect(await receipt()).toMatchObject({ erased: 1, waiting: [{ why: 'HOLD', payments: 1 }] })
      await done(admin('POST', `/admin/privacy/holds/${String(hold.id)}/!release`, {}))
      await gateway.doze(2 * DAY_MS, DAY_MS)
      await round()
      expect(await names()).toEqual(['erased', 'erased', PERSON.accountName])
      expect(await receipt()).toMatchObject({ erased: 2, waiting: [] })
    })

    it("are erased after the merchant's own term, within the bounds of the installation", async () => {
      const whose = await liveShop('term-1')
      const refused = await admin('PATCH', `/admin/privacy/terms/${whose.code}`, { eraseDays: 91 })
      expect([refused.status, refused.body.errors]).toEqual([
        400,
        [expect.objectContaining({ path: '/eraseDays' })],
      ])
      await terms({ eraseDays: 60 }, `/${whose.code}`)
      await gateway.doze(45 * DAY_MS, DAY_MS)
      await round()
      expect(await nameOf(whose, 'term-1')).toBe(PERSON.accountName)
      await gateway.doze(16 * DAY_MS, DAY_MS)
      await round()
      expect(await nameOf(whose, 'term-1')).toBe('erased')
      const lines = Object(await done(admin('GET', '/admin/audit?action=privacy.erased'))).data
      expect(lines).toContainEqual(
        expect.objectContaining({ operator: 'gateway', detail: { payments: expect.any(Number) } }),
      )
      expect(await brokenInvariants(gateway.database)).toEqual([])
    })
  })
}
