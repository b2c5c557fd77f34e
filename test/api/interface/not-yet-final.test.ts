/** What a payer acts on (a code, an account, a link, an amount) is shown when it is final: what NEW shows never changes. */
import { payinMethod } from '@sluice/core/catalogue/all-methods.ts'
import { EXAMPLES, type MethodExample } from '@sluice/core/catalogue/examples.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { Acceptance, AcceptContext, Processor } from '@sluice/core/processor/port.ts'
import { scripted } from '@sluice/gateway/processing/processors.fixture.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '../../harness.ts'
import { type Api, createBody, newId, type Shop, useApi } from '../api.fixture.ts'

const PAYINS = EXAMPLES.filter(({ method }) => method.kind === 'payin')
const RETURN_URL = 'https://shop.example/back'

interface Seen {
  readonly status: string
  readonly response: Json
}

const seen = (body: Json): Seen => ({
  status: String(body.process?.status),
  response: body.paymentMethodResponse ?? {},
})

async function createdAndRead(
  api: Api,
  shop: Shop,
  example: MethodExample,
  amount: number,
): Promise<readonly [Seen, Seen]> {
  const { gateway } = api
  const id = newId()
  const money = { ...example.money, amount }
  const created = await shop.post(`/payins/${id}`, {
    ...createBody({ ...example, money }),
    returnUrl: RETURN_URL,
  })
  expect([created.status, created.text]).toEqual([201, expect.any(String)])
  await gateway.advance(3_000)
  return [seen(created.body), seen((await shop.get(`/payins/${id}`)).body)]
}

const changed = ({ response: before }: Seen, { response: after }: Seen): readonly string[] =>
  Object.keys(before).filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))

/** The smallest amount of the method that has the sandbox answer late. */
function lateAmount({ method, currencyCode }: MethodExample): number {
  const rules = method.currencies.get(currencyCode)
  if (!rules) throw new Error(currencyCode)
  const min = Number(rules.minMinor) / 10 ** rules.currency.ledgerDigits
  return Math.ceil((min - 911) / 1_000) * 1_000 + 911
}

describe('what a payin shows in NEW', () => {
  const api = useApi()

  it.each(PAYINS.map((example) => [`${example.method.object} ${example.currencyCode}`, example] as const))(
    'of %s stays as it is when the sandbox has answered late',
    async (_, example) => {
      const [early, late] = await createdAndRead(
        api(),
        api().shop,
        example,
        Math.max(911, lateAmount(example)),
      )
      expect([early.status, late.status]).toEqual(['NEW', 'PENDING'])
      expect(changed(early, late)).toEqual([])
    },
  )

  it('is no store code before there is one', async () => {
    const example = PAYINS.find(({ method }) => method.code === 'CODE_PAYMENT')
    if (!example) throw new Error('CODE_PAYMENT')
    const [early, late] = await createdAndRead(api(), api().shop, example, 911)
    expect(early.response).not.toHaveProperty('reference')
    expect(late.response.reference).toMatch(/^TEST\d{10}$/)
  })
})

describe('what a payin shows in NEW while its processor, which asks for another amount, is silent', () => {
  const heard = new Set<string>()
  /** Silent once; then it wants a little less than was ordered, where the method can say so. */
  async function accept(payment: Payment, { sandboxReceiving }: AcceptContext): Promise<Acceptance> {
    if (!heard.has(payment.key)) {
      heard.add(payment.key)
      return { type: 'later', steps: [{ purpose: 'accept', dueAt: payment.createdAt + 1_000 }] }
    }
    const { currency, amountMinor } = payment.money
    const moneyRequired = { currency, amountMinor: minor(amountMinor - 1n) }
    const says = payinMethod(payment.method, payment.operator).moneyRequired !== 'never'
    return { type: 'accepted', receiving: sandboxReceiving(), steps: [], ...(says && { moneyRequired }) }
  }
  const late: Processor = scripted('test-late', { accept })
  const api = useApi({ settings: { processors: () => [late] } })
  const products = PAYINS.map(({ method, currencyCode }) => ({
    code: method.code,
    currency: currencyCode,
    processors: [late.name],
  }))
  let shop: Shop
  beforeAll(async () => {
    shop = await api().newShop({ products })
  })

  it.each(PAYINS.map((example) => [`${example.method.object} ${example.currencyCode}`, example] as const))(
    'of %s stays as it is',
    async (_, example) => {
      const [early, final] = await createdAndRead(api(), shop, example, example.money.amount)
      expect([early.status, final.status]).toEqual(['NEW', 'PENDING'])
      expect(changed(early, final)).toEqual([])
      expect(early.response).not.toHaveProperty('moneyRequired')
    },
  )
})
