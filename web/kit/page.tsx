/** The frame of a screen: its title, what it can do, and the page of the list that is shown. */
import type { ReadonlySignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import type { Loaded } from './query.ts'
import { Answered } from './states.tsx'
import { say } from './texts.ts'
import { useView, type View } from './view.ts'

interface PageProps {
  readonly title: string
  /** Where it belongs, above the title. */
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
  /** Until it is known what it is called. */
  readonly title: string
  readonly rows?: number
  /** The page itself, once it is answered. */
  readonly children: (value: Value) => ComponentChildren
}

/** A screen that is one answer: it has its heading, and the way to where it belongs, also while that is on its way and where it failed. */
export function AnsweredPage<Value>({ of, title, above, rows = 6, children }: AnsweredPageProps<Value>) {
  // The same `Page` in the same place: its heading stays the one that has the keyboard.
  if (of.value.state === 'ready') return children(of.value.value)
  return (
    <Page title={title} above={above}>
      <Answered of={of} rows={rows}>
        {children}
      </Answered>
    </Page>
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
