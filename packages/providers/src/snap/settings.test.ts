import { describe, expect, it } from 'vitest'
import { notifierKeys } from './fake.fixture.ts'
import { SETTINGS } from './settings.ts'
import { snapSettings } from './snap.fixture.ts'
import { snap } from './snap.ts'

const faultOf = (name: string, text: string): string | undefined =>
  SETTINGS.find((setting) => setting.name === name)?.check(text)?.code

describe('the settings of an account with SNAP', () => {
  it('are checked as the tests have them', () => {
    for (const profile of ['midtrans', 'aspi'] as const)
      for (const [name, text] of Object.entries(snapSettings(profile)))
        expect([name, faultOf(name, text)]).toEqual([name, undefined])
  })

  it.each([
    ['companyCodes', 'BCA'],
    ['companyCodes', 'BCA=123456789'],
    ['companyCodes', 'BCA=1,BCA=2'],
    ['companyCodes', 'ACME=1'],
    ['companyCodes', 'BCA=1;BNI=2'],
    ['bankCodes', 'BCA=14'],
    ['bankCodes', 'BCA=CENAIDJA'],
    ['channelId', '1234'],
    ['sourceAccountNo', '12 34'],
    ['acquirer', 'dana'],
    ['privateKey', notifierKeys().publicKey],
    ['notificationKey', notifierKeys().privateKey],
  ])('have no %s such as %s', (name, text) => {
    expect(faultOf(name, text)).toBeDefined()
  })

  it.each<[Readonly<Record<string, string>>, readonly string[]]>([
    [{ profile: 'midtrans' }, ['/merchantId']],
    [{ profile: 'midtrans', bankCodes: 'BCA=014' }, []],
    [{ profile: 'midtrans', merchantId: 'M1' }, []],
    [{ profile: 'aspi', merchantId: 'M1' }, ['/baseUrl']],
    [{ profile: 'aspi', bankCodes: 'BCA=014', baseUrl: 'https://a.example' }, ['/sourceAccountNo']],
  ])('must suffice for something: %o', (settings, paths) => {
    expect(snap.faults?.(settings).map(({ path }) => path)).toEqual(paths)
  })
})
