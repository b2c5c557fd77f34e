/**
 * Copies the documents and their pictures to where VitePress reads them, each at its address. They stand all over the project, and
 * VitePress finds its own packages only for pages within this one.
 */
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { addressOf, PAGES, ROOT } from './pages.ts'

export const PLACED = fileURLToPath(new URL('../dist/pages', import.meta.url))

const copy = (path: string): void => {
  const place = join(PLACED, addressOf(path))
  mkdirSync(dirname(place), { recursive: true })
  cpSync(join(ROOT, path), place)
}

export function placePages(): void {
  rmSync(PLACED, { recursive: true, force: true })
  PAGES.forEach(copy)
  readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.png'))
    .forEach((file) => {
      copy(join('docs', file))
    })
}
