/** Search results as a CSV file for spreadsheets, with formulas in foreign text disabled. */
import { withoutFormulas } from '@sluice/core/foundation/formulas.ts'
import type { Hit } from '@sluice/ui-kit/palette.tsx'

const cell = (text: string): string => `"${withoutFormulas(text).replaceAll('"', '""')}"`

/** Begins with a byte order mark, by which Excel recognises UTF-8. */
export const hitsAsCsv = (hits: readonly Hit[], origin: string): string =>
  `\uFEFF${[
    ['Result', 'Type', 'Address'],
    ...hits.map(({ title, what, href }) => [title, what, origin + href]),
  ]
    .map((row) => row.map(cell).join(','))
    .join('\r\n')}\r\n`
