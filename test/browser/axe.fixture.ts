/** What a screen reader or a weak eye would stumble over on a page, as axe finds it. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

interface Finding {
  readonly id: string
  readonly nodes: readonly { readonly html: string }[]
}

/**
 * Of rules that nothing breaks, one element each is enough to know that they were tried: axe would write down a selector and the text
 * of every one. Null where the page does not have axe yet.
 */
const RUN = `typeof axe === 'undefined' ? null :
  axe.run(document, { runOnly: ${JSON.stringify(TAGS)}, resultTypes: ['violations'] })
    .then(({ violations, passes }) => JSON.stringify({ violations, passed: passes.length }))`

/** What axe finds, rule by rule, with the first piece of the page that breaks it. */
export async function findings(page: Page): Promise<readonly string[]> {
  // Through the debugger: the page's own policy lets no such script in. It stays, for with it would go the page's virtual passkeys.
  const session = await page.context().newCDPSession(page)
  const run = async () =>
    (await session.send('Runtime.evaluate', { expression: RUN, awaitPromise: true })).result.value
  const reported = (await run()) ?? (await session.send('Runtime.evaluate', { expression: AXE }).then(run))
  const found = JSON.parse(String(reported)) as { violations: readonly Finding[]; passed: number }
  // It has looked at something.
  expect(found.passed).toBeGreaterThan(15)
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}
