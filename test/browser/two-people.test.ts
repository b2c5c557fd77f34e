/**
 * Two people on screens: one asks for a link, another approves and never sees it, who asked collects it; whoever comes by it is one person
 * with both until a third has confirmed them.
 */
import { ensureBootstrapOperator } from '@sluice/gateway/identity/operators/operators.ts'
import { firstLink } from '@sluice/gateway/identity/people/first-link.ts'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { findings } from './axe.fixture.ts'
import { useShop, WITHIN_MS } from './browser.fixture.ts'
import { withPasskeys } from './passkeys.fixture.ts'

const shop = useShop()
let link = ''
beforeAll(async () => {
  const { database, deps } = shop().app.gateway
  await ensureBootstrapOperator(database, deps, 'op_two-people-admin')
  link = (await firstLink(shop().app.people)) ?? ''
})

const at = (path: string): string => new URL(path, link).href
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
const fill = (page: Page, label: string, text: string) =>
  page.getByRole('textbox', { name: label, exact: true }).fill(text)

/** Who opens a link, with a device of their own. */
async function join(by: string, name?: string): Promise<Page> {
  const { page } = await withPasskeys(shop())
  await page.goto(by)
  if (name !== undefined) await fill(page, 'Your name', name)
  await press(page, 'Create passkey')
  await press(page, 'I have saved them')
  await page.getByRole('heading', { name: 'Today', exact: true }).waitFor()
  return page
}

/** @returns the dialog */
async function invite(page: Page, name: string) {
  await page.goto(at('/console/people'))
  await press(page, 'Invite person')
  await fill(page, 'Name', name)
  await page.getByLabel('Role', { exact: true }).selectOption('ADMIN')
  await press(page, 'Create link')
  return page.getByRole('dialog')
}

async function confirm(page: Page, name: string): Promise<void> {
  await page.goto(at('/console/people'))
  await press(page, `Confirm… ${name}`)
  await press(page, `I met ${name}: confirm`)
}

describe('a link that two must want', () => {
  it(
    'is shown to who asked alone, can be taken back, and makes nobody a second person for those behind it',
    async () => {
      const maria = await join(link, 'maria')
      const noorsLink = await (await invite(maria, 'noor')).locator('.command-line code').textContent()
      const noor = await join(noorsLink ?? '')
      await confirm(maria, 'noor')
      await maria.getByRole('button', { name: 'Confirm… noor' }).waitFor({ state: 'detached' })

      // maria asks, noor approves.
      await (await invite(maria, 'omar')).getByText('another operator must approve it').waitFor()
      await maria.getByRole('link', { name: 'View approval' }).click()
      await maria.getByText('You requested this, so another operator must approve it').waitFor()
      await noor.goto(maria.url())
      await press(noor, /^Approve: Invite omar/)
      await noor.getByText('Approved', { exact: true }).first().waitFor()
      expect(await noor.content()).not.toContain('sign-in#')

      // It is open, and maria's to collect.
      await maria.getByRole('heading', { name: 'Result' }).waitFor()
      expect(await findings(maria)).toEqual([])
      const looksAgain = maria.waitForResponse((answer) => /\/admin\/approvals\/[^/!]+$/.test(answer.url()))
      await press(maria, 'Show result')
      // The page looks again by itself, and what was shown stays.
      await looksAgain
      const omarsLink = await maria.locator('dd code', { hasText: 'sign-in#' }).textContent()
      await noor.goto(at('/console/people'))
      const open = noor.getByRole('table', { name: 'Open links' }).getByRole('row', { name: /omar/ })
      expect(await open.textContent()).toMatch(/omar.*invitation as Admin.*maria.*noor/i)
      expect(await findings(noor)).toEqual([])

      // omar is one person with both, and says so; maria, who set the gateway up, confirms him.
      const omar = await join(omarsLink ?? '')
      await (await invite(maria, 'pia')).getByText('another operator must approve it').waitFor()
      await maria.getByRole('link', { name: 'View approval' }).click()
      await maria.getByText('Can approve after confirmation').waitFor()
      const requested = maria.url()
      await omar.goto(requested)
      await omar.getByText('You and maria count as one person').waitFor()
      expect(await omar.getByRole('button', { name: /^Approve: / }).count()).toBe(0)
      await confirm(noor, 'omar')
      await noor.getByText(/Another ADMIN or the first operator must/).waitFor()
      await confirm(maria, 'omar')
      await maria.getByRole('button', { name: 'Confirm… omar' }).waitFor({ state: 'detached' })
      await omar.goto(requested)
      await press(omar, /^Approve: Invite pia/)
      await omar.getByText('Approved', { exact: true }).first().waitFor()

      // The link for pia is taken back.
      await noor.goto(at('/console/people'))
      await press(noor, 'Revoke the link for pia')
      await press(noor, 'Revoke link')
      await noor.getByRole('table', { name: 'Open links' }).waitFor({ state: 'detached' })
    },
    5 * WITHIN_MS,
  )
})
