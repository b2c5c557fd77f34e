/**
 * The walk of whoever runs a gateway for the first time, on screens alone: from the printed link to a payment paid on an own account, and
 * through a day's work after it. What a shop does, and what a bank writes, is done here as they do it.
 */
import { text } from 'node:stream/consumers'
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { ensureBootstrapOperator } from '@sluice/gateway/identity/operators/operators.ts'
import { firstLink } from '@sluice/gateway/identity/people/first-link.ts'
import { findMerchant } from '@sluice/gateway/merchants/store.ts'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { findings } from './axe.fixture.ts'
import { useShop, WITHIN_MS } from './browser.fixture.ts'
import { picture, widths } from './console.fixture.ts'
import { withPasskeys } from './passkeys.fixture.ts'

const ADMIN = 'op_walk-test-admin'
const MERCHANT = 'WALK'
const LINES = 'date,amount,reference,end-to-end id,utr,sender,sender account,sender bank,text'

const shop = useShop()
let link = ''

beforeAll(async () => {
  const { database, deps } = shop().app.gateway
  await ensureBootstrapOperator(database, deps, ADMIN)
  link = (await firstLink(shop().app.people)) ?? ''
})

const at = (path: string): string => new URL(path, link).href
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, exact: true })
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
const fill = (page: Pick<Page, 'getByLabel'>, label: string | RegExp, text: string) =>
  page.getByLabel(label, { exact: true }).fill(text)
const choose = (page: Page, label: string | RegExp, value: string) =>
  page.getByLabel(label, { exact: true }).selectOption(value)

/** On a desk and on a phone, by eye and by screen reader. */
async function holds(page: Page, name: string): Promise<void> {
  await page.evaluate('scrollTo(0, 0)')
  await picture(page, name)
  for (const [width, colorScheme] of [
    [1280, 'light'],
    [360, 'dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    expect(await findings(page)).toEqual([])
    const [content, window] = await widths(page)
    expect(content, name).toBe(window)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 800 })
}

/** What the bank's statement names: as payers see it, and operators in the payment's history. */
async function referenceOf(id: string): Promise<string> {
  const answer = await fetch(`${shop().baseUrl}/admin/payments/${MERCHANT}/payin/${id}`, {
    headers: { authorization: `Bearer ${ADMIN}` },
  })
  const { response }: { readonly response: { readonly reference: string } } = JSON.parse(await answer.text())
  return response.reference
}

/** From the merchant's page to instructions at its checkout. @returns the payin's ID */
async function tryAPayment(page: Page, amount: string): Promise<string> {
  await page.goto(at(`/console/merchants/${MERCHANT}`))
  await fill(page, 'Amount', amount)
  await press(page, 'Create checkout link')
  const href = (await page.getByRole('link', { name: 'Open checkout as payer' }).getAttribute('href')) ?? ''
  const { page: payer } = await shop().open(href)
  await payer.getByRole('radio', { name: /PromptPay/ }).check()
  await payer.getByLabel('Account number you pay from').fill('1234567890')
  await payer.getByRole('button', { name: /^(Pay|Continue)/ }).click()
  await payer.getByRole('img', { name: /QR code to pay/ }).waitFor()
  await payer.context().close()
  return new URL(href).pathname.split('/').at(-1) ?? ''
}

/** As a bank would write it, of today in Bangkok. */
async function importLine(page: Page, amount: string, reference: string, number: string): Promise<void> {
  const today = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10)
  const lines = `${LINES}\n${today},${amount},${number},,,Somchai Jaidee,,,BILL PAYMENT ${reference}\n`
  await page.getByLabel('Bank statement', { exact: true }).setInputFiles({
    name: 'statement.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines),
  })
}

/** Whoever is the only person approves what they have asked for. */
async function approveWhereRequested(page: Page): Promise<void> {
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const requested = page.getByRole('link', { name: 'View approval' })
  if ((await requested.count()) === 0) return
  await requested.first().click()
  await page.getByRole('button', { name: /^Approve: / }).click()
  await page.locator('.headline .badge', { hasText: 'Approved' }).waitFor()
}

/** As its shop would. */
async function payOut(id: string, amount: number): Promise<void> {
  const { gateway } = shop().app
  const record = await findMerchant(gateway.database, MERCHANT as MerchantCode)
  const secret = record?.credentials.find(({ purpose }) => purpose === 'SECRET')
  const issuedAtSecs = Math.floor(Date.now() / 1_000)
  const token = gateway.issueToken({
    merchantCode: MERCHANT as MerchantCode,
    scope: { kind: 'action', action: 'PAYOUT_CREATE', idPayment: id },
    madeWith: `secret:${secret?.id}`,
    jti: id,
    issuedAtSecs,
    expiresAtSecs: issuedAtSecs + 600,
  })
  const answer = await fetch(`${shop().baseUrl}/payouts/${id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-api-version': '2' },
    body: JSON.stringify({
      paymentRequested: { money: { amount, currencyCode: 'THB' } },
      paymentMethod: {
        paymentMethodCode: 'BANK_TRANSFER',
        account: { accountName: 'Annegret Müller', accountNumber: '1234567890', bankCode: '014' },
      },
    }),
  })
  expect(answer.status, await answer.text()).toBe(201)
}

/** Until then, whoever came by a link counts as one person with who invited them. */
async function confirmMet(page: Page, name: string): Promise<void> {
  await page.goto(at('/console/people'))
  await press(page, `Confirm… ${name}`)
  await press(page, `I met ${name}: confirm`)
  await page.getByRole('button', { name: `Confirm… ${name}` }).waitFor({ state: 'detached' })
}

/** Another operator, with a device of their own. */
async function invite(page: Page, name: string): Promise<Page> {
  await page.goto(at('/console/people'))
  await press(page, 'Invite person')
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await choose(page, 'Role', 'OPERATOR')
  await press(page, 'Create link')
  const dialog = page.getByRole('dialog')
  const invitation = (await dialog.locator('.command-line code').textContent()) ?? ''
  const { page: other } = await withPasskeys(shop())
  await other.goto(invitation)
  await press(other, 'Create passkey')
  await press(other, 'I have saved them')
  await heading(other, 'Today').waitFor()
  return other
}

describe('the first day', () => {
  it(
    'leads by screens alone from the printed link to a paid payment, and through what a day brings',
    async () => {
      const { page, complaints } = await withPasskeys(shop())

      // In by the link.
      await page.goto(link)
      await fill(page, 'Your name', 'maria')
      await press(page, 'Create passkey')
      await press(page, 'I have saved them')
      await heading(page, 'Today').waitFor()

      // A merchant.
      await page.getByRole('link', { name: 'Merchants', exact: true }).click()
      await page.getByRole('link', { name: 'Create merchant' }).click()
      await fill(page, 'Code', MERCHANT)
      await fill(page, 'Name', 'Walk & Sons')
      await fill(page, 'Callback URL (optional)', 'https://shop.example/callbacks')
      for (const [method, processor] of [
        ['PROMPTPAY', 'test-own-account'],
        ['BANK_TRANSFER', 'test-bank-file'],
      ] as const) {
        await press(page, 'Add payment method')
        const product = page.locator('.form-item').last()
        await product.getByLabel('Currency', { exact: true }).selectOption('THB')
        await product.getByLabel('Method', { exact: true }).selectOption(method)
        await product.getByLabel('Processors', { exact: true }).selectOption(processor)
      }
      await holds(page, 'merchant-new')
      await press(page, `Create test merchant ${MERCHANT}`)
      await page.getByText('will not be shown again').waitFor()
      await page.getByRole('link', { name: 'Done' }).click()
      await heading(page, 'Walk & Sons').waitFor()

      // An own account. A wrong number is told while it is typed.
      await page.getByRole('link', { name: 'Accounts', exact: true }).click()
      await page.getByRole('link', { name: 'Add own account' }).click()
      await fill(page, 'ID', 'till')
      await fill(page, 'Name', 'Till of the house')
      await choose(page, 'Currency', 'THB')
      await choose(page, 'Time zone', 'Asia/Bangkok')
      await choose(page, 'Method', 'PROMPTPAY')
      for (const [label, text] of [
        ['Account name', 'Walk & Sons Co., Ltd.'],
        ['Account number', '1234567890'],
        ['Bank code', '004'],
        ['Bank name', 'Kasikornbank'],
        ['Biller ID (optional)', '12'],
      ] as const)
        await fill(page, label, text)
      await page.locator('.fault').first().waitFor()
      await holds(page, 'account-new')
      await fill(page, 'Biller ID (optional)', '010555812345601')
      await press(page, 'Add test account till')
      await heading(page, 'Till of the house').waitFor()

      // A payment is tried, and its line taken in: its page sees it succeed by itself.
      const paid = await tryAPayment(page, '150.50')
      const watching = await page.context().newPage()
      await watching.goto(at(`/console/payments/${MERCHANT}/payin/${paid}`))
      await watching.getByText('Waiting for payer').first().waitFor()
      await page.goto(at('/console/accounts/till'))
      await importLine(page, '150.50', await referenceOf(paid), 'BR-1')
      await press(page, 'Set CSV format…')
      await press(page, 'Save the CSV format of till')
      await press(page, 'Import 1 new line')
      await page.getByText('Imported: 1 line').waitFor()
      await holds(page, 'statement-import')
      await watching.locator('.headline .badge', { hasText: 'Success' }).waitFor()

      await watching.close()

      // Another has not arrived: its page says why, and who has to act.
      const open = await tryAPayment(page, '99')
      await page.goto(at(`/console/payments/${MERCHANT}/payin/${open}`))
      await page.getByText('Waiting for payer').first().waitFor()

      // Too little came for a third. Nobody else is there to approve what is asked for, so they approve it themselves.
      const short = await tryAPayment(page, '500')
      await page.goto(at('/console/accounts/till'))
      await importLine(page, '480.00', await referenceOf(short), 'BR-2')
      await press(page, 'Import 1 new line')
      await page.getByRole('link', { name: 'View open cases' }).click()
      await page
        .getByRole('link', { name: /^Amount differs/ })
        .first()
        .click()
      await page.keyboard.press('1')
      await press(page, `Assign 480.00 THB to ${short} as full payment of 500.00 THB`)
      await page
        .getByRole('dialog')
        .getByRole('button', { name: `Assign 480.00 THB to ${short} as full payment of 500.00 THB` })
        .click()
      await approveWhereRequested(page)
      await page.goto(at(`/console/payments/${MERCHANT}/payin/${short}`))
      await page.locator('.headline .badge', { hasText: 'Success' }).waitFor()

      // The first is given back in part.
      await page.goto(at(`/console/payments/${MERCHANT}/payin/${paid}`))
      await press(page, 'Refund…')
      await page.getByLabel('Amount in THB').fill('50')
      await page.getByRole('dialog').locator('.button.primary').click()
      await page.getByText('Refund created').waitFor()

      // An account that pays, a payout of the shop's, a file: prepared by one, released by another.
      const noor = await invite(page, 'noor')
      await confirmMet(page, 'noor')
      await page.goto(at('/console/setup/debtor-accounts'))
      await press(page, 'Add payout account')
      for (const [label, text] of [
        ['ID', 'payroll'],
        ['Currency', 'THB'],
        ['Name', 'Walk & Sons Co., Ltd.'],
        ['Account number (optional)', '1112223334'],
        ['Bank code (optional)', '004'],
        ['Zone', 'Asia/Bangkok'],
        ['Cut off', '15:00'],
      ] as const)
        await fill(page.getByRole('dialog'), label, text)
      await page.getByRole('dialog').getByLabel('pain.001.001.12', { exact: true }).check()
      await holds(page, 'debtor-account')
      await page.getByRole('dialog').getByRole('button', { name: 'Add account', exact: true }).click()
      await page.getByRole('cell', { name: 'payroll', exact: true }).waitFor()
      await payOut('salary-1', 100)
      await page.goto(at('/console/bank-files'))
      await press(page, 'Prepare file for payroll')
      await page.getByText('another operator must release it').waitFor()
      const file = page.url()
      await noor.goto(file)
      await noor.getByRole('button', { name: /^Release 1 payout, 100\.00 THB$/ }).click()
      await noor.getByRole('link', { name: 'Download bank file' }).waitFor()

      // The month, as a file: what the screen shows is what is in it.
      await noor.goto(at(`/console/payments?merchantCode=${MERCHANT}`))
      const [download] = await Promise.all([
        noor.waitForEvent('download'),
        noor.getByRole('link', { name: 'CSV', exact: true }).click(),
      ])
      const rows = (await text(await download.createReadStream())).trim().split('\n')
      expect(rows.length - 1).toBe(5)
      expect(complaints).toEqual([])
    },
    5 * WITHIN_MS,
  )
})
