/** The interface's tables of payin responses, field by field and method by method, and the change history where it says what a response has. */
import { PAYIN_METHODS } from '@sluice/core/catalogue/all-methods.ts'
import { OF_CONTRACT } from '@sluice/core/catalogue/contract.fixture.ts'
import { FULL_EXAMPLES } from '@sluice/core/catalogue/examples.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '../../harness.ts'
import { createBody, exampleFor, newId, thb, useApi } from '../api.fixture.ts'

const api = useApi()

const OBJECTS = PAYIN_METHODS.map(({ object }) => object)
const CONTRACT: ReadonlySet<string> = new Set(OF_CONTRACT.map(({ object }) => object))
/** Of methods with several currencies the one whose response has most. */
const CURRENCY: Readonly<Record<string, string>> = { OfflineMethod: 'VND' }

interface Answered {
  readonly id: string
  readonly created: Json
  readonly read: Json
}

/** Created with every field that the method takes, and read after its money came. */
const full = new Map<string, Answered>()
/** Created with what is mandatory and nothing else. */
const bare = new Map<string, Json>()

const fullOf = (object: string): Answered => {
  const found = full.get(object)
  if (!found) throw new Error(`${object} was not created`)
  return found
}
const responseOf = (object: string): Json => fullOf(object).created.paymentMethodResponse ?? {}

let references = 200_000_000_000

beforeAll(async () => {
  const { gateway, shop } = api()
  for (const { object, currencies, externalReference } of PAYIN_METHODS) {
    const currencyCode = CURRENCY[object] ?? [...currencies.keys()][0] ?? ''
    const example = FULL_EXAMPLES.find(
      (each) => each.method.object === object && each.currencyCode === currencyCode,
    )
    if (!example) throw new Error(object)
    const id = newId()
    const returnUrl = 'https://shop.example/back'
    const created = await shop.post(`/payins/${id}`, { ...createBody(example), returnUrl })
    if (created.status !== 201) throw new Error(created.text)
    if (externalReference !== 'never') {
      const body = { externalReference: { reference: String(++references) } }
      await shop.post(`/payins/${id}/!setExternalReference`, body)
    }
    await gateway.advance(3_000)
    full.set(object, { id, created: created.body, read: (await shop.get(`/payins/${id}`)).body })
    const least = await shop.post(`/payins/${newId()}`, createBody(exampleFor(object, currencyCode)))
    bare.set(object, least.body.paymentMethodResponse ?? {})
  }
})

const having = (field: string) => OBJECTS.filter((object) => field in responseOf(object))

describe('payin create response: fields of paymentMethodResponse', () => {
  it.each(['idPayin', 'paymentMethodCode', 'money', 'expireAt', 'reference', 'returnUrl'])(
    '%s: every method',
    (field) => {
      expect(having(field)).toEqual(OBJECTS)
    },
  )

  it.each([
    [
      'account',
      ['IMPSMethod', 'OfflineMethod', 'P2AV2Method', 'PromptPayMethod', 'VaPayMethod', 'VietQRMethod'],
    ],
    ['moneyRequired', ['DuitNowMethod']],
    [
      'paymentOperator',
      [
        'CryptoOfflineMethod',
        'DuitNowMethod',
        'IMPSMethod',
        'OfflineMethod',
        'P2AV2Method',
        'UpiQRMethod',
        'VaPayMethod',
      ],
    ],
    [
      'accountCustomer',
      ['DuitNowMethod', 'MobileMoneyMethod', 'OfflineMethod', 'PromptPayMethod', 'VaPayMethod'],
    ],
    ['accountCustomerUsedForPayment', []],
    ['externalReference', []],
    ['paymentAddress', ['CryptoOfflineMethod', 'P2AV2Method', 'UpiQRMethod']],
    ['paymentInstructionList', ['VaPayMethod']],
    ['upiQrDeepLink', ['UpiQRMethod']],
    ['taxId', ['OfflineMethod']],
    ['productId', ['OfflineMethod']],
    ['phoneNumber', ['CodePaymentMethod', 'OfflineMethod', 'VaPayMethod']],
    ['emailAddress', ['CodePaymentMethod', 'VaPayMethod']],
    ['paymentLocationCustomer', ['CodePaymentMethod', 'VaPayMethod']],
    [
      'redirectUrl',
      [
        'EWalletMethod',
        'FnbDirectEFTMethod',
        'FpxMethod',
        'MomoPayMethod',
        'NedbankDirectEFTMethod',
        'NetBankingMethod',
        'OnlineMethod',
        'PayMeMethod',
        'PseMethod',
      ],
    ],
  ])('%s: %j', (field, objects) => {
    expect(having(field).filter((object) => CONTRACT.has(object))).toEqual(objects)
  })

  it.each([
    ['paymentOperator', 'VaPayMethod'],
    ['paymentOperator', 'IMPSMethod'],
    ['paymentOperator', 'P2AV2Method'],
    ['paymentOperator', 'CryptoOfflineMethod'],
    ['phoneNumber', 'CodePaymentMethod'],
    ['emailAddress', 'CodePaymentMethod'],
    ['paymentLocationCustomer', 'CodePaymentMethod'],
    ['paymentInstructionList', 'VaPayMethod'],
    ['upiQrDeepLink', 'UpiQRMethod'],
    ['paymentAddress', 'P2AV2Method'],
    ['paymentAddress', 'CryptoOfflineMethod'],
    ['moneyRequired', 'DuitNowMethod'],
    ['accountCustomer', 'MobileMoneyMethod'],
    ['accountCustomer', 'PromptPayMethod'],
  ])('%s is mandatory on %sResponse: there whatever the request left out', (field, object) => {
    expect(bare.get(object)).toHaveProperty(field)
  })

  it.each([
    ['taxId', 'OfflineMethod'],
    ['productId', 'OfflineMethod'],
    ['phoneNumber', 'OfflineMethod'],
    ['phoneNumber', 'VaPayMethod'],
    ['emailAddress', 'VaPayMethod'],
    ['paymentLocationCustomer', 'VaPayMethod'],
    ['paymentOperator', 'OfflineMethod'],
    ['paymentOperator', 'UpiQRMethod'],
    ['accountCustomer', 'OfflineMethod'],
  ])('%s is optional on %sResponse: absent where the request had none', (field, object) => {
    expect(bare.get(object)).not.toHaveProperty(field)
  })

  it('money is a money object, echoed from the request', () => {
    for (const object of OBJECTS) {
      const { created } = fullOf(object)
      expect(created.paymentMethodResponse?.money).toEqual(created.paymentRequested?.money)
      expect(created.paymentRequested?.money).toEqual({
        amount: expect.any(Number),
        currencyCode: expect.stringMatching(/^[A-Z]{3,4}$/),
      })
    }
  })

  it('expireAt is an ISO 8601 timestamp and stands in process, too', () => {
    for (const object of OBJECTS) {
      const { created } = fullOf(object)
      expect(created.process?.expireAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      expect(created.paymentMethodResponse?.expireAt).toBe(created.process?.expireAt)
    }
  })

  it('account of OFFLINE, PROMPTPAY, VAPAY, VIETQR and IMPSMethod: accountName, accountNumber, bankCode, bankName', () => {
    for (const object of ['OfflineMethod', 'PromptPayMethod', 'VaPayMethod', 'VietQRMethod', 'IMPSMethod']) {
      expect(responseOf(object).account).toEqual({
        accountName: expect.any(String),
        accountNumber: expect.any(String),
        bankCode: expect.any(String),
        bankName: expect.any(String),
      })
    }
  })

  it('paymentOperator has code and name', () => {
    for (const object of having('paymentOperator')) {
      expect(responseOf(object).paymentOperator).toEqual({
        code: expect.stringMatching(/./),
        name: expect.stringMatching(/./),
      })
    }
  })

  it('paymentAddress has name and idAddress', () => {
    for (const object of having('paymentAddress')) {
      expect(responseOf(object).paymentAddress).toEqual({
        name: expect.any(String),
        idAddress: expect.any(String),
      })
    }
  })

  it('accountCustomer of MOBILE_MONEY always has accountName', () => {
    expect(bare.get('MobileMoneyMethod')?.accountCustomer).toEqual({ accountName: expect.any(String) })
  })

  it('accountCustomer of OFFLINE: accountNumber is optional', async () => {
    const body = createBody(exampleFor('OfflineMethod', 'KRW'))
    const { paymentMethodResponse } = (await api().shop.post(`/payins/${newId()}`, body)).body
    expect(paymentMethodResponse?.accountCustomer).toEqual({ accountName: expect.any(String) })
  })

  it('paymentInstructionList is a list of titles with steps', () => {
    expect(responseOf('VaPayMethod').paymentInstructionList).toEqual(
      expect.arrayContaining([
        { title: expect.any(String), steps: expect.arrayContaining([expect.any(String)]) },
      ]),
    )
  })

  it.each(['ARS', 'CNY', 'JPY', 'KRW', 'LAK', 'MXN', 'NAD', 'NGN', 'PHP', 'THB', 'VND', 'ZAR'])(
    'OFFLINE in %s: qrCode and qrName for VND and LAK only',
    async (currencyCode) => {
      const body = createBody(exampleFor('OfflineMethod', currencyCode))
      const { paymentMethodResponse: response } = (await api().shop.post(`/payins/${newId()}`, body)).body
      const expected = ['VND', 'LAK'].includes(currencyCode)
      expect(response !== undefined && 'qrCode' in response).toBe(expected)
      expect(response !== undefined && 'qrName' in response).toBe(expected)
    },
  )

  it('upiQrDeepLink opens a UPI app', () => {
    expect(responseOf('UpiQRMethod').upiQrDeepLink).toMatch(/^upi:\/\/pay\?/)
  })

  it('the reference of CODE_PAYMENT is the store code', () => {
    expect(responseOf('CodePaymentMethod').reference).toMatch(/^TEST\d{10}$/)
  })

  it('vat appears only where value-added tax is levied', () => {
    const levied = OBJECTS.filter((object) => 'vat' in responseOf(object))
    expect(levied).not.toContain('PixQRMethod')
    expect(levied).not.toContain('DuitNowMethod')
    expect(responseOf('PromptPayMethod').vat).toEqual({ amount: expect.any(Number), currencyCode: 'THB' })
  })

  it('returnUrl is where the customer returns to', () => {
    expect(String(responseOf('OnlineMethod').returnUrl)).toMatch(/^https:\/\/shop\.example\/back/)
    expect(bare.get('OnlineMethod')).not.toHaveProperty('returnUrl')
  })
})

describe('payin status response', () => {
  it('answers what the create answered plus what is known since', () => {
    for (const object of OBJECTS) {
      const { created, read } = fullOf(object)
      expect(read.paymentMethodResponse).toMatchObject({ ...created.paymentMethodResponse })
      expect(read.paymentRequested).toEqual(created.paymentRequested)
      expect(read.fee).toEqual(created.fee)
    }
  })

  it('has a process with status, createdAt, processedAt, isTest, expireAt and processorStatus', () => {
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    for (const object of OBJECTS) {
      expect(fullOf(object).read.process).toEqual({
        status: 'SUCCESS',
        createdAt: instant,
        processedAt: instant,
        expireAt: instant,
        isTest: true,
        processorStatus: expect.any(String),
      })
      expect(fullOf(object).created.process).not.toHaveProperty('processedAt')
    }
  })

  it('accountCustomerUsedForPayment: CAPITEC_PAY and UPIQR, on GET only', () => {
    const used = OBJECTS.filter(
      (object) => 'accountCustomerUsedForPayment' in (fullOf(object).read.paymentMethodResponse ?? {}),
    )
    expect(used).toEqual(['CapitecPayMethod', 'UpiQRMethod'])
  })

  it('externalReference: P2A_V2, UPIQR and UPICOLLECT, once the customer supplied it', () => {
    const shown = OBJECTS.filter(
      (object) => 'externalReference' in (fullOf(object).read.paymentMethodResponse ?? {}),
    )
    expect(shown).toEqual(['IMPSMethod', 'P2AV2Method', 'UpiCollectMethod', 'UpiQRMethod'])
    expect(fullOf('UpiQRMethod').read.paymentMethodResponse?.externalReference).toEqual({
      reference: expect.stringMatching(/^\d{12}$/),
    })
  })

  it.each([
    [902, 'CUSTOMER_NOT_REGISTERED'],
    [903, 'CUSTOMER_VERIFICATION_INACTIVITY'],
  ])('a payin of %i fails with failureReasonCode %s', async (amount, failureReasonCode) => {
    const { gateway, shop } = api()
    const id = newId()
    const created = await shop.post(`/payins/${id}`, thb(amount))
    expect(created.body).not.toHaveProperty('failureReasonCode')
    await gateway.advance(3_000)
    const { body } = await shop.get(`/payins/${id}`)
    expect(body).toMatchObject({ process: { status: 'FAILED' }, failureReasonCode })
  })
})

describe('GET /payins/{idPayin}/accounts', () => {
  it('has what the request said at once, and what the payment showed after it', async () => {
    const { gateway, shop } = api()
    const id = newId()
    const example = exampleFor('UpiQRMethod', 'INR')
    const account = { accountNumber: 'test.user@okhdfcbank', accountName: 'Test User' }
    await shop.post(`/payins/${id}`, {
      ...createBody(example),
      paymentMethod: { ...example.paymentMethod, account, emailAddress: 'user@example.com' },
    })
    const row = {
      source: 'REQUEST',
      ...account,
      emailAddress: 'user@example.com',
      recordedAt: expect.any(String),
    }
    expect((await shop.get(`/payins/${id}/accounts`)).body).toEqual({ data: [row] })
    await gateway.advance(3_000)
    const { body } = await shop.get(`/payins/${id}/accounts`)
    expect(body).toEqual({
      data: [row, { source: 'PAYMENT', ...account, recordedAt: expect.any(String) }],
    })
  })

  it('is an empty list where nothing is known', async () => {
    const { shop } = api()
    const id = newId()
    await shop.post(`/payins/${id}`, createBody(exampleFor('PixQRMethod', 'BRL')))
    expect((await shop.get(`/payins/${id}/accounts`)).body).toEqual({ data: [] })
  })
})

describe('change history: what responses have and what they no longer have', () => {
  it('2.1, 2.11: OnlineMethodResponse has no account', () => {
    expect(responseOf('OnlineMethod')).not.toHaveProperty('account')
  })

  it('2.2: no bankBranch, bankCity, bankProvince in any account', () => {
    for (const object of OBJECTS) {
      expect(JSON.stringify(fullOf(object).read)).not.toMatch(/bankBranch|bankCity|bankProvince/)
    }
  })

  it('2.12: no bankCode and bankName in P2AV2MethodResponse.account', () => {
    expect(responseOf('P2AV2Method').account).toEqual({
      accountName: expect.any(String),
      accountNumber: expect.any(String),
    })
  })

  it.each([
    ['2.8', 'P2AV2Method', 'paymentAddress'],
    ['2.8', 'VaPayMethod', 'paymentInstructionList'],
    ['2.11', 'DuitNowMethod', 'moneyRequired'],
    ['2.13', 'DuitNowMethod', 'paymentOperator'],
    ['2.17', 'UpiQRMethod', 'upiQrDeepLink'],
    ['2.31', 'OfflineMethod', 'qrCode'],
    ['2.33', 'DuitNowMethod', 'accountCustomer'],
    ['2.33', 'PromptPayMethod', 'accountCustomer'],
    ['2.37', 'QRPhMethod', 'vat'],
    ['2.38', 'OfflineMethod', 'paymentOperator'],
    ['2.43', 'OfflineMethod', 'productId'],
    ['2.64', 'VaPayMethod', 'phoneNumber'],
    ['2.64', 'OfflineMethod', 'phoneNumber'],
    ['2.66', 'CodePaymentMethod', 'paymentLocationCustomer'],
  ])('%s: %sResponse.%s', (_version, object, field) => {
    expect(responseOf(object)).toHaveProperty(field)
  })
})
