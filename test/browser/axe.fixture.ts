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

/** What axe finds, rule by rule, with the first piece of the page that breaks it. */
export async function findings(page: Page): Promise<readonly string[]> {
  // Through the debugger: the page's own policy lets no such script in.
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression: AXE })
  const { result } = await session.send('Runtime.evaluate', {
    expression: `axe.run(document, { runOnly: ${JSON.stringify(TAGS)} }).then(({ violations, passes }) =>
      JSON.stringify({ violations, passed: passes.length }))`,
    awaitPromise: true,
  })
  const found = JSON.parse(String(result.value)) as { violations: readonly Finding[]; passed: number }
  // It has looked at something.
  expect(found.passed).toBeGreaterThan(15)
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}
