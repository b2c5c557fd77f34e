/** The careful payer of the rail simulator: pays what holds under every check, and nothing else. */
import { decodeEmv, encodeEmv } from '@sluice/core/catalogue/emv.ts'
import { eip681Transfer } from '@sluice/core/catalogue/schemes/eip681.ts'
import { promptPayBill } from '@sluice/core/catalogue/schemes/promptpay.ts'
import { upiLink } from '@sluice/core/catalogue/schemes/upi.ts'
import { vietQr } from '@sluice/core/catalogue/schemes/vietqr.ts'
import { describe, expect, it } from 'vitest'
import { destination, entryOf } from '../../examples/rails/bank.ts'
import { offerOf, type Shown } from '../../examples/rails/offer.ts'
import { RECEIVING_ACCOUNTS } from '../../examples/rails/receiving.ts'

const REFERENCE = 'S0AB12CD34EF56'
const bill = { billerId: '010753600010286', reference1: REFERENCE, amount: '500.25' }

const promptPay = (changes: Partial<Shown> = {}): Shown => ({
  paymentMethodCode: 'PROMPTPAY',
  money: { amount: 500.25, currencyCode: 'THB' },
  reference: REFERENCE,
  qrCode: promptPayBill(bill),
  ...changes,
})

const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const crypto = (units: bigint, changes: Partial<Shown> = {}): Shown => ({
  paymentMethodCode: 'CRYPTO_OFFLINE',
  money: { amount: 25.5, currencyCode: 'USDC' },
  reference: REFERENCE,
  paymentAddress: { name: 'Shop', idAddress: ADDRESS },
  qrCode: eip681Transfer({
    contract: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    chainId: '31337',
    to: ADDRESS,
    units,
  }),
  ...changes,
})

const refusalOf = (shown: Shown): string => {
  const offer = offerOf(shown)
  return offer.ok ? 'would pay' : offer.failure.code
}

/** With another amount, and a checksum that holds again. */
function resealed(code: string, amount: string): string {
  const decoded = decodeEmv(code)
  if (!decoded.ok) throw new Error(decoded.failure)
  return encodeEmv(decoded.value.map(([tag, value]) => [tag, tag === '54' ? amount : value] as const))
}

describe('the payer does not pay', () => {
  it.each<[string, Shown, string]>([
    [
      'a code with another amount, whose checksum breaks',
      promptPay({ qrCode: promptPayBill(bill).replace('500.25', '900.25') }),
      'UNREADABLE',
    ],
    [
      'a code that was sealed again for another amount',
      promptPay({ qrCode: resealed(promptPayBill(bill), '900.25') }),
      'AMOUNT',
    ],
    [
      'a code with the reference of another order',
      promptPay({ qrCode: promptPayBill({ ...bill, reference1: 'SOTHER00000000' }) }),
      'REFERENCE',
    ],
    [
      'a code of another scheme',
      promptPay({ qrCode: vietQr({ bin: '970436', account: '1', amount: '500' }) }),
      'SCHEME',
    ],
    [
      'the order’s amount where another one is required',
      promptPay({ moneyRequired: { amount: 500.27, currencyCode: 'THB' } }),
      'AMOUNT',
    ],
    [
      'an address in a browser where a code should be',
      promptPay({ qrCode: 'https://shop.example/pay' }),
      'UNREADABLE',
    ],
    [
      'a code to another account than the one shown',
      {
        paymentMethodCode: 'VIETQR',
        money: { amount: 150_000, currencyCode: 'VND' },
        reference: REFERENCE,
        account: { accountNumber: '0011001932418', bankCode: '970436' },
        qrCode: vietQr({ bin: '970436', account: '999', amount: '150000', content: REFERENCE }),
      },
      'PAYEE',
    ],
    ['a token transfer of another amount', crypto(25_500_001n), 'AMOUNT'],
    [
      'a token transfer to another address',
      crypto(25_500_000n, { paymentAddress: { name: 'Shop', idAddress: '0x0' } }),
      'PAYEE',
    ],
    [
      'a bare address on a chain that is not here',
      crypto(1n, {
        qrCode: 'TLEaY8XoqpBmndLsjcfThgdKLN1ssNuUcF',
        paymentAddress: { name: 'Shop', idAddress: 'TLEaY8XoqpBmndLsjcfThgdKLN1ssNuUcF' },
      }),
      'NO_CHAIN',
    ],
  ])('%s', (_what, shown, code) => {
    expect(refusalOf(shown)).toBe(code)
  })
})

describe('the payer pays', () => {
  it('what holds', () => {
    expect(offerOf(promptPay())).toMatchObject({ ok: true, value: { way: 'transfer', scheme: 'PromptPay' } })
    expect(offerOf(crypto(25_500_000n))).toMatchObject({
      ok: true,
      value: { way: 'token', chainId: 31_337, units: 25_500_000n },
    })
  })

  it('the amount that is required of this payer', () => {
    const moneyRequired = { amount: 500.27, currencyCode: 'THB' }
    const offer = offerOf(promptPay({ moneyRequired, qrCode: promptPayBill({ ...bill, amount: '500.27' }) }))
    expect(offer).toMatchObject({ ok: true, value: { money: moneyRequired } })
  })

  it('by a link on the phone as by a code on a screen', () => {
    const upiQrDeepLink = upiLink({
      address: 'a.b@ybl',
      name: 'Shop',
      categoryCode: '5399',
      reference: REFERENCE,
      amount: '499.00',
    })
    const offer = offerOf({
      paymentMethodCode: 'UPICOLLECT',
      money: { amount: 499, currencyCode: 'INR' },
      reference: REFERENCE,
      upiQrDeepLink,
    })
    expect(offer).toMatchObject({ ok: true, value: { way: 'transfer', payee: { address: 'a.b@ybl' } } })
  })

  it('at a page, where the shop sends there; on the phone, where there is nothing to see', () => {
    const base = {
      paymentMethodCode: 'FPX',
      money: { amount: 10, currencyCode: 'MYR' },
      reference: REFERENCE,
    }
    expect(offerOf({ ...base, redirectUrl: 'http://127.0.0.1/p' })).toMatchObject({ value: { way: 'link' } })
    expect(offerOf(base)).toMatchObject({ value: { way: 'push' } })
  })
})

/** As the gateway lists them, with the way of recognition filled in. */
const ACCOUNTS = RECEIVING_ACCOUNTS.map((account) => ({
  ...account,
  methods: account.methods.map((method) => ({ ...method, recognisedBy: method.recognisedBy ?? 'reference' })),
}))

describe("the receiver's bank", () => {
  const offer = offerOf(promptPay())
  if (!offer.ok || offer.value.way !== 'transfer') throw new Error('no transfer')
  const { value } = offer

  it('knows the account by what the code says', () => {
    expect(destination('PROMPTPAY', value, ACCOUNTS)?.account.id).toBe('rails-thb')
    const stranger = { ...value, payee: { billerId: '999999999999999' } }
    expect(destination('PROMPTPAY', stranger, ACCOUNTS)).toBeUndefined()
  })

  it('passes the reference on only where its rail does', () => {
    const names = { reference: 'B-1', utr: '123456789012', bookedAt: '2026-11-21T10:00:00Z' }
    expect(entryOf(value, true, names)).toMatchObject({ remittance: REFERENCE, money: { amount: 500.25 } })
    expect(entryOf(value, false, names).remittance).toBe('TRANSFER')
  })
})
