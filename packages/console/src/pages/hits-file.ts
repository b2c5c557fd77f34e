/** What a search has found, as a file that spreadsheets open: nothing that a stranger wrote becomes a formula in it. */
import { withoutFormulas } from '@sluice/core/foundation/formulas.ts'
import type { Hit } from '@sluice/ui-kit/palette.tsx'

const cell = (text: string): string => `"${withoutFormulas(text).replaceAll('"', '""')}"`

/** Begins with the mark by which Excel knows UTF-8. */
export const hitsAsCsv = (hits: readonly Hit[], origin: string): string =>
  `\uFEFF${[
    ['Result', 'Type', 'Address'],
    ...hits.map(({ title, what, href }) => [title, what, origin + href]),
  ]
    .map((row) => row.map(cell).join(','))
    .join('\r\n')}\r\n`
