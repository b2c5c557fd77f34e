/** What each kind of act is while it waits: bank files by both of their doors, and money of cases. */
import type { MerchantOrderId } from '@sluice/core/foundation/identifiers.ts'
import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import type { StatusUpdate } from '@sluice/core/processor/port.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Json, TestMerchant } from '../../../../../test/harness.ts'
import { GATEWAY, openCase } from '../../payments/cases.ts'
import { type AdminGateway, adminGateway, emptyDatabase } from '../admin.fixture.ts'
import { type BankFileWorld, bankFileWorld } from '../bank-files/bank-files.fixture.ts'

const rows = (body: Json) => body.data as unknown as readonly Json[]

describe('a bank file', () => {
  let world: BankFileWorld
  let close: () => Promise<void>
  beforeAll(async () => {
    const database = await emptyDatabase()
    world = await bankFileWorld(database)
    close = async () => {
      await world.gateway.stop()
      await database.close()
    }
  })
  afterAll(() => close())

  const prepared = async () => {
    await world.payout()
    const id = await world.prepare('bangkok')
    await world.gateway.advance(1)
    return id
  }
  const approval = async (id: string) => (await world.admin('GET', `/admin/approvals/${id}`)).body
  const fileStatus = async (id: string) => (await world.admin('GET', `/admin/bank-files/${id}`)).body.status
  const decide = (id: string, operation: string, token: string, body?: object) =>
    world.admin('POST', `/admin/approvals/${id}/!${operation}`, body, token)

  it('asks for its release by being prepared, whatever the policy says', async () => {
    const id = await prepared()
    const { sha256 } = (await world.admin('GET', `/admin/bank-files/${id}`)).body
    expect(await approval(id)).toMatchObject({
      operation: 'bank-file.release',
      status: 'WAITING',
      requestedBy: 'anna',
      request: { operation: 'POST /admin/bank-files/{id}/!release', body: JSON.stringify({ sha256 }) },
    })
    expect(await decide(id, 'approve', world.anna)).toMatchObject({
      status: 403,
      body: { code: 'FOUR_EYES' },
    })
    expect(await decide(id, 'approve', world.ben)).toMatchObject({
      status: 200,
      body: {
        approval: { status: 'APPROVED', decidedBy: 'ben' },
        answer: { body: { status: 'RELEASED', releasedBy: 'ben' } },
      },
    })
    expect(await fileStatus(id)).toBe('RELEASED')
    const again = await world.admin('POST', `/admin/bank-files/${id}/!release`, {}, world.ben)
    expect(again).toMatchObject({ status: 409, body: { code: 'BANK_FILE_STATE' } })
  })

  it('is released by its own endpoint as ever, and that approves it', async () => {
    const id = await prepared()
    expect((await world.admin('POST', `/admin/bank-files/${id}/!release`, {}, world.ben)).status).toBe(200)
    expect(await approval(id)).toMatchObject({ status: 'APPROVED', decidedBy: 'ben' })
    expect(await decide(id, 'approve', world.ben)).toMatchObject({ body: { code: 'APPROVAL_DECIDED' } })
  })

  it('that is cancelled waits for nobody, and one that is rejected is cancelled', async () => {
    const cancelled = await prepared()
    await world.admin('POST', `/admin/bank-files/${cancelled}/!cancel`, undefined, world.anna)
    expect(await approval(cancelled)).toMatchObject({ status: 'REJECTED', decidedBy: 'anna' })
    const rejected = await prepared()
    expect((await decide(rejected, 'reject', world.ben, { note: 'too much' })).status).toBe(200)
    expect(await fileStatus(rejected)).toBe('CANCELLED')
    expect(await approval(rejected)).toMatchObject({ status: 'REJECTED', decidedBy: 'ben', note: 'too much' })
  })

  it('that was refused to whoever prepared it still waits', async () => {
    const id = await prepared()
    expect((await world.admin('POST', `/admin/bank-files/${id}/!release`, {}, world.anna)).status).toBe(403)
    expect(await approval(id)).toMatchObject({ status: 'WAITING' })
  })
})

describe('money of a case', () => {
  let gateway: AdminGateway
  let anna: string
  let merchant: TestMerchant
  let shop: string
  let made = 0
  beforeAll(async () => {
    gateway = await adminGateway({ approvals: 'AS_USUAL' })
    anna = await gateway.operator('anna', 'OPERATOR')
    await gateway.advance(1_000)
    const free = { fee: { percent: '0', fixed: '0' }, vatRate: '0' }
    merchant = await gateway.merchant({ products: [{ code: 'OFFLINE', currency: 'THB', ...free }] })
    shop = merchant.code
  })
  afterAll(async () => {
    const { body } = await gateway.admin('GET', '/admin/invariants')
    await gateway.close()
    // After all of them the books are right.
    const checks = body.checks as unknown as readonly { readonly holds: boolean }[]
    expect(checks.filter(({ holds }) => !holds)).toEqual([])
  })

  const opened = async (amount: number) => {
    await gateway.advance(1_000)
    const money = { currency: 'THB' as CurrencyCode, amountMinor: minor(BigInt(amount) * 100n) }
    const about = { merchantId: GATEWAY, processor: 'sandbox', reason: 'UNKNOWN_CREDIT', detail: {} } as const
    await openCase(gateway.app.gateway, { ...about, fact: `act ${++made}`, money })
    const { body } = await gateway.admin('GET', '/admin/cases?limit=1')
    return String(rows(body)[0]?.id)
  }
  const operation = (id: string, name: string, body: object) =>
    gateway.admin('POST', `/admin/cases/${id}/!${name}`, body, anna)
  const many = (name: string, body: object) => gateway.admin('POST', `/admin/cases/!${name}`, body, anna)
  const approve = ({ body }: { readonly body: Json }) =>
    gateway.admin('POST', `/admin/approvals/${String(body.approval?.id)}/!approve`)
  const leftOf = async (id: string) => (await gateway.admin('GET', `/admin/cases/${id}`)).body.left?.amount

  it.each([
    ['write-off', { note: 'small change' }],
    ['return', { reference: 'back-1' }],
  ])('waits, and is done by whoever approves it: %s', async (name, body) => {
    const id = await opened(907)
    const requested = await operation(id, name, body)
    expect(requested).toMatchObject({ status: 202, body: { approval: { operation: `case.${name}` } } })
    expect(requested.body.approval?.summary).toContain(`907.00 THB of case ${id}`)
    expect(await leftOf(id)).toBe(907)
    expect((await approve(requested)).status).toBe(200)
    expect(await leftOf(id)).toBe(0)
  })

  it('waits where it becomes a merchant’s balance', async () => {
    const id = await opened(907)
    const requested = await operation(id, 'credit', { merchantCode: shop, note: 'theirs' })
    expect(requested).toMatchObject({ status: 202, body: { approval: { operation: 'case.credit' } } })
    expect((await approve(requested)).status).toBe(200)
  })

  it('is asked of nobody where it cannot be: more than is left, or a merchant that there is not', async () => {
    const id = await opened(907)
    const money = { amount: 908, currencyCode: 'THB' }
    for (const [name, body] of [
      ['credit', { merchantCode: shop, money, note: 'theirs' }],
      ['write-off', { money, note: 'small change' }],
      ['return', { money, reference: 'back-9' }],
    ] as const)
      expect(await operation(id, name, body)).toMatchObject({
        status: 400,
        body: { errors: [{ path: '/money' }] },
      })
    expect((await operation(id, 'credit', { merchantCode: 'NOBODY', note: 'theirs' })).status).toBe(404)
    const { body } = await gateway.admin('GET', '/admin/approvals?status=WAITING')
    expect(JSON.stringify(body.data)).not.toContain(id)
  })

  it('is stale where another part of it was decided meanwhile', async () => {
    const id = await opened(907)
    const money = { amount: 7, currencyCode: 'THB' }
    const [small, all] = [
      await operation(id, 'write-off', { note: 'a part', money }),
      await operation(id, 'write-off', { note: 'all' }),
    ]
    expect((await approve(small)).status).toBe(200)
    expect(await approve(all)).toMatchObject({ status: 409, body: { code: 'APPROVAL_STALE' } })
    expect(await leftOf(id)).toBe(900)
  })

  /** Nobody pays it by itself: its amount ends in 907. */
  const payin = async (id: string, amount = 907) => {
    const made = await gateway.request('POST', `/payins/${id}`, {
      token: await merchant.token(),
      body: {
        paymentRequested: { money: { amount, currencyCode: 'THB' } },
        paymentMethod: { paymentMethodCode: 'OFFLINE' },
      },
    })
    expect(made.status).toBe(201)
    return { merchantCode: shop, idPayin: id }
  }
  const thb = (amount: number) => ({ money: { amount, currencyCode: 'THB' } })
  /** What was done before no longer counts towards its limit. */
  const nextDay = () => gateway.deps.jump(24 * 3_600_000)
  const policy = (...data: readonly object[]) => gateway.admin('PUT', '/admin/approval-policy', { data })

  it('waits where a payin gets it: whose it was is one operator’s word alone', async () => {
    const id = await opened(907)
    const requested = await operation(id, 'assign', { ...(await payin('one')), note: 'by the slip' })
    expect(requested).toMatchObject({ status: 202, body: { approval: { operation: 'case.assign' } } })
    expect(requested.body.approval?.summary).toBe(
      `Assign 907.00 THB of case ${id} to ${shop}/one: by the slip`,
    )
    expect(await leftOf(id)).toBe(907)
    expect((await approve(requested)).status).toBe(200)
    expect(await leftOf(id)).toBe(0)
    const { body } = await gateway.admin('GET', `/admin/payments/${shop}/payin/one`)
    expect(body.status).toBe('SUCCESS')
  })

  it('tells whoever approves it that its payin was made after the money came: a thief’s is made in a second', async () => {
    const id = await opened(907)
    await gateway.advance(1_000)
    const requested = await operation(id, 'assign', await payin('made-for-it'))
    expect(requested.body.approval?.summary).toBe(
      `Assign 907.00 THB of case ${id} to ${shop}/made-for-it (created after the money arrived)`,
    )
  })

  it('waits where it is split among payins', async () => {
    const id = await opened(2814)
    const parts = [
      { ...(await payin('part-1')), ...thb(907) },
      { ...(await payin('part-2', 1907)), ...thb(1907) },
    ]
    const requested = await operation(id, 'split', { parts })
    expect(requested).toMatchObject({ status: 202, body: { approval: { operation: 'case.assign' } } })
    expect((await approve(requested)).status).toBe(200)
    expect(await leftOf(id)).toBe(0)
  })

  it('waits as a write-off where a payin gets it that wants more: the gateway bears the rest', async () => {
    const id = await opened(1)
    const requested = await operation(id, 'assign', { ...(await payin('gap')), acceptDifference: true })
    expect(requested).toMatchObject({ status: 202, body: { approval: { operation: 'case.write-off' } } })
    expect(requested.body.approval?.summary).toBe(
      `Assign 1.00 THB of case ${id} to ${shop}/gap as 907.00 THB`,
    )
    expect((await approve(requested)).status).toBe(200)
  })

  it.each([
    ['case.assign', 'case.write-off'],
    ['case.write-off', 'case.assign'],
  ])(
    'with a gap passes by no rule that frees one half of it: %s is free, it waits as %s',
    async (free, waits) => {
      await policy({ operation: free, rule: 'NONE' })
      const body = { ...(await payin(`half-${waits}`)), acceptDifference: true }
      expect((await operation(await opened(1), 'assign', body)).body.approval?.operation).toBe(waits)
      await policy()
    },
  )

  it('counts towards the limit of a day with what the merchants of the payins get by it', async () => {
    await nextDay()
    const [first, second] = [await payin('day-1'), await payin('day-2')]
    await policy({ operation: 'case.assign', rule: 'ABOVE', above: [{ amount: 1000, currencyCode: 'THB' }] })
    expect((await operation(await opened(907), 'assign', first)).status).toBe(200)
    expect((await operation(await opened(907), 'assign', second)).status).toBe(202)
    await policy()
  })

  it('is no more within the limit of a day where a split ends after a part that is settled', async () => {
    await nextDay()
    const [paid, left] = [await payin('ends-1'), await payin('ends-2')]
    await policy({ operation: 'case.assign', rule: 'ABOVE', above: [{ amount: 2000, currencyCode: 'THB' }] })
    const { app } = gateway
    const commit = app.gateway.journal.commit.bind(app.gateway.journal)
    const committing = vi.spyOn(app.gateway.journal, 'commit').mockImplementation(async (change) => {
      const outcome = await commit(change)
      // Between two parts the payin of the second one comes to its end otherwise.
      if (outcome.type === 'done' && outcome.payment?.id === 'ends-1')
        await gateway.admin('POST', `/admin/sandbox/${shop}/payin/ends-2/!refuse`)
      return outcome
    })
    const parts = [
      { ...paid, ...thb(907) },
      { ...left, ...thb(907) },
    ]
    const id = await opened(1814)
    expect(await operation(id, 'split', { parts })).toMatchObject({
      status: 409,
      body: { code: 'INVALID_STATE' },
    })
    committing.mockRestore()
    expect(await leftOf(id)).toBe(907)
    expect((await operation(await opened(907), 'assign', await payin('ends-3'))).status).toBe(202)
    await policy()
  })

  it('is not split into two parts for one payin', async () => {
    const to = await payin('twice')
    const parts = [
      { ...to, ...thb(907) },
      { ...to, ...thb(1), acceptDifference: true },
    ]
    const id = await opened(908)
    const refused = await operation(id, 'split', { parts })
    expect(refused.status).toBe(400)
    expect(refused.body.errors).toMatchObject([{ path: '/parts/1/idPayin', code: 'CONFLICT' }])
    expect(await leftOf(id)).toBe(908)
  })

  it('that no payin can get is refused at once, and later where the payin was paid meanwhile', async () => {
    const nowhere = { merchantCode: shop, idPayin: 'no-such-payin' }
    expect((await operation(await opened(907), 'assign', nowhere)).status).toBe(404)
    const to = await payin('wanted')
    expect((await operation(await opened(900), 'assign', to)).body.code).toBe('AMOUNT_DIFFERS')
    const parts = [
      { ...to, ...thb(907) },
      { ...nowhere, ...thb(1) },
    ]
    expect((await operation(await opened(908), 'split', { parts })).status).toBe(404)
    const requested = [
      await operation(await opened(907), 'assign', to),
      await operation(await opened(907), 'assign', to),
    ] as const
    expect((await approve(requested[0])).status).toBe(200)
    expect(await approve(requested[1])).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
  })

  it('of many cases waits as one act, but for a dry run', async () => {
    const cases = [{ id: await opened(3) }, { id: await opened(4) }]
    const body = { cases, note: 'small change' }
    expect((await many('write-off', { ...body, dryRun: true })).status).toBe(200)
    const requested = await many('write-off', body)
    expect(requested.body.approval?.summary).toBe('Write off 7.00 THB of 2 cases')
    expect(await approve(requested)).toMatchObject({ status: 200, body: { answer: { body: { done: 2 } } } })
    for (const { id } of cases) expect(await leftOf(id)).toBe(0)
    expect(await approve(requested)).toMatchObject({ status: 409, body: { code: 'APPROVAL_DECIDED' } })
    const [one] = [{ id: await opened(5) }]
    const waiting = await many('write-off', { cases: [one], note: 'small change' })
    await approve(await operation(one.id, 'write-off', { note: 'by itself' }))
    expect(await approve(waiting)).toMatchObject({ status: 409, body: { code: 'APPROVAL_STALE' } })
  })
})

describe('a case of a processor that contradicts itself', () => {
  let gateway: AdminGateway
  let ben: string
  let shop: TestMerchant
  beforeAll(async () => {
    gateway = await adminGateway({ approvals: 'AS_USUAL' })
    ben = await gateway.operator('ben', 'ADMIN')
    shop = await gateway.merchant()
    await gateway.advance(1_000)
  })
  afterAll(() => gateway.close())
  const approve = (id: string) => gateway.admin('POST', `/admin/approvals/${id}/!approve`, undefined, ben)

  /** A payin that was paid, and then denied. @returns its case */
  async function denied(id: string): Promise<string> {
    const made = await gateway.request('POST', `/payins/${id}`, {
      token: await shop.token(),
      body: {
        paymentRequested: { money: { amount: 907, currencyCode: 'THB' } },
        paymentMethod: { paymentMethodCode: 'OFFLINE' },
      },
    })
    expect(made.status, made.text).toBe(201)
    const received = { currency: 'THB' as CurrencyCode, amountMinor: minor(90_700n) }
    const reported = (statusUpdateId: string, statusChange: StatusUpdate['statusChange']) =>
      gateway.app.statusUpdates.take({
        ...{ processor: 'sandbox', statusUpdateId, merchantId: shop.code, kind: 'payin', statusChange },
        ...{ id: id as MerchantOrderId, at: gateway.deps.clock.now() },
      })
    expect(await reported(`paid ${id}`, { type: 'paid', received })).toBe('applied')
    expect(await reported(`denied ${id}`, { type: 'failed', failureReason: 'NO' })).toBe('contradicts')
    return String(rows((await gateway.admin('GET', '/admin/cases?limit=1')).body)[0]?.id)
  }
  const close = (id: string, right?: string) =>
    gateway.admin('POST', `/admin/cases/${id}/!close`, { note: 'they said so', right })
  const refundable = async (idPayin: string) => {
    const answer = await gateway.request('POST', `/refunds/of-${idPayin}`, {
      token: await shop.token(),
      body: { idPayin, reason: 'OTHER' },
    })
    return String(answer.body.code) !== 'PAYIN_NOT_REFUNDABLE'
  }

  it.each(['FIRST', 'LATER'])(
    'is closed by two operators where the %s word is believed: one alone cannot make a denied payin refundable',
    async (right) => {
      const idPayin = `denied-${right}`
      const id = await denied(idPayin)
      const requested = await close(id, right)
      expect(requested, requested.text).toMatchObject({
        status: 202,
        body: { approval: { operation: 'case.close' } },
      })
      expect(String(requested.body.approval?.summary)).toContain(`payin ${shop.code}/${idPayin}, 907.00 THB`)
      expect(await refundable(idPayin)).toBe(false)
      const done = await approve(String(requested.body.approval?.id))
      expect(done.status, done.text).toBe(200)
      expect((await gateway.admin('GET', `/admin/cases/${id}`)).body.closedAt).toBeDefined()
      expect(await refundable(idPayin)).toBe(right === 'FIRST')
    },
  )

  it('is not asked about where it cannot be closed so', async () => {
    expect((await close(await denied('silent'))).status).toBe(400)
  })
})
