/**
 * Draws a chart with uPlot in the page's current colours: light, dark, or print. Loaded separately when a chart is
 * shown.
 *
 * uPlot sets no style attribute and adds no style element, only properties of elements, which the pages' content
 * security policy allows.
 */
import './known-language.ts'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'

export type ChartTone = 'accent' | 'good' | 'bad' | 'warn' | 'quiet'

type ChartKind = 'line' | 'stack'

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
/** Approximate width of an axis character. */
const LETTER_PX = 7
const WIDEST_BAR_PX = 48
const WHOLE_STEPS = Array.from({ length: 13 }, (_, power) =>
  [1, 2, 5].map((step) => step * 10 ** power),
).flat()
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

export function draw(
  box: HTMLElement,
  { kind, ...first }: Shown & { readonly kind: ChartKind },
  { pointed, pressed }: Hearing,
): Drawn {
  let shown: Shown = first
  const look = lookIn(box)
  const options: uPlot.Options = {
    width: Math.max(1, box.clientWidth),
    height: Math.max(1, box.clientHeight),
    padding: [10, 12, 0, 4],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: kind === 'line' } },
    scales: {
      x: { time: false, range: () => [-0.6, Math.max(0, shown.points.length - 1) + 0.6] },
      y: { range: (_, __, most) => [0, most > 0 ? most * 1.08 : 1] },
    },
    axes: [pointsAxis(look, () => shown.points), heightsAxis(look, kind)],
    series: [{}, ...seriesOf(look, kind, () => shown)],
    hooks: {
      setCursor: [
        ({ cursor: { idx, left = -1 } }) => {
          if (idx !== null && idx !== undefined && left >= 0) pointed(idx)
        },
      ],
    },
  }
  const plot = new uPlot(options, dataOf(shown, kind), box)
  handlePresses(plot, pressed)
  const unwatch = keepFitting(plot, box)
  return {
    show: (next) => {
      shown = next
      plot.setData(dataOf(shown, kind))
    },
    point: (at) => plot.setCursor({ left: plot.valToPos(at, 'x'), top: 0 }),
    end: () => {
      unwatch()
      plot.destroy()
    },
  }
}

/** The page's current colours. */
interface Look {
  readonly quiet: () => string
  readonly line: () => string
  readonly tone: (tone: ChartTone) => string
}

function lookIn(box: HTMLElement): Look {
  const colour = (property: string): string => getComputedStyle(box).getPropertyValue(property).trim()
  return {
    quiet: () => colour('--quiet'),
    line: () => colour('--line'),
    tone: (tone) => colour(PROPERTIES[tone]),
  }
}

/** Upper bars are drawn before the lower ones that cover them. */
const orderOf = ({ series }: Shown): readonly number[] => series.map((_, at) => at).reverse()

function dataOf(shown: Shown, kind: ChartKind): uPlot.AlignedData {
  const heightAt = (at: number, point: number): number =>
    shown.series
      .slice(kind === 'stack' ? 0 : at, at + 1)
      .reduce((sum, { heights }) => sum + (heights[point] ?? 0), 0)
  return [
    shown.points.map((_, at) => at),
    ...orderOf(shown).map((at) => shown.points.map((_, point) => heightAt(at, point))),
  ]
}

/** As many labels as fit. */
function pointsAxis({ quiet, line }: Look, points: () => Shown['points']): uPlot.Axis {
  const every = (width: number): number => {
    const longest = Math.max(1, ...points().map(({ short }) => short.length))
    return Math.max(1, Math.ceil((points().length * (longest * LETTER_PX + 14)) / Math.max(1, width)))
  }
  return {
    font: FONT,
    stroke: quiet,
    grid: { show: false },
    ticks: { stroke: line, size: 4 },
    size: 30,
    splits: (self) => {
      const step = every(self.bbox.width / devicePixelRatio)
      // Counted from the newest, which always has a label.
      const last = points().length - 1
      return points()
        .map((_, at) => at)
        .filter((at) => (last - at) % step === 0)
    },
    values: (_, splits) => splits.map((at) => points()[at]?.short ?? ''),
  }
}

const heightsAxis = ({ quiet, line }: Look, kind: ChartKind): uPlot.Axis => ({
  font: FONT,
  stroke: quiet,
  grid: { stroke: line, width: 1 },
  ticks: { show: false },
  // Counts are whole numbers.
  ...(kind === 'stack' && { incrs: WHOLE_STEPS }),
  values: (_, splits) =>
    splits.map((value) => (kind === 'stack' && value % 1 !== 0 ? '' : compact.format(value))),
  size: (_, values) => Math.max(24, ...(values ?? []).map((text) => text.length * LETTER_PX + 12)),
})

function seriesOf({ tone }: Look, kind: ChartKind, shown: () => Shown): readonly uPlot.Series[] {
  const bars = uPlot.paths.bars?.({ size: [0.72, WIDEST_BAR_PX] })
  return orderOf(shown()).map((at) => {
    const ink = () => tone(shown().series[at]?.tone ?? 'accent')
    return kind === 'stack'
      ? { stroke: ink, fill: ink, width: 0, points: { show: false }, ...(bars && { paths: bars }) }
      : { stroke: ink, width: 2, points: { show: shown().points.length < 40, size: 5 } }
  })
}

/** On touch screens the first tap chooses a point, and the next one opens it. */
function handlePresses(plot: uPlot, pressed: (at: number) => void): void {
  let wasAt: number | null | undefined
  let lastAt: number | null | undefined
  plot.over.addEventListener('pointerdown', () => {
    wasAt = lastAt
  })
  plot.over.addEventListener('click', () => {
    const { idx } = plot.cursor
    if (idx !== null && idx !== undefined && idx === wasAt) pressed(idx)
    lastAt = idx
  })
  plot.over.addEventListener('pointermove', ({ pointerType }) => {
    if (pointerType === 'mouse') lastAt = plot.cursor.idx
  })
}

/** Redraws when the box changes its size or the page its colours. @returns a function that stops it */
function keepFitting(plot: uPlot, box: HTMLElement): () => void {
  const resized = new ResizeObserver(() => {
    const [width, height] = [box.clientWidth, box.clientHeight]
    if (width > 0 && (width !== plot.width || height !== plot.height)) plot.setSize({ width, height })
  })
  resized.observe(box)
  const again = (): void => plot.redraw(true, true)
  const looks = ['(prefers-color-scheme: dark)', 'print'].map((query) => matchMedia(query))
  for (const look of looks) look.addEventListener('change', again)
  return () => {
    resized.disconnect()
    for (const look of looks) look.removeEventListener('change', again)
  }
}
