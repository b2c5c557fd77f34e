/** Every endpoint that the documents name is there, and the operators' page names every one of the admin API. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '@sluice/database/port.ts'
import { ACTION_NAMES } from '@sluice/gateway/approvals/operations.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { markdownFiles, ROOT } from '../../tools/docs.ts'
import { wholeDescription } from '../attack/description.ts'
import { type TestGateway, testGateway } from '../harness.ts'
import { openTestDatabase } from '../setup/shared.ts'

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** `GET /payins/{}`: whatever a parameter is called. */
const nameless = (endpoint: string): string => endpoint.replaceAll(/\{[^}/]*\}/g, '{}').replace(/[?].*$/, '')

const namedIn = (text: string): string[] =>
  [...text.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) \/[^`\s*]*)`/g)].map(([, endpoint = '']) =>
    nameless(endpoint),
  )

let database: Database
let gateway: TestGateway
let described: ReadonlySet<string>

beforeAll(async () => {
  database = await openTestDatabase(Date.now())
  gateway = await testGateway(database, { started: false })
  const { paths } = await wholeDescription(gateway)
  described = new Set(
    Object.entries(Object(paths)).flatMap(([path, methods]) =>
      Object.keys(Object(methods)).map((method) => nameless(`${method.toUpperCase()} ${path}`)),
    ),
  )
})

afterAll(async () => {
  await gateway.stop()
  await database.close()
})

describe('the endpoints', () => {
  it('that the documents name are described by the server', () => {
    // Its examples are of endpoints that are not there yet.
    const files = markdownFiles().filter((file) => !file.startsWith('docs/contributing/'))
    const missing = files.flatMap((file) =>
      namedIn(read(file)).flatMap((endpoint) => (described.has(endpoint) ? [] : [`${file}: ${endpoint}`])),
    )
    expect(missing).toEqual([])
  })

  it('of operators are all on their page', () => {
    const page = new Set(namedIn(read('docs/operators/endpoints.md')))
    const admin = [...described].filter((endpoint) => endpoint.includes(' /admin/'))
    const operations = admin.filter((endpoint) => /\/admin\/sandbox\//.test(endpoint))
    expect(operations.length).toBeGreaterThan(0)
    expect(admin.filter((endpoint) => !page.has(endpoint) && !operations.includes(endpoint))).toEqual([])
  })

  it('of operators ask for acts that all stand on the page of approvals', () => {
    const page = read('docs/operators/approvals.md')
    expect(
      ACTION_NAMES.filter(
        (operation) => !page.includes(`| \`${operation}\``) && !page.includes(`, \`${operation}\``),
      ),
    ).toEqual([])
  })

  it('of merchants are all named somewhere in their guides', () => {
    const pages = ['guide', 'additions', 'callbacks']
      .map((name) => read(`docs/merchants/${name}.md`))
      .join('\n')
    const missing = [...described]
      .filter((endpoint) => !/ \/(admin|connectors|providers)\//.test(endpoint))
      .filter((endpoint) => {
        const [, path = ''] = endpoint.split(' ')
        return !namedIn(pages).includes(endpoint) && !pages.includes(path)
      })
    expect(missing).toEqual([])
  })
})
