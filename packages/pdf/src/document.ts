/**
 * A PDF document written from top to bottom: paragraphs, tables whose header repeats on every page, and a footer with
 * page numbers. It contains no time except the given one, so the same content gives the same bytes.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import PDFDocument from 'pdfkit'
import type { Face } from './faces.ts'
import { type Run, runsOf } from './runs.ts'

export interface PdfOptions {
  readonly layout: 'portrait' | 'landscape'
  readonly title: string
  readonly author: string
  readonly at: Instant
  /** Lets other work run in between. */
  readonly turn: () => Promise<void>
}

export interface PdfColumn {
  readonly name: string
  readonly width: number
  readonly align: 'left' | 'right'
}

const MARGIN = 40
const FOOT = 30
const LEADING = 1.35
const SMALL = 7.5
const SMALLEST = 4
const CELL_GAP = 4
const INK = '#1a1a1a'
const GREY = '#666666'
const RULE = '#cccccc'
/** Rows written before other work may run. */
const ROWS_AT_ONCE = 20

const words = new Intl.Segmenter('und', { granularity: 'word' })
const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' })

interface Line {
  readonly runs: readonly Run[]
  readonly width: number
}

export class Pdf {
  readonly #document: PDFKit.PDFDocument
  readonly #title: string
  readonly #turn: () => Promise<void>
  readonly #faces = new Set<string>()
  #y = MARGIN

  constructor({ layout, title, author, at, turn }: PdfOptions) {
    this.#title = title
    this.#turn = turn
    this.#document = new PDFDocument({
      size: 'A4',
      layout,
      margin: 0,
      bufferPages: true,
      pdfVersion: '1.7',
      lang: 'en',
      displayTitle: true,
      info: { Title: title, Author: author, Creator: 'Sluice', CreationDate: new Date(at) },
    })
  }

  get width(): number {
    return this.#document.page.width - 2 * MARGIN
  }

  space(height: number): void {
    this.#y += height
  }

  async paragraph(text: string, { size = 9, grey = false } = {}): Promise<void> {
    const lines = await this.#wrap(text, size, this.width)
    for (const line of lines) {
      this.#ensureSpace(size * LEADING)
      this.#draw(line, MARGIN, this.#y, { size, color: grey ? GREY : INK })
      this.#y += size * LEADING
    }
  }

  /** Paragraphs side by side, in columns of the same width. The first line of each is its heading. */
  async blocks(blocks: readonly (readonly string[])[]): Promise<void> {
    const width = this.width / blocks.length
    const top = this.#y
    let bottom = top
    for (const [index, block] of blocks.entries()) {
      let y = top
      for (const [place, text] of block.entries()) {
        const size = place === 0 ? SMALL : 9
        for (const line of await this.#wrap(text, size, width - 2 * CELL_GAP)) {
          this.#draw(line, MARGIN + index * width, y, { size, color: place === 0 ? GREY : INK })
          y += size * LEADING
        }
      }
      bottom = Math.max(bottom, y)
    }
    this.#y = bottom
  }

  /** Amounts wider than their column are set smaller; other texts wrap. */
  async table(columns: readonly PdfColumn[], rows: Iterable<readonly string[]>): Promise<void> {
    await this.#head(columns)
    let written = 0
    for (const row of rows) {
      const cells = await Promise.all(
        columns.map(({ width, align }, place) => {
          const text = row[place] ?? ''
          return align === 'right' ? this.#fit(text, width) : this.#cell(text, width)
        }),
      )
      const height = Math.max(...cells.map(({ lines }) => lines.length)) * SMALL * LEADING + CELL_GAP
      if (this.#ensureSpace(height)) await this.#head(columns)
      this.#row(columns, cells, INK)
      this.#y += height
      this.#document
        .moveTo(MARGIN, this.#y - CELL_GAP / 2)
        .lineTo(MARGIN + this.width, this.#y - CELL_GAP / 2)
        .lineWidth(0.4)
        .stroke(RULE)
      if (++written % ROWS_AT_ONCE === 0) await this.#turn()
    }
  }

  /** The bytes. Nothing can be written afterwards. */
  async finish(): Promise<AsyncIterable<Uint8Array>> {
    const { count } = this.#document.bufferedPageRange()
    for (let page = 0; page < count; page++) {
      this.#document.switchToPage(page)
      const y = this.#document.page.height - FOOT
      const [left] = await this.#wrap(this.#title, SMALL, this.width - 100)
      const [right] = await this.#wrap(`${page + 1} / ${count}`, SMALL, 100)
      if (left) this.#draw(left, MARGIN, y, { size: SMALL, color: GREY })
      if (right) this.#draw(right, MARGIN + this.width - right.width, y, { size: SMALL, color: GREY })
    }
    this.#document.end()
    return this.#document
  }

  /** @returns whether a new page was begun */
  #ensureSpace(height: number): boolean {
    if (this.#y + height <= this.#document.page.height - FOOT - MARGIN / 2) return false
    this.#document.addPage()
    this.#y = MARGIN
    return true
  }

  async #head(columns: readonly PdfColumn[]): Promise<void> {
    const height = SMALL * LEADING + CELL_GAP
    this.#ensureSpace(2 * height)
    const cells = await Promise.all(columns.map(({ name, width }) => this.#fit(name, width)))
    this.#row(columns, cells, GREY)
    this.#y += height
  }

  #row(columns: readonly PdfColumn[], cells: readonly Cell[], color: string): void {
    let x = MARGIN
    for (const [place, { width, align }] of columns.entries()) {
      const { lines, size } = cells[place] ?? { lines: [], size: SMALL }
      for (const [index, line] of lines.entries()) {
        const indent = align === 'right' ? width - CELL_GAP - line.width : 0
        this.#draw(line, x + indent, this.#y + index * SMALL * LEADING, { size, color })
      }
      x += width
    }
  }

  async #cell(text: string, width: number): Promise<Cell> {
    return { lines: await this.#wrap(text, SMALL, width - 2 * CELL_GAP), size: SMALL }
  }

  /** On one line, however wide it is. */
  async #fit(text: string, width: number): Promise<Cell> {
    const runs = await runsOf(text)
    const natural = this.#widthOf(runs, SMALL)
    const size = Math.max(SMALLEST, Math.min(SMALL, (SMALL * (width - 2 * CELL_GAP)) / Math.max(1, natural)))
    return { lines: [{ runs, width: this.#widthOf(runs, size) }], size }
  }

  #use({ name, font }: Face, size: number): void {
    if (!this.#faces.has(name)) {
      this.#document.registerFont(name, font)
      this.#faces.add(name)
    }
    this.#document.font(name, size)
  }

  #widthOf(runs: readonly Run[], size: number): number {
    return runs.reduce((sum, { face, text }) => {
      this.#use(face, size)
      return sum + this.#document.widthOfString(text)
    }, 0)
  }

  /** Breaks between words, or anywhere in a word that is wider than a line. */
  async #wrap(text: string, size: number, width: number): Promise<readonly Line[]> {
    const lines: Line[] = []
    let line = ''
    const measured = async (part: string) => {
      const runs = await runsOf(part)
      return { runs, width: this.#widthOf(runs, size) }
    }
    const end = async () => {
      if (line.trim() !== '') lines.push(await measured(line.trim()))
      line = ''
    }
    const whole = await measured(text)
    if (whole.width <= width) return text.trim() === '' ? [] : [whole]
    const add = async (part: string, smaller: boolean): Promise<void> => {
      if ((await measured(line + part.trimEnd())).width <= width) {
        line += part
        return
      }
      await end()
      if (!smaller && (await measured(part.trimEnd())).width > width)
        for (const { segment } of clusters.segment(part)) await add(segment, true)
      else line = part
    }
    for (const { segment } of words.segment(text)) await add(segment, false)
    await end()
    return lines
  }

  /** @param y top of the line */
  #draw(
    { runs }: Line,
    x: number,
    y: number,
    { size, color }: { readonly size: number; readonly color: string },
  ): void {
    let left = x
    for (const { face, text } of runs) {
      this.#use(face, size)
      this.#document.fillColor(color).text(text, left, y + size, { lineBreak: false, baseline: 'alphabetic' })
      left += this.#document.widthOfString(text)
    }
  }
}

interface Cell {
  readonly lines: readonly Line[]
  readonly size: number
}
