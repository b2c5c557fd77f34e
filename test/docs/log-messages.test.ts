/** The operators' page of log messages is complete. */
import { expect, it } from 'vitest'
import { ACTIONS, NOTHING_TO_DO } from '../../tools/docs/log-messages.ts'
import { loggedMessages } from '../../tools/docs/logged.ts'

it('every warning and error that is logged has one row in the operators’ page, and no row is outdated', () => {
  expect([...Object.keys(ACTIONS), ...NOTHING_TO_DO].sort()).toEqual(loggedMessages().sort())
})
