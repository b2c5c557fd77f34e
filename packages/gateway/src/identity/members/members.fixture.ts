/** For tests: merchants with members, each with a browser at the dashboard and a software authenticator. */
import type { Answer } from '../../../../../test/harness.ts'
import type { AdminOptions } from '../../admin/admin.fixture.ts'
import { Browser, type PeopleGateway, peopleGateway, SoftAuthenticator } from '../people/people.fixture.ts'

export const DASHBOARD = { cookie: 'sluice-dashboard-8080', prefix: '/dashboard' } as const

export interface TestMember {
  readonly browser: Browser
  readonly authenticator: SoftAuthenticator
  readonly id: string
  readonly recoveryCodes: readonly string[]
  /** As this person, naming the merchant if they belong to several. */
  ask(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>
}

export interface MembersGateway extends PeopleGateway {
  dashboard(): Browser
  /** By an operator. @returns the link's secret */
  inviteTo(merchantCode: string, name: string, role: string): Promise<string>
  /** A member of a merchant, with a passkey, signed in. */
  member(merchantCode: string, name: string, role: string): Promise<TestMember>
  /** By a link that was given to someone. */
  arrive(link: string): Promise<TestMember>
}

const V2 = { 'x-api-version': '2' }

export async function membersGateway(options: AdminOptions = {}): Promise<MembersGateway> {
  const gateway = await peopleGateway(options)
  const members: MembersGateway = {
    ...gateway,
    dashboard: () => new Browser(gateway, DASHBOARD),
    async inviteTo(merchantCode, name, role) {
      const made = await gateway.admin('POST', `/admin/merchants/${merchantCode}/people/!invite`, {
        name,
        role,
      })
      if (made.status !== 201) throw new Error(made.text)
      return secretOf(made)
    },
    member: async (merchantCode, name, role) =>
      members.arrive(await members.inviteTo(merchantCode, name, role)),
    async arrive(link) {
      const browser = members.dashboard()
      const authenticator = new SoftAuthenticator()
      const joined = await browser.join(link, authenticator)
      if (joined.status !== 201) throw new Error(joined.text)
      return {
        browser,
        authenticator,
        id: String(joined.body.session?.person?.id),
        recoveryCodes: joined.body.recoveryCodes as unknown as readonly string[],
        ask: (method, path, body, headers = {}) => browser.send(method, path, body, { ...V2, ...headers }),
      }
    },
  }
  return members
}

export const secretOf = ({ body }: Answer): string => String(body.link).split('#')[1] ?? ''
