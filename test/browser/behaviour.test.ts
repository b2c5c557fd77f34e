import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { LANGUAGES } from '@sluice/checkout/languages.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { newId, PHONE, picture, useShop } from './browser.fixture.ts'

const shop = useShop()
const THB = { amount: '1907', currencyCode: 'THB' } as const
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })
const DIST = join(import.meta.dirname, '../../packages/checkout/dist')

describe('the language', () => {
  it('is the browser’s, can be changed, and is remembered', async () => {
    const { page } = await shop().open(shop().link(THB), { ...PHONE, locale: 'vi-VN' })
    await heading(page, (await LANGUAGES[7].load()).choose).waitFor()
    await picture(page, 'vietnamese')
    await page.locator('.language select').selectOption('pt')
    const { choose } = await LANGUAGES[6].load()
    await heading(page, choose).waitFor()
    await page.reload()
    await heading(page, choose).waitFor()
    await expect.poll(() => page.evaluate('document.documentElement.lang')).toBe('pt')
  })

  it('leads to the end in each of the fifteen', async () => {
    const { page, complaints } = await shop().open(shop().link({ ...THB, amount: '500.25' }))
    for (const { code, load } of LANGUAGES) {
      await page.locator('.language select').selectOption(code)
      await heading(page, (await load()).choose).waitFor()
      await expect.poll(() => page.locator('.sum-amount').textContent()).toMatch(/500[.,]25/)
    }
    await page.getByRole('radio').nth(2).check()
    await page.locator('button.primary').click()
    const last = await LANGUAGES[14].load()
    await heading(page, last.success).waitFor()
    expect(complaints).toEqual([])
  })
})

describe('a payer without a mouse', () => {
  it('chooses, fills in, is led to what is wrong, and pays', async () => {
    const { page } = await shop().open(shop().link({ ...THB, amount: '120' }))
    await heading(page, 'How would you like to pay?').waitFor()
    const press = (...keys: string[]) =>
      keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve())
    await page.getByLabel('Language').focus()
    await press('Tab', 'Space', 'Tab', 'Tab', 'Enter')
    await page.getByText('Please fill this in.').waitFor()
    const focused = () => page.evaluate('document.activeElement.getAttribute("name")')
    await expect.poll(focused).toBe('accountNumber')
    await page.keyboard.type('1234567890')
    await press('Enter')
    await heading(page, 'Scan this code with your banking or wallet app').waitFor()
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('H1')
  })
})

describe('the link', () => {
  it('of another payment opens nothing', async () => {
    const token = shop().token({ ...THB, idPayin: newId() })
    const { page } = await shop().open(`${shop().baseUrl}/pay/${shop().merchantCode}/${newId()}#${token}`)
    await heading(page, /This link belongs to another payment/).waitFor()
  })

  it('without its token opens nothing, nor one that was tampered with or is too old', async () => {
    const idPayin = newId()
    const { page } = await shop().open(`${shop().baseUrl}/pay/${shop().merchantCode}/${idPayin}`)
    await heading(page, /This link is incomplete/).waitFor()
    await page.goto(
      `${shop()
        .link({ ...THB, idPayin })
        .slice(0, -6)}AAAAAA`,
    )
    await heading(page, /no longer valid/).waitFor()
    await page.goto('about:blank')
    await page.goto(shop().link({ ...THB, idPayin, validitySecs: -10 }))
    await heading(page, /no longer valid/).waitFor()
  })

  it('that may only look shows the state, and nothing to do but wait', async () => {
    const idPayin = newId()
    const { page } = await shop().open(shop().link({ ...THB, idPayin, action: 'PAYIN_INFO' }))
    await page.getByText('The payment has not been started yet.').waitFor()
    const payer = await shop().open(shop().link({ ...THB, idPayin, amount: '907' }))
    await payer.page.getByRole('radio', { name: /Bank transfer/ }).check()
    await payer.page.getByRole('button', { name: /^Pay/ }).click()
    await heading(page, 'Transfer to this account').waitFor()
  })

  it('loses its token at once, and never shows it to the server in an address', async () => {
    const link = shop().link(THB)
    const context = await shop().browser.newContext(PHONE)
    const page = await context.newPage()
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await page.goto(link)
    await heading(page, 'How would you like to pay?').waitFor()
    expect(page.url()).toBe(link.replace(/#.*/, ''))
    expect(requested.slice(1).filter((url) => url.includes('eyJ'))).toEqual([])
    expect(requested.filter((url) => !url.startsWith(shop().baseUrl))).toEqual([])
  })
})

describe('the way back to the shop', () => {
  const returnUrl = 'http://127.0.0.1:9/cart'
  const back = (page: Page) => page.getByRole('link', { name: 'Back to Lotus Tea House' })
  const leadsHome = async (page: Page, idPayin: string) =>
    await expect.poll(() => back(page).getAttribute('href')).toBe(`${returnUrl}?idPayin=${idPayin}`)

  it('is on the page that has no method to offer', async () => {
    const idPayin = newId()
    const { page } = await shop().open(
      shop().link({ amount: '0.01', currencyCode: 'THB', returnUrl, idPayin }),
    )
    await page.getByText('No payment method is available').waitFor()
    await leadsHome(page, idPayin)
  })

  it('is there while the payer chooses, while the payment waits, and once its time is up', async () => {
    const idPayin = newId()
    const order = { amount: '1907', currencyCode: 'THB', returnUrl, idPayin }
    const { page } = await shop().open(shop().link(order))
    await page.getByRole('radio', { name: /PromptPay/ }).check()
    await leadsHome(page, idPayin)
    await page.getByLabel('Account number you pay from').fill('1234567890')
    await page.getByRole('button', { name: /^Pay/ }).click()
    await page.getByRole('img', { name: /QR code/ }).waitFor()
    await leadsHome(page, idPayin)
  })

  it('stays when the link has ended, and is nobody’s who only wrote it into an address', async () => {
    const idPayin = newId()
    const order = { amount: '1907', currencyCode: 'THB', returnUrl, idPayin }
    const { page } = await shop().open(shop().link(order))
    await back(page).waitFor()
    const made = { sub: shop().merchantCode, idPayment: idPayin, returnUrl: 'https://thief.example/' }
    const forged = `e.${Buffer.from(JSON.stringify(made)).toString('base64url')}.s`
    const stranger = await shop().open(`${shop().baseUrl}/pay/${shop().merchantCode}/${idPayin}#${forged}`)
    await stranger.page.getByText('This link is no longer valid').waitFor()
    expect(await stranger.page.getByRole('link').count()).toBe(0)
  })
})

it('a test is called one from the first page on', async () => {
  for (const action of ['PAYIN_CHECKOUT', 'PAYIN_CREATE', 'PAYIN_INFO'] as const) {
    const { page, complaints } = await shop().open(
      shop().link({ amount: '500', currencyCode: 'THB', action }),
    )
    await page.getByText('Test mode: no real money').waitFor()
    expect(complaints).toEqual([])
  }
})

it('Indian payers are told five ways to pay apart', async () => {
  const { page } = await shop().open(shop().link({ amount: '1000', currencyCode: 'INR' }))
  await page.getByRole('radio').first().waitFor()
  const words = await page.locator('.method-words').allInnerTexts()
  expect(words.length).toBeGreaterThanOrEqual(5)
  expect(new Set(words.map((text) => text.split('\n')[0])).size).toBe(words.length)
  expect(new Set(words.map((text) => text.split('\n')[1])).size).toBe(words.length)
})

it('a script that is written into the page does not run', async () => {
  const { page, complaints } = await shop().open(shop().link(THB))
  await heading(page, 'How would you like to pay?').waitFor()
  await page.evaluate(`{
    const script = document.createElement('script')
    script.textContent = 'document.title = "taken over"'
    document.body.append(script)
    const image = new Image()
    image.src = 'https://elsewhere.example/pixel.png'
  }`)
  await expect.poll(() => complaints.filter((each) => /Content Security Policy/.test(each)).length).toBe(2)
  expect(await page.title()).toBe('Payment to Lotus Tea House')
})

describe('faults', () => {
  it('of the server stand at the fields they belong to', async () => {
    const { page } = await shop().open(shop().link({ amount: '680', currencyCode: 'TWD' }))
    await page.getByRole('radio', { name: /Convenience store/ }).check()
    await page.getByLabel('Your name').fill('???')
    await page.getByLabel('Email address').fill('a..b@example.com')
    await page.getByLabel('Phone number').fill('0912345678')
    await page.getByLabel('Where you will pay').fill('Taipei')
    await page.getByRole('button', { name: /^Pay/ }).click()
    await page.getByText('Please check the marked fields.').waitFor()
    await expect.poll(() => page.getByLabel('Email address').getAttribute('aria-invalid')).toBe('true')
    await page.getByText('Enter an email address').waitFor()
    await page.getByText('Use only letters').waitFor()
  })
})

describe('a bad day', () => {
  it('offline and back: the page says so, and goes on', async () => {
    const { page } = await shop().open(shop().link({ ...THB, amount: '907' }))
    await page.getByRole('radio', { name: /Bank transfer/ }).check()
    await page.getByRole('button', { name: /^Pay/ }).click()
    await heading(page, 'Transfer to this account').waitFor()
    await page.context().setOffline(true)
    await page.getByText('You are offline.').waitFor()
    await page.context().setOffline(false)
    await page.getByText('You are offline.').waitFor({ state: 'detached' })
  })

  it('a clock that is three days wrong: the time left is the server’s', async () => {
    const { page } = await shop().open('about:blank')
    await page.addInitScript(() => {
      const real = Date.now
      Date.now = () => real() + 3 * 86_400_000
    })
    await page.goto(shop().link({ ...THB, amount: '907' }))
    await page.getByRole('radio', { name: /PromptPay/ }).check()
    await page.getByLabel('Account number you pay from').fill('1234567890')
    await page.getByRole('button', { name: /^Pay/ }).click()
    await expect.poll(() => page.getByRole('timer').textContent()).toMatch(/^1[45]:\d\d$/)
  })
})

describe('the merchant’s own look', () => {
  const LOGO = `data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==`

  it('has a name, a logo and a colour, and may be framed by whom the merchant named only', async () => {
    const site = createServer((request, answer) => {
      const target = new URL(request.url ?? '/', 'http://x').searchParams.get('target')
      answer.setHeader('content-type', 'text/html')
      answer.end(`<iframe src="${target}" width="400" height="700"></iframe>`)
    })
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
    const checkout = { name: 'Lotus', logo: LOGO, colour: '#ffd400', frameOrigins: [origin] }
    const merchantCode = await shop().newMerchant({ checkout })
    const { page, complaints } = await shop().open(shop().link({ ...THB, merchantCode }))
    await page.getByText('Pay Lotus').waitFor()
    await page.locator('img.logo').waitFor()
    await expect.poll(() => page.evaluate("document.querySelector('img.logo').naturalWidth")).toBe(1)
    const button = await page.evaluate(`(() => {
      const { backgroundColor, color } = getComputedStyle(document.querySelector('button.primary'))
      return [backgroundColor, color]
    })()`)
    expect(button).toEqual(['rgb(255, 212, 0)', 'rgb(0, 0, 0)'])
    expect(complaints).toEqual([])

    const framed = await shop().open(
      `${origin}/?target=${encodeURIComponent(shop().link({ ...THB, merchantCode }))}`,
    )
    await framed.page.frameLocator('iframe').getByText('Pay Lotus').waitFor()
    const refused = await shop().open(`${origin}/?target=${encodeURIComponent(shop().link(THB))}`)
    await expect.poll(() => refused.complaints.join()).toContain('frame-ancestors')
    site.close()
  })
})

describe('a slow phone', () => {
  const js = readdirSync(join(DIST, 'assets')).filter((name) => name.endsWith('.js.gz'))
  const bytesOf = (name: string): number => readFileSync(join(DIST, 'assets', name)).length

  it('gets less than 40 KB of compressed script, with any language', () => {
    const html = readFileSync(join(DIST, 'index.html'), 'utf8')
    const first = [...html.matchAll(/assets\/([\w.-]+\.js)"/g)].map(([, name]) => `${name}.gz`)
    expect(first.length).toBeGreaterThan(0)
    // The folder keeps what earlier builds made; these are named by what the page loads first.
    const loaded = first
      .map((name) => readFileSync(join(DIST, 'assets', name.replace('.gz', '')), 'utf8'))
      .join()
    const languages = js.filter(
      (name) =>
        /^(es|fil|hi|id|ja|ko|lo|ms|pt|sw|th|vi|zh-Han[st])-/.test(name) &&
        loaded.includes(name.replace('.gz', '')),
    )
    expect(languages).toHaveLength(14)
    const total = first.reduce((sum, name) => sum + bytesOf(name), 0) + Math.max(...languages.map(bytesOf))
    expect(total).toBeLessThan(40_000)
  })

  it('is ready in less than 1.5 s at a quarter of the speed', async () => {
    const { page } = await shop().open('about:blank')
    const tools = await page.context().newCDPSession(page)
    // The page's own processor time: what a clock on the wall says depends on whatever else the machine does.
    await tools.send('Performance.enable', { timeDomain: 'threadTicks' })
    await page.goto(shop().link(THB), { waitUntil: 'commit' })
    await page.locator('button.primary').waitFor()
    const { metrics } = await tools.send('Performance.getMetrics')
    const usedMs = 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
    expect(usedMs).toBeGreaterThan(5)
    expect(usedMs * 4).toBeLessThan(1_500)
  })
})
