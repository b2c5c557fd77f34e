/**
 * A payer in each of the fifteen languages: by the browser's wish alone the whole way is in the language, from the methods of a
 * country that speaks it to the way back to the shop. Whatever is on a screen is either said by the language's own file, or a name.
 */
import { LANGUAGES } from '@sluice/checkout/languages.ts'
import type { Messages } from '@sluice/checkout/messages/en.ts'
import type { LanguageCode } from '@sluice/ui-kit/languages.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { PHONE, type Shop, useShop, WITHIN_MS } from './browser.fixture.ts'

const shop = useShop()
const RETURN_URL = 'http://127.0.0.1:9/thanks'
const MERCHANT = 'Lotus Tea House'

interface Journey {
  /** As a browser of a country that speaks the language names it. */
  readonly locale: string
  readonly currencyCode: string
  /** Ends in 907: nobody pays it but the payer. */
  readonly amount: string
  readonly method: string
  /** By the names of the form's fields. */
  readonly fields?: Readonly<Record<string, string>>
  readonly reference?: string
}

const JOURNEYS: Readonly<Record<LanguageCode, Journey>> = {
  en: {
    locale: 'en-ZA',
    currencyCode: 'ZAR',
    amount: '1907.5',
    method: 'PAYSHAP',
    fields: { accountName: 'Thandi' },
  },
  id: { locale: 'id-ID', currencyCode: 'IDR', amount: '125907', method: 'VAPAY' },
  ms: { locale: 'ms-MY', currencyCode: 'MYR', amount: '1907.5', method: 'DUITNOW' },
  es: { locale: 'es-MX', currencyCode: 'MXN', amount: '1907.5', method: 'OFFLINE' },
  fil: { locale: 'fil-PH', currencyCode: 'PHP', amount: '1907.5', method: 'OFFLINE' },
  sw: {
    locale: 'sw-KE',
    currencyCode: 'KES',
    amount: '1907',
    method: 'MOBILE_MONEY',
    fields: { accountName: 'Amina Otieno' },
  },
  pt: { locale: 'pt-BR', currencyCode: 'BRL', amount: '1907.5', method: 'PIXQR' },
  vi: { locale: 'vi-VN', currencyCode: 'VND', amount: '150907', method: 'OFFLINE' },
  hi: { locale: 'hi-IN', currencyCode: 'INR', amount: '151907', method: 'P2A_V2', reference: '632504123456' },
  th: {
    locale: 'th-TH',
    currencyCode: 'THB',
    amount: '1907.25',
    method: 'PROMPTPAY',
    fields: { accountNumber: '1234567890' },
  },
  lo: { locale: 'lo-LA', currencyCode: 'LAK', amount: '250907', method: 'OFFLINE' },
  ko: {
    locale: 'ko-KR',
    currencyCode: 'KRW',
    amount: '30907',
    method: 'OFFLINE',
    fields: { accountName: '김민수' },
  },
  ja: {
    locale: 'ja-JP',
    currencyCode: 'JPY',
    amount: '9907',
    method: 'OFFLINE',
    fields: { emailAddress: 'taro@example.com' },
  },
  'zh-Hans': { locale: 'zh-CN', currencyCode: 'CNY', amount: '1907', method: 'OFFLINE' },
  'zh-Hant': {
    locale: 'zh-TW',
    currencyCode: 'TWD',
    amount: '1907',
    method: 'CODE_PAYMENT',
    fields: {
      accountName: '王小明',
      emailAddress: 'ming@example.com',
      phoneNumber: '+886912345678',
      paymentLocation: '台北',
    },
  },
}

/** Called the same everywhere, and not told by the API as names. */
const NAMES = [MERCHANT, 'UPI / IMPS', 'UTR', 'UPI ID', 'ShapID', 'CUIT / CUIL', 'InstaPay', 'PESONet']

/** Everything that is written on the page or told to a screen reader, but for the list of languages and drawn marks. */
const WRITTEN = `(() => {
  const texts = [document.title]
  const walker = document.createTreeWalker(document.getElementById('app'), NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) if (!walker.currentNode.parentElement.closest('.language, svg')) texts.push(walker.currentNode.data)
  for (const element of document.querySelectorAll('[aria-label], [alt], [title], [placeholder]'))
    for (const name of ['aria-label', 'alt', 'title', 'placeholder']) texts.push(element.getAttribute(name) ?? '')
  return texts
})()`

/** What stands out of a screen that is 360 pixels wide. */
const TOO_WIDE = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement
  const out = [...document.querySelectorAll('#app *')].filter((element) => {
    const { right, left, width } = element.getBoundingClientRect()
    return width > 1 && (right > clientWidth + 1 || left < -1)
  })
  return [
    ...(scrollWidth > clientWidth ? [scrollWidth + ' of ' + clientWidth] : []),
    ...out.map((element) => element.tagName + '.' + element.className + ': ' + element.textContent.slice(0, 60)),
  ]
})()`

/** Names in what the API told: of banks, accounts and codes. Its sentences are none. */
function namesIn(value: unknown, found: Set<string>): void {
  if (typeof value === 'string') found.add(value.trim())
  else if (typeof value === 'object' && value !== null)
    for (const [key, each] of Object.entries(value))
      if (!['paymentInstructionList', 'accountType', 'label'].includes(key)) namesIn(each, found)
}

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const sentences = (messages: Messages): RegExp =>
  new RegExp(
    `^(?:${Object.values(messages)
      .map((text) =>
        text
          .split(/\{\w+\}/)
          .map(literally)
          .join('.+'),
      )
      .join('|')})$`,
    's',
  )

/** A number and the sign of a currency. */
const MONEY = /^(?=.*\d)\P{L}*\p{L}{1,4}\P{L}*$/u

/** What is on the screen that the language does not say and that is no name. */
async function foreign(
  page: Page,
  messages: Messages,
  names: ReadonlySet<string>,
): Promise<readonly string[]> {
  const own = sentences(messages)
  const written: readonly string[] = await page.evaluate(WRITTEN)
  return written.filter((text) => {
    const bare = text.trim()
    const inner = bare.replace(/^[:(\s]+|[)\s]+$/g, '').replace(/ \(UPI(?: ID)?$/, '')
    const isName = names.has(bare) || names.has(inner) || MONEY.test(bare)
    return /\p{L}/u.test(bare) && !isName && !own.test(bare) && !own.test(inner)
  })
}

interface Seeing {
  readonly page: Page
  readonly code: LanguageCode
  readonly messages: Messages
  readonly names: ReadonlySet<string>
}

/** The screen is in the language from edge to edge. */
async function see({ page, code, messages, names }: Seeing, what: string): Promise<void> {
  const screen = `${code}, ${what}`
  expect([screen, await page.evaluate('document.documentElement.lang')]).toEqual([screen, code])
  expect([screen, await foreign(page, messages, names)]).toEqual([screen, []])
  expect([screen, await page.evaluate(TOO_WIDE)]).toEqual([screen, []])
}

/** A checkout in a browser of that country, with all names that the API tells it. */
async function openIn({ browser, link }: Shop, { locale, currencyCode, amount }: Journey) {
  const names = new Set(NAMES)
  const context = await browser.newContext({ ...PHONE, locale })
  context.setDefaultTimeout(WITHIN_MS)
  const page = await context.newPage()
  const reading: Promise<void>[] = []
  page.on('response', (answer) => {
    const isJson = answer.headers()['content-type']?.includes('json')
    if (isJson && answer.ok())
      reading.push(
        answer.json().then(
          (body) => namesIn(body, names),
          () => undefined,
        ),
      )
  })
  await page.goto(link({ amount, currencyCode, returnUrl: RETURN_URL }))
  /** All that was told so far. */
  const reported = async (): Promise<ReadonlySet<string>> => {
    await Promise.all(reading)
    return names
  }
  return { page, reported }
}

/** Paid without decimals. */
const WHOLE = ['IDR', 'JPY', 'KES', 'KRW', 'LAK', 'TWD', 'VND']

/** The browser's own opinion of how this is written where the payer lives. */
function moneyIn(page: Page, { amount, currencyCode, locale }: Journey): Promise<string> {
  const digits = WHOLE.includes(currencyCode) ? 0 : 2
  return page.evaluate(
    `new Intl.NumberFormat(${JSON.stringify(locale)}, { style: 'currency', currency: '${currencyCode}', numberingSystem: 'latn',
      minimumFractionDigits: ${digits}, maximumFractionDigits: ${digits} }).format(${amount})`,
  )
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

describe('a payer is led to the end, with the browser’s language, in', () => {
  it.each(LANGUAGES.map((each) => [each.name, each] as const))('%s', async (_name, { code, load }) => {
    const journey = JOURNEYS[code]
    const messages: Messages = await load()
    const { page, reported } = await openIn(shop(), journey)
    const look = async (what: string) => see({ page, code, messages, names: await reported() }, what)
    const press = () => page.locator('button.primary').first().click()

    await heading(page, messages.choose).waitFor()
    const shown = (await page.locator('.sum-amount').textContent()) ?? ''
    expect(shown).toBe(await moneyIn(page, journey))
    await page.locator(`.method-head input[value="${journey.method}"]`).check()
    await look('choosing')

    if ((await page.locator('.method-form [required]').count()) > 0) {
      await press()
      await page.getByText(messages.errorSummary).waitFor()
      await look('what is missing')
    }
    const operators = page.locator('.method-form select').first()
    if ((await operators.count()) > 0) await operators.selectOption({ index: 1 })
    const tiles = page.locator('.operators input')
    if ((await tiles.count()) > 0) await tiles.first().check()
    for (const [name, value] of Object.entries(journey.fields ?? {}))
      await page.locator(`.method-form [name="${name}"]`).fill(value)
    await press()

    await page.locator('[data-stage=payin] .panel').first().waitFor()
    await look('instructions')
    if (journey.reference !== undefined) {
      await page.locator('input[name=utr]').fill(journey.reference)
      await page.getByRole('button', { name: messages.utrSend }).click()
      await page.getByText(journey.reference).waitFor()
      await look('the reference')
    }
    const wallet = await page.context().newPage()
    await wallet.goto((await page.getByRole('link', { name: messages.openTest }).getAttribute('href')) ?? '')
    await wallet.getByRole('button', { name: 'Pay', exact: true }).click()

    await heading(page, messages.success).waitFor()
    await look('success')
    const back = page.getByRole('link', { name: messages.back.replace('{merchant}', MERCHANT) })
    await expect
      .poll(() => back.getAttribute('href'))
      .toMatch(/^http:\/\/127\.0\.0\.1:9\/thanks\?idPayin=order-[\d-]+$/)
  })
})

/** Changes the language; neighbours may share a heading, but never the title. */
async function speak(page: Page, code: LanguageCode, messages: Messages, merchant: string): Promise<void> {
  await page.locator('.language select').selectOption(code)
  await expect.poll(() => page.title()).toBe(messages.title.replace('{merchant}', merchant))
}

describe('in all fifteen, one after the other, there is', () => {
  const THB = { locale: 'en-GB', currencyCode: 'THB', method: 'OFFLINE' } as const
  const SCREENS: readonly (readonly [string, Journey, keyof Messages])[] = [
    [
      'a virtual account with its steps',
      { ...THB, currencyCode: 'IDR', amount: '125907', method: 'VAPAY' },
      'steps',
    ],
    [
      'a stablecoin’s address',
      { ...THB, currencyCode: 'USDT', amount: '907.5', method: 'CRYPTO_OFFLINE' },
      'sendTo',
    ],
    ['a refusal', { ...THB, amount: '901' }, 'refused'],
    ['a failure', { ...THB, amount: '902' }, 'failed'],
    ['a customer turned away', { ...THB, amount: '904' }, 'choose'],
    ['the end of the time', { ...THB, amount: '906' }, 'expired'],
  ]

  it.each(SCREENS)('%s', async (what, journey, title) => {
    const { page, reported } = await openIn(shop(), journey)
    await page.locator(`.method-head input[value="${journey.method}"]`).check()
    const operators = page.locator('.method-form select')
    if ((await operators.count()) > 0) await operators.selectOption({ index: 1 })
    const tiles = page.locator('.operators input')
    if ((await tiles.count()) > 0) await tiles.first().check()
    await page.locator('button.primary').first().click()
    if (title === 'choose') await page.locator('.notice.error').waitFor()
    for (const { code, load } of LANGUAGES) {
      const messages = await load()
      await speak(page, code, messages, MERCHANT)
      await heading(page, messages[title]).waitFor()
      await see({ page, code, messages, names: await reported() }, what)
    }
  })

  it('a link that is not complete', async () => {
    const { page } = await shop().open(`${shop().baseUrl}/pay/X/y`)
    for (const { code, load } of LANGUAGES) {
      const messages = await load()
      await speak(page, code, messages, 'X')
      await heading(page, messages.linkIncomplete).waitFor()
      await see({ page, code, messages, names: new Set(['X']) }, 'a link that is not complete')
    }
  })
})
