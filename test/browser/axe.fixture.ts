/** Accessibility problems of a page, as axe finds them. */
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
 * For rules without violations one element is enough to know that they ran: axe would otherwise describe every element. Null if axe is not
 * loaded in the page yet.
 */
const RUN = `typeof axe === 'undefined' ? null :
  axe.run(document, { runOnly: ${JSON.stringify(TAGS)}, resultTypes: ['violations'] })
    .then(({ violations, passes }) => JSON.stringify({ violations, passed: passes.length }))`

/** Violations by rule, with the first element that breaks it. */
export async function findings(page: Page): Promise<readonly string[]> {
  // Through the debugger, because the page's own policy forbids such a script. The session stays open: closing it would remove the page's
  // virtual passkeys.
  const session = await page.context().newCDPSession(page)
  const run = async () =>
    (await session.send('Runtime.evaluate', { expression: RUN, awaitPromise: true })).result.value
  const reported = (await run()) ?? (await session.send('Runtime.evaluate', { expression: AXE }).then(run))
  const found = JSON.parse(String(reported)) as { violations: readonly Finding[]; passed: number }
  // Proves that axe has examined something.
  expect(found.passed).toBeGreaterThan(15)
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}
