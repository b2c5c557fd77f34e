import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const WEB = join(import.meta.dirname, '../..')
/** What a browser changes from picture to picture without drawing anything of the page anew. */
const DRAWN_ONCE = ['opacity', 'rotate', 'scale', 'transform', 'translate']

const styles = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.css') && !/(^|\/)dist\//.test(path))
  .map((path) => readFileSync(join(WEB, path), 'utf8'))

const KEYFRAMES = /@keyframes\s+[\w-]+\s*\{((?:[^{}]*\{[^{}]*\})*)/g
const DECLARED = /([\w-]+)\s*:/g

it('what moves on a page while something is waited for is drawn once, and costs a slow phone next to nothing', () => {
  const moved = styles
    .flatMap((style) => [...style.matchAll(KEYFRAMES)])
    .flatMap(([, frames = '']) => [...frames.matchAll(DECLARED)].map(([, property = '']) => property))
  expect(moved.length).toBeGreaterThan(0)
  expect(moved.filter((property) => !DRAWN_ONCE.includes(property))).toEqual([])
})
