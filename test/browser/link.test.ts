/** Payers who open a payment link: from the address to the money, in a real browser on a phone's width. */
import { LANGUAGES, languageOf } from '@sluice/checkout/languages.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findings } from './axe.fixture.ts'
import { newId, PHONE, picture, useShop } from './browser.fixture.ts'

const shop = useShop()
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const WIDTH = '[document.documentElement.scrollWidth, document.documentElement.clientWidth]'

const FIXED = { title: 'Invoice 1042', money: { amount: 1_500, currencyCode: 'THB' } }
const OPEN = { title: 'Coffee for the band', openAmount: { currencyCode: 'THB', min: 20, max: 5_000 } }

async function ask(method: string, path: string, body?: object) {
  const { baseUrl, wideToken, merchantCode } = shop()
  const answer = await fetch(baseUrl + path, {
    method,
    headers: {
      'x-api-version': '2',
      authorization: `Bearer ${wideToken(merchantCode)}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const reported: unknown = await answer.json()
  if (!answer.ok) throw new Error(JSON.stringify(reported))
  return reported as {
    readonly url: string
    readonly paid: number
    readonly open: number
    readonly status: string
  }
}

async function link(terms: object) {
  const id = newId()
  const { url } = await ask('POST', `/payment-links/${id}`, terms)
  return {
    url,
    now: () => ask('GET', `/payment-links/${id}`),
    close: () => ask('POST', `/payment-links/${id}/!close`),
    /** As if its time had come: one that is so near is over before a busy machine has made the link. */
    async ends() {
      const text = 'update payment_link set expire_at = $1::timestamptz where id = $2'
      const { database, deps } = shop().app.gateway
      await database.run({ name: '', text }, [isoTime(deps.clock.now()), id])
    },
  }
}

/** Through the checkout to its end, by a transfer that comes at once unless the amount ends in 907. */
async function choose(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /Bank transfer/ }).check()
  await button(page, /^Pay/).click()
}

describe('a payer with a payment link', () => {
  it('sees what is paid for, pays it, and finds it paid when the link is opened again', async () => {
    const { url, now } = await link({ ...FIXED, uses: 1 })
    const { page, complaints } = await shop().open(url)
    await heading(page, 'Invoice 1042').waitFor()
    expect(await page.locator('.sum').textContent()).toMatch(/Pay Lotus Tea House.*1,500/)
    await page.getByText('Test mode: no real money').waitFor()
    expect(await findings(page)).toEqual([])
    await picture(page, 'link')
    await button(page, /^Pay .*1,500/).click()
    await choose(page)
    await heading(page, 'Payment received').waitFor()
    expect(await now()).toMatchObject({ paid: 1, open: 0, status: 'USED_UP' })
    await page.goto(url)
    await heading(page, 'Payment received').waitFor()
    expect(await button(page, 'Pay again').count()).toBe(0)
    expect(await findings(page)).toEqual([])
    expect(complaints).toEqual([])

    const other = await shop().open(url)
    await heading(other.page, 'This link has been used').waitFor()
    expect(await findings(other.page)).toEqual([])
  })

  it('comes back, by the browser’s own button or in another tab, to the payment that was begun', async () => {
    const { url, now } = await link({ ...FIXED, uses: 1, money: { amount: 1_907, currencyCode: 'THB' } })
    const { page } = await shop().open(url)
    await button(page, /^Pay/).click()
    await choose(page)
    await page.getByText('Waiting for your payment.').waitFor()
    const begun = new URL(page.url()).pathname
    await page.goBack()
    await heading(page, /^You started a payment of .*1,907/).waitFor()
    const tab = await page.context().newPage()
    await tab.goto(url)
    await button(tab, /^Pay .*1,907/).click()
    await tab.getByText('Waiting for your payment.').waitFor()
    expect(new URL(tab.url()).pathname).toBe(begun)
    expect(await now()).toMatchObject({ open: 1, paid: 0 })
  })

  it('says how much, by keyboard alone, is told what is wrong with it, and may pay once more', async () => {
    const { url, now } = await link(OPEN)
    const { page } = await shop().open(url)
    const amount = page.getByLabel('How much would you like to pay?')
    await amount.focus()
    await page.keyboard.type('5')
    await page.keyboard.press('Enter')
    await page.locator('.error', { hasText: /At least .*20/ }).waitFor()
    expect(await page.locator('input:focus').getAttribute('name')).toBe('amount')
    expect(await findings(page)).toEqual([])
    await amount.fill('lots')
    await page.keyboard.press('Enter')
    await page.getByText('Enter an amount in digits').waitFor()
    await amount.fill('177,50')
    await button(page, /^Pay .*177\.50/).waitFor()
    await picture(page, 'link-open')
    await page.keyboard.press('Enter')
    await choose(page)
    await heading(page, 'Payment received').waitFor()
    await page.goto(url)
    await button(page, 'Pay again').click()
    await amount.fill('1,200')
    await button(page, /^Pay .*1,200/).click()
    await choose(page)
    await heading(page, 'Payment received').waitFor()
    expect(await now()).toMatchObject({ paid: 2, status: 'OPEN' })
  })

  it('is told that another one is quicker', async () => {
    const { url } = await link({ ...FIXED, uses: 1, money: { amount: 1_907, currencyCode: 'THB' } })
    const [slow, quick] = [await shop().open(url), await shop().open(url)]
    await button(slow.page, /^Pay/).click()
    await slow.page.getByRole('radio', { name: /Bank transfer/ }).check()
    await button(quick.page, /^Pay/).click()
    await choose(quick.page)
    await quick.page.getByText('Waiting for your payment.').waitFor()
    await button(slow.page, /^Pay/).click()
    await slow.page.getByText('This link has been used').waitFor()
  })

  it('is told of a link that is closed, whose time is over, and that there is not', async () => {
    const closed = await link(FIXED)
    const { page } = await shop().open(closed.url)
    await button(page, /^Pay/).waitFor()
    await closed.close()
    // What was closed meanwhile is told when it is pressed.
    await button(page, /^Pay/).click()
    await heading(page, 'This link is closed').waitFor()
    expect(await findings(page)).toEqual([])
    const over = await link({ ...FIXED, expireAt: '2099-12-31T17:00:00Z' })
    await over.ends()
    expect((await over.now()).status).toBe('EXPIRED')
    const late = await shop().open(over.url)
    await heading(late.page, 'This link has expired').waitFor()
    const wrong = await shop().open(`${shop().baseUrl}/l/${'A'.repeat(24)}`)
    await heading(wrong.page, 'This link is not valid.').waitFor()
    expect(await findings(wrong.page)).toEqual([])
  })

  it('is told while there is no network, and led on when it is back', async () => {
    const { url } = await link(FIXED)
    const { page } = await shop().open(url)
    await button(page, /^Pay/).waitFor()
    await page.context().setOffline(true)
    await button(page, /^Pay/).click()
    await page.getByText('You are offline.').waitFor()
    await page.context().setOffline(false)
    await button(page, /^Pay/).click()
    await heading(page, 'How would you like to pay?').waitFor()
  })

  it('has a title shown as what it is, whatever stands in it', async () => {
    const { url } = await link({ ...FIXED, title: '<img src=x onerror=alert(1)> & co' })
    const { page, complaints } = await shop().open(url)
    await heading(page, '<img src=x onerror=alert(1)> & co').waitFor()
    expect(await page.locator('main img').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  it('fits on a phone in each of the fifteen languages, also in the dark', async () => {
    const long = 'Pembayaran tiket konser amal tahunan untuk panti asuhan di Yogyakarta bulan Mei 26'
    const { url } = await link({ ...OPEN, title: long.slice(0, 80) })
    const th = await languageOf('th').load()
    const { page } = await shop().open(url, { ...PHONE, colorScheme: 'dark', locale: 'th-TH' })
    await page.getByLabel(th.linkHowMuch).waitFor()
    for (const { code, load } of LANGUAGES) {
      await page.locator('.language select').selectOption(code)
      await page.getByLabel((await load()).linkHowMuch).waitFor()
      expect([code, await findings(page)]).toEqual([code, []])
      const [all, seen] = await page.evaluate<readonly number[]>(WIDTH)
      expect([code, all]).toEqual([code, seen])
    }
  })
})
