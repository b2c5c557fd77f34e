import { describe, expect, it } from 'vitest'
import { type DatabaseUse, parseDatabaseUrl } from './database-url.ts'

const read = (text: string, use: DatabaseUse = 'primary') => {
  const parsed = parseDatabaseUrl(text, use)
  if (!parsed.ok) throw new Error(parsed.failure)
  return parsed.value
}
const faultOf = (text: string, use: DatabaseUse = 'primary') => {
  const parsed = parseDatabaseUrl(text, use)
  return parsed.ok ? undefined : parsed.failure
}

describe('a URL of one server', () => {
  it.each([
    'postgres://sluice:pw@db.internal/sluice',
    'postgresql://sluice:p%40w@db.internal:6432/sluice?sslmode=verify-full',
    'postgres://sluice@[::1]:5432/sluice',
    'postgres:///sluice?host=/var/run/postgresql',
    'postgres://%2Fvar%2Frun%2Fpostgresql/sluice',
    'postgres:///sluice',
  ])('is passed on as it is: %s', (text) => {
    expect(read(text)).toMatchObject({ servers: [{ url: text }], target: 'any', connectTimeoutMs: undefined })
  })

  it('is required to be the primary if it says so', () => {
    expect(
      read('postgres://u@db/x?target_session_attrs=read-write&connect_timeout=3&sslmode=disable'),
    ).toMatchObject({
      servers: [{ name: 'db:5432', url: 'postgres://u@db/x?sslmode=disable' }],
      target: 'read-write',
      connectTimeoutMs: 3_000,
    })
  })
})

describe('a URL of several servers', () => {
  it('has one for each, with the user, the password and the options of all', () => {
    expect(
      read('postgres://u:p%40@a:5433,b,[::1]:6000/x?sslmode=require&target_session_attrs=primary'),
    ).toMatchObject({
      servers: [
        { name: 'a:5433', url: 'postgres://u:p%40@a:5433/x?sslmode=require' },
        { name: 'b:5432', url: 'postgres://u:p%40@b/x?sslmode=require' },
        { name: '[::1]:6000', url: 'postgres://u:p%40@[::1]:6000/x?sslmode=require' },
      ],
      name: 'a:5433,b,[::1]:6000/x',
      hasPassword: true,
      target: 'primary',
      connectTimeoutMs: undefined,
    })
  })

  it('means the one that accepts writes, unless it says otherwise', () => {
    expect(read('postgres://a,b/x').target).toBe('read-write')
    expect(read('postgres://a,b/x', 'replica').target).toBe('standby')
  })

  it.each([
    ['host=a,b&port=1,2', ['a:1', 'b:2']],
    ['host=a,b&port=3', ['a:3', 'b:3']],
    ['host=/run/a,/run/b', ['/run/a', '/run/b']],
  ])('may name them in its options: %s', (options, names) => {
    expect(read(`postgres://u:p@/x?${options}`).servers.map(({ name }) => name)).toEqual(names)
  })
})

describe('a URL that cannot be used', () => {
  it.each([
    'mysql://db/x',
    'db:5432',
    'postgres:db',
    'postgres://a:1,b:x/d',
    'postgres://a:0,b/d',
    'postgres://a:70000/d',
    'postgres://a,,b/d',
    'postgres:///d?host=a,b&port=1,2,3',
    'postgres://a,b/d?target_session_attrs=any',
    'postgres://a/d?target_session_attrs=standby',
    'postgres://a/d?target_session_attrs=master',
    'postgres://a/d?connect_timeout=0',
    `postgres://${Array.from({ length: 11 }, (_, index) => `h${index}`).join()}/d`,
  ])('is refused: %s', (text) => {
    expect(faultOf(text)).toMatch(/^a URL /)
  })

  it('for a replica, if it asks for the primary', () => {
    expect(faultOf('postgres://a/d?target_session_attrs=read-write', 'replica')).toContain('standby')
  })

  it('does not show its password', () => {
    for (const text of ['postgres://u:s3cr3t@a:x,b/d', 'mysql://u:s3cr3t@a/d', 'postgres://u:s3cr3t@a b/d'])
      expect(faultOf(text)).not.toContain('s3cr3t')
  })
})
