/** What the operators' and the merchants' pages know of methods: their names. */
import { PAYIN_METHODS, PAYOUT_METHODS } from '@sluice/core/catalogue/all-methods.ts'
import { literal } from './literal.ts'

const MADE = ` * Made from the method files of the catalogue by \`npm run docs\`; a test keeps it fresh. Never changed by hand.
 */
`

/** Variants of one code have the name of the default one. */
export function methodTitles(): string {
  const shown = PAYIN_METHODS.filter(({ variant }) => variant?.isDefault !== false)
  const titles = [...shown, ...PAYOUT_METHODS].map(({ code, title }) => [code, title] as const)
  const sorted = Object.fromEntries(titles.sort(([a], [b]) => (a < b ? -1 : 1)))
  return `/**\n * The name of each method, by its code.\n${MADE}export const METHOD_TITLES: Readonly<Record<string, string>> = ${literal(sorted)}\n`
}
