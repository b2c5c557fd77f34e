/** A backup was restored: what banks, chains and payers know of the time since must not be done or given out a second time. */
import { type Opened, truncateAll } from '@sluice/database/testing.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bothEngines } from '../../../../../test/setup/shared.ts'
import { brokenPromises, rowsOf } from '../../payments/payments.fixture.ts'
import {
  PROMPTPAY_BILLER,
  PROMPTPAY_ID,
  account as receivingAccount,
  register,
} from '../../processors/own-account/own-account.fixture.ts'
import { recoverToPointInTime } from '../../processors/point-in-time-recovery.ts'
import { PASSED_OVER } from '../../processors/stablecoin/addresses.ts'
import { MAX_NUMBER } from '../../processors/stablecoin/network.ts'
import { type BankFileWorld, bankFileWorld } from '../bank-files/bank-files.fixture.ts'

/** On disk nothing of it is different. */
const engines = bothEngines

describe.each(engines)('after a backup was restored ($name)', ({ open }) => {
  let opened: Opened
  let world: BankFileWorld
  beforeAll(async () => {
    opened = await open()
  })
  beforeEach(async () => {
    await truncateAll(opened.database)
    world = await bankFileWorld(opened.database)
  })
  afterEach(async () => {
    expect(await brokenPromises(opened.database)).toEqual([])
    await world.gateway.stop()
  })
  afterAll(() => opened?.close())

  const back = () => recoverToPointInTime(opened.database, world.gateway.deps.clock.now())
  const operation = (id: string, what: string, token = world.ben) =>
    world.admin('POST', `/admin/bank-files/${id}/!${what}`, {}, token)
  const content = (id: string) => world.admin('GET', `/admin/bank-files/${id}/content`, undefined, world.ben)
  const prepare = () =>
    world.admin('POST', '/admin/bank-files/!prepare', { accounts: ['bangkok'] }, world.anna)
  const inDoubt = async (): Promise<readonly { readonly reference: string }[]> =>
    (await world.admin('GET', '/admin/bank-files/in-doubt')).body.data as unknown as {
      reference: string
    }[]
  const clear = async (references: readonly string[]) =>
    world.admin('POST', '/admin/bank-files/in-doubt/!clear', { references }, world.anna)

  it('a payout that waited goes into no file before an operator has looked at the bank', async () => {
    const idPayout = await world.payout()
    expect(await back()).toMatchObject({ payoutsInDoubt: 1 })
    const left = [{ idPayout, merchantCode: world.shop.code, why: 'MAY_BE_PAID' }]
    expect((await prepare()).body).toMatchObject({ code: 'NOTHING_TO_PAY', leftOut: left })
    const [found] = await inDoubt()
    expect(found).toMatchObject({ idPayout, merchantCode: world.shop.code, money: { amount: 100.5 } })
    const references = [found?.reference ?? '']
    expect((await clear(['S0ABC', ...references])).body).toMatchObject({ cleared: references })
    expect((await clear(references)).body).toMatchObject({ cleared: [] })
    expect(await prepare()).toMatchObject({ status: 201, body: { file: { payments: 1 }, leftOut: [] } })
    const looked = (await world.audit()).filter(({ action }) => action.includes('doubt'))
    expect(looked).toMatchObject([{ operator: 'anna', detail: { references } }])
  })

  it('a payout that is made from then on is paid as ever', async () => {
    await world.payout()
    await back()
    const later = await world.payout(200)
    const { body } = await prepare()
    expect(body.file).toMatchObject({ payments: 1 })
    const lines = await world.admin('GET', `/admin/bank-files/${body.file?.id}/payouts`)
    expect(lines.body.data).toMatchObject([{ idPayout: later }])
  })

  it('a prepared file is neither released nor cancelled, which would put its payouts into another', async () => {
    await world.payout()
    const file = await world.prepare('bangkok')
    await back()
    for (const what of ['release', 'cancel'])
      expect((await operation(file, what)).body).toMatchObject({ status: 409, code: 'BANK_FILE_STATE' })
    await clear((await inDoubt()).map(({ reference }) => reference))
    expect((await operation(file, 'release')).status).toBe(200)
  })

  it('a released file that nobody had downloaded is not to be had, and not cancelled', async () => {
    await world.payout()
    const file = await world.released('bangkok')
    await back()
    expect((await content(file)).status).toBe(409)
    expect((await operation(file, 'cancel')).status).toBe(409)
    await clear((await inDoubt()).map(({ reference }) => reference))
    expect((await content(file)).status).toBe(200)
  })

  it('a payout that the bank had by then is in no doubt', async () => {
    await world.payout()
    const file = await world.released('bangkok')
    expect((await content(file)).status).toBe(200)
    expect(await back()).toMatchObject({ payoutsInDoubt: 0 })
    expect((await content(file)).status).toBe(200)
  })

  it.each([[[]], [['not a reference']], [[7]], ['S0ABC'], [undefined]])(
    'nothing is cleared by %j',
    async (references) => {
      await world.payout()
      await back()
      const answer = await world.admin(
        'POST',
        '/admin/bank-files/in-doubt/!clear',
        { references },
        world.anna,
      )
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: '/references' }] } })
      expect(await inDoubt()).toHaveLength(1)
    },
  )

  it('nobody who only looks clears a payout', async () => {
    const { token } = await world.operator('vera', 'VIEWER')
    const answer = await world.admin(
      'POST',
      '/admin/bank-files/in-doubt/!clear',
      { references: ['S0ABC'] },
      token,
    )
    expect(answer.status).toBe(403)
  })

  it('no address is given out that another payin may have been shown', async () => {
    const wallet = (id: string, next: number) =>
      rowsOf(
        opened.database,
        `insert into chain_wallet (id, xpub, is_test, next_index, created_at) values ('${id}', '${id}', true, ${next}, now())`,
      )
    await wallet('young', 57)
    await wallet('full', MAX_NUMBER - 1)
    await back()
    expect(await rowsOf(opened.database, 'select id, next_index from chain_wallet order by id')).toEqual([
      { id: 'full', next_index: MAX_NUMBER },
      { id: 'young', next_index: 57 + PASSED_OVER },
    ])
  })

  it('no amount is given out that another payer may have been shown: those accounts wait for an operator', async () => {
    await register(
      world.gateway.app.gateway,
      receivingAccount('by-amount', { methods: [PROMPTPAY_ID] }),
      receivingAccount('by-reference', { methods: [PROMPTPAY_BILLER] }),
    )
    expect(await back()).toMatchObject({ accountsPaused: ['by-amount'] })
    expect(await rowsOf(opened.database, 'select id, status from receiving_account order by id')).toEqual([
      { id: 'by-amount', status: 'PAUSED' },
      { id: 'by-reference', status: 'ACTIVE' },
    ])
  })
})
