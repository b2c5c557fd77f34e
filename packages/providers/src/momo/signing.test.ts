import { describe, expect, it } from 'vitest'
import SAMPLE from './samples/momo.json' with { type: 'json' }
import SIGNATURES from './samples/signatures.json' with { type: 'json' }
import { referencesIn, signatureOf } from './signing.ts'

const KEYS = { partnerCode: 'MOMOOFTHEFAKE', accessKey: 'access', secretKey: 'secret' }
const REFERENCE = '0190c0ffee007000a000000000000001'

describe('signatures', () => {
  it.each(SIGNATURES.notifications)(
    'of $values.partnerCode, result $values.resultCode, come out as MoMo’s test environment made them',
    ({ values, signature }) => {
      const keys = SIGNATURES.keys.find(({ partnerCode }) => partnerCode === values.partnerCode)
      if (!keys) throw new Error('its keys are published')
      expect(signatureOf(values, keys)).toBe(signature)
    },
  )

  it('are over names in the order of the alphabet, whatever order they come in', () => {
    const values = { requestId: 'b', orderId: 'a', partnerCode: 'c' }
    const turned = { partnerCode: 'c', orderId: 'a', requestId: 'b' }
    expect(signatureOf(values, KEYS)).toBe(signatureOf(turned, KEYS))
  })
})

describe('a notification', () => {
  const reported = {
    partnerCode: KEYS.partnerCode,
    orderId: REFERENCE,
    requestId: REFERENCE,
    amount: 150_000,
    orderInfo: 'Shop',
    orderType: 'momo_wallet',
    transId: 4_088_878_653,
    resultCode: 0,
    message: 'Thành công.',
    payType: 'qr',
    responseTime: 1_721_720_663_942,
    extraData: '',
  }
  const references = (body: object) =>
    referencesIn({ path: '', headers: {}, body: Buffer.from(JSON.stringify(body)) }, KEYS)
  const sealed = (values: Readonly<Record<string, string | number>>) => {
    const named = Object.entries(values).filter(([name]) => SAMPLE.signed.notification.includes(name))
    return { ...values, signature: signatureOf(Object.fromEntries(named), KEYS) }
  }

  it('that MoMo has signed is a reason to ask', () => {
    expect(references(sealed(reported))).toEqual([REFERENCE])
  })

  it('may say more than is signed', () => {
    expect(references(sealed({ ...reported, paymentOption: 'momo' }))).toEqual([REFERENCE])
  })

  it('of a payout is signed without what payouts do not have', () => {
    const { orderInfo: _info, orderType: _order, payType: _pay, ...payout } = reported
    expect(references(sealed(payout))).toEqual([REFERENCE])
  })

  it.each([
    ['of another amount than was signed', { ...sealed(reported), amount: 1 }],
    ['about another payment than was signed', { ...sealed(reported), orderId: REFERENCE.replace(/1$/, '2') }],
    ['of another merchant', sealed({ ...reported, partnerCode: 'MOMOANOTHER' })],
    ['that leaves out what was signed', { ...sealed(reported), payType: undefined }],
    ['about what is none of ours', sealed({ ...reported, orderId: 'another-shop-1' })],
    ['without a signature', reported],
    ['that has every number as text', { ...sealed(reported), amount: '150000' }],
  ])('%s is none', (_name, body) => {
    expect(references(body)).toEqual([])
  })
})
