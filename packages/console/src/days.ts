/** Filters of lists by date. */
import type { Filter } from '@sluice/ui-kit/filters.tsx'

export const DAYS = [
  { name: 'from', label: 'From (UTC)', type: 'date' },
  { name: 'to', label: 'Before (UTC)', type: 'date' },
] as const satisfies readonly Filter[]
