import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { inject } from 'vitest'
import { type Engine, engines } from '../../src/database/testing.ts'

/** The URL of the test run's PostgreSQL, which this starts if nobody did yet. Make a database of your own on it. */
export const postgresUrl = async (): Promise<string> => {
  const answer = await text(connect(inject('postgresDoor'), '127.0.0.1'))
  if (!answer.startsWith('postgres://')) throw new Error(`PostgreSQL did not start: ${answer}`)
  return answer
}

/** All three, for `describe.each`. */
export const allEngines: readonly Engine[] = engines(postgresUrl)
