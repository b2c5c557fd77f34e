/** The files in which changes of the APIs are reviewed say what the server says. */
import { readFileSync } from 'node:fs'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import { inLines } from '../../tools/openapi/lines.ts'
import { expanded, normal, reviewable } from '../../tools/openapi/reviewable.ts'
import { APIS, openapiFile, openapiText } from '../../tools/openapi.ts'
import { useApi } from '../api/api.fixture.ts'

const api = useApi()

describe.each(APIS)('the file in docs/openapi for $name', (described) => {
  it('is fresh (npm run docs writes it)', async () => {
    const { text } = await api().gateway.request('GET', described.description)
    expect(openapiText(JSON.parse(text)) === readFileSync(openapiFile(described), 'utf8')).toBe(true)
  })

  it('describes each operation as the server does', async () => {
    const { text } = await api().gateway.request('GET', described.description)
    const served: unknown = JSON.parse(text)
    expect(expanded(reviewable(served)).paths).toEqual(expanded(normal(served)).paths)
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
 "schema": { "properties": {
  "id": { "type": "string", "description": "${description}" },
  "name": { "type": "string" }
 } }
}`,
  )
})

it('members that are not properties share a line as far as they fit', () => {
  const responses = { '401': { $ref: `#/components/${'x'.repeat(40)}` }, '429': { $ref: '#/components/y' } }
  const operation = { summary: 'Reads it', responses: { ...responses, '503': { $ref: 'z'.repeat(60) } } }
  expect(inLines(operation)).toBe(
    `{ "summary": "Reads it", "responses": {
 "401": { "$ref": "#/components/${'x'.repeat(40)}" }, "429": { "$ref": "#/components/y" },
 "503": { "$ref": "${'z'.repeat(60)}" }
} }`,
  )
})

describe('what is said twice', () => {
  const amount = (description: string) => ({
    type: 'object',
    required: ['amount', 'currencyCode'],
    properties: { amount: { type: 'number' }, currencyCode: { type: 'string' } },
    description,
  })
  const read = (summary: string) => ({
    get: {
      summary,
      security: [{ bearer: [] }],
      parameters: [
        {
          in: 'query',
          name: 'from',
          schema: { type: 'string' },
          description: 'Only from this day on, in the zone',
        },
      ],
      responses: {
        '200': {
          description: 'It.',
          content: {
            'application/json': { schema: { type: 'object', properties: { fee: amount(summary) } } },
          },
        },
        '401': { description: 'AUTHENTICATION_FAILED: the token is wrong.' },
      },
    },
  })
  const paths = { '/fees': read('The fees.'), '/refunds': read('The refunds.') }
  const { components, ...document } = reviewable({ openapi: '3.1.0', info: {}, components: {}, paths })

  it('is described once, with the description of each place where it is used', () => {
    const { description: _, ...schema } = amount('')
    expect(components).toEqual({
      schemas: { Fee: schema },
      parameters: { from: paths['/fees'].get.parameters[0] },
      responses: { AUTHENTICATION_FAILED: paths['/fees'].get.responses['401'] },
    })
    expect(document).toMatchObject({
      security: [{ bearer: [] }],
      paths: {
        '/refunds': {
          get: {
            parameters: [{ $ref: '#/components/parameters/from' }],
            responses: {
              '200': {
                content: {
                  'application/json': {
                    schema: {
                      properties: { fee: { $ref: '#/components/schemas/Fee', description: 'The refunds.' } },
                    },
                  },
                },
              },
              '401': { $ref: '#/components/responses/AUTHENTICATION_FAILED' },
            },
          },
        },
      },
    })
  })
})
