/** The console's types say what the server says. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { consoleTypes, OPERATIONS_OF_CONSOLE } from '../../tools/console-types.ts'
import { useApi } from '../api/api.fixture.ts'

const api = useApi()

it('the generated types are fresh (npm run docs writes them)', async () => {
  const { text } = await api().gateway.request('GET', '/admin/openapi.json')
  expect(consoleTypes(JSON.parse(text)) === readFileSync(OPERATIONS_OF_CONSOLE, 'utf8')).toBe(true)
})
