/** Tests of two operators who change the same object on the console: the second is shown who was first, and keeps what they typed. */
import { describe, expect, it } from 'vitest'
import { findings } from './axe.fixture.ts'
import { type Day, openConsole } from './console.fixture.ts'

let entries = 0

/** Money without a matching payin. @returns its case */
async function aCase({ admin }: Day, amount: number): Promise<string> {
  entries += 1
  await admin('POST', '/admin/bank-feeds/till/entries', {
    data: [
      {
        reference: `BR-stale-${entries}`,
        bookedAt: new Date().toISOString(),
        direction: 'CREDIT',
        money: { amount, currencyCode: 'THB' },
        remittance: 'no order that anybody knows',
      },
    ],
  })
  const { data } = await admin('GET', '/admin/cases?open=true')
  const found = data?.find(({ left }) => Number(left?.amount) === amount)
  if (!found?.id) throw new Error('no case was opened')
  return found.id
}

/** By anna, with the necessary approval. */
async function noteAsReturned({ admin, anna }: Day, id: string, reference: string): Promise<void> {
  const { approval } = await admin('POST', `/admin/cases/${id}/!return`, { reference }, anna)
  if (approval?.id) await admin('POST', `/admin/approvals/${approval.id}/!approve`)
}

export function describeStaleForms(day: () => Day): void {
  describe('somebody else is first', () => {
    it('at a case: its form says who has decided what, and keeps what was typed', async () => {
      const id = await aCase(day(), 77)
      const { page } = await openConsole(day(), 'ben', `/console/cases/${id}`)
      await page.getByRole('button', { name: 'Write off 77.00 THB' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Reason').fill('nobody has asked for it in a year')
      await noteAsReturned(day(), id, 'TRF-1')
      await dialog.getByText(/\w+ already did this: Return 77\.00 THB/).waitFor()
      expect(await dialog.getByLabel('Reason').inputValue()).toBe('nobody has asked for it in a year')
      expect(await dialog.getByRole('button', { name: /^Write/ }).count()).toBe(0)
      expect(await findings(page)).toEqual([])
      expect((await day().admin('GET', `/admin/cases/${id}`)).decisions?.length).toBe(1)
    })

    it('at a case, where nothing was heard of it: the act is refused, and says the same', async () => {
      const id = await aCase(day(), 78)
      const { page } = await openConsole(day(), 'ben', `/console/cases/${id}`)
      let isAway = true
      await page.route(`**/admin/cases/${id}`, (route) => (isAway ? route.abort() : route.continue()))
      await page.getByRole('button', { name: 'Record a refund of 78.00 THB' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Bank reference of the refund').fill('TRF-3')
      await noteAsReturned(day(), id, 'TRF-2')
      isAway = false
      await dialog.getByLabel('Bank reference of the refund').press('Enter')
      await dialog.getByText(/\w+ already did this: Return 78\.00 THB/).waitFor()
      expect(await dialog.getByLabel('Bank reference of the refund').inputValue()).toBe('TRF-3')
    })

    it('at a merchant’s settings: its form says what has changed, keeps what was typed, and changes nothing that was not seen', async () => {
      const { merchantCode, admin } = day()
      const path = `/admin/merchants/${merchantCode}`
      const { page } = await openConsole(day(), 'root', `/console/merchants/${merchantCode}`)
      let isAway = true
      await page.route(`**${path}`, (route) =>
        isAway && route.request().method() === 'GET' ? route.abort() : route.continue(),
      )
      await page.getByRole('button', { name: 'Settings…' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Requests per second').fill('41')
      const { name = '' } = await admin('PATCH', path, { name: 'Lotus of the first', rateLimitPerSecond: 40 })
      await dialog.getByRole('button', { name: `Change ${merchantCode}` }).click()
      // It was refused, and its new state is not loaded yet.
      await dialog.getByText('This has changed since you opened it.').waitFor()
      isAway = false
      await dialog.getByText(/bootstrap already did this: changed its settings/).waitFor()
      expect(await dialog.locator('.changed-fields li').allTextContents()).toEqual([
        expect.stringMatching(/^Name: .*“Lotus of the first”$/),
        'Requests per second: “1000” → “40”',
      ])
      expect(await dialog.getByLabel('Name (optional)', { exact: true }).first().inputValue()).toBe(name)
      expect(await dialog.getByLabel('Requests per second').inputValue()).toBe('41')
      expect(await findings(page)).toEqual([])
      await dialog.getByRole('button', { name: `Change ${merchantCode}` }).click()
      await dialog.waitFor({ state: 'detached' })
      expect(await admin('GET', path)).toMatchObject({ name, rateLimitPerSecond: 41 })
    })

    it('at an approval: who has decided is told, and the reason that was typed is still there', async () => {
      const { merchantCode, admin, anna } = day()
      const money = { amount: 91_000_000, currencyCode: 'THB' }
      const body = { merchantCode, money, reference: `top-up-${merchantCode}` }
      const { approval } = await admin('POST', '/admin/balances/!credit', body, anna)
      const { page } = await openConsole(day(), 'ben', `/console/approvals/${approval?.id}`)
      await page.getByRole('button', { name: 'Reject…' }).click()
      await page.getByLabel('Reason').fill('the amount is not what was agreed')
      const note = 'asked for twice'
      await admin('POST', `/admin/approvals/${approval?.id}/!reject`, { note }, anna)
      await page.getByText(/anna already did this: Rejected/).waitFor()
      expect(await page.getByLabel('Reason').inputValue()).toBe('the amount is not what was agreed')
      expect(await page.getByRole('button', { name: 'Reject request' }).count()).toBe(0)
      expect(await findings(page)).toEqual([])
    })
  })
}
