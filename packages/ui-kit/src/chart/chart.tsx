/**
 * A chart of lines or stacked bars, always with the same numbers as a table and, below it, the details of the chosen
 * point.
 *
 * A point is chosen by the pointer or by the arrow keys; Enter or a click opens its rows. The drawing code is loaded
 * when the first chart is shown (`draw.ts`); until then, and if it cannot be loaded, there is only the table. Heights
 * are numbers used only for drawing; users read the texts that come with them.
 */
import { useSignal } from '@preact/signals'
import { useEffect, useId, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Table } from '../table.tsx'
import { say } from '../texts.ts'
import type { ChartTone, Drawn } from './draw.ts'

export interface ChartPoint {
  /** `2026-11-03`. */
  readonly name: string
  /** The label below the chart: `11-03`. */
  readonly short: string
}

export interface ChartSeries {
  readonly name: string
  readonly tone: ChartTone
  /** By point. */
  readonly heights: readonly number[]
  /** By point: the displayed text. */
  readonly texts: readonly string[]
  /** By point: the list of the rows behind this number; undefined: there is no such list. */
  readonly hrefs?: readonly (string | undefined)[]
}

export interface ChartProps {
  /** What the chart shows. */
  readonly label: string
  /** The table's header for the points. */
  readonly pointsAre: string
  readonly kind: 'line' | 'stack'
  readonly points: readonly ChartPoint[]
  readonly series: readonly ChartSeries[]
  /** By point: the list of all rows behind it. */
  readonly hrefs?: readonly (string | undefined)[]
  /** Lower, for several on one card. */
  readonly isSmall?: boolean
}

export function Chart(props: ChartProps) {
  const { label, kind, points, series, hrefs = [], isSmall = false } = props
  const { route } = useLocation()
  const box = useRef<HTMLDivElement>(null)
  const drawn = useRef<Drawn | undefined>(undefined)
  const latest = useRef(props)
  latest.current = props
  const chosen = useSignal<number | undefined>(undefined)
  const hint = useId()
  const choose = (at: number): void => {
    chosen.value = at
    drawn.current?.point(at)
  }
  const open = (at: number): void => {
    const href = latest.current.hrefs?.[at]
    if (href !== undefined) route(href)
  }
  useEffect(() => {
    let isGone = false
    void import('./draw.ts').then(
      ({ draw }) => {
        if (isGone || !box.current) return
        const handlers = { pointed: (at: number) => (chosen.value = at), pressed: open }
        drawn.current = draw(box.current, latest.current, handlers)
      },
      // The table shows the same.
      () => undefined,
    )
    return () => {
      isGone = true
      drawn.current?.end()
      drawn.current = undefined
    }
  }, [kind, series.length])
  useEffect(() => drawn.current?.show({ points, series }), [points, series])
  const at = chosen.value !== undefined && chosen.value < points.length ? chosen.value : undefined
  const point = at === undefined ? undefined : points[at]
  const href = at === undefined ? undefined : hrefs[at]
  return (
    <figure class={isSmall ? 'chart small' : 'chart'} aria-label={label}>
      <div
        ref={box}
        class="chart-plot"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-describedby={hint}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, points.length - 1)}
        aria-valuenow={at ?? points.length - 1}
        aria-valuetext={spoken(props, at ?? points.length - 1)}
        onFocus={() => at === undefined && points.length > 0 && choose(points.length - 1)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && at !== undefined) open(at)
          const next = nextOf(event.key, at ?? points.length - 1, points.length)
          if (next === undefined) return
          event.preventDefault()
          choose(next)
        }}
      />
      <p id={hint} class="hidden">
        {say('chartKeys')}
      </p>
      <figcaption class="chart-said">
        {point && <span class="chart-point">{point.name}</span>}
        {series.map(({ name, tone, texts }) => (
          <span key={name} class="chart-series">
            <span class={`swatch ${tone}`} aria-hidden="true" /> {name}{' '}
            {at !== undefined && <strong>{texts[at]}</strong>}
          </span>
        ))}
        {href !== undefined && <a href={href}>{say('reportRows')}</a>}
      </figcaption>
      {isSmall ? (
        <div class="hidden">
          <Totals {...props} isPlain />
        </div>
      ) : (
        <details class="chart-table">
          <summary>{say('asTable')}</summary>
          <Totals {...props} />
        </details>
      )}
    </figure>
  )
}

function spoken({ points, series }: ChartProps, at: number): string {
  const said = series.map(({ name, texts }) => `${name} ${texts[at] ?? ''}`)
  return [points[at]?.name ?? '', ...said].join(', ')
}

function nextOf(key: string, at: number, count: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    PageDown: at - 7,
    PageUp: at + 7,
    Home: 0,
    End: count - 1,
  }
  const next = steps[key]
  return next === undefined || count === 0 ? undefined : Math.min(count - 1, Math.max(0, next))
}

/** Newest first, like lists. @param isPlain for screen readers only: without focusable elements */
function Totals({
  label,
  pointsAre,
  points,
  series,
  hrefs,
  isPlain = false,
}: ChartProps & { readonly isPlain?: boolean }) {
  const rows = points.map(({ name }, at) => ({ name, at })).reverse()
  const linked = (text: string | undefined, href: string | undefined) =>
    href === undefined || isPlain ? text : <a href={href}>{text}</a>
  return (
    <Table
      label={label}
      rows={rows}
      keyOf={({ name }) => name}
      columns={[
        { name: pointsAre, cell: ({ name, at }) => linked(name, hrefs?.[at]) },
        ...series.map((each) => ({
          name: each.name,
          cell: ({ at }: { readonly at: number }) => linked(each.texts[at], each.hrefs?.[at]),
          atEnd: true,
        })),
      ]}
    />
  )
}
