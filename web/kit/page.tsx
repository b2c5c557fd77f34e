/** The frame of a screen: its title, what it can do, and the page of the list that is shown. */
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { useView, type View } from './view.ts'
import { say } from './words.ts'

interface PageProps {
  readonly title: string
  /** Where it belongs, above the title. */
  readonly above?: ComponentChildren
  readonly acts?: ComponentChildren
  readonly children: ComponentChildren
}

export function Page({ title, above, acts, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Sluice`
  }, [title])
  return (
    <>
      <header class="page-head">
        <div>
          {above !== undefined && <p class="above">{above}</p>}
          <h1 tabIndex={-1}>{title}</h1>
        </div>
        {acts !== undefined && <div class="page-acts">{acts}</div>}
      </header>
      {children}
    </>
  )
}

/** To what came before, and back to the newest. */
export function Pager({ next }: { readonly next: string | undefined }) {
  const { view, show } = useView()
  if (next === undefined && !view.cursor) return null
  return (
    <nav class="pager" aria-label={say('pages')}>
      {view.cursor && (
        <button type="button" class="button" onClick={() => show({ cursor: undefined })}>
          {say('firstPage')}
        </button>
      )}
      {next !== undefined && (
        <button type="button" class="button" onClick={() => show({ cursor: next })}>
          {say('nextPage')}
        </button>
      )}
    </nav>
  )
}

/** All rows of the list as a file, with the filters and the zone of the screen. */
export function Exports({
  path,
  view,
  zone,
}: {
  readonly path: string
  readonly view: View
  readonly zone: string
}) {
  const href = (format: string): string => {
    const { cursor: _, ...filters } = view
    return `${path}?${new URLSearchParams({ ...filters, format, zone })}`
  }
  return (
    <span class="exports">
      <a class="button" href={href('xlsx')} download data-export>
        {say('exportAs', { format: 'XLSX' })}
      </a>
      <a class="button" href={href('csv')} download>
        CSV
      </a>
    </span>
  )
}
