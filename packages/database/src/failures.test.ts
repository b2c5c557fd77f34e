import { describe, expect, it } from 'vitest'
import { serverFailure } from './failures.ts'

const kindOf = (code: string, severity = 'ERROR') =>
  serverFailure({ code, severity, message: 'text', constraint: undefined }, 's').kind

describe('a failure the server reports', () => {
  it.each([
    ['23505', 'CONSTRAINT'],
    ['23514', 'CONSTRAINT'],
    ['40001', 'RETRY'],
    ['40P01', 'RETRY'],
    ['57P03', 'UNAVAILABLE'],
    ['53300', 'UNAVAILABLE'],
    ['57P01', 'UNKNOWN_FATE'],
    ['08006', 'UNKNOWN_FATE'],
    ['25P03', 'UNKNOWN_FATE'],
    ['57014', 'UNAVAILABLE'],
    ['55P03', 'UNAVAILABLE'],
    ['22P02', 'STATEMENT'],
    ['42601', 'STATEMENT'],
  ])('with SQLSTATE %s is %s', (code, kind) => {
    expect(kindOf(code)).toBe(kind)
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
