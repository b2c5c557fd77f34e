/** What a request takes of one of a merchant's own people. */
import { expect, it } from 'vitest'
import { memberCapabilityFor } from '../../merchants/capabilities.ts'
import { MEMBER_ROLES, type MemberRole, memberCapabilities } from './rights.ts'

const may = (role: MemberRole, method: string, path: string): boolean => {
  const needed = memberCapabilityFor(path, method === 'GET')
  if (needed === undefined) return false
  return needed === 'nothing' || memberCapabilities({ role, rights: {} }).includes(needed)
}
const whoMay = (method: string, path: string) => MEMBER_ROLES.filter((role) => may(role, method, path))

it.each([
  ['GET /merchant-info', ['OWNER', 'FINANCE', 'SUPPORT', 'DEVELOPER']],
  ['GET /payins', ['OWNER', 'FINANCE', 'SUPPORT', 'DEVELOPER']],
  ['POST /payins/order-1', ['OWNER', 'DEVELOPER']],
  ['POST /payouts/order-1', ['OWNER', 'FINANCE']],
  ['POST /refunds/order-1', ['OWNER', 'FINANCE', 'SUPPORT']],
  ['GET /reports/volume', ['OWNER', 'FINANCE', 'DEVELOPER']],
  ['GET /balances', ['OWNER', 'FINANCE', 'DEVELOPER']],
  ['POST /callbacks/!redeliver', ['OWNER', 'DEVELOPER']],
  ['GET /team', ['OWNER', 'FINANCE']],
  ['POST /team/!invite', ['OWNER']],
])('%s is for %j', (request, roles) => {
  const [method = '', path = ''] = request.split(' ')
  expect(whoMay(method, path)).toEqual(roles)
})

it('what no right names is closed to everybody, and nobody writes where there is only to read', () => {
  for (const path of ['/auth-tokens', '/admin/merchants', '/', '', '/constructor', '/__proto__', '/Payins'])
    for (const method of ['GET', 'POST']) expect([path, whoMay(method, path)]).toEqual([path, []])
  for (const path of ['/balances', '/statements', '/merchant-info', '/live'])
    expect([path, whoMay('POST', path)]).toEqual([path, []])
})
