/** Where the console leads whoever is signed in follows from the operations of its pages. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { needs, requested } from '../../packages/console/made/needs.ts'

const PAGES = join(import.meta.dirname, '../../packages/console/src/pages')

describe('a place of the console', () => {
  it.each(requested())('that names %s leads to a page that asks it', (name) => {
    const pages = readdirSync(PAGES).map((file) => readFileSync(join(PAGES, file), 'utf8'))
    expect(pages.some((page) => page.includes(`asking('${name}'`))).toBe(true)
  })

  it('takes the right of what its page asks', () => {
    expect(needs()).toMatchObject({
      'GET /admin/cases': 'cases:read',
      'GET /admin/settlement-runs': 'settlements:read',
      'GET /admin/doctor': 'gateway:read',
      'GET /admin/audit': 'people:read',
    })
  })
})
