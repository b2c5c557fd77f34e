/** The frame of a screen: title, actions, and the paging of a list. */
import type { ReadonlySignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import type { Loaded } from './query.ts'
import { Answered } from './states.tsx'
import { say } from './texts.ts'
import { useView, type View } from './view.ts'

interface PageProps {
  readonly title: string
  /** The place above it, shown over the title. */
  readonly above?: ComponentChildren
  readonly actions?: ComponentChildren
  readonly children: ComponentChildren
}

export function Page({ title, above, actions, children }: PageProps) {
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
        {actions !== undefined && <div class="page-acts">{actions}</div>}
      </header>
      {children}
    </>
  )
}

interface AnsweredPageProps<Value> extends Pick<PageProps, 'above'> {
  readonly of: ReadonlySignal<Loaded<Value>>
  /** Shown until its real title is known. */
  readonly title: string
  readonly rows?: number
  /** The page's content, once the answer is there. */
  readonly children: (value: Value) => ComponentChildren
}

/**
 * A screen of one answer: heading and the link to the place above it are also shown while it loads and after a failure.
 */
export function AnsweredPage<Value>({ of, title, above, rows = 6, children }: AnsweredPageProps<Value>) {
  // Renders the same `Page` at the same place, so that its heading keeps the focus.
  if (of.value.state === 'ready') return children(of.value.value)
  return (
    <Page title={title} above={above}>
      <Answered of={of} rows={rows}>
        {children}
      </Answered>
    </Page>
  )
}

/** Links to the next, older page and back to the newest. */
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

/** All rows of the list as a file, with the filters and the time zone of the screen. */
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
