import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findings } from './axe.fixture.ts'
import { PHONE, picture, useOnePage, useShop } from './browser.fixture.ts'

const shop = useShop()
const LOOKS: readonly (readonly [string, BrowserContextOptions])[] = [
  ['light', PHONE],
  ['dark', { ...PHONE, colorScheme: 'dark' }],
]

describe.each(LOOKS)('axe finds nothing (%s)', (look, options) => {
  const payer = useOnePage(() => shop().open('about:blank', options))
  const open = async (amount: string, currencyCode: string) => {
    const { page } = payer()
    await page.goto(shop().link({ amount, currencyCode, returnUrl: 'http://127.0.0.1:9/' }))
    return page
  }
  const go = (page: Page) => page.getByRole('button', { name: /^(Pay|Continue)/ }).click()
  const seen = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

  it('while choosing, with every method open, and with faults', async () => {
    const page = await open('1499', 'INR')
    await seen(page, 'How would you like to pay?')
    for (const method of await page.locator('.method-head input').all()) {
      await method.check()
      expect(await findings(page)).toEqual([])
    }
    const store = await open('680', 'TWD')
    await store.getByRole('radio', { name: /Convenience/ }).check()
    await go(store)
    await seen(store, 'Please check the marked fields.')
    if (look === 'dark') await picture(store, 'dark')
    expect(await findings(store)).toEqual([])
  })

  it('on QR code, UTR and the sandbox’s bank', async () => {
    const page = await open('1907', 'INR')
    await page.getByRole('radio', { name: /UPI \/ IMPS/ }).check()
    await go(page)
    await seen(page, 'After paying')
    expect(await findings(page)).toEqual([])
    const wallet = await page.getByRole('link', { name: 'Open the test wallet' }).getAttribute('href')
    await page.goto(wallet ?? '')
    await page.getByText('Read the QR code').click()
    await page.getByText('What can go wrong').click()
    expect(await findings(page)).toEqual([])
  })

  it('on transfer, virtual account and store code', async () => {
    const page = await open('30907', 'KRW')
    await page.getByRole('radio', { name: /Virtual account/ }).check()
    await page.getByLabel('Your bank or provider').selectOption({ index: 2 })
    await go(page)
    await seen(page, 'Transfer to this account')
    expect(await findings(page)).toEqual([])
  })

  it('at every end', async () => {
    const ends = [
      ['500', 'Payment received'],
      ['901', 'Payment refused'],
      ['906', 'Time is up'],
    ] as const
    for (const [amount, end] of ends) {
      const page = await open(amount, 'THB')
      await page.getByRole('radio', { name: /Bank transfer/ }).check()
      await go(page)
      await seen(page, end)
      expect([end, await findings(page)]).toEqual([end, []])
    }
  })

  it('where the link is of no use', async () => {
    const { page } = payer()
    await page.goto(`${shop().baseUrl}/pay/X/y`)
    await seen(page, 'This link is incomplete')
    expect(await findings(page)).toEqual([])
  })
})
