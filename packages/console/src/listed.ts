/** What a view says of how its list is shown. */
import type { Column } from '@sluice/ui-kit/table.tsx'
import type { View } from '@sluice/ui-kit/view.ts'

/** The columns that are not shown, in the address. */
export const HIDDEN = 'hidden'

export const hiddenIn = (view: View): readonly string[] => (view[HIDDEN] ?? '').split(',').filter(Boolean)

/** The part of a view that is sent to the gateway, without how it is shown. */
export function filtersIn(view: View): View {
  const { [HIDDEN]: _, ...filters } = view
  return filters
}

/** The first column is the row's name, and always there. */
export const shownOf = <Row>(columns: readonly Column<Row>[], view: View): readonly Column<Row>[] =>
  columns.filter(({ name }, index) => index === 0 || !hiddenIn(view).includes(name))

/** What is read where nothing is listed. @param what one of it: `payment` */
export const noneOf = (what: string, view: View): string =>
  Object.keys(filtersIn(view)).length === 0 ? `No ${what}s yet` : `No ${what}s match these filters`
