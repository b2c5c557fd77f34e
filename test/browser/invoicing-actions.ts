/** Tests of invoices and credit notes on the console, called by `console.test.ts` with its gateway and its day. */
import { describe, expect, it } from 'vitest'
import { type Day, openConsole } from './console.fixture.ts'

export function describeInvoices(dayNow: () => Day): void {
  describe('an invoice', () => {
    it('leads to the credit note of its month and on to the invoice that it corrects, each with its paper', async () => {
      const day = dayNow()
      const { page } = await openConsole(day, 'vera', '/console/invoices?month=2026-10')
      expect(await page.getByRole('link', { name: 'TEST-INV-000001' }).count()).toBe(0)
      // An operator with the right to read only is not offered to issue one.
      expect(await page.getByRole('link', { name: 'Issue monthly invoice' }).count()).toBe(0)
      await page.getByRole('link', { name: 'TEST-INV-000002' }).click()
      await page.getByText('A rate no longer in use').waitFor()
      await page.getByRole('link', { name: 'Credit notes of this month' }).click()
      await page.getByRole('link', { name: 'TEST-CN-000001' }).click()
      const pdf = await page.getByRole('link', { name: 'PDF' }).getAttribute('href')
      const file = await page.request.get(day.shop.baseUrl + (pdf ?? ''))
      expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf'])
      await page.getByRole('link', { name: 'TEST-INV-000001' }).click()
      await page.getByRole('heading', { name: 'Invoice TEST-INV-000001' }).waitFor()
    })

    it('that cannot be issued says why, and what was typed stays', async () => {
      const day = dayNow()
      const { page } = await openConsole(
        day,
        'ben',
        `/console/invoices/!new?merchantCode=${day.merchantCode}`,
      )
      await page.getByLabel('Currency').fill('THB')
      await page.getByRole('textbox', { name: 'Month' }).fill('2026-08')
      await page.getByRole('button', { name: `Issue 2026-08 for ${day.merchantCode} in THB` }).click()
      await page.getByText('no issuer of invoices is set').waitFor()
      expect(await page.getByRole('textbox', { name: 'Month' }).inputValue()).toBe('2026-08')
    })
  })
}
