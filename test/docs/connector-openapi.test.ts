/** The connector protocol's document is valid OpenAPI, and the linter's recommended rules find nothing in it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, it } from 'vitest'
import { ROOT } from '../../tools/docs.ts'

it('the connector protocol is valid OpenAPI 3.1', async () => {
  const source = readFileSync(join(ROOT, 'docs/connector-openapi.json'), 'utf8')
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source, absoluteRef: '/connector-openapi.json', config })
  const found = problems.map(({ severity, ruleId, message, location }) =>
    [severity, ruleId, message, location[0]?.pointer].join(' '),
  )
  expect(found).toEqual([])
})
