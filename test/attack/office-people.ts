/** Prepares requests for people who sign in, operators that are programs, and merchants' team members and keys. */
import { insertMember } from '@sluice/gateway/identity/members/member.ts'
import { joinCall } from '@sluice/gateway/identity/members/team.ts'
import { insertPerson } from '@sluice/gateway/identity/operators/operators.ts'
import { signInAddress } from '@sluice/gateway/identity/people/address.ts'
import { insertPersonRow } from '@sluice/gateway/identity/people/people.ts'
import { beginSession } from '@sluice/gateway/identity/people/sessions.ts'
import { freshPublicKey } from './keys.ts'
import type { Office, Staged, Stages } from './office-world.ts'

export function peopleStages(office: Office): Stages {
  const { gateway, ask, fresh, carla, merchant, firstOf } = office
  /** An operator with a session. */
  const person = async (): Promise<Staged> => {
    const { people } = gateway.app
    const { clock, randomness } = gateway.deps
    const at = clock.now()
    const rights = {}
    const someone = {
      id: randomness.uuidV7(at),
      name: fresh(),
      role: 'OPERATOR' as const,
      rights,
      createdAt: at,
    }
    const operator = {
      ...someone,
      isPerson: true,
      revokedAt: undefined,
      revision: undefined,
      isConfirmed: true,
    }
    const begun = beginSession(people.deps, operator, {
      signInMethod: 'LINK',
      device: '',
      before: undefined,
      provedAt: at,
    })
    await people.database.batch([insertPerson(operator, []), insertPersonRow(operator), ...begun.calls])
    return { segments: { id: operator.id, session: begun.session.id } }
  }
  const signedIn = async (id: string): Promise<NonNullable<Staged['session']>> => {
    const { app, database, deps } = gateway
    const at = deps.clock.now()
    const arrival = { signInMethod: 'PASSKEY', device: '', before: undefined, provedAt: at } as const
    const begun = beginSession(deps, { id, name: '' }, arrival)
    await database.batch(begun.calls)
    const address = signInAddress(app.settings.baseUrl(), '-dashboard')
    if (!address.ok) throw new Error(address.failure)
    const { cookie, origins } = address.value
    return { cookie: `${cookie}=${begun.secret}`, origin: origins[0] }
  }
  /** A member of a merchant's team, beside an owner who stays. */
  const member = async (): Promise<Staged> => {
    const { database, deps } = gateway
    const at = deps.clock.now()
    const { code } = await gateway.merchant()
    const [owner, other] = [deps.randomness.uuidV7(at), deps.randomness.uuidV7(at)]
    const join = (id: string, role: 'OWNER' | 'SUPPORT') => [
      insertMember({ id, name: fresh(), createdAt: at, at: new Map() }),
      joinCall(code, id, { role, rights: {} }, { at, revision: deps.randomness.uuidV7(at) }),
    ]
    await database.batch([...join(owner, 'OWNER'), ...join(other, 'SUPPORT')])
    return { segments: { merchantCode: code, id: other }, session: await signedIn(owner) }
  }
  /** The owner's request about the other member. */
  const team = async (body?: object): Promise<Staged> => ({ ...(await member()), ...(body && { body }) })
  const invited = async (): Promise<Staged> => {
    const staged = await member()
    const headers = staged.session ?? {}
    const body = { name: fresh(), role: 'SUPPORT' }
    await gateway.request('POST', '/team/!invite', { body, headers })
    const { invitations } = (await gateway.request('GET', '/team', { headers })).body
    return { ...staged, segments: { id: String(invitations?.[0]?.id) } }
  }
  const oneMore = async (noun: 'keys' | 'secrets' | 'callback-secrets'): Promise<Staged> => {
    const staged = await member()
    const headers = staged.session ?? {}
    const body = noun === 'keys' ? { publicKey: freshPublicKey() } : undefined
    const { id } = (await gateway.request('POST', `/${noun}`, { headers, ...(body && { body }) })).body
    return { ...staged, segments: { id: String(id) } }
  }

  return {
    'DELETE /admin/operators/{id}': async () => {
      const { id } = await ask('POST', '/admin/operators', { name: fresh(), role: 'VIEWER' })
      return { segments: { id: String(id) } }
    },
    'POST /admin/operators/{id}/!confirm': async () => {
      const { id } = await ask('POST', '/admin/operators', { name: fresh(), role: 'VIEWER' })
      return { segments: { id: String(id) }, token: carla }
    },
    'DELETE /admin/people-links/{link}': async () => {
      await ask('POST', '/admin/people/!invite', { name: fresh(), role: 'VIEWER' })
      return { segments: { link: await firstOf('/admin/people-links') } }
    },
    'DELETE /admin/merchants/{merchantCode}/people-links/{link}': async () => {
      const path = `/admin/merchants/${merchant.code}/people`
      await ask('POST', `${path}/!invite`, { name: fresh(), role: 'FINANCE' })
      return { segments: { merchantCode: merchant.code, link: await firstOf(`${path}-links`) } }
    },
    'GET /admin/people/{id}/sessions': () => person(),
    'PATCH /admin/people/{id}': async () => ({ ...(await person()), body: { role: 'VIEWER' } }),
    'DELETE /admin/people/{id}': () => person(),
    'POST /admin/people/{id}/!recover': () => person(),
    'DELETE /admin/people/{id}/sessions/{session}': () => person(),
    'GET /team': () => team(),
    'GET /team/activity': () => team(),
    'POST /team/!invite': () => team({ name: fresh(), role: 'FINANCE' }),
    'POST /team/{id}/!withdraw': () => invited(),
    'PATCH /team/{id}': () => team({ role: 'FINANCE' }),
    'DELETE /team/{id}': () => team(),
    'POST /team/{id}/!recover': () => team(),
    'GET /request-log': () => team(),
    'GET /search': async () => ({ ...(await team()), query: { q: 'order' } }),
    'GET /settings': () => team(),
    'PATCH /settings': () => team(),
    'GET /credentials': () => team(),
    'POST /keys': () => team(),
    'POST /secrets': () => team(),
    'POST /callback-secrets': () => team(),
    'POST /keys/{id}/!confirm': () => oneMore('keys'),
    'POST /keys/{id}/!unconfirm': () => oneMore('keys'),
    'POST /secrets/{id}/!confirm': () => oneMore('secrets'),
    'POST /secrets/{id}/!unconfirm': () => oneMore('secrets'),
    'DELETE /keys/{id}': () => oneMore('keys'),
    'DELETE /secrets/{id}': () => oneMore('secrets'),
    'DELETE /callback-secrets/{id}': () => oneMore('callback-secrets'),
    'GET /admin/merchants/{merchantCode}/people': () => member(),
    'POST /admin/merchants/{merchantCode}/people/!invite': async () => ({
      ...(await member()),
      body: { name: fresh(), role: 'FINANCE' },
    }),
    'PATCH /admin/merchants/{merchantCode}/people/{id}': async () => ({
      ...(await member()),
      body: { role: 'FINANCE' },
    }),
    'DELETE /admin/merchants/{merchantCode}/people/{id}': () => member(),
    'POST /admin/merchants/{merchantCode}/people/{id}/!recover': () => member(),
    'POST /admin/people/!invite': () => ({ body: { name: fresh(), role: 'VIEWER' } }),
    'POST /admin/operators': () => ({ body: { name: fresh(), role: 'VIEWER' } }),
  }
}
