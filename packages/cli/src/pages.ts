/** Lists in pages: their options, the query made from them, and the hint to the next page. */
import type { Answer } from '@sluice/client/main.ts'
import { InvalidArgumentError } from 'commander'
import type { Context, SluiceCommand } from './context.ts'
import { at } from './output.ts'

export interface PagingOptions {
  readonly limit?: number
  readonly cursor?: string
}

export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

export const addPageOptions = (command: SluiceCommand): SluiceCommand =>
  command
    .option('--limit <number>', 'how many', wholeNumber)
    .option('--cursor <cursor>', 'the next page, from the previous output')

/** A path with the given options as its query. */
export function pathWith(
  path: string,
  options: Readonly<Record<string, string | number | boolean | undefined>>,
): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(options)) {
    if (value !== undefined) query.set(name, String(value))
  }
  return query.size === 0 ? path : `${path}?${query}`
}

/** For people; programs find `nextCursor` in the JSON. */
export function noteNextPage(context: Context, { body }: Answer): void {
  const next = at(body, 'nextCursor')
  if (typeof next === 'string' && !context.json) context.note(`more results: --cursor ${next}`)
}
