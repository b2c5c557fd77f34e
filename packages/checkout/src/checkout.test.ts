/** What the page computes by itself; what it does in a browser is tested in `test/browser`. */
import { PAYIN_METHODS, PAYOUT_METHODS } from '@sluice/core/catalogue/all-methods.ts'
import { fill } from '@sluice/core/catalogue/instruction-texts.ts'
import { formOf } from '@sluice/core/catalogue/payment-form.ts'
import { upiLink } from '@sluice/core/catalogue/schemes/upi.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import { inkOn, luminance } from '@sluice/ui-kit/colour.ts'
import { type LanguageCode, localeOf, pickLanguage } from '@sluice/ui-kit/languages.ts'
import { describe, expect, it } from 'vitest'
import { ServerClock } from './clock.ts'
import { barsOf } from './code128.ts'
import { faultOf, methodObject, placed, refusalCodes } from './fields.ts'
import { stepLists } from './instructions.ts'
import { LANGUAGES } from './languages.ts'
import { en, type MessageKey } from './messages/en.ts'
import { METHODS } from './methods.ts'
import { formatMoney, plainAmount } from './money.ts'
import { fieldLabel, labelOf, methodHint, methodMark, methodName } from './names.ts'
import { leftText } from './parts/countdown.tsx'
import { appLinkOf, canBeTyped, type FormField, isSafeLink, type MethodResponse, pageOf } from './payin.ts'
import { pauseMs } from './polling.ts'
import { claimsOf, openSession } from './session.ts'

const token = (claims: object): string => `e.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`
const storeOf = (kept: Record<string, string> = {}) => ({
  kept,
  getItem: (key: string) => kept[key] ?? null,
  setItem: (key: string, value: string) => {
    kept[key] = value
  },
  removeItem: (key: string) => {
    delete kept[key]
  },
})

describe('an address to send to by hand', () => {
  const paymentAddress = { name: 'Shop', idAddress: 'shop@bank' }
  const of = (link: string | undefined) =>
    canBeTyped({
      ...{ idPayin: 'p', paymentMethodCode: 'UPIQR', money: { amount: 1, currencyCode: 'INR' } },
      ...{ paymentAddress, ...(link !== undefined && { upiQrDeepLink: link }) },
    })
  it('is shown where the gateway knows what comes there, and not where a provider alone does', () => {
    const ours = upiLink({
      ...{ address: 'shop@bank', name: 'Shop', categoryCode: '5399' },
      ...{ reference: 'S01', note: 'S01', amount: '1.00' },
    })
    expect([undefined, ours].map(of)).toEqual([true, true])
    expect(of('upi://pay?pa=shop.cf@bank&pn=Shop&tr=CF77&am=1.00&cu=INR')).toBe(false)
  })
})

describe('a session', () => {
  const mine = token({
    sub: 'SHOP',
    idPayment: 'o-1',
    action: 'PAYIN_CHECKOUT',
    money: { amount: '10.5', currencyCode: 'THB' },
  })
  const place = { pathname: '/pay/SHOP/o-1', hash: `#${mine}` }

  it('is opened by the token in the fragment, and again by the one that was kept', () => {
    const store = storeOf()
    expect(openSession(place, store)).toMatchObject({ type: 'open', session: { mayCreate: true } })
    expect(openSession({ ...place, hash: '' }, store)).toMatchObject({
      type: 'open',
      session: { token: mine },
    })
  })

  it('is not opened by a token of another payment or merchant, nor without one', () => {
    expect(openSession({ ...place, pathname: '/pay/SHOP/o-2' }, storeOf()).type).toBe('other-payment')
    expect(openSession({ ...place, pathname: '/pay/OTHER/o-1' }, storeOf()).type).toBe('other-payment')
    expect(openSession({ ...place, hash: '' }, storeOf()).type).toBe('no-token')
    expect(openSession({ ...place, hash: '#nonsense' }, storeOf()).type).toBe('no-token')
  })

  it('may not create with a token that only looks', () => {
    const hash = `#${token({ sub: 'SHOP', idPayment: 'o-1', action: 'PAYIN_INFO' })}`
    expect(openSession({ ...place, hash }, storeOf())).toMatchObject({ session: { mayCreate: false } })
    const operations = ['GET /payins/o-1', 'POST /payins/o-1']
    const byOperations = `#${token({ sub: 'SHOP', operations })}`
    expect(openSession({ ...place, hash: byOperations }, storeOf())).toMatchObject({
      session: { mayCreate: true },
    })
  })

  it('reads names of any script out of a token', () => {
    expect(claimsOf(token({ sub: 'SHOP', returnUrl: 'https://shop.example/ขอบคุณ' }))?.returnUrl).toContain(
      'ขอบคุณ',
    )
  })
})

describe('the server’s clock', () => {
  it('goes by the latest of the server’s answers, whatever this device believes', () => {
    let ticks = 1_000
    const clock = new ServerClock({ now: () => ticks })
    clock.observe('Sat, 21 Nov 2026 08:00:00 GMT')
    ticks = 61_000
    expect(new Date(clock.now()).toISOString()).toBe('2026-11-21T08:01:00.000Z')
    // The device slept for an hour, and its ticking with it.
    clock.observe('Sat, 21 Nov 2026 09:01:00 GMT')
    expect(new Date(clock.now()).toISOString()).toBe('2026-11-21T09:01:00.000Z')
    clock.observe('yesterday')
    clock.observe(null)
    expect(new Date(clock.now()).toISOString()).toBe('2026-11-21T09:01:00.000Z')
  })
})

describe('polling', () => {
  const seen = { status: 'PENDING', quietMs: 0, isHidden: false, failures: 0 } as const
  it('is quick at first, slow later, slower in the background and after failures, and ends', () => {
    expect(pauseMs(seen)).toBe(1_000)
    expect(pauseMs({ ...seen, quietMs: 60_000 })).toBe(2_000)
    expect(pauseMs({ ...seen, quietMs: 3_600_000 })).toBe(15_000)
    expect(pauseMs({ ...seen, isHidden: true })).toBe(20_000)
    expect(pauseMs({ ...seen, failures: 3 })).toBe(8_000)
    expect(pauseMs({ ...seen, failures: 99 })).toBe(30_000)
    expect(pauseMs({ ...seen, status: 'EXPIRED', quietMs: 90_000 })).toBe(30_000)
    for (const status of ['SUCCESS', 'REFUSED', 'FAILED'] as const)
      expect(pauseMs({ ...seen, status })).toBe(undefined)
  })
})

describe('money', () => {
  it.each([
    [1907, 'TWD', 'zh-Hant', '$1,907'],
    [1500, 'KES', 'sw', 'Ksh\u00a01,500'],
    [50_000, 'IDR', 'id', 'Rp\u00a050.000'],
    [500.5, 'THB', 'th', '฿500.50'],
    [1234567, 'VND', 'vi', '1.234.567\u00a0₫'],
    [99.5, 'BRL', 'pt', 'R$\u00a099,50'],
    [10, 'USDT', 'en', '10.00 USDT'],
    [10.123456, 'USDT', 'en', '10.123456 USDT'],
    [100.37, 'TWD', 'en', 'NT$100.37'],
  ])('%d %s in %s is %s', (amount, currencyCode, locale, text) => {
    expect(formatMoney({ amount, currencyCode }, locale)).toBe(text)
  })

  it('is copied as digits and a dot', () => {
    expect(plainAmount({ amount: 1500.5, currencyCode: 'THB' })).toBe('1500.50')
    expect(plainAmount({ amount: 1907, currencyCode: 'TWD' })).toBe('1907')
    expect(plainAmount({ amount: 0.1, currencyCode: 'USDC' })).toBe('0.1')
  })
})

describe('the languages', () => {
  it('are fifteen, and none leaves a sentence or a place in it out', async () => {
    expect(LANGUAGES).toHaveLength(15)
    const placesOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()
    for (const { code, load } of LANGUAGES) {
      const messages = await load()
      for (const [key, text] of Object.entries(en) as [MessageKey, string][]) {
        expect([code, key, placesOf(messages[key])]).toEqual([code, key, placesOf(text)])
        expect(messages[key].trim()).not.toBe('')
      }
    }
  })

  it('say nothing in English but words that they have taken over', async () => {
    const everywhere = ['stepsAtm', 'stablecoin']
    const taken: Readonly<Partial<Record<LanguageCode, readonly MessageKey[]>>> = {
      id: ['virtualAccount', 'bank'],
      ms: ['bank'],
      // As banks and wallets in the Philippines write them.
      fil: [
        ...([
          'network',
          'bankTransfer',
          'onlineBanking',
          'virtualAccount',
          'store',
          'eWallet',
          'mobileMoney',
        ] as const),
        ...(['email', 'accountCurrent', 'accountSavings', 'reference', 'address'] as const),
      ],
    }
    for (const { code, load } of LANGUAGES.slice(1)) {
      const messages = await load()
      const may: readonly string[] = [...everywhere, ...(taken[code] ?? [])]
      const same = (Object.keys(en) as MessageKey[]).filter((key) => messages[key] === en[key])
      expect([code, same.filter((key) => !may.includes(key))]).toEqual([code, []])
    }
  })

  it.each([
    [['zh-TW'], 'zh-Hant'],
    [['zh-HK', 'en'], 'zh-Hant'],
    [['zh-Hans-HK'], 'zh-Hans'],
    [['zh-CN'], 'zh-Hans'],
    [['pt-BR'], 'pt'],
    [['tl-PH'], 'fil'],
    [['in-ID'], 'id'],
    [['de-DE', 'es-MX'], 'es'],
    [['de'], 'en'],
    [['constructor'], 'en'],
    [[], 'en'],
  ])('of a browser that wishes %j is %s', (wished, code) => {
    expect(pickLanguage(wished)).toBe(code)
  })

  it.each([
    ['es', ['es-MX', 'en'], 'es-MX'],
    ['es', ['en-US', 'es-AR'], 'es-AR'],
    ['es', ['en-US'], 'es'],
    ['zh-Hant', ['zh-HK'], 'zh-HK'],
    ['zh-Hans', ['zh-TW'], 'zh-Hans'],
    ['en', ['en-US@posix'], 'en'],
    ['fil', ['tl-PH'], 'fil-PH'],
  ] as const)('%s of a browser that wishes %j writes numbers as in %s', (code, wished, locale) => {
    expect(localeOf(code, wished)).toBe(locale)
  })

  it('fill places with what they are given, once', () => {
    expect(fill('Pay {amount} to {merchant}', { amount: '{merchant}', merchant: 'X' })).toBe(
      'Pay {merchant} to X',
    )
  })
})

describe('steps', () => {
  const AMOUNTS: Readonly<Record<string, number>> = {
    IDR: 125_000,
    TWD: 680,
    PHP: 1_250.5,
    KES: 1_500,
    USDC: 25.5,
  }
  const PLACE = {
    accountName: 'Lotus, Tea (House)',
    accountNumber: '00012345',
    bankCode: '014',
    bankName: 'BPD DIY (Syariah), Pusat',
  }
  /** What the gateway says of a payin, made by the catalogue itself. */
  const responseOf = (
    code: string,
    currencyCode: string,
    more: object = {},
    operatorCode?: string,
  ): MethodResponse => {
    const method = PAYIN_METHODS.find(
      (each) => each.code === code && each.currencies.has(currencyCode as 'IDR'),
    )
    const rules = method?.currencies.get(currencyCode as 'IDR')
    if (!method || !rules) throw new Error(`${code} takes no ${currencyCode}`)
    const operator = operatorCode === undefined ? undefined : rules.operatorByCode.get(operatorCode)
    if (operatorCode !== undefined && !operator) throw new Error(`${code} has no ${operatorCode}`)
    const amount = AMOUNTS[currencyCode] ?? 0
    const known = {
      merchantCode: 'SHOP',
      merchantName: 'Lotus',
      idPayin: 'o-1',
      reference: 'SL7K2M9Q4X8W',
      currency: rules.currency,
      ...(operator && { operator }),
      request: {},
      baseUrl: 'http://127.0.0.1:8080',
    }
    const instructions = method.instructions({
      ...known,
      money: {
        currency: rules.currency.code,
        amountMinor: minor(BigInt(Math.round(amount * 10 ** rules.currency.ledgerDigits))),
      },
      expireAt: 1_800_000_000_000,
      receiving: { ...method.sandboxReceiving(known), ...more },
    })
    return {
      idPayin: 'o-1',
      paymentMethodCode: code,
      money: { amount, currencyCode },
      reference: known.reference,
      ...instructions,
    }
  }
  const TILL = { tillNumber: '174379', tillName: 'LOTUS TEA' }
  const RESPONSES: readonly (readonly [string, MethodResponse])[] = [
    ['virtual account', responseOf('VAPAY', 'IDR', PLACE)],
    ['virtual account of the sandbox', responseOf('VAPAY', 'TWD')],
    ['the way between banks', responseOf('OFFLINE', 'PHP', PLACE)],
    ['till', responseOf('MOBILE_MONEY', 'KES', TILL)],
    ['till of a network', responseOf('MOBILE_MONEY', 'KES', TILL, 'MPESA_KEN')],
    ['stablecoin', responseOf('CRYPTO_OFFLINE', 'USDC', { confirmations: '12' })],
  ]
  const spokenIn = async ({ code, load }: (typeof LANGUAGES)[number], response: MethodResponse) => {
    const messages = await load()
    return stepLists(
      { t: (key, values) => fill(messages[key], values), money: (money) => formatMoney(money, code) },
      response,
    )
  }

  it.each(RESPONSES)(
    'of a %s are said in all fifteen, with everything that must be typed',
    async (_what, response) => {
      const given = response.paymentInstructionList ?? []
      expect(given.length).toBeGreaterThan(0)
      // The amount is written anew, everything else must stand as it is.
      const steps = given.flatMap((list) => list.steps.map((step) => step.replace(/[\d.]+ [A-Z]{3,4}\b/, '')))
      const numbers = steps.flatMap((step) => step.match(/[A-Z0-9]{6,}/g) ?? [])
      expect(numbers.length).toBeGreaterThan(0)
      for (const language of LANGUAGES) {
        const said = await spokenIn(language, response)
        expect([language.code, said.map(({ isTranslated }) => isTranslated)]).toEqual([
          language.code,
          given.map(() => true),
        ])
        expect(said.map(({ steps }) => steps.length)).toEqual(given.map(({ steps }) => steps.length))
        const words = said.flatMap(({ steps }) => steps).join(' ')
        for (const number of numbers) expect(words).toContain(number)
        expect(words).not.toMatch(/\{\w+\}/)
        expect(words).toContain(formatMoney(response.money, language.code))
        if (language.code === 'en') continue
        const english = new Set(given.flatMap(({ steps }) => steps))
        expect(said.flatMap(({ steps }) => steps).filter((step) => english.has(step))).toEqual([])
      }
    },
  )

  it('keep names whole that have the marks of a sentence in them', async () => {
    const [banking] = await spokenIn(LANGUAGES[3], responseOf('VAPAY', 'IDR', PLACE))
    expect(banking?.steps[1]).toBe(
      'Elige BPD DIY (Syariah), Pusat (014) y escribe el número de cuenta 00012345.',
    )
    const [rail] = await spokenIn(LANGUAGES[3], responseOf('OFFLINE', 'PHP', PLACE))
    expect(rail?.title).toBe('InstaPay')
    expect(rail?.steps[1]).toContain('de BPD DIY (Syariah), Pusat, a nombre de Lotus, Tea (House).')
  })

  it('that this page does not know are shown as they came, all or none of a list', async () => {
    const response = responseOf('VAPAY', 'IDR', PLACE)
    const [banking, atm] = response.paymentInstructionList ?? []
    const other = { title: 'ATM', steps: [...(atm?.steps.slice(1) ?? []), 'Sing.'] }
    const lists = banking ? [banking, other] : []
    const said = await spokenIn(LANGUAGES[9], { ...response, paymentInstructionList: lists })
    expect(said.map(({ isTranslated }) => isTranslated)).toEqual([true, false])
    expect(said[1]?.steps).toEqual(other.steps)
  })

  it('that speak of another account or amount than the payin does are not said anew', async () => {
    const response = responseOf('VAPAY', 'IDR', PLACE)
    const moved = { ...response, account: { ...response.account, accountNumber: '99999999' } }
    const said = await spokenIn(LANGUAGES[9], moved)
    expect(said.map(({ isTranslated }) => isTranslated)).toEqual([false, false])
    const dearer = { ...response, moneyRequired: { amount: 125_001, currencyCode: 'IDR' } }
    expect((await spokenIn(LANGUAGES[9], dearer)).map(({ isTranslated }) => isTranslated)).toEqual([
      false,
      false,
    ])
  })
})

/** Every form that the gateway can ask for. */
const OPTIONS = PAYIN_METHODS.filter(({ variant }) => variant?.isDefault !== false).flatMap((method) =>
  [...method.currencies.values()].map((rules) => ({
    paymentMethodCode: method.code,
    currencyCode: rules.currency.code as string,
    ...formOf(method, rules, { needsOperator: false }),
  })),
)

describe('ways to pay', () => {
  it('are all those of the catalogue', () => {
    const all = [...PAYIN_METHODS, ...PAYOUT_METHODS].map(({ code }) => code)
    expect(Object.keys(METHODS)).toEqual([...new Set(all)].sort())
  })

  it('have a name in the payer’s language, and keep that of a brand', () => {
    const t = (key: MessageKey) => `«${key}»`
    const named = (code: string) => {
      const option = OPTIONS.find(({ paymentMethodCode }) => paymentMethodCode === code)
      if (!option) throw new Error(`no option ${code}`)
      return [methodName({ t }, option), methodHint({ t }, option), methodMark(option)]
    }
    expect(named('OFFLINE')).toEqual(['«bankTransfer»', '«flowInstructions»', 'transfer'])
    expect(named('NETBANKING')).toEqual(['«onlineBanking» (UPI ID)', '«hintUpiPage»', 'bank'])
    expect(named('P2A_V2')).toEqual(['UPI / IMPS', '«hintUpiTransfer»', 'transfer'])
    expect(named('PROMPTPAY')).toEqual(['PromptPay', '«flowQr»', 'qr'])
    expect(named('CODE_PAYMENT')).toEqual(['«store»', '«flowInstructions»', 'store'])
  })

  it('have a name where a payer says where a refund is to go, too', () => {
    const t = (key: MessageKey) => `«${key}»`
    const looks = PAYOUT_METHODS.map(({ code, title }) => {
      const option = { paymentMethodCode: code, name: title }
      return [methodName({ t }, option), methodMark(option)]
    })
    expect(looks).toEqual([
      ['«bankTransfer»', 'bank'],
      ['Pix: «email»', 'transfer'],
      ['Pix: «phone»', 'phone'],
      ['Pix: «pixKey»', 'transfer'],
      ['Pix: «taxId»', 'transfer'],
      ['«eWallet»', 'wallet'],
    ])
  })

  it('that this page was not built with are shown as the gateway calls them', () => {
    const option = { paymentMethodCode: 'constructor', name: 'Pesa Tap', flow: 'PUSH' } as const
    const t = (key: MessageKey) => key
    expect([methodName({ t }, option), methodHint({ t }, option), methodMark(option)]).toEqual([
      'Pesa Tap',
      'flowPush',
      'phone',
    ])
  })
})

describe('forms', () => {
  const field = (name: FormField['name'], path: string, more: Partial<FormField> = {}): FormField => ({
    name,
    path,
    need: 'MANDATORY',
    label: name,
    maxLength: 64,
    ...more,
  })

  it('call each field what the gateway calls it, in the payer’s language', () => {
    const t = (key: MessageKey) => `«${key}»`
    for (const option of OPTIONS)
      for (const each of option.fields)
        expect(labelOf(option, option.currencyCode, each).english).toBe(each.label)
    const label = (code: string, currencyCode: string, name: FormField['name']) =>
      fieldLabel({ t }, labelOf({ paymentMethodCode: code }, currencyCode, { name }))
    expect(label('PROMPTPAY', 'THB', 'accountNumber')).toBe('«senderAccount»')
    expect(label('OFFLINE', 'ARS', 'taxId')).toBe('CUIT / CUIL')
    expect(label('OFFLINE', 'KRW', 'accountName')).toBe('«senderName»')
    expect(label('OFFLINE', 'MXN', 'accountName')).toBe('«name»')
    expect(label('UPIQR', 'INR', 'accountNumber')).toBe('UPI ID')
    expect(label('BANK_TRANSFER', 'ARS', 'accountNumber')).toBe('«accountNumber» (CBU / CVU / alias)')
    expect(label('BANK_TRANSFER', 'NGN', 'accountNumber')).toBe('«accountNumber» (NUBAN)')
    expect(label('EMAIL_TRANSFER', 'BRL', 'emailAddress')).toBe('Pix: «email»')
    expect(label('TAX_PAYER_ID_TRANSFER', 'BRL', 'identifyingReference')).toBe('Pix: «taxId»')
  })

  it('ask for all that is mandatory, and for little else', () => {
    for (const { fields } of OPTIONS) expect(fields.length).toBeLessThanOrEqual(4)
  })

  it('become the request’s method object, without what was left empty', () => {
    const fields = [
      field('accountName', '/account/accountName'),
      field('paymentLocation', '/paymentLocation'),
      field('taxId', '/taxId'),
    ]
    const values = { '/account/accountName': ' Ann ', '/paymentLocation': 'Taipei', '/taxId': ' ' }
    expect(methodObject('X', 'OP', fields, values)).toEqual({
      paymentMethodCode: 'X',
      paymentOperatorCode: 'OP',
      account: { accountName: 'Ann' },
      paymentLocation: { name: 'Taipei' },
    })
  })

  it('place the server’s faults at their fields', () => {
    const fields = [
      field('emailAddress', '/emailAddress', { format: 'emailAddress' }),
      field('accountNumber', '/account/accountNumber'),
    ]
    const errors = [
      { path: '/paymentMethod/emailAddress', code: 'INVALID_FORMAT' },
      { path: '/paymentMethod/account/accountNumber', code: 'REQUIRED' },
      { path: '/paymentMethod/paymentOperatorCode', code: 'REQUIRED' },
      { path: '/somewhere/else', code: 'X' },
    ]
    expect(placed(errors, fields)).toEqual({
      '/emailAddress': 'errorEmail',
      '/account/accountNumber': 'errorRequired',
      operator: 'errorChoice',
    })
  })

  it('are named where the gateway wants one of them, and not the method blamed', () => {
    const phone = { path: '/paymentMethod/phoneNumber', code: 'REQUIRED' }
    expect(refusalCodes(422, [phone])).toBe('errorSummary')
    expect(refusalCodes(422, [{ path: '/paymentMethod/paymentMethodCode', code: 'X' }])).toBe('unavailable')
    expect(refusalCodes(422, [{ path: '/paymentRequested/money/amount', code: 'X' }])).toBe('unavailable')
    expect([
      refusalCodes(422, []),
      refusalCodes(406, []),
      refusalCodes(400, [phone]),
      refusalCodes(500, []),
    ]).toEqual(['unavailable', 'customerUnknown', 'errorSummary', 'notWorked'])
  })

  it('see for themselves what is plainly wrong', () => {
    const mail = field('emailAddress', '/emailAddress', { format: 'emailAddress' })
    expect(faultOf(mail, {})).toBe('errorRequired')
    expect(faultOf(mail, { '/emailAddress': 'x@y' })).toBe('errorEmail')
    expect(faultOf(mail, { '/emailAddress': 'x@y.example' })).toBe(undefined)
    expect(faultOf({ ...mail, need: 'OPTIONAL' }, {})).toBe(undefined)
  })
})

describe('small things', () => {
  it('Code 128 has the bars of its standard', () => {
    // Start B, P, J, J, 1, 2, 3, C, check, stop: the textbooks' example, which in set B has the check symbol 55.
    const { widths, total } = barsOf('PJJ123C')
    expect(widths.join('')).toBe('2112143131211121331121331232212232112211321313213113212331112')
    expect(total).toBe(11 * 9 + 13)
    // Digits two to a symbol.
    expect(barsOf('12345678').total).toBe(11 * 6 + 13)
  })

  it('time left is never below zero', () => {
    expect([leftText(599_999), leftText(7_500_000), leftText(59_000), leftText(-5)]).toEqual([
      '9:59',
      '2:05:00',
      '0:59',
      '0:00',
    ])
  })

  it('letters on any colour can be read', () => {
    for (let red = 0; red < 256; red += 15)
      for (let green = 0; green < 256; green += 15) {
        const colour = `#${[red, green, 128].map((part) => part.toString(16).padStart(2, '0')).join('')}`
        const [light, dark] = [luminance(colour), luminance(inkOn(colour))].sort((a, b) => b - a)
        expect(((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)).toBeGreaterThanOrEqual(4.5)
      }
  })

  it('no link runs in the page', () => {
    expect(['https://bank.example', 'upi://pay?pa=x', 'myapp://paid'].every(isSafeLink)).toBe(true)
    expect(
      [
        'javascript:alert(1)',
        'JavaScript:x',
        'data:text/html,x',
        'intent://x#Intent;end',
        '/relative',
        undefined,
      ].some(isSafeLink),
    ).toBe(false)
  })

  it('a code with a link beside it is shown to be scanned, and the link opens the app on the phone that shows it', () => {
    const response = { idPayin: 'a', paymentMethodCode: 'WALLET', money: { amount: 1, currencyCode: 'VND' } }
    const redirectUrl = 'wallet://pay/1'
    const beside = { ...response, qrCode: '000201', redirectUrl }
    expect([pageOf(beside), appLinkOf(beside)]).toEqual([undefined, redirectUrl])
    expect(pageOf({ ...response, redirectUrl })).toBe(redirectUrl)
    expect(appLinkOf({ ...response, qrCode: '000201' })).toBeUndefined()
    expect(appLinkOf({ ...response, qrCode: 'upi://pay?pa=x' })).toBe('upi://pay?pa=x')
  })
})
