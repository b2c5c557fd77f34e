import { describe, expect, it } from 'vitest'
import { PAYIN_METHODS } from './methods.ts'
import { receivingIdentifierFaults } from './receiving-identifiers.ts'

const faultsOf = (object: string, currency: string, details: Readonly<Record<string, string>>) =>
  receivingIdentifierFaults(object, currency, details).map(({ path, code }) => `${path} ${code}`)

describe('an account that an operator registers', () => {
  it.each([
    ['PixQRMethod', 'BRL', { key: '12ABC34501DE35' }],
    ['PixQRMethod', 'BRL', { key: '+5511987654321' }],
    ['PixQRMethod', 'BRL', { key: 'loja@example.com' }],
    ['PixQRMethod', 'BRL', { key: '123e4567-e12b-12d1-a456-426655440000' }],
    ['OfflineMethod', 'MXN', { accountNumber: '646180000012345671', bankCode: '646' }],
    ['OfflineMethod', 'ARS', { accountNumber: '0000003110000000123456' }],
    ['OfflineMethod', 'NGN', { accountNumber: '1234567895', bankCode: '044' }],
    ['OfflineMethod', 'ZAR', { accountNumber: '1' }],
    ['VietQRMethod', 'VND', { bankCode: '970436' }],
    ['UpiQRMethod', 'INR', { address: 'shop@okhdfcbank', categoryCode: '5399' }],
    ['IMPSMethod', 'INR', { bankCode: 'HDFC0000001' }],
    ['QRPhMethod', 'PHP', { acquirer: 'PAPHPHM1XXX' }],
    ['QrisPayMethod', 'IDR', { nationalId: 'ID1026000000001', merchantPan: '936009990000000017' }],
    ['PromptPayMethod', 'THB', { billerId: '010753600010286' }],
  ])('%s in %s may be %o', (object, currency, details) => {
    expect(faultsOf(object, currency, details)).toEqual([])
  })

  it.each([
    ['PixQRMethod', 'BRL', { key: '12345678900' }, '/key INVALID_CHECK_DIGIT'],
    ['OfflineMethod', 'MXN', { accountNumber: '646180000012345670' }, '/accountNumber INVALID_CHECK_DIGIT'],
    [
      'OfflineMethod',
      'NGN',
      { accountNumber: '1234567895', bankCode: '058' },
      '/accountNumber INVALID_CHECK_DIGIT',
    ],
    ['PromptPayMethod', 'THB', { billerId: '0105536000102' }, '/billerId INVALID_FORMAT'],
    ['VietQRMethod', 'VND', { bankCode: 'VCB' }, '/bankCode INVALID_FORMAT'],
    ['UpiQRMethod', 'INR', { address: 'shop' }, '/address INVALID_FORMAT'],
  ])('%s in %s may not be %o', (object, currency, details, fault) => {
    expect(faultsOf(object, currency, details)).toEqual([fault])
  })
})

it('the rules name methods and details that there are', () => {
  const sample = new Proxy({}, { get: () => '?' })
  for (const { object, receiving, currencies } of PAYIN_METHODS) {
    for (const currency of currencies.keys()) {
      for (const { path } of receivingIdentifierFaults(object, currency, sample)) {
        expect(Object.keys(receiving)).toContain(path.slice(1))
      }
    }
  }
})
