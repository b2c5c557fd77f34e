import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { curlOf } from './operation.ts'

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://pay.example' })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const HEADERS = ['Authorization: Bearer $TOKEN']
const NAME = 'PATCH /admin/merchants/{merchantCode}'
const path = { merchantCode: 'SHOP-1' }

it('is a line of curl that changes only what is still as it was seen', () => {
  const line = curlOf(NAME, { path, ifMatch: '"0a1b"' }, HEADERS, '{"name":"O\'Hara"}')
  expect(line).toBe(
    'curl -X PATCH -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json"' +
      ` -H 'If-Match: "0a1b"' --data-binary '{"name":"O'\\''Hara"}' 'https://pay.example/admin/merchants/SHOP-1'`,
  )
})

it('names no condition where nothing was seen', () => {
  expect(curlOf(NAME, { path }, HEADERS, '{}')).not.toContain('If-Match')
})
