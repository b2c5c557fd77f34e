import { HDKey } from '@scure/bip32'
import { MAX_NUMBER } from '@sluice/gateway/processors/stablecoin/network.ts'
import fc from 'fast-check'
import { mnemonicToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { addressAt, readWallet } from './derive.ts'

const WORDS = 'test test test test test test test test test test test junk'
/** Account 7 of these words, and its external branch. */
const ACCOUNT =
  'xpub6Ce9NcJvTk37JBtr1eY9EsMZtMiNE1eTP4tmjVpfv5jBrmMxag6m2Vx99tzFbrPSgbYYCGJE82UetSJzNurv8JAzgEx2Duh3aa4p5ZW2gHX'
const BRANCH =
  'xpub6EWhM2xTATRUTwiWVsCBfpUrTjZKS8LyMhFfRqC6zSCqpkQNRDcvAutBNABUbgg1bfgV464SMpeePGLvisypZnWSmia7bAMcXq1G6oZx78C'
const PRIVATE =
  'xprv9yeny6n2dNUp5hpNud18sjQqLKsspYvc1qyAw7R4MkCCyy2p38nWUhdfJe8u1n2WjghBaUwt4gPwiwtvNzSoygJFKeutcXPTyREhsaT4UcQ'
const MASTER =
  'xpub661MyMwAqRbcGCHqYL6cunEAC4sjobr4oEsADYNVSpvM1oCFfV98EVtMuHVmKomD5EWqhYwUPCkQdrti7hUGbmxaoTGLSkzhtBmR5tk9Jtu'

const wallet = (text: string) => {
  const read = readWallet(text)
  if (!read.ok) throw new Error(read.failure.message)
  return read.value
}

describe('an extended public key', () => {
  it('is the same wallet as an account or as its external branch', () => {
    expect(wallet(ACCOUNT)).toEqual(wallet(BRANCH))
  })

  it.each([
    ['an extended private key', PRIVATE],
    ['one with white space before it', ` ${PRIVATE}`],
    ['words that make a key', WORDS],
    ['a plain private key', `0x${'ab'.repeat(32)}`],
  ])('is not %s, and the refusal does not repeat it', (_what, secret) => {
    const read = readWallet(secret)
    if (read.ok) throw new Error('it was taken')
    expect(read.failure.code).toBe('NOT_ALLOWED')
    expect(JSON.stringify(read.failure)).not.toContain(secret.trim().slice(0, 12))
  })

  it.each([
    ['is mistyped', BRANCH.replace('BRTx', 'BRTy').replace('Mj', 'MK').slice(0, -1).concat('D')],
    ['is the master key: an operator would hand out every account', MASTER],
    ['is no key', 'xpub'],
    ['is no key at all', 'hello'],
    ['is too long', BRANCH.repeat(2)],
  ])('is refused where it %s', (_what, text) => {
    expect(readWallet(text)).toMatchObject({ ok: false, failure: { code: 'INVALID_FORMAT' } })
  })
})

describe('addresses', () => {
  it('are the ones that a wallet with the private key has', () => {
    for (const addressIndex of [0, 1, 2, 1_000]) {
      const theirs = mnemonicToAccount(WORDS, { accountIndex: 7, addressIndex }).address
      expect(addressAt(wallet(BRANCH), addressIndex)).toBe(theirs)
    }
    expect(addressAt(wallet(BRANCH), MAX_NUMBER)).toMatch(/^0x[0-9a-fA-F]{40}$/)
  })

  it('are those of the private branch for every key', () => {
    const law = fc.property(
      fc.uint8Array({ minLength: 16, maxLength: 64 }),
      fc.nat({ max: MAX_NUMBER }),
      (seed, number) => {
        const account = HDKey.fromMasterSeed(seed).derive("m/44'/60'/0'")
        const own = account.deriveChild(0).deriveChild(number)
        const published = wallet(account.publicExtendedKey)
        const again = wallet(HDKey.fromExtendedKey(published.xpub).publicExtendedKey)
        expect(addressAt(published, number)).toBe(addressAt(again, number))
        const spending = HDKey.fromExtendedKey(published.xpub).deriveChild(number)
        expect(spending.publicKey).toEqual(own.publicKey)
        expect(spending.privateKey).toBeNull()
      },
    )
    fc.assert(law, { numRuns: 15 })
  })
})
