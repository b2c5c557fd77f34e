/** Tests of settlement runs on the console, from preparation to the bank file, called by `console.test.ts` with its gateway and its day. */
import { minor } from '@sluice/core/foundation/money.ts'
import { describe, expect, it } from 'vitest'
import { findings } from './axe.fixture.ts'
import { fund } from './claim.fixture.ts'
import { agreed, type Day, openConsole } from './console.fixture.ts'

/** A new merchant with settlement terms and a balance. */
async function aSettled({ shop, admin }: Day): Promise<string> {
  const merchantCode = await shop.newMerchant({ name: 'Settled Tea House' })
  await fund({ ...shop, merchantCode }, 'THB', minor(1_234_50n))
  await agreed(admin, merchantCode)
  return merchantCode
}

export function describeSettlements(dayNow: () => Day): void {
  describe('a settlement run', () => {
    it('is stopped with a word why, which everybody reads on it', async () => {
      const day = dayNow()
      const { id } = await day.admin('POST', '/admin/settlement-runs', {
        merchantCodes: [await aSettled(day)],
      })
      const { page } = await openConsole(day, 'ben', `/console/settlements/${id}`)
      await page.getByRole('button', { name: 'Stop run…' }).click()
      await page.getByLabel('Reason').fill('the bank is closed today')
      expect(await findings(page)).toEqual([])
      await page.getByRole('button', { name: 'Stop run', exact: true }).click()
      await page.getByText('ben: the bank is closed today').waitFor()
      await page.locator('.headline .badge', { hasText: 'Stopped' }).waitFor()
    })

    it('is looked at before, prepared, and pays once another operator has agreed', async () => {
      const day = dayNow()
      const merchantCode = await aSettled(day)
      const { page } = await openConsole(day, 'ben', '/console/settlements')
      await page.getByRole('link', { name: 'Prepare run' }).click()
      await page.getByText('No merchants are due').waitFor()
      await page.getByLabel('Merchants').fill(merchantCode)
      await page.getByRole('button', { name: 'Show' }).click()
      await page.getByRole('button', { name: 'Prepare run of 1 settlement, 1,234.50 THB' }).click()
      await page.getByRole('heading', { name: 'Settlement run', exact: true }).waitFor()
      await page.getByRole('button', { name: 'Pay up to 1,234.50 THB' }).click()
      await page.getByText('another operator must approve it').waitFor()
      // After a reload the approval cannot be requested a second time.
      await page.reload()
      await page.getByText('another operator must approve it').waitFor()
      expect(await page.getByRole('button', { name: /^Pay up to/ }).count()).toBe(0)
      const approval = await page.getByRole('link', { name: 'View approval' }).getAttribute('href')
      const anna = await openConsole(day, 'anna', approval ?? '')
      await anna.page.locator('.facts', { hasText: '1,234.50 THB' }).waitFor()
      await anna.page.getByRole('button', { name: /^Approve: / }).click()
      await anna.page.locator('.headline .badge', { hasText: 'Approved' }).waitFor()
      await page.locator('.headline .badge', { hasText: 'Done' }).waitFor()
      await page.getByRole('link', { name: /^THB-\d{4}-\d\d-\d\d$/ }).click()
      await page.locator('.standing-summary').waitFor()
    })
  })
}
