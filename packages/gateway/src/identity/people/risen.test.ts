/** Whoever is made more by the groups of an identity provider, or by a colleague, after something was asked for. */
import type { OutgoingAnswer, OutgoingRequest } from '@sluice/core/foundation/deps.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEngines } from '../../../../../test/setup/engine.ts'
import { rowsOf } from '../../payments/payments.fixture.ts'
import { personsInForce } from '../operators/operators.ts'
import { type PeopleGateway, peopleGateway } from './people.fixture.ts'
import { type ProviderBrowser, providerBrowser, type TestProvider, testProvider } from './provider.fixture.ts'

onEngines(['memory', 'postgres'], () => {
  let provider: TestProvider
  let gateway: PeopleGateway
  let shop: string
  let anna: string
  beforeAll(async () => {
    provider = await testProvider()
    gateway = await peopleGateway({
      approvals: 'AS_USUAL',
      settings: { identityProvider: provider.settings },
      network: (request: OutgoingRequest): Promise<OutgoingAnswer> => provider.network(request),
    })
    anna = await gateway.operator('anna', 'ADMIN')
    shop = (await gateway.merchant({ isTest: false })).code
  })
  afterAll(async () => {
    await gateway.close()
    await provider.close()
  })

  const come = async (subject: string, groups: readonly string[], browser = providerBrowser(gateway)) => {
    provider.people.set(subject, { preferred_username: subject, groups })
    const { url } = (await browser.begin()).body
    await browser.comeBack(await provider.visit(browser, String(url), subject))
    return browser
  }
  let references = 0
  const requested = async (): Promise<string> => {
    const body = {
      merchantCode: shop,
      money: { amount: 500, currencyCode: 'THB' },
      reference: `top-up ${++references}`,
    }
    const { status, body: answer } = await gateway.admin('POST', '/admin/balances/!credit', body, anna)
    expect(status).toBe(202)
    return String(answer.approval?.id)
  }
  const approve = (browser: ProviderBrowser, id: string) =>
    browser.send('POST', `/admin/approvals/${id}/!approve`)

  it('approves nothing that was asked for before their groups gave them the role', async () => {
    await come('Rex', ['audit'])
    await gateway.advance(1)
    const before = await requested()
    await gateway.advance(1)
    const risen = await come('Rex', ['it'])
    const refused = await approve(risen, before)
    expect([refused.status, refused.body.code]).toEqual([403, 'FOUR_EYES'])
    // A bank's file asks the same of whoever releases it.
    const since = { name: '', text: personsInForce("o.name = 'Rex'") }
    const [line] = await rowsOf(gateway.database, "select at from audit where action = 'person.change'")
    expect(await gateway.database.run(since, [])).toMatchObject([{ created_at: line?.at }])
    await gateway.advance(1)
    expect((await approve(risen, await requested())).status).toBe(200)
  })

  it('approves what was asked for where nothing was changed of them, however often they came since', async () => {
    await come('Tim', ['it'])
    await gateway.advance(1)
    const before = await requested()
    await gateway.advance(1)
    expect((await approve(await come('Tim', ['it']), before)).status).toBe(200)
  })
})
