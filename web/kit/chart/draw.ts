/**
 * Draws a chart with uPlot, in the colours that the page has at the moment: light, dark, on paper. Loaded by itself, when a chart is seen.
 *
 * uPlot sets no style attribute and adds no style element, only properties of elements, which the policy of the pages allows.
 */
import './known-language.ts'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'

export type ChartTone = 'accent' | 'good' | 'bad' | 'warn' | 'quiet'

interface Shown {
  readonly points: readonly { readonly short: string }[]
  readonly series: readonly { readonly tone: ChartTone; readonly heights: readonly number[] }[]
}

interface Hearing {
  readonly pointed: (at: number) => void
  readonly pressed: (at: number) => void
}

export interface Drawn {
  readonly show: (shown: Shown) => void
  readonly point: (at: number) => void
  readonly end: () => void
}

const PROPERTIES: Readonly<Record<ChartTone, string>> = {
  accent: '--link',
  good: '--good',
  bad: '--bad',
  warn: '--chart-warn',
  quiet: '--line-strong',
}
const FONT = '12px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif'
/** Of a letter of the axes, roughly. */
const LETTER_PX = 7
const WIDEST_BAR_PX = 48
const WHOLE_STEPS = Array.from({ length: 13 }, (_, power) =>
  [1, 2, 5].map((step) => step * 10 ** power),
).flat()
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

export function draw(
  box: HTMLElement,
  { kind, ...first }: Shown & { readonly kind: 'line' | 'stack' },
  { pointed, pressed }: Hearing,
): Drawn {
  let shown: Shown = first
  const colour = (property: string): string => getComputedStyle(box).getPropertyValue(property).trim()
  /** Bars that stand on others are drawn before those, from the ground up. */
  const order = shown.series.map((_, at) => at).reverse()
  const toneOf = (at: number): ChartTone => shown.series[at]?.tone ?? 'accent'
  const bars = uPlot.paths.bars
  const inkOf = (at: number) => () => colour(PROPERTIES[toneOf(at)])
  const quiet = () => colour('--quiet')
  const line = () => colour('--line')
  const dataOf = (): uPlot.AlignedData => [
    shown.points.map((_, at) => at),
    ...order.map((at) =>
      shown.points.map((_, point) =>
        shown.series
          .slice(kind === 'stack' ? 0 : at, at + 1)
          .reduce((sum, { heights }) => sum + (heights[point] ?? 0), 0),
      ),
    ),
  ]
  const every = (width: number): number => {
    const longest = Math.max(1, ...shown.points.map(({ short }) => short.length))
    return Math.max(1, Math.ceil((shown.points.length * (longest * LETTER_PX + 14)) / Math.max(1, width)))
  }
  const plot = new uPlot(
    {
      width: Math.max(1, box.clientWidth),
      height: Math.max(1, box.clientHeight),
      padding: [10, 12, 0, 4],
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { show: kind === 'line' } },
      scales: {
        x: { time: false, range: () => [-0.6, Math.max(0, shown.points.length - 1) + 0.6] },
        y: { range: (_, __, most) => [0, most > 0 ? most * 1.08 : 1] },
      },
      axes: [
        {
          font: FONT,
          stroke: quiet,
          grid: { show: false },
          ticks: { stroke: line, size: 4 },
          size: 30,
          splits: (self) => {
            const step = every(self.bbox.width / devicePixelRatio)
            // Counted from the newest, which is always named.
            const last = shown.points.length - 1
            return shown.points.map((_, at) => at).filter((at) => (last - at) % step === 0)
          },
          values: (_, splits) => splits.map((at) => shown.points[at]?.short ?? ''),
        },
        {
          font: FONT,
          stroke: quiet,
          grid: { stroke: line, width: 1 },
          ticks: { show: false },
          // What is counted comes in whole numbers.
          ...(kind === 'stack' && { incrs: WHOLE_STEPS }),
          values: (_, splits) =>
            splits.map((value) => (kind === 'stack' && value % 1 !== 0 ? '' : compact.format(value))),
          size: (_, values) => Math.max(24, ...(values ?? []).map((text) => text.length * LETTER_PX + 12)),
        },
      ],
      series: [
        {},
        ...order.map((at) =>
          kind === 'stack'
            ? {
                stroke: inkOf(at),
                fill: inkOf(at),
                width: 0,
                points: { show: false },
                ...(bars && { paths: bars({ size: [0.72, WIDEST_BAR_PX] }) }),
              }
            : { stroke: inkOf(at), width: 2, points: { show: shown.points.length < 40, size: 5 } },
        ),
      ],
      hooks: {
        setCursor: [
          ({ cursor: { idx, left = -1 } }) => {
            if (idx !== null && idx !== undefined && left >= 0) pointed(idx)
          },
        ],
      },
    },
    dataOf(),
    box,
  )
  /** A finger chooses by its first press, and opens by the next. */
  let wasAt: number | null | undefined
  let lastAt: number | null | undefined
  const down = (): void => {
    wasAt = lastAt
  }
  const click = (): void => {
    const { idx } = plot.cursor
    if (idx !== null && idx !== undefined && idx === wasAt) pressed(idx)
    lastAt = idx
  }
  const move = ({ pointerType }: PointerEvent): void => {
    if (pointerType === 'mouse') lastAt = plot.cursor.idx
  }
  plot.over.addEventListener('pointerdown', down)
  plot.over.addEventListener('click', click)
  plot.over.addEventListener('pointermove', move)
  const resized = new ResizeObserver(() => {
    const [width, height] = [box.clientWidth, box.clientHeight]
    if (width > 0 && (width !== plot.width || height !== plot.height)) plot.setSize({ width, height })
  })
  resized.observe(box)
  const again = (): void => plot.redraw(true, true)
  const looks = ['(prefers-color-scheme: dark)', 'print'].map((query) => matchMedia(query))
  for (const look of looks) look.addEventListener('change', again)
  return {
    show: (next) => {
      shown = next
      plot.setData(dataOf())
    },
    point: (at) => plot.setCursor({ left: plot.valToPos(at, 'x'), top: 0 }),
    end: () => {
      resized.disconnect()
      for (const look of looks) look.removeEventListener('change', again)
      plot.destroy()
    },
  }
}
