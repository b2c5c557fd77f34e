import { sign } from 'node:crypto'
import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import { type SimulatedDeps, simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { whileTimePasses } from '@sluice/gateway/payments/payments.fixture.ts'
import type { OrderAnswer, ProviderAccount, ProviderOrder } from '@sluice/provider-kit/provider.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { networkTo } from '../fake-server.fixture.ts'
import { newOrder, openAlone } from '../providers.fixture.ts'
import { expectListed } from '../status-codes.fixture.ts'
import { chipFake, chipSettings, KEYS } from './chip.fixture.ts'
import { chip } from './chip.ts'
import { sendProof } from './chip-calls.ts'
import type { ChipFake, Mishap } from './fake.fixture.ts'
import {
  BANK_ACCOUNT_STATUS,
  COLLECT_ERRORS,
  INSTRUCTION_STATE,
  PURCHASE_STATUS,
  SEND_ERRORS,
} from './read.ts'
import SAMPLE from './samples/chip-2026.json' with { type: 'json' }

const LIST = 'samples/chip-2026.json'

const MYR = 'MYR' as CurrencyCode
const AT = 'http://127.0.0.1:7'
const money = { currency: MYR, amountMinor: minor(8_990n) }

describe('the words of the documentation', () => {
  it.each([
    ['statuses of purchases', PURCHASE_STATUS, SAMPLE.purchaseStatuses],
    ['states of send instructions', INSTRUCTION_STATE, SAMPLE.instructionStates],
    ['statuses of bank accounts', BANK_ACCOUNT_STATUS, SAMPLE.bankAccountStatuses],
    ['errors of CHIP Collect', COLLECT_ERRORS, SAMPLE.collectErrors.map(String)],
    ['errors of CHIP Send', SEND_ERRORS, SAMPLE.sendErrors.map(String)],
  ])('are all known, and none besides: %s', (_what, table, list) => {
    expectListed(table, list, LIST)
  })
})

describe('the checksum of CHIP Send', () => {
  // Time, key and secret are those of docs.chip-in.asia (Pre-request script); the sum was made by openssl, since the page does not print it.
  it('is over the time and the key', () => {
    const keys = {
      apiKey: 'e0645c9e-fcf2-4f29-a327-202f7ed3d969',
      apiSecret: 'a118729e-4243-4145-83b3-0b8cb213fe8e',
    }
    expect(sendProof(keys, 1_689_826_456_999)).toMatchObject({
      epoch: '1689826456',
      checksum:
        '45bee62dba8087ab1e7e767d92f8d6e26f8bd19ee5fd2fef6386bb9425976498a86ffdbddb7a49919998e993c20626196ea652320f438a9528d2b8c9d19ec266',
    })
  })
})

describe('an account with CHIP', () => {
  let mishap: Mishap | undefined
  /** Of which calls: of all, where it is left out. */
  let mishapAt: string | undefined
  let fake: ChipFake
  let deps: SimulatedDeps
  let account: ProviderAccount

  beforeEach(() => {
    mishap = undefined
    mishapAt = undefined
    fake = chipFake({
      now: () => deps.clock.now(),
      mishap: ({ method, path }) =>
        mishapAt === undefined || `${method} ${path}`.includes(mishapAt) ? mishap : undefined,
      notify: async () => undefined,
    })
    deps = simulatedDeps(1, { network: networkTo(fake, AT) })
    account = open()
  })

  const open = (changed: Record<string, string> = {}) =>
    openAlone(chip, { ...chipSettings(AT), ...changed }, deps).account
  const accept = (order: ProviderOrder, by = account): Promise<OrderAnswer> =>
    whileTimePasses(deps, by.accept(order))
  const acceptedBy = async (order: ProviderOrder): Promise<ProviderOrder> => {
    const taken = await accept(order)
    if (taken.type !== 'accepted') throw new Error(`it is ${taken.type}`)
    return { ...order, isFirst: false, payment: { ...order.payment, processorRef: taken.processorRef } }
  }

  describe('takes a payin on', () => {
    const payin = (changes: Partial<Payment> = {}, isFirst = true): ProviderOrder =>
      newOrder(chip, deps, 'payin', { money, method: 'FPX', ...changes }, isFirst)

    it('with a page at the bank that the payer has chosen, until the payin’s own end, without cards', async () => {
      const order = payin({ operator: 'MB2U0227' })
      expect(await accept(order)).toMatchObject({
        receiving: {
          pageUrl: expect.stringMatching(
            /^https:\/\/gate\.chip\.example\/p\/[0-9a-f-]+\/\?preferred=fpx&fpx_bank_code=MB2U0227$/,
          ),
        },
      })
      expect(fake.bodies).toMatchObject([
        {
          payment_method_whitelist: ['fpx'],
          purchase: { due_strict: true, products: [{ price: 8_990 }] },
          due: Math.ceil((order.payment.expireAt ?? 0) / 1_000),
          send_receipt: false,
        },
      ])
    })

    it.each([
      [
        ['fpx', 'dnqr', 'visa'],
        ['fpx', 'dnqr'],
      ],
      [['duitnow_qr', 'visa'], ['duitnow_qr']],
    ])('where no bank is chosen, by what the brand has of FPX and DuitNow QR: %j', async (has, requested) => {
      fake.methods = has
      expect(await accept(payin({ method: 'ONLINE' }))).toMatchObject({ type: 'accepted' })
      expect(fake.bodies).toMatchObject([{ payment_method_whitelist: requested }])
    })

    it('not where the brand has neither', async () => {
      fake.methods = ['visa']
      expect(await accept(payin({ method: 'ONLINE' }))).toMatchObject({ type: 'declined' })
      expect(fake.bodies).toEqual([])
    })

    it.each([
      ['declined', { status: 400, error: 'invalid_request' }],
      ['declined', { status: 401, error: 'unauthorized' }],
      ['declined', { status: 403, error: 'forbidden' }],
      ['unclear', { status: 409, error: 'conflict' }],
      ['declined', { status: 422, error: 'unprocessable_entity' }],
      ['declined', { status: 429, error: 'rate_limited' }],
      ['unclear', { status: 500, error: 'internal_error' }],
      ['unclear', { status: 502, error: 'bad_gateway' }],
      ['unclear', 'lose'],
      ['unclear', 'garbage'],
    ] as const)('or reads as %s: %j', async (type, next) => {
      mishap = next
      expect((await accept(payin())).type).toBe(type)
    })

    it('names an error that the documentation does not have', async () => {
      mishap = { status: 418, error: 'teapot' }
      expect(await accept(payin())).toMatchObject({ type: 'unclear', unlisted: 'teapot' })
    })

    it('shows another link after one was lost, and none twice', async () => {
      const order = payin()
      mishap = 'lose'
      await accept(order)
      mishap = undefined
      const again = await acceptedBy({ ...order, isFirst: false })
      expect(fake.made(order.reference)).toBe(2)
      await acceptedBy(again)
      expect(fake.made(order.reference)).toBe(2)
    })

    it('and says what was paid, of the purchase that was shown', async () => {
      const order = await acceptedBy(payin())
      expect(await account.find(order)).toMatchObject({ facts: [], isOver: false })
      const id = await fake.pay(order.reference, 8_991)
      expect(await account.find(order)).toEqual({
        type: 'known',
        processorStatus: 'paid',
        isOver: true,
        facts: [
          {
            fact: id,
            processorStatus: 'paid',
            statusChange: { type: 'paid', received: { currency: 'MYR', amountMinor: 8_991n } },
            about: { purchase: id },
          },
        ],
      })
    })

    const paid = { payment: { is_outgoing: false, amount: 8_990, currency: 'MYR' } }
    it.each(Object.entries(PURCHASE_STATUS))(
      'and reads a purchase that is %s as %s',
      async (status, meaning) => {
        const order = await acceptedBy(payin())
        fake.become(order.reference, status, paid)
        const found = await account.find(order)
        const facts =
          found.type === 'known' ? found.facts.map(({ statusChange }) => statusChange.type) : found.type
        expect(facts).toEqual({ open: [], paid: ['paid'], over: ['expired'], undone: 'unlisted' }[meaning])
      },
    )

    it('and tells of money that went back only where it was paid before', async () => {
      const order = await acceptedBy(payin())
      fake.become(order.reference, 'refunded', paid)
      const settled = { ...order, payment: { ...order.payment, status: 'SUCCESS' as const } }
      expect(await account.find(settled)).toMatchObject({ facts: [{ statusChange: { type: 'failed' } }] })
    })

    it.each([
      ['was marked as paid by hand', { ...paid, marked_as_paid: true }],
      ['has no payment', { payment: null }],
      ['was paid out', { payment: { ...paid.payment, is_outgoing: true } }],
      ['was paid in another currency', { payment: { ...paid.payment, currency: 'SGD' } }],
      ['is of the other environment', { ...paid, is_test: false }],
      ['is another brand’s', { ...paid, brand_id: 'ffffffff-89ab-4cde-8f01-23456789abcd' }],
      ['is of another amount', { ...paid, purchase: { total: 1, currency: 'MYR' } }],
      ['has another reference', { ...paid, reference: '0'.repeat(32) }],
      ['has another name', { ...paid, id: '00000000-0000-4000-8000-ffffffffffff' }],
    ])('and believes no purchase that %s', async (_what, besides) => {
      const order = await acceptedBy(payin())
      fake.become(order.reference, 'paid', besides)
      expect((await account.find(order)).type).toBe('unclear')
    })

    it('and settles nothing by a word that the documentation does not have', async () => {
      const order = await acceptedBy(payin())
      fake.become(order.reference, 'constructor', paid)
      expect(await account.find(order)).toEqual({ type: 'unlisted', statusCode: 'constructor' })
    })

    it('and cancels it as long as nobody has paid', async () => {
      const [unpaid, paidFor] = [await acceptedBy(payin()), await acceptedBy(payin())]
      await fake.pay(paidFor.reference)
      expect(await account.cancel?.(paidFor)).toBe('too-late')
      mishap = 'lose'
      expect(await account.cancel?.(unpaid)).toBe('later')
      mishap = undefined
      // It was done: what is cancelled is over.
      expect(await account.cancel?.(unpaid)).toBe('too-late')
      expect(await account.find(unpaid)).toMatchObject({ facts: [{ statusChange: { type: 'expired' } }] })
      expect(await account.cancel?.(await acceptedBy(payin()))).toBe('cancelled')
    })
  })

  describe('takes a payout on', () => {
    const payee = { accountName: 'Nur  Aisyah', accountNumber: '1140 1234-5678' }
    const payout = (changes: Partial<Payment> = {}, isFirst = true): ProviderOrder =>
      newOrder(
        chip,
        deps,
        'payout',
        { money, method: 'BANK_TRANSFER', operator: '588734', request: payee, ...changes },
        isFirst,
      )

    it('to an account that is made known once, in ringgit with both decimals', async () => {
      await acceptedBy(payout())
      await acceptedBy(payout({ request: { ...payee, accountName: 'NUR AISYAH' } }))
      expect(fake.payees).toBe(1)
      expect(fake.bodies).toMatchObject([{ amount: '89.90' }, { amount: '89.90' }])
      await acceptedBy(payout({ operator: '501854' }))
      expect(fake.payees).toBe(2)
    })

    it.each([
      ['pending', 'UNHEALTHY'],
      ['rejected', 'METHOD'],
    ] as const)('not where CHIP has the payee’s account as %s: nothing is sent', async (status, reason) => {
      fake.payeeBecomes = status
      expect(await accept(payout())).toMatchObject({ type: 'declined', reason })
      expect(fake.sent).toBe(0)
    })

    it('not where CHIP is so slow that whoever asked has gone', async () => {
      const network = networkTo(fake, AT)
      deps = simulatedDeps(1, {
        network: async (request, wait) => {
          await wait(3_000)
          return network(request, wait)
        },
      })
      expect(await accept(payout(), open())).toMatchObject({ type: 'declined', reason: 'UNHEALTHY' })
      expect(fake.sent).toBe(0)
    })

    it('not to an account of a status that the documentation does not have', async () => {
      fake.payeeBegins = 'frozen'
      expect(await accept(payout())).toMatchObject({ type: 'unclear', unlisted: 'frozen' })
      expect(fake.sent).toBe(0)
    })

    it('not to a bank that CHIP does not pay out to, or to nobody', async () => {
      expect(account.check?.(payout({ operator: '890012' }).payment)).toMatchObject({ reason: 'OPERATOR' })
      expect(account.check?.(payout({ operator: undefined }).payment)).toMatchObject({ reason: 'OPERATOR' })
      expect(account.check?.(payout({ request: {} }).payment)).toMatchObject({ faults: [{}] })
    })

    /** A payout whose answer was lost. */
    const lost = async () => {
      const order = payout()
      mishap = 'lose'
      mishapAt = 'POST /api/send/send_instructions'
      expect((await accept(order)).type).toBe('unclear')
      mishap = undefined
      return { ...order, isFirst: false }
    }

    it.each(['answered', 'refused', 'paid'] as const)(
      'once after a lost answer, where a repetition is %s, and waits until the list surely has it',
      async (repetitions) => {
        fake.repetitions = repetitions
        const again = await lost()
        for (const afterMs of [15_000, 3_500_000]) {
          await deps.advance(afterMs)
          expect(await accept(again)).toMatchObject({ type: 'unclear', isUnsent: true })
        }
        await deps.advance(3_600_000)
        expect(await accept(again)).toMatchObject({ type: 'accepted' })
        expect(fake.sent).toBe(1)
      },
    )

    it('again where the list surely has all and does not have it', async () => {
      const order = payout()
      mishap = 'hang'
      mishapAt = 'POST /api/send/send_instructions'
      expect((await accept(order)).type).toBe('unclear')
      mishap = undefined
      await deps.advance(5_400_000)
      expect(await accept({ ...order, isFirst: false })).toMatchObject({ type: 'accepted' })
      expect(fake.sent).toBe(1)
    })

    it('not again where the list has further pages, on which it may be', async () => {
      const again = await lost()
      fake.listAgeMs = Number.POSITIVE_INFINITY
      fake.listPages = 2
      await deps.advance(7_200_000)
      expect(await accept(again)).toMatchObject({ type: 'unclear', isUnsent: true })
      expect(fake.sent).toBe(1)
    })

    it('and leaves it open where a repetition is refused and the list does not have it', async () => {
      fake.repetitions = 'refused'
      fake.listAgeMs = Number.POSITIVE_INFINITY
      const again = await lost()
      await deps.advance(7_200_000)
      expect((await accept(again)).type).toBe('unclear')
      expect((await account.find(again)).type).toBe('unclear')
      expect(fake.sent).toBe(1)
    })

    it.each([
      ['declined', { status: 401, error: 'unauthorized' }],
      ['declined', { status: 403, error: 'forbidden' }],
      ['unclear', { status: 400, error: 'invalid_request' }],
      ['unclear', { status: 409, error: 'conflict' }],
      ['unclear', { status: 422, error: 'duplicate' }],
      ['unclear', { status: 500, error: 'internal_error' }],
      ['unclear', 'garbage'],
      ['unclear', 'hang'],
    ] as const)('or reads as %s: %j', async (type, next) => {
      mishap = next
      mishapAt = 'POST /api/send/send_instructions'
      expect((await accept(payout())).type).toBe(type)
    })

    it.each(Object.entries(INSTRUCTION_STATE))('and reads one that is %s as %s', async (state, meaning) => {
      const order = await acceptedBy(payout())
      await fake.move(order.reference, state)
      const found = await account.find(order)
      const statusChange =
        found.type === 'known' ? found.facts.map((each) => each.statusChange.type) : found.type
      expect(statusChange).toEqual({ open: [], done: ['delivered'], failed: ['failed'] }[meaning])
      expect(found).toMatchObject({ isOver: meaning !== 'open' })
    })

    it.each([
      ['of another amount', { amount: '89.91' }],
      ['of an amount in sen', { amount: '8990' }],
      ['with another reference', { reference: '0'.repeat(32) }],
      ['under another name', { id: 4_711 }],
    ])('and believes none %s', async (_what, besides) => {
      const order = await acceptedBy(payout())
      await fake.move(order.reference, 'completed')
      fake.besides = besides
      expect((await account.find(order)).type).toBe('unclear')
    })

    it('and takes none for its own that goes to another account', async () => {
      fake.besides = { bank_account_id: 4_711 }
      expect((await accept(payout())).type).toBe('unclear')
    })

    it('and settles nothing by a word that the documentation does not have', async () => {
      const order = await acceptedBy(payout())
      await fake.move(order.reference, 'reversed')
      expect(await account.find(order)).toEqual({ type: 'unlisted', statusCode: 'reversed' })
    })

    it('not without keys of CHIP Send', async () => {
      const { sendApiKey: _key, sendApiSecret: _secret, ...collect } = chipSettings(AT)
      const without = openAlone(chip, collect, deps).account
      expect(without.check?.(payout().payment)).toMatchObject({ type: 'declined' })
      expect(await accept(payout(), without)).toMatchObject({ type: 'declined' })
      expect(chip.serves(collect).map(({ kind }) => kind)).toEqual(['payin', 'payin'])
    })
  })

  it('shows each host its own key alone', async () => {
    const seen: string[] = []
    const network = networkTo(fake, AT)
    deps = simulatedDeps(1, {
      network: (request, wait) => {
        seen.push(`${new URL(request.url).pathname} ${JSON.stringify(request.headers)}`)
        return network(request, wait)
      },
    })
    await open().ping()
    const { secretKey, sendApiKey, sendApiSecret } = chipSettings(AT)
    for (const each of seen) {
      expect(each).toContain(each.startsWith('/api/send/') ? sendApiKey : secretKey)
      expect(each).not.toContain(each.startsWith('/api/send/') ? secretKey : sendApiKey)
      expect(each).not.toContain(sendApiSecret)
    }
    expect(seen).toHaveLength(2)
  })

  it('says what is wrong with which key', async () => {
    expect(await account.ping()).toEqual({ ok: true })
    expect(await open({ secretKey: 'another' }).ping()).toMatchObject({ why: 'it refuses the secret key' })
    expect(await open({ brandId: 'ffffffff-89ab-4cde-8f01-23456789abcd' }).ping()).toMatchObject({
      why: 'it does not know the brand: status 400',
    })
    expect(await open({ sendApiSecret: 'another' }).ping()).toMatchObject({
      why: 'CHIP Send refuses the key or its checksum, or the clocks differ',
    })
  })

  it('offers what the brand has, and payouts while CHIP Send is active', async () => {
    const offered = async () => {
      const offer = await account.offers?.()
      return offer?.type === 'offer' ? offer.services.map(({ kind }) => kind) : offer
    }
    expect(await offered()).toEqual(['payin', 'payin', 'payout', 'refund'])
    fake.methods = ['visa']
    fake.sendStatus = 'suspended'
    expect(await offered()).toEqual([])
  })

  it('tells what lies there', async () => {
    expect(await account.balances?.()).toEqual({
      type: 'balances',
      balances: [
        { name: 'Collect, available', money: { currency: 'MYR', amountMinor: 93_308n } },
        { name: 'Send, to be paid out', money: { currency: 'MYR', amountMinor: 271_083n } },
      ],
    })
  })

  it('hears what CHIP sends by itself, of purchases and of payouts', async () => {
    const reported: string[] = []
    fake = chipFake({
      now: () => deps.clock.now(),
      notify: async (url, body, headers) => {
        const path = url.endsWith('/send') ? 'send' : ''
        const references = account.readNotification?.({ path, headers, body: Buffer.from(body) })
        reported.push(...(references?.references ?? []))
      },
    })
    fake.notifyAt('http://127.0.0.1:9/there')
    deps = simulatedDeps(1, { network: networkTo(fake, AT) })
    account = open()
    const payee = { accountName: 'Nur Aisyah', accountNumber: '114012345678' }
    const changes = { money, method: 'BANK_TRANSFER', operator: '588734', request: payee }
    const payin = await acceptedBy(newOrder(chip, deps, 'payin', { money, method: 'FPX' }))
    const payout = await acceptedBy(newOrder(chip, deps, 'payout', changes))
    await fake.pay(payin.reference)
    await fake.end(payout.reference, true)
    expect(reported).toEqual([payin.reference, payout.reference])
  })

  describe('hears a notification', () => {
    const reference = '019b76daa800744382cd1a3eb3000001'
    const body = Buffer.from(JSON.stringify({ reference, status: 'paid', event_type: 'purchase.paid' }))
    const signed = (digest: string, key: string, over = body) => sign(digest, over, key).toString('base64')
    const references = (path: string, signature: string | string[] | undefined, over = body) =>
      account.readNotification?.({ path, headers: { 'x-signature': signature }, body: over }).references

    it('of CHIP Collect by the company’s key, of CHIP Send by its webhook’s', () => {
      expect(references('', signed('sha256', KEYS.company))).toEqual([reference])
      expect(references('send', signed('sha512', KEYS.webhook))).toEqual([reference])
    })

    it.each([
      ['unsigned', '', () => undefined],
      ['signed by somebody else', '', () => signed('sha256', KEYS.webhook)],
      ['of the one for the other', 'send', () => signed('sha256', KEYS.company)],
      ['by another digest', '', () => signed('sha512', KEYS.company)],
      ['signed twice', '', () => [signed('sha256', KEYS.company), 'x']],
      ['whose signature is no base64', '', () => '{}'],
      ['of other bytes', '', () => signed('sha256', KEYS.company, Buffer.from(`${body.toString()} `))],
    ])('none that is %s', (_what, path, signature) => {
      expect(references(path, signature())).toEqual([])
    })

    it.each(['{', '[]', '{"reference":null}', '{"reference":"somebody’s"}'])('none that says %s', (text) => {
      const over = Buffer.from(text)
      expect(references('', signed('sha256', KEYS.company, over), over)).toEqual([])
    })
  })
})

describe('the settings of an account', () => {
  const { sendApiSecret: _secret, ...lacking } = chipSettings(AT)

  it.each([
    ['fit', chipSettings(AT), true, []],
    ['are of the account’s environment', chipSettings(AT), false, ['/environment']],
    ['have the secret of CHIP Send with its key', lacking, undefined, ['/sendApiSecret']],
  ])('%s', (_what, settings, isTest, paths) => {
    expect(chip.faults?.(settings, isTest).map(({ path }) => path)).toEqual(paths)
  })

  it('have a key of RSA', () => {
    const check = chip.settings.find(({ name }) => name === 'publicKey')?.check
    expect(check?.(KEYS.publicKey)).toBeUndefined()
    expect(check?.('-----BEGIN PUBLIC KEY-----')).toMatchObject({ code: 'INVALID_FORMAT' })
  })
})
