/** How operators come in and show that it is them, in a real browser: with a virtual authenticator, and by a real identity provider. */
import { createOperator, ensureBootstrapOperator } from '@sluice/gateway/identity/operators/operators.ts'
import { firstLink } from '@sluice/gateway/identity/people/first-link.ts'
import { type TestProvider, testProvider } from '@sluice/gateway/identity/people/provider.fixture.ts'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findings } from './axe.fixture.ts'
import { type Shop, useShop } from './browser.fixture.ts'
import { letProofsEnd, withPasskeys } from './passkeys.fixture.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await testProvider()
})
afterAll(() => provider.close())

/** A gateway of the `describe`'s own: nobody is known there yet. */
function useOffice() {
  const shop = useShop(() => ({
    settings: { identityProvider: provider.settings },
    network: provider.network,
  }))
  let link = ''
  let anna = ''
  beforeAll(async () => {
    anna = await makeAnna(shop())
    link = (await firstLink(shop().app.people)) ?? ''
  })
  return {
    shop,
    link: () => link,
    newPage: async (): Promise<Page> => (await withPasskeys(shop())).page,
    /** A credit that anna asks for. @returns where it is approved */
    annaAsks: (reference: string) => creditRequested(shop(), anna, reference),
  }
}

/** @returns the token of an operator of this name */
async function makeAnna({ app }: Shop): Promise<string> {
  const { database, deps } = app.gateway
  await ensureBootstrapOperator(database, deps, 'op_sign-in-test-admin')
  const made = await createOperator(
    database,
    deps,
    { name: 'anna', role: 'OPERATOR', broughtBy: [] },
    ({ id, name }) => ({
      id: deps.randomness.uuidV7(deps.clock.now()),
      at: deps.clock.now(),
      operator: 'gateway',
      action: 'operator.create',
      subject: `operator ${name}`,
      detail: { id },
    }),
  )
  if (!made.ok) throw new Error(made.failure)
  return made.value.token
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
async function signOut(page: Page): Promise<void> {
  await page.locator('.person summary').click()
  await press(page, 'Sign out')
  await heading(page, 'Sign in').waitFor()
}
async function keepCodes(page: Page): Promise<readonly string[]> {
  await heading(page, 'Save your recovery codes').waitFor()
  await page.locator('.codes code').first().waitFor()
  const codes = await page.locator('.codes code').allTextContents()
  await press(page, 'I have saved them')
  await heading(page, 'Today').waitFor()
  return codes
}
async function creditRequested(
  { baseUrl, merchantCode }: Shop,
  token: string,
  reference: string,
): Promise<string> {
  const requested = await fetch(`${baseUrl}/admin/balances/!credit`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      merchantCode,
      money: { amount: 500, currencyCode: 'THB' },
      reference,
    }),
  })
  const { approval }: { approval: { id: string } } = JSON.parse(await requested.text())
  return `/console/approvals/${approval.id}`
}

describe('the first one here', () => {
  const { shop, link, newPage, annaAsks } = useOffice()

  it('comes by the link of the start and by their passkey from then on, shows it again to approve, and lets others in', async () => {
    const maria = await newPage()
    await maria.goto(link())
    await heading(maria, 'Welcome to Sluice').waitFor()
    await maria.getByLabel('Your name').fill('maria')
    await press(maria, 'Create passkey')
    const codes = await keepCodes(maria)

    await signOut(maria)
    expect(await findings(maria)).toEqual([])
    await press(maria, 'Sign in with a passkey')
    await heading(maria, 'Today').waitFor()

    // The link has been used, and leads nowhere.
    const late = await newPage()
    await late.goto(link())
    await heading(late, 'This link is not valid').waitFor()

    // What a colleague asks for takes a proof anew, and goes on by itself after it.
    const requested = await annaAsks('top-up')
    await letProofsEnd(shop())
    await maria.goto(new URL(requested, link()).href)
    await maria.getByRole('button', { name: /^Approve: / }).click()
    await heading(maria, 'Verify that it is you').waitFor()
    expect(await findings(maria)).toEqual([])
    await press(maria, 'Use your passkey')
    await maria.locator('.headline .badge', { hasText: 'Approved' }).waitFor()

    // A recovery code lets in once, on another device.
    const other = await newPage()
    const enter = async (page: Page) => {
      await page.goto(new URL('/console/', link()).href)
      await press(page, 'Use a recovery code')
      await page.getByRole('textbox', { name: 'Recovery code' }).fill(codes[0] ?? '')
      await press(page, 'Sign in')
    }
    await enter(other)
    await heading(other, 'Today').waitFor()
    const thief = await newPage()
    await enter(thief)
    await thief.getByText('this could not be verified').first().waitFor()

    // That session is seen, and ended from the first browser: the other is out.
    await maria.goto(new URL('/console/settings', link()).href)
    await maria.getByRole('heading', { name: 'Sessions' }).waitFor()
    await maria
      .getByRole('button', { name: /^End the session on / })
      .first()
      .click()
    await maria.getByRole('button', { name: /^End the session on / }).waitFor({ state: 'detached' })
    await other.goto(new URL('/console/cases', link()).href)
    await heading(other, 'Sign in').waitFor()

    // Somebody is invited, who has no passkey: an app does.
    await maria.goto(new URL('/console/people', link()).href)
    await press(maria, 'Invite person')
    await maria.getByRole('textbox', { name: 'Name' }).fill('noor')
    await press(maria, 'Create link')
    const invitation = (await maria.getByRole('dialog').locator('.command-line code').textContent()) ?? ''
    const noor = await newPage()
    await noor.goto(invitation)
    await press(noor, 'No passkey on this device? Use an authenticator app')
    const secret = (await noor.locator('code.breaks').textContent()) ?? ''
    const codeIn = (ms: number) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ms })
    await noor.getByRole('textbox', { name: 'Code shown in the app' }).fill(codeIn(0))
    await press(noor, 'Create account')
    await keepCodes(noor)
    await signOut(noor)
    await press(noor, 'Use a code from your app')
    await noor.getByLabel('Your user name').fill('noor')
    // No code counts twice: the next one, which the app will show in a moment.
    await noor.getByRole('textbox', { name: 'Code from your app' }).fill(codeIn(30_000))
    await press(noor, 'Sign in')
    await heading(noor, 'Today').waitFor()
  })
})

describe('whoever signs in by their company', () => {
  const { shop, link, newPage, annaAsks } = useOffice()

  it('comes in where they wanted to be, shows it again in a window of its own to approve, and signs out', async () => {
    provider.people.set('olga', { preferred_username: 'olga', groups: ['it'] })
    provider.people.set('paul', { preferred_username: 'paul', groups: ['it'] })
    provider.becomes('olga')
    const olga = await newPage()
    await olga.goto(new URL('/console/payments?status=SUCCESS', link()).href)
    await press(olga, 'Continue with Acme')
    await heading(olga, 'Payments').waitFor()
    expect(new URL(olga.url()).search).toBe('?status=SUCCESS')
    await olga.locator('.person summary', { hasText: 'olga' }).waitFor()

    // Somebody else's proof is none of hers.
    const requested = await annaAsks('by-company')
    await letProofsEnd(shop())
    await olga.goto(new URL(requested, link()).href)
    await olga.getByRole('button', { name: /^Approve: / }).click()
    const showAgain = async () => {
      const opened = olga.context().waitForEvent('page')
      await press(olga, 'Sign in again with your company account')
      return opened
    }
    provider.becomes('paul')
    const wrong = await showAgain()
    await heading(wrong, 'You are not verified yet').waitFor()
    await wrong.getByText('You signed in with a different account.').waitFor()
    expect(await findings(wrong)).toEqual([])
    await wrong.close()
    await olga.getByRole('alert').getByText('You signed in with a different account.').waitFor()
    expect(await findings(olga)).toEqual([])
    provider.becomes('olga')
    const right = await showAgain()
    await heading(right, 'You are verified').waitFor()
    expect(await findings(right)).toEqual([])
    await olga.locator('.headline .badge', { hasText: 'Approved' }).waitFor()
    await right.close()

    await olga.goto(new URL('/console/settings', link()).href)
    await olga.getByText('You sign in only with Acme.').waitFor()
    expect(await findings(olga)).toEqual([])
    await signOut(olga)
  })

  it('does not come in without a group that may, and reads why', async () => {
    provider.people.set('quin', { preferred_username: 'quin', groups: ['kitchen'] })
    provider.becomes('quin')
    const quin = await newPage()
    await quin.goto(new URL('/console/', link()).href)
    await press(quin, 'Continue with Acme')
    await quin
      .getByRole('alert')
      .getByText('None of your groups at the identity provider has access')
      .waitFor()
    expect(new URL(quin.url()).search).toBe('')
    expect(await findings(quin)).toEqual([])
  })
})
