/** Our applications' types say what the server says. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { APPLICATIONS, applicationTypes, operationsFile } from '../../tools/application-types.ts'
import { BODIES_OF_CONSOLE, consoleBodies } from '../../tools/console-bodies.ts'
import { useApi } from '../api/api.fixture.ts'

const api = useApi()

it.each(APPLICATIONS)('those of the $name are fresh (npm run docs writes them)', async (application) => {
  const { text } = await api().gateway.request('GET', application.description)
  const types = applicationTypes(application, JSON.parse(text))
  expect(types === readFileSync(operationsFile(application), 'utf8')).toBe(true)
})

it('those of the console’s forms are fresh (npm run docs writes them)', async () => {
  const { text } = await api().gateway.request('GET', '/admin/openapi.json')
  expect(consoleBodies(JSON.parse(text)) === readFileSync(BODIES_OF_CONSOLE, 'utf8')).toBe(true)
})
