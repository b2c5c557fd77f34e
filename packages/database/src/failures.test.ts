import { describe, expect, it } from 'vitest'
import { endsSession, type FailedAt, serverFailure } from './failures.ts'

const kindOf = (code: string, severity = 'ERROR', at: FailedAt = 'STATEMENT') =>
  serverFailure({ code, severity, message: 'text', constraint: undefined }, 's', at).kind

describe('a failure the server reports', () => {
  it.each([
    ['23505', 'CONSTRAINT'],
    ['23514', 'CONSTRAINT'],
    ['40001', 'RETRY'],
    ['40P01', 'RETRY'],
    ['57P03', 'UNAVAILABLE'],
    ['53300', 'UNAVAILABLE'],
    ['40003', 'UNKNOWN_FATE'],
    ['25006', 'UNAVAILABLE'],
    ['08P01', 'STATEMENT'],
    ['57014', 'UNAVAILABLE'],
    ['55P03', 'UNAVAILABLE'],
    ['22P02', 'STATEMENT'],
    ['42601', 'STATEMENT'],
  ])('with SQLSTATE %s is %s', (code, kind) => {
    expect(kindOf(code)).toBe(kind)
  })

  it.each(['57P01', '57P02', '57P04', '57P05', '08006', '08000', '25P03'])(
    'with SQLSTATE %s is about this connection if it is fatal, and about a server behind it if not',
    (code) => {
      expect(kindOf(code, 'FATAL')).toBe('UNKNOWN_FATE')
      expect(endsSession({ code, severity: 'FATAL' })).toBe(true)
      expect(kindOf(code)).toBe('UNAVAILABLE')
      expect(endsSession({ code, severity: 'ERROR' })).toBe(false)
    },
  )

  it('in another language than English counts as fatal where its code says so', () => {
    expect(kindOf('57P01', 'ВАЖНО')).toBe('UNKNOWN_FATE')
    expect(kindOf('23505', 'ОШИБКА')).toBe('CONSTRAINT')
  })

  it.each([
    ['23503', 'CONSTRAINT'],
    ['23505', 'CONSTRAINT'],
    ['40001', 'RETRY'],
    ['40P01', 'RETRY'],
  ])('at COMMIT with SQLSTATE %s, with which PostgreSQL rolls back, is %s', (code, kind) => {
    expect(kindOf(code, 'ERROR', 'COMMIT')).toBe(kind)
  })

  it.each([
    'XX000',
    '08006',
    '57P01',
    '57P03',
    '53300',
    '57014',
    '55P03',
    '25006',
    '22P02',
    'P0001',
    '58030',
  ])('at COMMIT with SQLSTATE %s leaves the fate unknown', (code) => {
    expect(kindOf(code, 'ERROR', 'COMMIT')).toBe('UNKNOWN_FATE')
  })

  it('of a server that is read-only ends the session, so that the next may find the primary', () => {
    expect(endsSession({ code: '25006', severity: 'ERROR' })).toBe(true)
    expect(endsSession({ code: 'XX000', severity: 'ERROR' })).toBe(false)
  })

  it('that ends the session leaves the fate unknown, whatever its code', () => {
    expect(kindOf('XX000', 'FATAL')).toBe('UNKNOWN_FATE')
  })

  it('keeps the text of classes that name only our own tables', () => {
    const message = 'duplicate key value violates unique constraint "payment_pkey"'
    const failure = serverFailure(
      { code: '23505', severity: 'ERROR', message, constraint: 'payment_pkey' },
      's',
    )
    expect(failure.message).toContain(message)
  })

  it('drops the text of classes that quote values', () => {
    const message = 'invalid input syntax for type integer: "4111111111111111"'
    const failure = serverFailure({ code: '22P02', severity: 'ERROR', message, constraint: undefined }, 's')
    expect(failure.message).toBe('statement s failed with SQLSTATE 22P02')
  })
})
