/** The part of a view that says how its list is shown. */
import type { Column } from '@sluice/ui-kit/table.tsx'
import type { View } from '@sluice/ui-kit/view.ts'

/** The parameter of the address that lists hidden columns. */
export const HIDDEN = 'hidden'

export const hiddenIn = (view: View): readonly string[] => (view[HIDDEN] ?? '').split(',').filter(Boolean)

/** The filters to send to the gateway, without display settings. */
export function filtersIn(view: View): View {
  const { [HIDDEN]: _, ...filters } = view
  return filters
}

/** The first column names the row and is always shown. */
export const shownOf = <Row>(columns: readonly Column<Row>[], view: View): readonly Column<Row>[] =>
  columns.filter(({ name }, index) => index === 0 || !hiddenIn(view).includes(name))

/** The text of an empty list. @param what the name of one item, such as `payment` */
export const noneOf = (what: string, view: View): string =>
  Object.keys(filtersIn(view)).length === 0 ? `No ${what}s yet` : `No ${what}s match these filters`
