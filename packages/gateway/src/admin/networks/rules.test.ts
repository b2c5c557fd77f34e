/** What an operator can set where the package that reads keys and addresses is left out. */
import { fail } from '@sluice/core/foundation/result.ts'
import { describe, expect, it } from 'vitest'
import { networkRules } from './rules.ts'

const { changedNetwork } = networkRules(fail('A stablecoin network needs the package @sluice/evm'))

/** @returns the settings that follow, and the fields that are refused with why */
function change(sent: Readonly<Record<string, unknown>>) {
  const refused: [path: string, message: string][] = []
  const say = (path: string, _code: string, message: string): undefined => {
    refused.push([path, message])
  }
  return {
    settings: changedNetwork('POLYGON')(sent, { sent, say, imprecise: [], add: () => undefined }),
    refused,
  }
}

describe('without the package that reads chains', () => {
  it('a network is switched off', () => {
    expect(change({ enabled: false })).toEqual({ settings: { enabled: false }, refused: [] })
  })

  it.each([
    ['a key', { xpub: 'xpub6' }, '/xpub'],
    ['a contract', { tokens: { USDC: { contract: '0x1' } } }, '/tokens'],
  ])('%s is refused, and the package is named', (_, sent, path) => {
    expect(change(sent).refused).toEqual([[path, expect.stringContaining('@sluice/evm')]])
  })
})
