/** The types say what the server says. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isObject } from '../../src/catalogue/plain-text.ts'
import { useApi } from '../../test/api/api.fixture.ts'
import { clientTypes, GENERATED } from '../../tools/client-types.ts'

const api = useApi()

it('the generated types are fresh (node tools/client-types.ts writes them)', async () => {
  const { text } = await api().gateway.request('GET', '/openapi.json')
  const document: unknown = JSON.parse(text)
  if (!isObject(document)) throw new Error('the server does not describe itself')
  expect(clientTypes(document) === readFileSync(GENERATED, 'utf8')).toBe(true)
})
