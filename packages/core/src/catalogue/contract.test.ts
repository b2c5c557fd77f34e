/**
 * The contract's tables, row by row, against the catalogue: to be read beside them.
 * A row here says what the contract says, in its words; the code under test knows nothing of this file.
 */
import { describe, expect, it } from 'vitest'
import { PAYIN_METHODS, PAYOUT_METHODS, payinMethods, payoutMethods } from './all-methods.ts'
import { OF_CONTRACT, PAYIN_ROWS } from './contract.fixture.ts'
import type { MethodRules, PaymentMethod } from './payment-method.ts'
import { type MethodResponseField, partsOf, presenceOf } from './response-fields.ts'

const byObject = new Map<string, PaymentMethod>(
  [...PAYIN_METHODS, ...PAYOUT_METHODS].map((each) => [each.object, each]),
)

function payin(object: string) {
  const method = byObject.get(object)
  if (method?.kind !== 'payin') throw new Error(`no payin object ${object}`)
  return method
}

function rulesOf(object: string, currency: string): MethodRules {
  const rules = byObject.get(object)?.currencies.get(currency)
  if (!rules) throw new Error(`${object} is not offered in ${currency}`)
  return rules
}

const needOf = (object: string, currency: string, field: string) =>
  rulesOf(object, currency).fields.find(({ name }) => name === field)?.need

describe('payment methods (payins): code, currencies, request object, external reference', () => {
  it.each(PAYIN_ROWS)(
    '%s in %s is %s, external reference %s',
    (code, currencies, object, externalReference) => {
      const method = payin(object)
      expect(method.code).toBe(code)
      expect([...method.currencies.keys()].sort()).toEqual(currencies.split(', ').sort())
      expect(method.externalReference).toBe(externalReference)
    },
  )

  it('has 28 rows with 27 codes', () => {
    expect(OF_CONTRACT).toHaveLength(28)
    expect(new Set(OF_CONTRACT.map(({ code }) => code)).size).toBe(27)
  })

  it.each([
    ['FpxMethod', 'redirect'],
    ['OnlineMethod', 'redirect'],
    ['NedbankDirectEFTMethod', 'redirect'],
    ['NetBankingMethod', 'redirect'],
    ['OfflineMethod', 'instructions'],
    ['IMPSMethod', 'instructions'],
    ['P2AV2Method', 'qr'],
  ])('the customer of %s gets on by %s', (object, flow) => {
    expect(payin(object).flow).toBe(flow)
  })

  it('P2A_V2: IMPS chooses the bank transfer, UPI_QR or nothing the QR scan', () => {
    const variants = payinMethods('P2A_V2').map(({ object, variant }) => [object, variant])
    expect(Object.fromEntries(variants)).toEqual({
      IMPSMethod: { operatorCode: 'IMPS', isDefault: false },
      P2AV2Method: { operatorCode: 'UPI_QR', isDefault: true },
    })
  })
})

describe('conditional field rules', () => {
  it.each([
    ['OfflineMethod', 'KRW', 'accountName', 'mandatory'],
    ['OfflineMethod', 'THB', 'accountName', 'optional'],
    ['OfflineMethod', 'JPY', 'emailAddress', 'mandatory'],
    ['OfflineMethod', 'KRW', 'emailAddress', 'optional'],
    ['OfflineMethod', 'ARS', 'taxId', 'mandatory'],
    ['OfflineMethod', 'MXN', 'taxId', 'optional'],
    ['OfflineMethod', 'ZAR', 'phoneNumber', 'optional'],
    ['OfflineMethod', 'ZAR', 'productId', 'optional'],
    ['VaPayMethod', 'IDR', 'accountName', 'optional'],
    ['VaPayMethod', 'KRW', 'accountNumber', 'optional'],
    ['VaPayMethod', 'TWD', 'accountName', 'optional'],
    ['VaPayMethod', 'TWD', 'emailAddress', 'mandatory'],
    ['VaPayMethod', 'TWD', 'phoneNumber', 'mandatory'],
    ['VaPayMethod', 'IDR', 'phoneNumber', 'optional'],
    ['VaPayMethod', 'KRW', 'emailAddress', 'optional'],
    ['VaPayMethod', 'IDR', 'paymentLocation', 'optional'],
    ['CodePaymentMethod', 'TWD', 'accountName', 'mandatory'],
    ['CodePaymentMethod', 'TWD', 'emailAddress', 'mandatory'],
    ['CodePaymentMethod', 'TWD', 'phoneNumber', 'mandatory'],
    ['CodePaymentMethod', 'TWD', 'paymentLocation', 'mandatory'],
    ['NetBankingMethod', 'INR', 'accountName', 'optional'],
    ['NetBankingMethod', 'INR', 'emailAddress', 'optional'],
    ['NetBankingMethod', 'INR', 'phoneNumber', 'optional'],
    ['PromptPayMethod', 'THB', 'accountNumber', 'mandatory'],
    ['MobileMoneyMethod', 'GHS', 'accountName', 'mandatory'],
    ['MobileMoneyMethod', 'KES', 'accountName', 'mandatory'],
    ['MobileMoneyMethod', 'TZS', 'accountName', 'mandatory'],
    ['MobileMoneyMethod', 'ZMW', 'accountName', 'mandatory'],
    ['AbsaPayMethod', 'ZAR', 'accountName', 'mandatory'],
    ['AbsaPayMethod', 'ZAR', 'accountNumber', 'optional'],
    ['PayShapMethod', 'ZAR', 'accountName', 'mandatory'],
    ['PayShapMethod', 'ZAR', 'accountNumber', 'optional'],
    ['CapitecPayMethod', 'ZAR', 'accountNumber', 'optional'],
    ['CryptoOfflineMethod', 'USDT', 'emailAddress', 'optional'],
    ['VietQRMethod', 'VND', 'emailAddress', 'optional'],
    ['BankTransferMethod', 'COP', 'identifyingReference', 'mandatory'],
    ['BankTransferMethod', 'ARS', 'identifyingReference', 'mandatory'],
    ['BankTransferMethod', 'MXN', 'identifyingReference', 'optional'],
    ['BankTransferMethod', 'COP', 'accountType', 'mandatory'],
    ['BankTransferMethod', 'MXN', 'accountType', 'mandatory'],
    ['BankTransferMethod', 'JPY', 'accountType', 'optional'],
    ['BankTransferMethod', 'COP', 'phoneNumber', 'mandatory'],
    ['BankTransferMethod', 'ARS', 'phoneNumber', 'optional'],
    ['WalletTransferMethod', 'GHS', 'phoneNumber', 'mandatory'],
    ['WalletTransferMethod', 'GHS', 'accountName', 'mandatory'],
    ['WalletTransferMethod', 'KES', 'phoneNumber', 'mandatory'],
    ['WalletTransferMethod', 'KES', 'accountName', 'mandatory'],
    ['WalletTransferMethod', 'TZS', 'phoneNumber', 'optional'],
    ['WalletTransferMethod', 'GHS', 'emailAddress', 'optional'],
  ])('%s in %s: %s is %s', (object, currency, field, need) => {
    expect(needOf(object, currency, field)).toBe(need)
  })

  it.each([
    ['VaPayMethod', 'IDR', 'mandatory'],
    ['VaPayMethod', 'KRW', 'mandatory'],
    ['VaPayMethod', 'TWD', 'first'],
    ['CryptoOfflineMethod', 'USDC', 'first'],
    ['OfflineMethod', 'ARS', 'optional'],
    ['BankTransferMethod', 'ARS', 'optional'],
  ])('%s in %s: paymentOperatorCode is %s', (object, currency, need) => {
    expect(rulesOf(object, currency).operator).toBe(need)
  })

  it('no other field of a payin is mandatory anywhere', () => {
    const mandatory = OF_CONTRACT.flatMap(({ object, currencies }) =>
      [...currencies].flatMap(([currency, { fields }]) =>
        fields.flatMap(({ name, need }) => (need === 'mandatory' ? [`${object} ${currency} ${name}`] : [])),
      ),
    )
    expect(mandatory.sort()).toEqual([
      'AbsaPayMethod ZAR accountName',
      'CodePaymentMethod TWD accountName',
      'CodePaymentMethod TWD emailAddress',
      'CodePaymentMethod TWD paymentLocation',
      'CodePaymentMethod TWD phoneNumber',
      'MobileMoneyMethod GHS accountName',
      'MobileMoneyMethod KES accountName',
      'MobileMoneyMethod TZS accountName',
      'MobileMoneyMethod ZMW accountName',
      'OfflineMethod ARS taxId',
      'OfflineMethod JPY emailAddress',
      'OfflineMethod KRW accountName',
      'PayShapMethod ZAR accountName',
      'PromptPayMethod THB accountNumber',
      'VaPayMethod TWD emailAddress',
      'VaPayMethod TWD phoneNumber',
    ])
  })
})

describe('fields of paymentMethodResponse', () => {
  const objectsWith = (field: MethodResponseField, presence?: 'always' | 'optional') =>
    OF_CONTRACT.filter(({ responds }) => {
      const found = presenceOf(responds, field)
      return found !== undefined && (presence === undefined || found === presence)
    })
      .map(({ object }) => object)
      .sort()

  it.each<[MethodResponseField, 'always' | 'optional' | undefined, string[]]>([
    ['moneyRequired', 'optional', ['OfflineMethod', 'OnlineMethod', 'PromptPayMethod']],
    ['moneyRequired', 'always', ['DuitNowMethod']],
    ['paymentOperator', 'always', ['CryptoOfflineMethod', 'IMPSMethod', 'P2AV2Method', 'VaPayMethod']],
    ['paymentOperator', 'optional', ['DuitNowMethod', 'OfflineMethod', 'UpiQRMethod']],
    [
      'accountCustomer',
      undefined,
      ['DuitNowMethod', 'MobileMoneyMethod', 'OfflineMethod', 'PromptPayMethod', 'VaPayMethod'],
    ],
    ['accountCustomerUsedForPayment', 'optional', ['CapitecPayMethod', 'UpiQRMethod']],
    ['externalReference', 'optional', ['IMPSMethod', 'P2AV2Method', 'UpiCollectMethod', 'UpiQRMethod']],
    ['paymentAddress', 'always', ['CryptoOfflineMethod', 'P2AV2Method', 'UpiQRMethod']],
    ['paymentInstructionList', 'always', ['VaPayMethod']],
    ['upiQrDeepLink', 'always', ['UpiQRMethod']],
    ['upiQrDeepLink', 'optional', ['UpiCollectMethod']],
    ['taxId', 'optional', ['OfflineMethod']],
    ['productId', 'optional', ['OfflineMethod']],
    ['phoneNumber', 'optional', ['OfflineMethod', 'VaPayMethod']],
    ['phoneNumber', 'always', ['CodePaymentMethod']],
    ['emailAddress', 'always', ['CodePaymentMethod']],
    ['emailAddress', 'optional', ['VaPayMethod']],
    ['paymentLocationCustomer', 'always', ['CodePaymentMethod']],
    ['paymentLocationCustomer', 'optional', ['VaPayMethod']],
    ['qrCode', 'optional', ['OfflineMethod']],
    ['qrName', 'optional', ['OfflineMethod']],
    [
      'account',
      'always',
      ['IMPSMethod', 'OfflineMethod', 'P2AV2Method', 'PromptPayMethod', 'VaPayMethod', 'VietQRMethod'],
    ],
  ])('%s (%s): %j', (field, presence, objects) => {
    expect(objectsWith(field, presence)).toEqual(objects)
  })

  it('accountName of accountCustomer is mandatory for MOBILE_MONEY', () => {
    expect(payin('MobileMoneyMethod').responds.accountCustomer?.parts).toEqual(['accountName'])
  })

  it('deprecated since 2.11: OnlineMethodResponse has no account', () => {
    expect(payin('OnlineMethod').responds.account).toBeUndefined()
  })

  it('deprecated since 2.12: the account of P2AV2MethodResponse has no bank, that of IMPSMethodResponse has', () => {
    const parts = (object: string) => {
      const rule = payin(object).responds.account
      return rule && partsOf(rule)
    }
    expect(parts('P2AV2Method')).toEqual(['accountName', 'accountNumber'])
    expect(parts('IMPSMethod')).toEqual(['accountName', 'accountNumber', 'bankCode', 'bankName'])
  })
})

describe('payout methods', () => {
  it.each([
    ['BANK_TRANSFER', 'BankTransferMethod', 22],
    ['WALLET_TRANSFER', 'WalletTransferMethod', 7],
    ['EMAIL_TRANSFER', 'EmailTransferMethod', 1],
    ['PHONE_NUMBER_TRANSFER', 'PhoneNumberTransferMethod', 1],
    ['RANDOM_KEY_TRANSFER', 'RandomKeyTransferMethod', 1],
    ['TAX_PAYER_ID_TRANSFER', 'TaxPayerIdTransferMethod', 1],
  ])('%s is %s, in %i currencies', (code, object, count) => {
    const [method] = payoutMethods(code)
    expect(method?.object).toBe(object)
    expect(method?.currencies.size).toBe(count)
  })

  it('WALLET_TRANSFER is offered in GHS, KES, TZS, ZMW, IDR, PHP and VND', () => {
    const [method] = payoutMethods('WALLET_TRANSFER')
    expect([...(method?.currencies.keys() ?? [])].sort()).toEqual([
      'GHS',
      'IDR',
      'KES',
      'PHP',
      'TZS',
      'VND',
      'ZMW',
    ])
  })

  it.each([
    ['EmailTransferMethod', 'emailAddress'],
    ['PhoneNumberTransferMethod', 'phoneNumber'],
    ['RandomKeyTransferMethod', 'accountNumber'],
    ['TaxPayerIdTransferMethod', 'identifyingReference'],
  ])('%s names its Pix key in %s', (object, field) => {
    expect(needOf(object, 'BRL', field)).toBe('mandatory')
  })
})
