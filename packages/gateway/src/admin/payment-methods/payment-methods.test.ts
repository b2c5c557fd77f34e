import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminGateway, adminGateway } from '../admin.fixture.ts'

interface Method {
  readonly code: string
  readonly kind: string
  readonly currencyCode: string
  readonly operators: readonly string[]
  readonly ownAccount?: {
    readonly recognisedBy: readonly string[]
    readonly atLeastOneOf: readonly string[]
    readonly receiving: readonly { readonly name: string; readonly isNeeded: boolean }[]
  }
}

describe('the payment methods that operators choose from', () => {
  let gateway: AdminGateway
  beforeAll(async () => {
    gateway = await adminGateway()
  })
  afterAll(() => gateway.close())

  const methods = async (query = ''): Promise<readonly Method[]> => {
    const answer: { readonly data: readonly Method[] } = JSON.parse(
      (await gateway.admin('GET', `/admin/payment-methods${query}`)).text,
    )
    return answer.data
  }

  it('say of each what an own account must have, and of others that money does not come to one', async () => {
    const thai = await methods('?currencyCode=THB')
    const promptPay = thai.find(({ code }) => code === 'PROMPTPAY')?.ownAccount
    expect(promptPay?.recognisedBy).toContain('reference')
    expect(promptPay?.receiving.map(({ name }) => name)).toContain('billerId')
    expect(thai.find(({ kind }) => kind === 'payout')?.ownAccount).toBeUndefined()
  })

  it('name all that an account must be registered with', async () => {
    for (const { code, currencyCode, operators, ownAccount } of await methods()) {
      if (!ownAccount) continue
      const needed = ownAccount.receiving.filter(
        ({ name, isNeeded }) => isNeeded || ownAccount.atLeastOneOf.includes(name),
      )
      const receiving = Object.fromEntries(needed.map(({ name }) => [name, 'x']))
      const { text } = await gateway.admin('POST', '/admin/accounts/!check', {
        ...{ id: 'a', name: 'A', isTest: true, kind: 'BANK_ACCOUNT', timeZone: 'UTC', currencyCode },
        methods: [{ code, receiving, ...(operators.length > 0 && { operators }) }],
      })
      const {
        errors = [],
      }: { readonly errors?: readonly { readonly path: string; readonly code: string }[] } = JSON.parse(text)
      // What is wrong is how they are written alone: none is missing, and none is unknown.
      const others = errors.filter(
        ({ path, code: fault }) => path.includes('/receiving') && !fault.startsWith('INVALID_'),
      )
      expect(others, `${code} ${currencyCode}`).toEqual([])
    }
  })

  it('can be had of one currency alone', async () => {
    const all = await methods('?currencyCode=BRL')
    expect(new Set(all.map(({ currencyCode }) => currencyCode))).toEqual(new Set(['BRL']))
  })
})
