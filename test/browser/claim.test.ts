/** A payer who says on the claim's page where a refund is to go: from the link to the money, in a real browser on a phone's width. */
import { LANGUAGES, languageOf } from '@sluice/checkout/languages.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { findings } from './axe.fixture.ts'
import { newId, PHONE, picture, useShop } from './browser.fixture.ts'
import { claimOf, fund } from './claim.fixture.ts'

const shop = useShop()
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })
const WIDTH = '[document.documentElement.scrollWidth, document.documentElement.clientWidth]'

beforeAll(() => fund(shop(), 'BRL', minor(10_000_000n)))

/** Ends in 914: the sandbox has its payer say where it is to go. */
const link = () => claimOf(shop(), newId(), { amount: 914, currencyCode: 'BRL' })

async function fillIn(page: Page, name: string): Promise<void> {
  await page.locator('input[value=BANK_TRANSFER]').check()
  await page.locator('.method-form select').selectOption('001')
  await page.locator('[name=accountName]').fill(name)
  await page.locator('[name=accountNumber]').fill('12345678')
}

describe('a payer with the link of a claim', () => {
  it('says where the money is to go, confirms the name, and sees it arrive; the link is used then', async () => {
    const { url, status } = await link()
    const { page, complaints } = await shop().open(url)
    await heading(page, 'Where should we send your money?').waitFor()
    expect(new URL(page.url()).hash).toBe('')
    await expect
      .poll(() => page.locator('.sum').textContent())
      .toMatch(/Lotus Tea House is refunding you.*914/)
    await picture(page, 'claim')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Please choose one.').waitFor()
    await fillIn(page, 'Maria da Silva')
    expect(await findings(page)).toEqual([])
    await page.getByRole('button', { name: 'Continue' }).click()
    await heading(page, 'Please check your details').waitFor()
    expect(await findings(page)).toEqual([])
    await picture(page, 'claim-check')
    const send = page.getByRole('button', { name: /^Send .*914/ })
    await send.click()
    await page.getByText('Please confirm that the account is yours.').waitFor()
    await page.getByLabel('I am Maria da Silva, and this account is mine.').check()
    await send.click()
    await heading(page, 'Your money has been sent').waitFor()
    expect(await status()).toBe('SUCCESS')
    expect(complaints).toEqual([])

    const again = await shop().open(url)
    await again.page.getByText('This link has been used.').waitFor()
    expect(await again.page.locator('form').count()).toBe(0)
    expect(await again.page.textContent('body')).not.toContain('Maria')
    await page.reload()
    await heading(page, 'Your money has been sent').waitFor()
  })

  it('is told at the field what is wrong with a number, by the server, and keeps what was typed', async () => {
    const { page } = await shop().open((await link()).url)
    await page.locator('input[value=TAX_PAYER_ID_TRANSFER]').check()
    await page.locator('[name=accountName]').fill('Maria da Silva')
    await page.locator('[name=identifyingReference]').fill('11144477736')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel(/^I am Maria/).check()
    await page.getByRole('button', { name: /^Send/ }).click()
    await page.getByText('A digit or letter is wrong.').waitFor()
    const wrong = page.locator('[name=identifyingReference]')
    expect([await wrong.getAttribute('aria-invalid'), await wrong.inputValue()]).toEqual([
      'true',
      '11144477736',
    ])
    await expect.poll(() => page.locator('[name=accountName]').inputValue()).toBe('Maria da Silva')
  })

  it('has a name shown as what it is, whatever stands in it and however long its words are', async () => {
    const { page, complaints } = await shop().open((await link()).url)
    const name = '<img src=x onerror=alert(1)> Donaudampfschifffahrtsgesellschaft'
    await fillIn(page, name)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText(`I am ${name}, and this account is mine.`).waitFor()
    const [all, seen] = await page.evaluate<readonly number[]>(WIDTH)
    expect(all).toBe(seen)
    expect(await page.locator('main img').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  it('is led in Thai, by the browser’s wish alone, and within the phone’s width', async () => {
    const th = await languageOf('th').load()
    const { page } = await shop().open((await link()).url, { ...PHONE, locale: 'th-TH' })
    await heading(page, th.claimWhere).waitFor()
    await expect.poll(() => page.title()).toBe(th.claimTitle.replace('{merchant}', 'Lotus Tea House'))
    await fillIn(page, 'สมชาย ใจดี')
    await picture(page, 'claim-thai')
    await page.getByRole('button', { name: th.continue }).click()
    await heading(page, th.claimCheck).waitFor()
    await page.getByLabel(th.claimMine.replace('{name}', 'สมชาย ใจดี')).check()
    await page.locator('button.primary').click()
    await heading(page, th.claimPaid).waitFor()
  })

  it('fits on a phone in each of the fifteen languages', async () => {
    const { page } = await shop().open((await link()).url)
    for (const { code, load } of LANGUAGES) {
      await page.locator('.language select').selectOption(code)
      await heading(page, (await load()).claimWhere).waitFor()
      const [all, seen] = await page.evaluate<readonly number[]>(WIDTH)
      expect([code, all]).toEqual([code, seen])
    }
  })

  it('is told of a link that is not whole, and of one that is wrong', async () => {
    const { url } = await link()
    const half = await shop().open(url.replace(/#.*/, ''))
    await heading(half.page, 'This link is incomplete.').waitFor()
    const wrong = await shop().open(url.replace(/.$/, url.endsWith('A') ? 'B' : 'A'))
    await heading(wrong.page, 'This link is not valid.').waitFor()
  })
})
