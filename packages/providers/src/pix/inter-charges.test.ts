import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import { type SimulatedDeps, simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { networkTo } from '../fake-server.fixture.ts'
import { newOrder, openAlone } from '../providers.fixture.ts'
import { PixFake } from './fake.fixture.ts'
import { INTER_SETTINGS } from './pix.fixture.ts'
import { pix } from './pix.ts'

const BASE_URL = 'http://127.0.0.1:7'
const money = { currency: 'BRL' as CurrencyCode, amountMinor: minor(12_050n) }

describe('charges at Banco Inter, whose errors have a title and no type', () => {
  let fake: PixFake
  let deps: SimulatedDeps
  /** What is answered in the place of JSON. */
  let instead: string | undefined

  beforeEach(() => {
    instead = undefined
    fake = new PixFake({ ...INTER_SETTINGS, now: () => deps.clock.now() })
    const network = networkTo(fake, BASE_URL)
    deps = simulatedDeps(1, {
      network: async (request, wait) => {
        const answer = await network(request, wait)
        return answer.ok && instead !== undefined ? { ...answer, status: 404, body: instead } : answer
      },
    })
  })
  const open = () => openAlone(pix, { ...INTER_SETTINGS, baseUrl: BASE_URL }, deps).account
  const orderOf = () => newOrder(pix, deps, 'payin', { money, method: 'PIXQR' })

  it('are not there where the bank says 404', async () => {
    expect(await open().find(orderOf())).toEqual({ type: 'never' })
  })

  it.each(['<html>', '', '{}', '{"message":"no Route matched"}'])(
    'may be there where somebody else says 404: %s',
    async (body) => {
      const account = open()
      await account.find(orderOf())
      instead = body
      expect((await account.find(orderOf())).type).toBe('unclear')
    },
  )

  it('are made 120 a minute, and whoever would wait longer than a create may has its turn later, unsent', async () => {
    const account = open()
    const answers = await Promise.all(Array.from({ length: 121 }, () => account.accept(orderOf())))
    expect(answers.filter(({ type }) => type === 'accepted')).toHaveLength(120)
    expect(answers.at(-1)).toMatchObject({ type: 'held' })
    expect(fake.calls).toHaveLength(120)
    await deps.advance(60_000)
    expect((await account.accept(orderOf())).type).toBe('accepted')
  })
})
