/** For tests: what erasing the payees of bank files promises, to be held on each engine. */
import { paymentKey } from '@sluice/core/foundation/identifiers.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptyDatabase } from '../admin/admin.fixture.ts'
import { type BankFileWorld, bankFileWorld } from '../admin/bank-files/bank-files.fixture.ts'
import { rowsOf } from '../payments/payments.fixture.ts'
import { answer } from '../processors/bank-file/pain002.fixture.ts'
import { SearchIndexer } from '../search/indexer.ts'
import { dueCall } from './requests.ts'
import { ErasureRounds } from './rounds.ts'

export function promisesOfBankFileErasure(): void {
  let world: BankFileWorld

  const payees = async (file: string) =>
    (
      await rowsOf(
        world.gateway.database,
        `select payee_name from bank_file_line where file_id = '${file}' order by line`,
      )
    ).map(({ payee_name: name }) => name)
  const erase = async (identifier: string) => {
    const made = await world.admin('POST', '/admin/privacy/requests', { identifier })
    expect(made.status, made.text).toBe(201)
    return made.body
  }

  beforeAll(async () => {
    world = await bankFileWorld(await emptyDatabase())
  })
  afterAll(async () => {
    await world?.gateway.stop()
    await world?.gateway.database.close()
  })

  it('a payee is gone from files, cancelled ones too, and the content with the last payee; the hash stays', async () => {
    const { gateway, admin } = world
    await world.payout(100, 'THB', { accountName: 'Plantina One', accountNumber: '5550001111' })
    await world.payout(200, 'THB', { accountName: 'Plantina Two', accountNumber: '5550002222' })
    const cancelled = await world.prepare('bangkok')
    const withdrawn = await admin('POST', `/admin/bank-files/${cancelled}/!cancel`, {}, world.anna)
    expect(withdrawn.status, withdrawn.text).toBe(200)
    const file = await world.released('bangkok')
    const [messageId = ''] = await world.references(file)
    await world.answered(answer({ original: messageId, group: 'ACSC' }))
    await gateway.advance(6_000)
    const indexer = new SearchIndexer(gateway.database, gateway.deps)
    while ((await indexer.round()) === 0);
    const read = async () => (await admin('GET', `/admin/bank-files/${file}`)).body
    const before = await read()

    expect(await erase('5550001111')).toMatchObject({ found: 1, erased: 1 })
    expect(await payees(file)).toEqual(['erased', 'Plantina Two'])
    expect((await admin('GET', `/admin/bank-files/${file}/content`)).status).toBe(200)

    expect(await erase('5550002222')).toMatchObject({ found: 1, erased: 1 })
    for (const each of [cancelled, file]) expect(await payees(each)).toEqual(['erased', 'erased'])
    const contents = await rowsOf(gateway.database, 'select content, sha256 from bank_file')
    expect(contents.map(({ content }) => content)).toEqual(['', ''])
    const downloaded = await admin('GET', `/admin/bank-files/${file}/content`)
    expect([downloaded.status, downloaded.body.code]).toEqual([409, 'BANK_FILE_STATE'])
    expect((await read()).sha256).toBe(before.sha256)
  })

  it('what waits for a payment that does not exist is forgotten, and holds are listed', async () => {
    const { gateway, shop, admin } = world
    const { database, deps } = gateway
    const now = deps.clock.now()
    const key = paymentKey(deps.randomness.uuidV7(now))
    const due = { merchantId: shop.code, key, requestId: deps.randomness.uuidV7(now), dueAt: now }
    await database.batch([dueCall([due])])
    await new ErasureRounds({ ...gateway.app.gateway }).round()
    expect(await rowsOf(database, `select key from erasure_due where key = '${key}'`)).toEqual([])

    const { code } = await gateway.merchant()
    await admin('POST', '/admin/privacy/holds', { merchantCode: code, reason: 'a court has asked' })
    const { body } = await admin('GET', `/admin/privacy/holds?active=true&merchantCode=${code}`)
    expect(body.data).toEqual([expect.objectContaining({ merchantCode: code, setBy: 'bootstrap' })])
  })
}
