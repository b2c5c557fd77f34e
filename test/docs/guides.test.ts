/** The guides as the server shows them: every link and picture of every page is there, and nothing is loaded from anywhere else. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { registerGuides } from '@sluice/gateway/hosted-pages/guides.ts'
import { render } from '@sluice/gateway/hosted-pages/markdown.ts'
import { testServer } from '@sluice/gateway/http/http.fixture.ts'
import { registerProblemPages } from '@sluice/gateway/http/problem-pages.ts'
import type { Server } from '@sluice/gateway/http/server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { markdownFiles } from '../../tools/docs.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-guides-'))
const NAMES = markdownFiles()
  .map((file) => /^docs\/merchants\/([\w-]+)\.md$/.exec(file)?.[1])
  .filter((name) => name !== undefined)
const PAGES = ['', ...NAMES].map((name) => `/docs/guides/${name}`)

let app: Server
const bodies = new Map<string, string>()

beforeAll(async () => {
  app = testServer().app
  registerProblemPages(app)
  registerGuides(app)
  for (const page of PAGES) bodies.set(page, (await app.inject(page)).body)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const attributes = (html: string, name: 'href' | 'src'): string[] =>
  [...html.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value = '']) => value)

describe("the merchants' guides", () => {
  it('are all served, each with its contents and the way to the others', () => {
    expect(NAMES.length).toBeGreaterThan(8)
    for (const name of NAMES) {
      const body = bodies.get(`/docs/guides/${name}`) ?? ''
      expect(body, name).toMatch(/<h1 id="[^"]+">/)
      expect(attributes(body, 'href').filter((href) => href.startsWith('#')).length, name).toBeGreaterThan(1)
      for (const other of NAMES) expect(attributes(body, 'href')).toContain(`/docs/guides/${other}`)
    }
  })

  it('link only to what is there, with the anchor', async () => {
    const broken: string[] = []
    for (const [page, body] of bodies) {
      for (const href of [...attributes(body, 'href'), ...attributes(body, 'src')]) {
        if (/^https?:/.test(href) || href === '/docs/') continue
        const [path = '', anchor] = href.split('#')
        const target = path === '' ? page : path
        const known = bodies.get(target) ?? ((await app.inject(target)).statusCode === 200 ? '' : undefined)
        const there = known !== undefined && (anchor === undefined || known.includes(` id="${anchor}"`))
        if (!there) broken.push(`${page}: ${href}`)
      }
    }
    expect(broken).toEqual([])
  })

  it('show pictures, and load nothing from anybody else', async () => {
    const checkout = await app.inject('/docs/guides/checkout')
    expect(attributes(checkout.body, 'src')).toContain('/docs/guides/checkout/choose.png')
    const picture = await app.inject('/docs/guides/checkout/choose.png')
    expect(picture.headers['content-type']).toBe('image/png')
    expect(checkout.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'self'; img-src 'self'; /,
    )
    for (const body of bodies.values()) {
      expect(body).not.toMatch(/<script|<style| style=| on\w+=/)
      expect(attributes(body, 'src').filter((src) => !src.startsWith('/docs/'))).toEqual([])
    }
  })

  it.each(['nothing', '..%2f..%2fpackage.json', '../../README', 'guide.md', '__proto__'])(
    'serve nothing for %s',
    async (name) => {
      const answer = await app.inject({ url: `/docs/guides/${name}`, headers: { 'x-api-version': '2' } })
      expect([400, 404]).toContain(answer.statusCode)
      expect(answer.body).not.toContain('"dependencies"')
    },
  )

  it('are found without the slash at the end', async () => {
    expect((await app.inject('/docs/guides')).headers.location).toBe('/docs/guides/')
  })

  it('have an order, and a page that nobody gave a place comes last', async () => {
    mkdirSync(folder, { recursive: true })
    for (const name of ['aardvark', 'guide', 'shop']) writeFileSync(join(folder, `${name}.md`), `# ${name}\n`)
    const { app: other } = testServer()
    registerGuides(other, folder)
    const { body } = await other.inject('/docs/guides/')
    const links = attributes(body, 'href').filter((href) => /guides\/./.test(href))
    expect(links).toEqual(['shop', 'guide', 'aardvark'].map((name) => `/docs/guides/${name}`))
  })

  it('are not there where the folder is not, and nothing else is missing', async () => {
    const { app: other } = testServer()
    registerGuides(other, join(folder, 'nowhere'))
    expect((await other.inject('/docs/guides/')).json().code).toBe('NOT_FOUND')
  })
})

it('the page of a problem has the same styles', async () => {
  const { body, headers } = await app.inject('/docs/errors/NOT_FOUND')
  expect(attributes(body, 'href')).toEqual(expect.arrayContaining(['/docs/style.css', '/docs/guides/']))
  expect(headers['content-security-policy']).toContain("style-src 'self'")
  expect((await app.inject('/docs/style.css')).headers['content-type']).toContain('text/css')
})

describe('a text as a page', () => {
  const page = (markdown: string) => render(markdown, (href) => (href === 'a.md' ? '/a' : undefined)).html

  it('shows HTML as it is written, and runs none of it', () => {
    expect(page('a <script>alert(1)</script> <img src=x onerror=alert(1)>')).not.toMatch(/<(script|img)/)
    expect(page('<b onclick="x">hey</b>')).toContain('&lt;b onclick=&quot;x&quot;&gt;')
    expect(page('<!-- generated: things -->\n\nText')).not.toContain('generated')
  })

  it('names the file where a link leaves what is served', () => {
    expect(page('[the example](../../examples/shop.ts#top)')).toContain(
      'the example (<code>examples/shop.ts</code> in the project)',
    )
    expect(page('[a](javascript:alert(1)) [b](a.md)')).toMatch(
      /^(?!.*href="javascript).*<a href="\/a">b<\/a>/,
    )
  })

  it('gives headings the addresses that GitHub gives them', () => {
    const { headings } = render('# A\n\n## `GET /x` & more\n\n## Twice\n\n## Twice\n', () => undefined)
    expect(headings.map(({ id }) => id)).toEqual(['get-x--more', 'twice', 'twice-1'])
  })
})
