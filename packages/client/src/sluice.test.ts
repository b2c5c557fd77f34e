/** The client against the real server: what it asks for, what it makes of answers, and what it does when something goes wrong. */
import { dayPlus } from '@sluice/core/foundation/business-days.ts'
import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import type { SettlementAgreement } from '@sluice/gateway/settlement/agreement.ts'
import { settle } from '@sluice/gateway/settlement/paying.ts'
import type { SettlementItem } from '@sluice/gateway/settlement/runs.ts'
import { describe, expect, it } from 'vitest'
import { credit, useApi } from '../../../test/api/api.fixture.ts'
import { KEYS, type TestMerchant } from '../../../test/harness.ts'
import { PayinPage } from './browser.ts'
import { testClient, whileTimePasses } from './client.fixture.ts'
import { SluiceProblem, SluiceStillOpen, SluiceUnreachable } from './problem.ts'
import { Sluice } from './sluice.ts'

const api = useApi()

let ids = 0
const newId = (): string => {
  ids += 1
  return `order-${ids}`
}

const promptPay = (amount = 500.25) =>
  ({
    paymentRequested: { money: { amount, currencyCode: 'THB' } },
    paymentMethod: { paymentMethodCode: 'PROMPTPAY', account: { accountNumber: '1234567890' } },
  }) as const

const bankTransfer = {
  paymentRequested: { money: { amount: 500.25, currencyCode: 'THB' } },
  paymentMethod: {
    paymentMethodCode: 'BANK_TRANSFER',
    account: { accountName: 'Somchai Jaidee', accountNumber: '1234567890' },
  },
} as const

/** A settlement of 500 baht for each day from 2026-01-01 on, as a run makes them. @returns their IDs */
async function settleDays({ code }: TestMerchant, count: number): Promise<readonly string[]> {
  const { app, deps } = api().gateway
  await credit(api().gateway, { code }, 'THB', 50_000n * BigInt(count))
  const [currency, amountMinor] = ['THB' as CurrencyCode, minor(50_000n)]
  const agreement: SettlementAgreement = {
    ...({ schedule: 'DAILY', weekday: 1, dayOfMonth: 1, cutOff: '17:00', version: 1 } as const),
    ...{ merchantId: code, currency, zone: 'Asia/Bangkok', calendar: 'EVERY_DAY', minimumMinor: minor(0n) },
    reserve: { basisPoints: 0, days: 0 },
    payee: { paymentOperatorCode: '004', ...bankTransfer.paymentMethod },
  }
  const settled: string[] = []
  for (let n = 0; n < count; n += 1) {
    const item: SettlementItem = {
      ...{ runId: deps.randomness.uuidV7(deps.clock.now()), merchantId: code, currency, agreement },
      ...{ day: dayPlus('2026-01-01', n), cutOff: deps.clock.now(), state: 'WAITING', id: undefined },
      ...{ availableMinor: amountMinor, heldBackMinor: minor(0n), plannedMinor: amountMinor },
      ...{ isAgreedNow: true, paidMinor: undefined, detail: undefined },
    }
    const made = await settle(app.gateway, item, amountMinor)
    if (made.state !== 'PAID') throw new Error(`it was not paid: ${JSON.stringify(made)}`)
    settled.push(made.id)
  }
  return settled
}

it('looks at a file of payouts, pays it, and paid again pays nothing twice', async () => {
  const { sluice, merchant } = await testClient(api())
  await credit(api().gateway, merchant, 'THB', 1_000_000n)
  const row = (id: string, amount: string) => `${id},${amount},THB,BANK_TRANSFER,Somchai Jaidee,1234567890`
  const file = new TextEncoder().encode(
    [
      'id,amount,currency,method,account_name,account_number',
      row(newId(), '100.50'),
      row(newId(), '200'),
    ].join('\n'),
  )
  const { isGood, fingerprint } = await sluice.payouts.lookAtFile(file)
  expect(isGood).toBe(true)
  expect(await sluice.payouts.payFile(file, fingerprint)).toMatchObject({ made: 2, refused: 0 })
  expect(await sluice.payouts.payFile(file, fingerprint)).toMatchObject({ made: 0, refused: 0 })
})

describe('payins', () => {
  it('are created, waited for and read with two tokens at most, limited to the payment and its money', async () => {
    const { sluice, exchanges } = await testClient(api())
    const id = newId()
    const created = await sluice.payins.create(id, promptPay())
    expect(created.process.status).toBe('PENDING')
    expect(created.paymentMethodResponse.qrCode).toMatch(/^000201/)
    const paid = await whileTimePasses(api(), sluice.payins.wait(id))
    expect(paid.process.status).toBe('SUCCESS')
    const tokens = exchanges.filter(({ request }) => request.includes('auth-tokens'))
    expect(tokens).toMatchObject([
      {
        request: 'POST /auth-tokens-by-action',
        body: { action: 'PAYIN_CREATE', idPayment: id, money: { amount: 500.25, currencyCode: 'THB' } },
      },
    ])
  })

  it('are listed page by page, with what is known of their accounts', async () => {
    const { sluice } = await testClient(api())
    const made = [newId(), newId(), newId()]
    for (const id of made) await sluice.payins.create(id, promptPay())
    const listed: string[] = []
    for await (const payin of sluice.payins.list({ status: ['PENDING'] })) {
      listed.push(payin.paymentMethodResponse.idPayin)
    }
    expect(listed).toEqual(made.toReversed())
    const accounts = await sluice.payins.accounts(made[0] ?? '')
    expect(accounts).toMatchObject([{ source: 'REQUEST', accountNumber: '1234567890' }])
    const why = await sluice.payins.explain(made[0] ?? '')
    expect(why).toMatchObject({ status: 'PENDING', waitingFor: 'PAYER', next: { operation: 'PAY' } })
  })

  it('take an external reference', async () => {
    const { sluice } = await testClient(api())
    const id = newId()
    await sluice.payins.create(id, {
      paymentRequested: { money: { amount: 1499, currencyCode: 'INR' } },
      paymentMethod: { paymentMethodCode: 'P2A_V2' },
    })
    const { paymentMethodResponse } = await sluice.payins.setExternalReference(id, '632504123456')
    expect(paymentMethodResponse).toMatchObject({ externalReference: { reference: '632504123456' } })
  })

  it('are offered by what is available', async () => {
    const { sluice } = await testClient(api())
    const { data } = await sluice.payins.availableOptions({ amount: 500, currencyCode: 'THB' })
    expect(data.map(({ paymentMethodCode }) => paymentMethodCode)).toContain('PROMPTPAY')
  })

  it('end the wait with the status they have when it has lasted long enough', async () => {
    const { sluice } = await testClient(api())
    const id = newId()
    await sluice.payins.create(id, promptPay(907))
    const waiting = whileTimePasses(api(), sluice.payins.wait(id, { timeoutMs: 3_000 }))
    await expect(waiting).rejects.toThrow(SluiceStillOpen)
  })
})

it('payouts are created and waited for', async () => {
  const { sluice, merchant } = await testClient(api())
  await credit(api().gateway, merchant, 'THB', 10n ** 9n)
  const id = newId()
  await sluice.payouts.create(id, bankTransfer)
  const { process } = await whileTimePasses(api(), sluice.payouts.wait(id))
  expect(process.status).toBe('SUCCESS')
})

describe('refunds', () => {
  const paid = async (sluice: Sluice, amount?: number) => {
    const id = newId()
    await sluice.payins.create(id, promptPay(amount))
    await whileTimePasses(api(), sluice.payins.wait(id))
    return id
  }

  it('are created with a token for that much alone, waited for, listed and explained', async () => {
    const { sluice, merchant, exchanges } = await testClient(api())
    await credit(api().gateway, merchant, 'THB', 10n ** 9n)
    const idPayin = await paid(sluice)
    const money = { amount: 50, currencyCode: 'THB' }
    const payee = bankTransfer.paymentMethod
    const request = { idPayin, money, reason: 'DUPLICATE', note: 'twice', payee } as const
    const made = await sluice.refunds.create('back-1', request)
    expect(made).toMatchObject({ idRefund: 'back-1', idPayin, money, route: 'PAYOUT' })
    expect(exchanges.findLast(({ request }) => request.includes('auth-tokens'))).toMatchObject({
      body: { action: 'REFUND_CREATE', idPayment: 'back-1', money },
    })
    expect((await sluice.refunds.create('back-1', request)).idRefund).toBe('back-1')
    const { process } = await whileTimePasses(api(), sluice.refunds.wait('back-1'))
    expect(process.status).toBe('SUCCESS')
    const listed = await Array.fromAsync(sluice.refunds.list({ idPayin, status: ['SUCCESS'] }))
    expect(listed.map(({ idRefund }) => idRefund)).toEqual(['back-1'])
    expect(await sluice.refunds.explain('back-1')).toMatchObject({ status: 'SUCCESS', waitingFor: 'NOBODY' })
    const { refunds } = await sluice.payins.get(idPayin)
    expect(refunds?.refundable.amount).toBe(450.25)
  })

  it('bring the link for the payer, and again whenever they are read', async () => {
    const { sluice, merchant } = await testClient(api())
    await credit(api().gateway, merchant, 'BRL', 10n ** 9n)
    const idPayin = newId()
    await sluice.payins.create(idPayin, {
      paymentRequested: { money: { amount: 5_000, currencyCode: 'BRL' } },
      paymentMethod: { paymentMethodCode: 'PIXQR', account: {} },
    })
    await whileTimePasses(api(), sluice.payins.wait(idPayin))
    // Of this amount the sandbox's rail returns nothing, and it shows no payer.
    const money = { amount: 914, currencyCode: 'BRL' }
    const { claimUrl, process } = await sluice.refunds.create('back-1', { idPayin, money, reason: 'OTHER' })
    expect(process.status).toBe('AWAITING_PAYEE')
    expect(claimUrl).toContain('/claim/')
    expect((await sluice.refunds.get('back-1')).claimUrl).toBe(claimUrl)
  })

  it('of more than is left throw what is left', async () => {
    const { sluice } = await testClient(api())
    const idPayin = await paid(sluice)
    const money = { amount: 501, currencyCode: 'THB' }
    const refused = sluice.refunds.create('back-1', { idPayin, money, reason: 'OTHER' })
    await expect(refused).rejects.toMatchObject({ code: 'REFUND_EXCEEDS_PAYIN' })
  })
})

it('payment links are made once however often they are asked for, listed, read with their payins, and closed', async () => {
  const { sluice, exchanges } = await testClient(api())
  const terms = { title: 'Invoice 7', money: { amount: 150, currencyCode: 'THB' }, uses: 1 }
  const link = await sluice.links.create('invoice-7', terms)
  expect(link).toMatchObject({ status: 'OPEN', paid: 0, url: expect.stringContaining('/l/') })
  expect(exchanges[0]).toMatchObject({ body: { operations: ['POST /payment-links/invoice-7'] } })
  expect(await sluice.links.create('invoice-7', terms)).toEqual(link)
  const other = sluice.links.create('invoice-7', { ...terms, title: 'Other' })
  await expect(other).rejects.toMatchObject({ code: 'ALREADY_EXISTS' })
  expect(await Array.fromAsync(sluice.links.payins('invoice-7'))).toEqual([])
  expect((await sluice.links.close('invoice-7')).status).toBe('CLOSED')
  const closed = await Array.fromAsync(sluice.links.list({ status: ['CLOSED'] }))
  expect(closed.map(({ idLink }) => idLink)).toEqual(['invoice-7'])
})

it('balances, code lists and rates are read with a token for that path alone', async () => {
  const { sluice, exchanges } = await testClient(api())
  const balances = await sluice.balances({ currencies: ['THB', 'IDR'] })
  expect(balances.map(({ currencyCode }) => currencyCode)).toEqual(['IDR', 'THB'])
  expect(exchanges[0]).toMatchObject({ body: { operations: ['GET /balances'] } })
  expect((await sluice.currencies()).length).toBeGreaterThan(20)
  const operators = await sluice.paymentOperators({ currencies: ['THB'], paymentMethodCodes: ['ONLINE'] })
  expect(new Set(operators.map(({ paymentMethodCode }) => paymentMethodCode))).toEqual(new Set(['ONLINE']))
  expect((await sluice.topupOptions({ currencies: ['THB'] })).length).toBeGreaterThan(0)
  // A test merchant's examples.
  const [pair] = await sluice.fxRatePairs()
  expect(pair).toMatchObject({ rate: expect.any(Number), validFrom: expect.any(String) })
  expect((await sluice.fxRates()).length).toBeGreaterThan(0)
  expect(await sluice.merchantInfo()).toMatchObject({ channelInfo: { name: 'Test Shop' } })
})

it('reports are read with a token for that report alone, by what it is asked to tell apart', async () => {
  const { sluice, exchanges } = await testClient(api())
  const requested = {
    firstDay: '2026-01-01',
    lastDay: '2026-01-31',
    by: ['month', 'method'],
    kind: 'payin',
  } as const
  const none = { firstDay: '2026-01-01', lastDay: '2026-01-31', data: [] }
  expect(await sluice.reports.volume(requested)).toMatchObject(none)
  expect(exchanges[0]).toMatchObject({ body: { operations: ['GET /reports/volume'] } })
  expect(exchanges[1]?.request).toContain('by=month%2Cmethod&kind=payin')
  expect(await sluice.reports.successRates(requested)).toMatchObject(none)
  expect(await sluice.reports.timeToMoney(requested)).toMatchObject(none)
})

describe('a refusal', () => {
  it('is thrown with its code and all faults, and is not repeated', async () => {
    const { sluice, exchanges } = await testClient(api())
    const refused = await sluice.payins
      .createUntyped(newId(), {
        paymentRequested: { money: { amount: 30_000, currencyCode: 'KRW' } },
        paymentMethod: { paymentMethodCode: 'OFFLINE', emailAddress: 'no address' },
      })
      .catch((error: unknown) => error)
    if (!(refused instanceof SluiceProblem)) throw new Error('it was not refused')
    expect(refused.status).toBe(400)
    expect(refused.is('VALIDATION_FAILED')).toBe(true)
    expect(refused.at('/paymentMethod/account/accountName')?.code).toBe('REQUIRED')
    expect(refused.at('/paymentMethod/emailAddress')?.code).toBe('INVALID_FORMAT')
    expect(exchanges.length).toBe(2)
  })

  it.each(['127.0.0.1:8080', 'pay.example', '', 'ftp://pay.example'])(
    'is not made for %j, which is no URL of a gateway',
    (baseUrl) => {
      expect(() => new Sluice({ baseUrl, merchantCode: 'SHOP', privateKey: '' })).toThrow(
        /^baseUrl is not the URL/,
      )
    },
  )

  it('of a wrong key says so without a word of the key', async () => {
    const { sluice } = await testClient(api(), { privateKey: 'not a key' })
    await expect(sluice.balances()).rejects.toThrow(/privateKey/)
    await expect(sluice.balances()).rejects.not.toThrow(/not a key/)
    const { sluice: keyless } = await testClient(api(), { privateKey: '' })
    await expect(keyless.balances()).rejects.toThrow(/privateKey is missing.*not with a secret/)
  })
})

describe('what goes wrong on the way', () => {
  it.each(['unreachable', 'lost-answer', { status: 503 }, { status: 500 }, { status: 429 }] as const)(
    'is repeated with the same ID, so that the payin is there once: %j',
    async (failure) => {
      const { sluice, spoil } = await testClient(api())
      const id = newId()
      await sluice.merchantInfo()
      const token = api().gateway.deps.clock.now()
      spoil.push(failure, failure)
      const created = await whileTimePasses(api(), sluice.payins.create(id, promptPay()))
      expect(created.paymentMethodResponse.idPayin).toBe(id)
      expect(api().gateway.deps.clock.now()).toBeGreaterThan(token)
    },
  )

  it('after the commit is found by the ID, and the payin is read', async () => {
    const { sluice, spoil, requests } = await testClient(api())
    const id = newId()
    await sluice.payins.create(id, promptPay())
    spoil.length = 0
    const again = await sluice.payins.create(id, promptPay())
    expect(again.paymentMethodResponse.idPayin).toBe(id)
    expect(requests().slice(-2)).toEqual([`POST /payins/${id}`, `GET /payins/${id}`])
  })

  it('is not taken for the same when the ID is of another request', async () => {
    const { sluice } = await testClient(api())
    const id = newId()
    await sluice.payins.create(id, promptPay(500))
    const refused = await sluice.payins.create(id, promptPay(501)).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'ALREADY_EXISTS', sameRequest: false })
  })

  it('waits as long as Retry-After says', async () => {
    const { sluice, spoil } = await testClient(api())
    const { clock } = api().gateway.deps
    const before = clock.now()
    spoil.push({ status: 429, retryAfter: '7' })
    await whileTimePasses(api(), sluice.currencies())
    expect(clock.now() - before).toBeGreaterThanOrEqual(7_000)
  })

  it('does not wait for an hour', async () => {
    const { sluice, spoil } = await testClient(api())
    spoil.push({ status: 429, retryAfter: '3600' })
    await expect(sluice.currencies()).rejects.toMatchObject({ status: 429, retryAfterMs: 3_600_000 })
  })

  it('ends after four attempts, and says whether there was no answer in time', async () => {
    const { sluice, spoil } = await testClient(api(), { timeoutMs: 1_000 })
    spoil.push('silent', 'silent', 'silent', 'silent')
    const refused = await whileTimePasses(
      api(),
      sluice.currencies().catch((error: unknown) => error),
    )
    expect(refused).toBeInstanceOf(SluiceUnreachable)
    expect(refused).toMatchObject({ timedOut: true })
    expect(spoil).toEqual([])
  })

  it('can be given up by a signal, and nobody else’s token is lost by it', async () => {
    const { sluice, spoil, exchanges } = await testClient(api())
    const giveUp = new AbortController()
    const given = sluice.balances({ signal: giveUp.signal })
    const other = sluice.balances()
    giveUp.abort(new Error('gone'))
    await expect(given).rejects.toThrow('gone')
    expect((await other).length).toBeGreaterThan(0)
    expect(exchanges.filter(({ request }) => request.includes('auth-tokens')).length).toBe(1)
    spoil.push('silent')
    const late = new AbortController()
    const waiting = sluice.balances({ signal: late.signal })
    late.abort(new Error('too late'))
    await expect(waiting).rejects.toThrow('too late')
  })
})

describe('tokens', () => {
  it('are kept while they hold and renewed before they end', async () => {
    const { sluice, exchanges } = await testClient(api())
    const tokens = () => exchanges.filter(({ request }) => request.includes('auth-tokens')).length
    await Promise.all([sluice.currencies(), sluice.currencies(), sluice.currencies()])
    expect(tokens()).toBe(1)
    await api().gateway.doze(28 * 60_000, 28 * 60_000)
    await sluice.currencies()
    expect(tokens()).toBe(1)
    await api().gateway.doze(90_000)
    await sluice.currencies()
    expect(tokens()).toBe(2)
    expect(exchanges.every(({ status }) => status < 300)).toBe(true)
  })

  it.each(['pkcs1', 'pkcs8'] as const)('are signed with a key in the form %s', async (type) => {
    const privateKey = KEYS.privateKey.export({ type, format: 'pem' }).toString()
    const { sluice } = await testClient(api(), { privateKey })
    expect((await sluice.currencies()).length).toBeGreaterThan(20)
  })
})

describe('the checkout’s link', () => {
  it('carries a token for that payment and its money behind the #', async () => {
    const { sluice, merchant, clock, fetch } = await testClient(api())
    const idPayin = newId()
    const money = { amount: 500.25, currencyCode: 'THB' }
    const url = new URL(
      await sluice.checkoutUrl({ idPayin, money, returnUrl: 'https://shop.example/thanks' }),
    )
    expect(url.href).toContain(`http://127.0.0.1:8080/pay/${merchant.code}/${idPayin}#`)
    expect(url.search).toBe('')

    const page = new PayinPage({ baseUrl: url.origin, idPayin, token: url.hash.slice(1), clock, fetch })
    expect((await page.merchantInfo()).channelInfo.name).toBe('Test Shop')
    expect((await page.availableOptions(money)).data.length).toBeGreaterThan(1)
    await expect(page.create(promptPay(1))).rejects.toMatchObject({ code: 'SCOPE_EXCEEDED' })
    const created = await page.create(promptPay())
    expect(created.paymentMethodResponse).toMatchObject({ returnUrl: 'https://shop.example/thanks' })
    const paid = await whileTimePasses(api(), page.wait())
    expect(paid.process.status).toBe('SUCCESS')
  })
})

it('all of it works over a socket, with the platform’s own fetch', async () => {
  const address = await api().gateway.app.server.listen({ host: '127.0.0.1', port: 0 })
  const { sluice } = await testClient(api(), { baseUrl: address, fetch: globalThis.fetch })
  const id = newId()
  const { process } = await sluice.payins.create(id, promptPay())
  expect(process.status).toBe('PENDING')
  expect((await sluice.payins.get(id)).process.status).toBe('PENDING')
})

it('statements are listed and read with a token for each path alone', async () => {
  const { sluice, exchanges } = await testClient(api())
  expect(await Array.fromAsync(sluice.statements.list({ currencies: ['THB'] }))).toEqual([])
  await expect(sluice.statements.get('THB-1')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(exchanges[0]).toMatchObject({ body: { operations: ['GET /statements'] } })
})

it('callbacks of all payments are listed, counted and sent again, with a token for each path alone', async () => {
  const { sluice, exchanges } = await testClient(api())
  await sluice.payins.create(newId(), promptPay())
  await api().gateway.advance(5_000)
  const listed = await Array.fromAsync(sluice.callbacks.list())
  expect(listed.map(({ status }) => status)).toEqual(['SUCCESS'])
  const range = { from: '2000-01-01', to: '2100-01-01' }
  expect(await sluice.callbacks.redeliver({ ...range, dryRun: true })).toMatchObject({ matching: 1, left: 1 })
  const requested = exchanges.filter(({ request }) => request.includes('auth-tokens')).map(({ body }) => body)
  expect(requested).toContainEqual(expect.objectContaining({ operations: ['GET /callbacks'] }))
  expect(requested).toContainEqual(expect.objectContaining({ operations: ['POST /callbacks/!redeliver'] }))
})

it('settlements are listed page after page and read by their IDs, with a token for each path alone', async () => {
  const { sluice, merchant, exchanges } = await testClient(api())
  const made = await settleDays(merchant, 51)
  const listed = await Array.fromAsync(sluice.settlements.list({ status: ['PENDING'] }))
  expect(listed.map(({ idSettlement }) => idSettlement)).toEqual(made.toReversed())
  expect(await Array.fromAsync(sluice.settlements.list({ status: ['FAILED'] }))).toEqual([])
  expect(exchanges[0]).toMatchObject({ body: { operations: ['GET /settlements'] } })

  const one = await sluice.settlements.get('THB-2026-01-01')
  expect(one).toMatchObject({ day: '2026-01-01', money: { amount: 500, currencyCode: 'THB' } })
  const [, requested] = exchanges.filter(({ request }) => request.includes('auth-tokens'))
  expect(requested).toMatchObject({ body: { operations: ['GET /settlements/THB-2026-01-01'] } })
  await expect(sluice.settlements.get('THB-2025-01-01')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
