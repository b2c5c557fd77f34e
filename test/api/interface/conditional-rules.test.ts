/** The interface's table of conditional field rules, row by row, and the tables of the create requests' fields. */
import { PAYIN_METHODS } from '@sluice/core/catalogue/all-methods.ts'
import { FULL_EXAMPLES } from '@sluice/core/catalogue/examples.ts'
import { describe, expect, it } from 'vitest'
import {
  createBody,
  credit,
  exampleFor,
  expectProblem,
  faultPaths,
  newId,
  thb,
  thbPayout,
  useApi,
} from '../api.fixture.ts'

const api = useApi()

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** The request without one field: `account.accountName`, or a name at the top of the method object. */
function without(fields: Fields, path: string): Fields {
  const [first = '', ...rest] = path.split('.')
  const { [first]: gone, ...others } = fields
  if (rest.length === 0) return others
  return isFields(gone) ? { ...others, [first]: without(gone, rest.join('.')) } : others
}

function fullFor(object: string, currencyCode: string) {
  const found = FULL_EXAMPLES.find(
    (each) => each.method.object === object && each.currencyCode === currencyCode,
  )
  if (!found) throw new Error(`no example of ${object} in ${currencyCode}`)
  return found
}

const fundPayout = (currencyCode: string): Promise<void> =>
  credit(api().gateway, api().shop, currencyCode, 10n ** 12n)

async function post(object: string, body: object) {
  const { method } = FULL_EXAMPLES.find((each) => each.method.object === object) ?? {}
  return api().shop.post(`/${method?.kind}s/${newId()}`, body)
}

const ACCOUNT_NAME = 'account.accountName'
const ACCOUNT_NUMBER = 'account.accountNumber'

describe('conditional field rules', () => {
  it.each([
    ['OfflineMethod', 'KRW', ACCOUNT_NAME, 'mandatory'],
    ['OfflineMethod', 'THB', ACCOUNT_NAME, 'optional'],
    ['OfflineMethod', 'JPY', 'emailAddress', 'mandatory'],
    ['OfflineMethod', 'KRW', 'emailAddress', 'optional'],
    ['OfflineMethod', 'ARS', 'taxId', 'mandatory'],
    ['OfflineMethod', 'MXN', 'taxId', 'optional'],
    ['OfflineMethod', 'ZAR', 'phoneNumber', 'optional'],
    ['OfflineMethod', 'ZAR', 'productId', 'optional'],
    ['OfflineMethod', 'ARS', 'account', 'optional'],
    ['VaPayMethod', 'IDR', 'account', 'optional'],
    ['VaPayMethod', 'KRW', 'account', 'optional'],
    ['VaPayMethod', 'TWD', 'account', 'optional'],
    ['VaPayMethod', 'TWD', 'paymentOperatorCode', 'optional'],
    ['VaPayMethod', 'IDR', 'paymentOperatorCode', 'mandatory'],
    ['VaPayMethod', 'KRW', 'paymentOperatorCode', 'mandatory'],
    ['VaPayMethod', 'TWD', ACCOUNT_NAME, 'optional'],
    ['VaPayMethod', 'TWD', 'emailAddress', 'mandatory'],
    ['VaPayMethod', 'TWD', 'phoneNumber', 'mandatory'],
    ['VaPayMethod', 'IDR', 'phoneNumber', 'optional'],
    ['VaPayMethod', 'KRW', 'phoneNumber', 'optional'],
    ['VaPayMethod', 'IDR', 'emailAddress', 'optional'],
    ['VaPayMethod', 'IDR', 'paymentLocation', 'optional'],
    ['CodePaymentMethod', 'TWD', ACCOUNT_NAME, 'mandatory'],
    ['CodePaymentMethod', 'TWD', 'emailAddress', 'mandatory'],
    ['CodePaymentMethod', 'TWD', 'phoneNumber', 'mandatory'],
    ['CodePaymentMethod', 'TWD', 'paymentLocation', 'mandatory'],
    ['NetBankingMethod', 'INR', ACCOUNT_NAME, 'optional'],
    ['NetBankingMethod', 'INR', 'emailAddress', 'optional'],
    ['NetBankingMethod', 'INR', 'phoneNumber', 'optional'],
    ['PromptPayMethod', 'THB', ACCOUNT_NUMBER, 'mandatory'],
    ['MobileMoneyMethod', 'GHS', ACCOUNT_NAME, 'mandatory'],
    ['MobileMoneyMethod', 'KES', ACCOUNT_NAME, 'mandatory'],
    ['MobileMoneyMethod', 'TZS', ACCOUNT_NAME, 'mandatory'],
    ['MobileMoneyMethod', 'ZMW', ACCOUNT_NAME, 'mandatory'],
    ['MobileMoneyMethod', 'GHS', 'phoneNumber', 'optional'],
    ['AbsaPayMethod', 'ZAR', ACCOUNT_NAME, 'mandatory'],
    ['AbsaPayMethod', 'ZAR', ACCOUNT_NUMBER, 'optional'],
    ['PayShapMethod', 'ZAR', ACCOUNT_NAME, 'mandatory'],
    ['PayShapMethod', 'ZAR', ACCOUNT_NUMBER, 'optional'],
    ['CapitecPayMethod', 'ZAR', ACCOUNT_NUMBER, 'optional'],
    ['CryptoOfflineMethod', 'USDC', 'emailAddress', 'optional'],
    ['CryptoOfflineMethod', 'USDT', 'paymentOperatorCode', 'optional'],
    ['VietQRMethod', 'VND', 'emailAddress', 'optional'],
    ['BankTransferMethod', 'COP', 'identifyingReference', 'mandatory'],
    ['BankTransferMethod', 'ARS', 'identifyingReference', 'mandatory'],
    ['BankTransferMethod', 'ARS', 'paymentOperatorCode', 'optional'],
    ['BankTransferMethod', 'THB', 'identifyingReference', 'optional'],
    ['BankTransferMethod', 'COP', 'account.accountType', 'mandatory'],
    ['BankTransferMethod', 'MXN', 'account.accountType', 'mandatory'],
    ['BankTransferMethod', 'JPY', 'account.accountType', 'optional'],
    ['BankTransferMethod', 'COP', 'phoneNumber', 'mandatory'],
    ['BankTransferMethod', 'MXN', 'phoneNumber', 'optional'],
    ['BankTransferMethod', 'THB', 'account', 'mandatory'],
    ['WalletTransferMethod', 'GHS', 'phoneNumber', 'mandatory'],
    ['WalletTransferMethod', 'GHS', ACCOUNT_NAME, 'mandatory'],
    ['WalletTransferMethod', 'KES', 'phoneNumber', 'mandatory'],
    ['WalletTransferMethod', 'KES', ACCOUNT_NAME, 'mandatory'],
    ['WalletTransferMethod', 'TZS', 'phoneNumber', 'optional'],
    ['WalletTransferMethod', 'GHS', 'emailAddress', 'optional'],
    ['EmailTransferMethod', 'BRL', 'emailAddress', 'mandatory'],
    ['PhoneNumberTransferMethod', 'BRL', 'phoneNumber', 'mandatory'],
    ['RandomKeyTransferMethod', 'BRL', ACCOUNT_NUMBER, 'mandatory'],
    ['TaxPayerIdTransferMethod', 'BRL', 'identifyingReference', 'mandatory'],
  ])('%s in %s: %s is %s', async (object, currencyCode, field, need) => {
    await fundPayout(currencyCode)
    const example = fullFor(object, currencyCode)
    const complete = await post(object, createBody(example))
    expect(`${complete.status} ${complete.text}`).toMatch(/^201 /)
    const answer = await post(object, {
      ...createBody(example),
      paymentMethod: without(example.paymentMethod, field),
    })
    if (need === 'optional') {
      expect(`${answer.status} ${answer.text}`).toMatch(/^201 /)
    } else {
      expectProblem(answer, 400, 'VALIDATION_FAILED')
      expect(faultPaths(answer)).toContain(`/paymentMethod/${field.replaceAll('.', '/')}`)
    }
  })

  it('payin methods have no BankTransferMethod and no UpiIdMethod to offer', async () => {
    for (const paymentMethodCode of ['BANK_TRANSFER', 'UPI_ID']) {
      const answer = await api().shop.post(`/payins/${newId()}`, {
        ...thb(),
        paymentMethod: { paymentMethodCode },
      })
      expectProblem(answer, 400, 'VALIDATION_FAILED')
      expect(faultPaths(answer)).toEqual(['/paymentMethod/paymentMethodCode'])
    }
  })

  it.each([
    ['JPY', 'private'],
    ['JPY', 'corporate'],
    ['JPY', 'general'],
    ['JPY', 'current'],
    ['JPY', 'savings'],
    ['JPY', 'PRIVATE'],
    ['COP', 'savings'],
    ['COP', 'checking'],
    ['COP', 'AHORRO'],
    ['COP', 'CORRIENTE'],
    ['MXN', 'clabe'],
    ['MXN', 'debit_card'],
    ['MXN', 'phone'],
  ])('a payout in %s takes the account type %s', async (currencyCode, accountType) => {
    await fundPayout(currencyCode)
    const body = createBody(exampleFor('BankTransferMethod', currencyCode))
    const account = { ...(isFields(body.paymentMethod.account) && body.paymentMethod.account), accountType }
    const answer = await post('BankTransferMethod', {
      ...body,
      paymentMethod: { ...body.paymentMethod, account },
    })
    expect(`${answer.status} ${answer.text}`).toMatch(/^201 /)
  })

  it.each(['JPY', 'COP', 'MXN'])('a payout in %s takes no account type of nobody', async (currencyCode) => {
    const body = createBody(exampleFor('BankTransferMethod', currencyCode))
    const account = {
      ...(isFields(body.paymentMethod.account) && body.paymentMethod.account),
      accountType: 'x',
    }
    const answer = await post('BankTransferMethod', {
      ...body,
      paymentMethod: { ...body.paymentMethod, account },
    })
    expectProblem(answer, 400, 'VALIDATION_FAILED')
    expect(faultPaths(answer)).toEqual(['/paymentMethod/account/accountType'])
  })
})

describe('payin create request', () => {
  const payin = (change: object) => api().shop.post(`/payins/${newId()}`, { ...thb(), ...change })

  it.each([
    [{ paymentRequested: undefined }, '/paymentRequested'],
    [{ paymentRequested: {} }, '/paymentRequested/money'],
    [{ paymentRequested: { money: { currencyCode: 'THB' } } }, '/paymentRequested/money/amount'],
    [{ paymentRequested: { money: { amount: 100 } } }, '/paymentRequested/money/currencyCode'],
    [{ paymentMethod: undefined }, '/paymentMethod'],
    [{ paymentMethod: { account: { accountNumber: '1' } } }, '/paymentMethod/paymentMethodCode'],
  ])('required: %j', async (change, pointer) => {
    const answer = await payin(change)
    expectProblem(answer, 400, 'VALIDATION_FAILED')
    expect(faultPaths(answer)).toEqual([pointer])
  })

  it('all faults of a request are listed at once', async () => {
    const answer = await payin({
      paymentRequested: { money: { amount: -1, currencyCode: 'THB' } },
      paymentMethod: {
        paymentMethodCode: 'PROMPTPAY',
        paymentOperatorCode: 'NO_SUCH_BANK',
        emailAddress: 'nobody',
      },
      callbackUrl: 'nowhere',
      returnUrl: 'javascript:alert(1)',
    })
    expectProblem(answer, 400, 'VALIDATION_FAILED')
    expect(faultPaths(answer)).toEqual([
      '/callbackUrl',
      '/paymentMethod/account/accountNumber',
      '/paymentMethod/emailAddress',
      '/paymentMethod/paymentOperatorCode',
      '/paymentRequested/money/amount',
      '/returnUrl',
    ])
  })

  it('callbackUrl may be left out where the merchant has a default one; without either it is a fault', async () => {
    expect((await payin({ callbackUrl: undefined })).status).toBe(201)
    const bare = await api().newShop({ callbackUrl: undefined })
    const answer = await bare.post(`/payins/${newId()}`, { ...thb(), callbackUrl: undefined })
    expectProblem(answer, 400, 'VALIDATION_FAILED')
    expect(faultPaths(answer)).toEqual(['/callbackUrl'])
  })

  it.each(['https://shop.example/back', 'http://shop.example/back?a=1#top'])(
    'a test merchant may send the customer back to %s',
    async (returnUrl) => {
      const answer = await payin({ returnUrl })
      expect(answer.status).toBe(201)
      expect(answer.body.paymentMethodResponse?.returnUrl).toContain('shop.example/back')
    },
  )

  it('a scheme on the merchant’s list is allowed as returnUrl, another is not', async () => {
    const shop = await api().newShop({ returnSchemes: ['shopapp'] })
    const send = (returnUrl: string) => shop.post(`/payins/${newId()}`, { ...thb(), returnUrl })
    expect((await send('shopapp://paid')).status).toBe(201)
    expectProblem(await send('otherapp://paid'), 400, 'VALIDATION_FAILED')
  })

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    'blob:https://shop.example/1',
    'file:///etc/passwd',
    '//shop.example/back',
    '/back',
    '',
    'https://user:pass@shop.example/',
    `https://shop.example/${'a'.repeat(2048)}`,
    5,
  ])('the customer is never sent back to %j', async (returnUrl) => {
    const answer = await payin({ returnUrl })
    expectProblem(answer, 400, 'VALIDATION_FAILED')
    expect(faultPaths(answer)).toEqual(['/returnUrl'])
  })

  it('accountName and accountNumber may stand at the top of the method object; both and different is a fault', async () => {
    const method = (change: object) => payin({ paymentMethod: { paymentMethodCode: 'PROMPTPAY', ...change } })
    expect((await method({ accountNumber: '12' })).status).toBe(201)
    expect((await method({ accountNumber: '12', account: { accountNumber: '12' } })).status).toBe(201)
    const both = await method({ accountNumber: '12', account: { accountNumber: '13' } })
    expectProblem(both, 400, 'VALIDATION_FAILED')
    expect(faultPaths(both)).toEqual(['/paymentMethod/accountNumber'])
  })

  it.each([
    'Somchai Jaidee',
    "O’Brien-D'Arc, Jr. (Ltd.) & Co/2",
    'สมชาย ใจดี',
    '김민수',
    'José María',
    '王小明 3',
    '4711',
    'a'.repeat(140),
  ])('accountName %j is accepted', async (accountName) => {
    const account = { accountNumber: '1', accountName }
    expect((await payin({ paymentMethod: { paymentMethodCode: 'PROMPTPAY', account } })).status).toBe(201)
  })

  it.each(['', ' ', 'a@b', '<b>', 'a\nb', 'a;b', 'a'.repeat(141), 7, {}])(
    'accountName %j is refused',
    async (accountName) => {
      const account = { accountNumber: '1', accountName }
      const answer = await payin({ paymentMethod: { paymentMethodCode: 'PROMPTPAY', account } })
      expectProblem(answer, 400, 'VALIDATION_FAILED')
      expect(faultPaths(answer)).toEqual(['/paymentMethod/account/accountName'])
    },
  )

  it.each(PAYIN_METHODS.map(({ object, currencies }) => [object, [...currencies.keys()][0] ?? ''] as const))(
    '%s in %s: emailAddress is validated wherever it is given (2.10)',
    async (object, currencyCode) => {
      const body = createBody(exampleFor(object, currencyCode))
      for (const emailAddress of ['nobody', 'a@b', 'a b@example.com', 'a@example..com']) {
        const answer = await post(object, { ...body, paymentMethod: { ...body.paymentMethod, emailAddress } })
        expectProblem(answer, 400, 'VALIDATION_FAILED')
        expect(faultPaths(answer)).toEqual(['/paymentMethod/emailAddress'])
      }
    },
  )

  it('phoneNumber is validated for NETBANKING (2.10), and elsewhere only where the product asks for it', async () => {
    const netBanking = createBody(exampleFor('NetBankingMethod', 'INR'))
    const withPhone = (phoneNumber: string) =>
      post('NetBankingMethod', {
        ...netBanking,
        paymentMethod: { ...netBanking.paymentMethod, phoneNumber },
      })
    expectProblem(await withPhone('not a phone'), 400, 'VALIDATION_FAILED')
    expect((await withPhone('+919876543210')).status).toBe(201)
    expect((await withPhone('9876543210')).status).toBe(201)
    const strange = { ...thb().paymentMethod, phoneNumber: 'not a phone' }
    expect((await payin({ paymentMethod: strange })).status).toBe(201)

    const product = { code: 'PROMPTPAY', currency: 'THB', require: ['phoneNumber'] as const }
    const strict = await api().newShop({ products: [product] })
    const send = (phoneNumber: string | undefined) =>
      strict.post(`/payins/${newId()}`, { ...thb(), paymentMethod: { ...thb().paymentMethod, phoneNumber } })
    const missing = await send(undefined)
    expectProblem(missing, 400, 'VALIDATION_FAILED')
    expect(JSON.stringify(missing.body.errors)).toContain('setting of your product')
    expectProblem(await send('not a phone'), 400, 'VALIDATION_FAILED')
    expect((await send('+66812345678')).status).toBe(201)
  })

  it('paymentLocation needs at least one of code, name, address and city, and comes back', async () => {
    const body = createBody(exampleFor('CodePaymentMethod', 'TWD'))
    const send = (paymentLocation: unknown) =>
      post('CodePaymentMethod', { ...body, paymentMethod: { ...body.paymentMethod, paymentLocation } })
    for (const part of ['code', 'name', 'address', 'city']) {
      const answer = await send({ [part]: 'x' })
      expect(answer.body).toMatchObject({
        paymentMethodResponse: { paymentLocationCustomer: { [part]: 'x' } },
      })
    }
    for (const bad of [{}, { street: 'x' }, 'Taipei', [], { city: 5 }]) {
      expectProblem(await send(bad), 400, 'VALIDATION_FAILED')
    }
  })

  it('unknown properties are ignored, wherever they stand', async () => {
    const body = thb()
    const answer = await api().shop.post(`/payins/${newId()}`, {
      ...body,
      surprise: { deep: [[], null] },
      paymentRequested: { money: { ...body.paymentRequested.money, precision: 'x' }, more: true },
      paymentMethod: {
        ...body.paymentMethod,
        account: { ...body.paymentMethod.account, iban: 5 },
        extra: [],
      },
    })
    expect(answer.status).toBe(201)
  })
})

describe('payout create request', () => {
  const payout = (change: object) => api().shop.post(`/payouts/${newId()}`, { ...thbPayout(), ...change })
  const method = (change: object) => payout({ paymentMethod: { ...thbPayout().paymentMethod, ...change } })

  it.each([
    [{ paymentRequested: undefined }, '/paymentRequested'],
    [{ paymentRequested: {} }, '/paymentRequested/money'],
    [{ paymentMethod: undefined }, '/paymentMethod'],
  ])('required: %j', async (change, pointer) => {
    const answer = await payout(change)
    expectProblem(answer, 400, 'VALIDATION_FAILED')
    expect(faultPaths(answer)).toEqual([pointer])
  })

  it.each([
    [{ paymentMethodCode: undefined }, '/paymentMethod/paymentMethodCode'],
    [{ paymentMethodCode: 'PROMPTPAY' }, '/paymentMethod/paymentMethodCode'],
    [{ account: 'mine' }, '/paymentMethod/account'],
    [{ account: { accountName: 'A' } }, '/paymentMethod/account/accountNumber'],
    [{ account: { accountNumber: '1' } }, '/paymentMethod/account/accountName'],
    [{ emailAddress: 'nobody' }, '/paymentMethod/emailAddress'],
    [{ paymentOperatorCode: 'NO_SUCH_BANK' }, '/paymentMethod/paymentOperatorCode'],
  ])('paymentMethod %j is refused', async (change, pointer) => {
    const answer = await method(change)
    expectProblem(answer, 400, 'VALIDATION_FAILED')
    expect(faultPaths(answer)).toEqual([pointer])
  })

  it('stablecoin payouts are not offered', async () => {
    const answer = await payout({ paymentRequested: { money: { amount: 10, currencyCode: 'USDC' } } })
    expectProblem(answer, 400, 'VALIDATION_FAILED')
    expect(faultPaths(answer)).toEqual(['/paymentMethod/paymentMethodCode'])
  })
})
