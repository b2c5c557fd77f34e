/** When an identifier is checked: payouts always, payins where the merchant's product asks for the field. */
import { describe, expect, it } from 'vitest'
import { type OfferedCurrency, offered } from './currencies.ts'
import { validateMethodRequest } from './validate-request.ts'

const faultsOf = (
  kind: 'payin' | 'payout',
  currency: OfferedCurrency,
  paymentMethod: object,
  require?: readonly string[],
): string[] => {
  const { code } = offered(currency)
  const outcome =
    kind === 'payin'
      ? validateMethodRequest('payin', paymentMethod, code, require && { require })
      : validateMethodRequest('payout', paymentMethod, code, require && { require })
  return outcome.ok ? [] : outcome.failure.map((fault) => `${fault.path} ${fault.code}`)
}

const to = (accountNumber: string, more: object = {}, account: object = {}) => ({
  paymentMethodCode: 'BANK_TRANSFER',
  account: { accountName: 'A', accountNumber, ...account },
  ...more,
})

describe('a payout to an account that cannot exist is refused', () => {
  it.each<[string, OfferedCurrency, object, string]>([
    [
      'a mistyped CLABE',
      'MXN',
      to('012180001234567890', {}, { accountType: 'clabe' }),
      '/account/accountNumber INVALID_CHECK_DIGIT',
    ],
    [
      'a mistyped CBU',
      'ARS',
      to('0170001540000001234564', { identifyingReference: '20301234563' }),
      '/account/accountNumber INVALID_CHECK_DIGIT',
    ],
    [
      'a mistyped CUIT',
      'ARS',
      to('gateway.demo.test', { identifyingReference: '20301234564' }),
      '/identifyingReference INVALID_CHECK_DIGIT',
    ],
    [
      'a NUBAN of another bank',
      'NGN',
      to('1234567895', { paymentOperatorCode: '058' }),
      '/account/accountNumber INVALID_CHECK_DIGIT',
    ],
    [
      'a mistyped IFSC',
      'INR',
      to('50100012345678', {}, { bankCode: 'HDFCO000001' }),
      '/account/bankCode INVALID_FORMAT',
    ],
    [
      'a random key that is none',
      'BRL',
      { paymentMethodCode: 'RANDOM_KEY_TRANSFER', account: { accountNumber: 'key' } },
      '/account/accountNumber INVALID_FORMAT',
    ],
    [
      'a mistyped CPF',
      'BRL',
      { paymentMethodCode: 'TAX_PAYER_ID_TRANSFER', account: {}, identifyingReference: '12345678900' },
      '/identifyingReference INVALID_CHECK_DIGIT',
    ],
    [
      'a phone number that is none',
      'BRL',
      { paymentMethodCode: 'PHONE_NUMBER_TRANSFER', account: {}, phoneNumber: 'maria' },
      '/phoneNumber INVALID_FORMAT',
    ],
  ])('%s', (_what, currency, paymentMethod, fault) => {
    expect(faultsOf('payout', currency, paymentMethod)).toEqual([`/paymentMethod${fault}`])
  })

  it('says so where the request has the number: at the top of the method object, too', () => {
    const { account: _, ...top } = to('', {
      accountName: 'A',
      accountNumber: '1',
      identifyingReference: '30123456',
    })
    expect(faultsOf('payout', 'ARS', top)).toEqual(['/paymentMethod/accountNumber INVALID_FORMAT'])
  })
})

describe('a payout that may arrive is taken', () => {
  it.each<[string, OfferedCurrency, object]>([
    ['a CVU', 'ARS', to('0000003110000000123456', { identifyingReference: '20301234563' })],
    ['a CBU', 'ARS', to('0170001540000001234563', { identifyingReference: '20-30123456-3' })],
    [
      'an alphanumeric CNPJ',
      'BRL',
      { paymentMethodCode: 'TAX_PAYER_ID_TRANSFER', account: {}, identifyingReference: '12ABC34501DE35' },
    ],
    ['a NUBAN whose bank is not named', 'NGN', to('1234567890')],
    [
      'a Pix key whose digits nobody has counted',
      'BRL',
      { paymentMethodCode: 'PHONE_NUMBER_TRANSFER', account: {}, phoneNumber: '123' },
    ],
    ['a passport', 'ARS', to('gateway.demo.test', { identifyingReference: 'AAB123456' })],
    ['an account in a country without check digits', 'THB', to('1')],
    ['a number that begins as cards of UnionPay do, and need not be one', 'CNY', to('6222021234567890129')],
    [
      'a wallet by a number nobody checks',
      'GHS',
      { paymentMethodCode: 'WALLET_TRANSFER', account: { accountName: 'A' }, phoneNumber: '1' },
    ],
  ])('%s', (_what, currency, paymentMethod) => {
    expect(faultsOf('payout', currency, paymentMethod)).toEqual([])
  })
})

describe('a payin is not refused for what its payer mistyped', () => {
  const mistyped = [
    ['taxId', 'ARS', { paymentMethodCode: 'OFFLINE', taxId: '20301234564' }, '/taxId INVALID_CHECK_DIGIT'],
    ['taxId', 'THB', { paymentMethodCode: 'OFFLINE', taxId: '1101700230709' }, '/taxId INVALID_CHECK_DIGIT'],
    [
      'account.accountNumber',
      'INR',
      { paymentMethodCode: 'UPICOLLECT', account: { accountNumber: 'asha' } },
      '/account/accountNumber INVALID_FORMAT',
    ],
    [
      'phoneNumber',
      'KES',
      { paymentMethodCode: 'MOBILE_MONEY', account: { accountName: 'A' }, phoneNumber: '1' },
      '/phoneNumber INVALID_FORMAT',
    ],
  ] as const

  it.each(mistyped)('%s in %s', (_field, currency, paymentMethod) => {
    expect(faultsOf('payin', currency, paymentMethod)).toEqual([])
  })

  it.each(mistyped)('unless the product asks for %s in %s', (field, currency, paymentMethod, fault) => {
    expect(faultsOf('payin', currency, paymentMethod, [field])).toEqual([`/paymentMethod${fault}`])
  })
})
