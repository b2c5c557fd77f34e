import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { costMs } from '../../../../test/setup/processor-time.ts'
import type { MethodKind } from '../foundation/identifiers.ts'
import { CURRENCIES, type OfferedCurrency, offered } from './currencies.ts'
import { EXAMPLES, FULL_EXAMPLES } from './examples.ts'
import type { FieldFault, RequestOptions } from './validate-request.ts'
import { validateMethodRequest } from './validate-request.ts'

const payin = (currency: OfferedCurrency, paymentMethod: unknown, options?: RequestOptions) =>
  validateMethodRequest('payin', paymentMethod, offered(currency).code, options)

const payout = (currency: OfferedCurrency, paymentMethod: unknown, options?: RequestOptions) =>
  validateMethodRequest('payout', paymentMethod, offered(currency).code, options)

type Outcome = ReturnType<typeof payin> | ReturnType<typeof payout>

/** «path code» of each fault, so that a test reads in one line. */
const faultsOf = (outcome: Outcome): string[] =>
  outcome.ok ? [] : outcome.failure.map(({ path, code }) => `${path.replace('/paymentMethod', '')} ${code}`)

const fieldsOf = (outcome: Outcome) => (outcome.ok ? outcome.value.fields : outcome.failure)

const code = { paymentMethodCode: 'CODE_PAYMENT' }
const promptPay = { paymentMethodCode: 'PROMPTPAY', account: { accountNumber: '1234567890' } }

describe('a request whose currency is wrong', () => {
  const unknown = (paymentMethod: unknown) =>
    faultsOf(validateMethodRequest('payin', paymentMethod, undefined))

  it('lacks all the same what its method wants in every currency', () => {
    expect(unknown({ paymentMethodCode: 'PROMPTPAY' })).toEqual(['/account/accountNumber REQUIRED'])
    expect(faultsOf(payin('KRW', { paymentMethodCode: 'PROMPTPAY' }))).toEqual([
      '/paymentMethodCode CONFLICT',
      '/account/accountNumber REQUIRED',
    ])
  })

  it('lacks nothing that only some currencies want', () => {
    expect(unknown({ paymentMethodCode: 'OFFLINE' })).toEqual([])
  })

  it('may have a phone number as some country writes it', () => {
    expect(unknown({ paymentMethodCode: 'NETBANKING', phoneNumber: '9876543210' })).toEqual([])
  })
})

describe('a request that the contract accepts', () => {
  it.each(
    [...EXAMPLES, ...FULL_EXAMPLES].map((each) => [each.method.object, each.currencyCode, each] as const),
  )('%s in %s: its example', (_object, currency, { method, paymentMethod }) => {
    const given =
      method.kind === 'payin'
        ? payin(currency as OfferedCurrency, paymentMethod)
        : payout(currency as OfferedCurrency, paymentMethod)
    expect(faultsOf(given)).toEqual([])
    expect(given.ok && given.value.method).toBe(method)
  })

  it('may have properties that nobody knows', () => {
    expect(payin('THB', { ...promptPay, colour: 'red', account: { ...promptPay.account, x: 1 } }).ok).toBe(
      true,
    )
  })

  it('may have accountName and accountNumber at the top of the method object', () => {
    const given = payin('THB', { paymentMethodCode: 'PROMPTPAY', accountNumber: '1', accountName: 'A' })
    expect(fieldsOf(given)).toEqual({ accountNumber: '1', accountName: 'A' })
  })

  it('may say them twice, if alike', () => {
    expect(payin('THB', { ...promptPay, accountNumber: '1234567890' }).ok).toBe(true)
  })

  it.each(['Nguyễn Văn An', '王小明', "O’Neil-d'Arc, Jr. (2) / & Co", 'ﾃｽﾄ ﾀﾛｳ', 'x'.repeat(140)])(
    'accountName may be %s',
    (accountName) => {
      expect(payin('KRW', { paymentMethodCode: 'OFFLINE', account: { accountName } }).ok).toBe(true)
    },
  )

  it.each([
    ['JPY', 'Private', 'private', '1234567'],
    ['JPY', 'SAVINGS', 'savings', '1234567'],
    ['COP', 'AHORRO', 'savings', '1'],
    ['COP', 'Corriente', 'checking', '1'],
    ['MXN', 'CLABE', 'clabe', '012180001234567899'],
    ['MXN', 'Debit_Card', 'debit_card', '4152313312345676'],
    ['MXN', 'phone', 'phone', '5512345678'],
  ] as const)(
    'accountType in %s may be %s, which is %s',
    (currency, accountType, canonical, accountNumber) => {
      const given = payout(currency, {
        paymentMethodCode: 'BANK_TRANSFER',
        account: { accountName: 'A', accountNumber, accountType },
        identifyingReference: '1',
        phoneNumber: '1',
      })
      expect(fieldsOf(given)).toMatchObject({ accountType: canonical })
    },
  )

  it('P2A_V2 without an operator is the QR scan, with IMPS the bank transfer', () => {
    const objectOf = (given: Outcome) => given.ok && [given.value.method.object, given.value.operator?.code]
    expect(objectOf(payin('INR', { paymentMethodCode: 'P2A_V2' }))).toEqual(['P2AV2Method', 'UPI_QR'])
    expect(objectOf(payin('INR', { paymentMethodCode: 'P2A_V2', paymentOperatorCode: 'IMPS' }))).toEqual([
      'IMPSMethod',
      'IMPS',
    ])
  })
})

describe('a request that breaks a rule', () => {
  it('hears of all faults at once', () => {
    const given = payin('TWD', {
      ...code,
      account: { accountName: 'a_b' },
      emailAddress: 'nobody',
      phoneNumber: 5,
    })
    expect(faultsOf(given)).toEqual([
      '/account/accountName INVALID_FORMAT',
      '/emailAddress INVALID_FORMAT',
      '/phoneNumber WRONG_TYPE',
      '/paymentLocation REQUIRED',
    ])
  })

  it.each<[string, OfferedCurrency, unknown, string[]]>([
    ['nothing', 'THB', undefined, [' REQUIRED']],
    ['a list', 'THB', [], [' WRONG_TYPE']],
    ['null', 'THB', null, [' WRONG_TYPE']],
    ['no method', 'THB', {}, ['/paymentMethodCode REQUIRED']],
    ['a method that is a number', 'THB', { paymentMethodCode: 7 }, ['/paymentMethodCode WRONG_TYPE']],
    ['an unknown method', 'THB', { paymentMethodCode: 'CASH' }, ['/paymentMethodCode UNKNOWN_VALUE']],
    ['a method of another currency', 'VND', promptPay, ['/paymentMethodCode CONFLICT']],
    ['a payout method', 'THB', { paymentMethodCode: 'BANK_TRANSFER' }, ['/paymentMethodCode UNKNOWN_VALUE']],
    [
      'a name of an inherited property',
      'THB',
      { paymentMethodCode: 'constructor' },
      ['/paymentMethodCode UNKNOWN_VALUE'],
    ],
    [
      'an unknown operator',
      'THB',
      { ...promptPay, paymentOperatorCode: '999' },
      ['/paymentOperatorCode UNKNOWN_VALUE'],
    ],
    [
      'no operator where one must be',
      'IDR',
      { paymentMethodCode: 'VAPAY' },
      ['/paymentOperatorCode REQUIRED'],
    ],
    [
      'an operator that is no text',
      'IDR',
      { paymentMethodCode: 'VAPAY', paymentOperatorCode: 1 },
      ['/paymentOperatorCode WRONG_TYPE'],
    ],
    [
      'an unknown variant',
      'INR',
      { paymentMethodCode: 'P2A_V2', paymentOperatorCode: 'NEFT' },
      ['/paymentOperatorCode UNKNOWN_VALUE'],
    ],
    ['an account that is a text', 'THB', { ...promptPay, account: '123' }, ['/account WRONG_TYPE']],
    [
      'a number for an account number',
      'THB',
      { ...promptPay, account: { accountNumber: 123 } },
      ['/account/accountNumber WRONG_TYPE'],
    ],
    [
      'an empty account number',
      'THB',
      { ...promptPay, account: { accountNumber: '' } },
      ['/account/accountNumber INVALID_FORMAT'],
    ],
    ['two account numbers', 'THB', { ...promptPay, accountNumber: '2' }, ['/accountNumber CONFLICT']],
    ['a long name', 'THB', { ...promptPay, accountName: 'x'.repeat(141) }, ['/accountName TOO_LONG']],
    ['NUL', 'THB', { ...promptPay, phoneNumber: 'a\u0000b' }, ['/phoneNumber INVALID_FORMAT']],
    [
      'half a surrogate pair',
      'THB',
      { ...promptPay, phoneNumber: '\ud800' },
      ['/phoneNumber INVALID_FORMAT'],
    ],
    [
      'an e-mail address nobody asked for, but wrong',
      'THB',
      { ...promptPay, emailAddress: 'x@y' },
      ['/emailAddress INVALID_FORMAT'],
    ],
    [
      'a wrong phone number for NETBANKING',
      'INR',
      { paymentMethodCode: 'NETBANKING', phoneNumber: '12' },
      ['/phoneNumber INVALID_FORMAT'],
    ],
    ['no tax number in Argentina', 'ARS', { paymentMethodCode: 'OFFLINE' }, ['/taxId REQUIRED']],
  ])('%s', (_what, currency, paymentMethod, faults) => {
    expect(faultsOf(payin(currency, paymentMethod))).toEqual(faults)
  })

  it.each([
    ['{}', {}, ['/paymentLocation REQUIRED']],
    ['a text', 'Taipei', ['/paymentLocation WRONG_TYPE']],
    ['a number in it', { city: 5 }, ['/paymentLocation/city WRONG_TYPE']],
    ['only what nobody knows', { planet: 'Mars' }, ['/paymentLocation REQUIRED']],
  ])('paymentLocation: %s', (_what, paymentLocation, faults) => {
    const account = { accountName: 'A' }
    const given = payin('TWD', {
      ...code,
      account,
      emailAddress: 'a@b.tw',
      phoneNumber: '1',
      paymentLocation,
    })
    expect(faultsOf(given)).toEqual(faults)
  })

  it.each([
    'plain',
    '@b.co',
    'a@',
    'a@b',
    'a b@c.co',
    'a@b..co',
    '.a@b.co',
    'a..b@c.co',
    'a@-b.co',
    `${'x'.repeat(65)}@b.co`,
  ])('the e-mail address %s', (emailAddress) => {
    expect(faultsOf(payin('THB', { ...promptPay, emailAddress }))).toEqual(['/emailAddress INVALID_FORMAT'])
  })

  it('a payout without an account', () => {
    const given = payout('BRL', { paymentMethodCode: 'EMAIL_TRANSFER', emailAddress: 'a@b.br' })
    expect(faultsOf(given)).toEqual(['/account REQUIRED'])
  })

  it('a payout with an account type that its country does not know', () => {
    const account = { accountName: 'A', accountNumber: '012180001234567899', accountType: 'constructor' }
    expect(faultsOf(payout('MXN', { paymentMethodCode: 'BANK_TRANSFER', account }))).toEqual([
      '/account/accountType UNKNOWN_VALUE',
    ])
  })

  it('is judged as far as possible where the currency is not known', () => {
    const given = validateMethodRequest('payin', { paymentMethodCode: 'CASH', emailAddress: 'x' }, undefined)
    expect(faultsOf(given)).toEqual(['/paymentMethodCode UNKNOWN_VALUE', '/emailAddress INVALID_FORMAT'])
  })
})

describe("a field that the merchant's product asks for", () => {
  it('is missed, and the message says whose rule it is', () => {
    const given = payin(
      'KES',
      { paymentMethodCode: 'MOBILE_MONEY', accountName: 'A' },
      { require: ['phoneNumber'] },
    )
    expect(faultsOf(given)).toEqual(['/phoneNumber REQUIRED'])
    expect(!given.ok && given.failure[0]?.message).toContain('a setting of your product')
  })

  it('is not asked for otherwise', () => {
    expect(payin('KES', { paymentMethodCode: 'MOBILE_MONEY', accountName: 'A' }).ok).toBe(true)
  })

  it('has its format checked: a phone number that a push needs must be one', () => {
    const request = { paymentMethodCode: 'MOBILE_MONEY', accountName: 'A', phoneNumber: 'none' }
    expect(payin('KES', request).ok).toBe(true)
    expect(faultsOf(payin('KES', request, { require: ['phoneNumber'] }))).toEqual([
      '/phoneNumber INVALID_FORMAT',
    ])
  })

  it.each([['taxId'], ['account.accountName'], ['paymentLocation'], ['paymentOperatorCode']])(
    'may be %s',
    (field) => {
      const path = field.startsWith('account.') ? '/account/accountName' : `/${field}`
      expect(faultsOf(payin('THB', promptPay, { require: [field] }))).toEqual([`${path} REQUIRED`])
    },
  )
})

describe('whatever JSON comes', () => {
  const kind = fc.constantFrom<MethodKind>('payin', 'payout')
  const currency = fc.constantFrom(...CURRENCIES.map(({ code }) => code))
  const key = fc.constantFrom(
    'paymentMethodCode',
    'paymentOperatorCode',
    'account',
    'accountName',
    'emailAddress',
    'paymentLocation',
    'phoneNumber',
    '__proto__',
  )
  const request = fc.oneof(
    fc.jsonValue(),
    fc.dictionary(key, fc.jsonValue()),
    fc
      .tuple(fc.constantFrom(...FULL_EXAMPLES), fc.dictionary(key, fc.jsonValue()))
      .map(([{ paymentMethod }, noise]) => ({ ...paymentMethod, ...noise })),
  )
  const judge = (which: MethodKind, given: unknown, code: (typeof CURRENCIES)[number]['code']) =>
    which === 'payin'
      ? validateMethodRequest('payin', given, code)
      : validateMethodRequest('payout', given, code)

  it('nothing is thrown, and every fault points into the body and says something', () => {
    fc.assert(
      fc.property(kind, request, currency, (which, given, code) => {
        const outcome = judge(which, given, code)
        const faults: FieldFault[] = outcome.ok ? [] : outcome.failure
        expect(outcome.ok || faults.length > 0).toBe(true)
        for (const { path, message } of faults) {
          expect(path).toMatch(/^\/paymentMethod(\/[A-Za-z]+)*$/)
          expect(message).toMatch(/^(is|must|may|[A-Z0-9_]+ is not) .*[^.]$/)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('no message repeats what was sent: it may be personal', () => {
    const secret = 'Zq_73_secret'
    const given = payin('TWD', {
      paymentMethodCode: secret,
      paymentOperatorCode: secret,
      accountName: secret,
      emailAddress: secret,
    })
    expect(JSON.stringify(given)).not.toContain(secret)
  })

  it('a long hostile e-mail address costs nothing', async () => {
    const emailAddress = `${'a.'.repeat(120)}@${'a-'.repeat(5)}`
    const cost = await costMs(() => {
      for (let round = 0; round < 200; round++) payin('THB', { ...promptPay, emailAddress })
    })
    expect(cost).toBeLessThan(500)
  })
})
