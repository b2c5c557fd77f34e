/** The files in which changes of the APIs are reviewed say what the server says. */
import { readFileSync } from 'node:fs'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import { APIS, inLines, openapiFile, openapiText } from '../../tools/openapi.ts'
import { useApi } from '../api/api.fixture.ts'

const api = useApi()

describe.each(APIS)('docs/openapi/$name.json', (described) => {
  it('is fresh (npm run docs writes it)', async () => {
    const { text } = await api().gateway.request('GET', described.description)
    expect(openapiText(described, JSON.parse(text)) === readFileSync(openapiFile(described), 'utf8')).toBe(
      true,
    )
  })

  it('is valid OpenAPI, each of whose references leads somewhere', async () => {
    const problems = await lintFromString({
      source: readFileSync(openapiFile(described), 'utf8'),
      config: await createConfig({ rules: { struct: 'error', 'no-unresolved-refs': 'error' } }),
    })
    expect(problems.map(({ message, location }) => `${message} ${location[0]?.pointer}`)).toEqual([])
  })
})

it('each parameter and each property has a line of its own, however long', () => {
  const description = 'x'.repeat(140)
  const id = { type: 'string', description }
  expect(inLines({ parameters: [id], schema: { properties: { id, name: { type: 'string' } } } })).toBe(
    `{
 "parameters": [
  { "type": "string", "description": "${description}" }
 ],
 "schema": {
  "properties": {
   "id": { "type": "string", "description": "${description}" },
   "name": { "type": "string" }
  }
 }
}`,
  )
})
