import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { PHONE, picture, useShop } from './browser.fixture.ts'

const shop = useShop()
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

interface Finding {
  readonly id: string
  readonly nodes: readonly { readonly html: string }[]
}

/** What axe finds, rule by rule, with the first piece of the page that breaks it. */
async function findings(page: Page): Promise<readonly string[]> {
  // Through the debugger: the page's own policy lets no such script in.
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression: AXE })
  const { result } = await session.send('Runtime.evaluate', {
    expression: `axe.run(document, { runOnly: ${JSON.stringify(TAGS)} }).then(({ violations, passes }) =>
      JSON.stringify({ violations, passed: passes.length }))`,
    awaitPromise: true,
  })
  const found = JSON.parse(String(result.value)) as { violations: readonly Finding[]; passed: number }
  // It has looked at something.
  expect(found.passed).toBeGreaterThan(15)
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

const LOOKS: readonly (readonly [string, BrowserContextOptions])[] = [
  ['light', PHONE],
  ['dark', { ...PHONE, colorScheme: 'dark' }],
]

describe.each(LOOKS)('axe finds nothing (%s)', (look, options) => {
  const open = async (amount: string, currencyCode: string) =>
    (await shop().open(shop().link({ amount, currencyCode, returnUrl: 'http://127.0.0.1:9/' }), options)).page
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
    const pages = ends.map(async ([amount, end]) => {
      const page = await open(amount, 'THB')
      await page.getByRole('radio', { name: /Bank transfer/ }).check()
      await go(page)
      await seen(page, end)
      return findings(page)
    })
    expect(await Promise.all(pages)).toEqual([[], [], []])
  })

  it('where the link is of no use', async () => {
    const { page } = await shop().open(`${shop().baseUrl}/pay/X/y`, options)
    await seen(page, 'This link is not complete')
    expect(await findings(page)).toEqual([])
  })
})
