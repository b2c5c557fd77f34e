/**
 * Methods that go on elsewhere: at a page to which the payer is sent, or in the payer's own app. Both are pages of whoever serves
 * the method; what the payer does there is the first form of the page.
 */
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'

const FORM = /<form\b[^>]*>/i

/** Opens the page, and presses its button. @returns the address of the form */
export async function pressButtonOf(url: string): Promise<Result<string, string>> {
  const page = await fetch(url)
  if (!page.ok) return fail(`the page answers ${page.status}`)
  const [form] = FORM.exec(await page.text()) ?? []
  if (form === undefined) return fail('there is nothing to press on the page')
  const action = /\baction="([^"]*)"/i.exec(form)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const target = new URL(action, page.url).href
  const pressed = await fetch(target, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'pay=1',
  })
  return pressed.ok ? succeed(target) : fail(`the page did not take it: ${pressed.status}`)
}
