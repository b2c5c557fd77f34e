/** People who sign in for a merchant. An operator invites the first owner; owners invite the others. */
import { Button } from '@sluice/ui-kit/form.tsx'
import { refresh } from '@sluice/ui-kit/query.ts'
import { setTo } from '@sluice/ui-kit/set-to.ts'
import { Section } from '@sluice/ui-kit/small.tsx'
import { Answered } from '@sluice/ui-kit/states.tsx'
import { Table } from '@sluice/ui-kit/table.tsx'
import { Time } from '@sluice/ui-kit/time.tsx'
import { type AnswerOf, ask } from '../api.ts'
import { asking, CALM_MS } from '../approval-requests.tsx'
import { Invite, OpenLinks } from '../given-link.tsx'
import { may } from '../rights.ts'
import { plainWords } from '../texts.tsx'

type Profile = AnswerOf<'GET /admin/merchants/{merchantCode}'>

export const useTeam = asking('GET /admin/merchants/{merchantCode}/people', CALM_MS)

const ROLES = [
  ['OWNER', 'Owner: full access, including the team'],
  ['FINANCE', 'Finance: views payments, sends payouts and refunds'],
  ['SUPPORT', 'Support: views payments, sends refunds'],
  ['DEVELOPER', 'Developer: manages keys, secrets and callbacks'],
] as const

interface TeamProps {
  readonly profile: Profile
  readonly isInviting: { value: boolean }
}

export function Team({ profile: { merchantCode, isTest }, isInviting }: TeamProps) {
  const team = useTeam({ path: { merchantCode } })
  return (
    <Section title="Merchant team">
      <Answered of={team} rows={2}>
        {({ data }) => (
          <>
            <Table
              nothing="No team members yet. The first owner invites the others"
              label="Merchant team"
              rows={data}
              keyOf={({ id }) => id}
              columns={[
                { name: 'Name', cell: ({ name }) => <span class="name">{name}</span> },
                { name: 'Role', cell: ({ role }) => plainWords(role) },
                { name: 'Joined', cell: ({ joinedAt }) => <Time at={joinedAt} brief /> },
                {
                  name: 'Last seen',
                  cell: ({ lastSeenAt }) => (lastSeenAt === undefined ? '–' : <Time at={lastSeenAt} brief />),
                },
              ]}
            />
            {may('merchants:manage') && (
              <p class="row-acts">
                <Button onClick={setTo(isInviting, true)}>
                  {data.length === 0 ? 'Invite first owner…' : 'Invite team member…'}
                </Button>
              </p>
            )}
          </>
        )}
      </Answered>
      <TeamLinks merchantCode={merchantCode} />
      {isInviting.value && (
        <Invite
          title={`Invite to ${merchantCode}`}
          roles={ROLES}
          first="OWNER"
          at={` at ${merchantCode}`}
          ask={(body) =>
            ask('POST /admin/merchants/{merchantCode}/people/!invite', { path: { merchantCode }, body })
          }
          onClose={() => {
            isInviting.value = false
            refresh()
          }}
        >
          {!isTest && (
            <p class="quiet">
              Team members of a live merchant can move its money. The invitation needs dual approval if there
              is another operator.
            </p>
          )}
        </Invite>
      )}
    </Section>
  )
}

const useLinks = asking('GET /admin/merchants/{merchantCode}/people-links', CALM_MS)

function TeamLinks({ merchantCode }: Pick<Profile, 'merchantCode'>) {
  const links = useLinks({ path: { merchantCode } })
  return (
    <Answered of={links} rows={1}>
      {({ data }) =>
        data.length === 0 ? null : (
          <>
            <h3>Open links</h3>
            <OpenLinks
              links={data.map(({ invitedBy, approvedBy, ...link }) => ({
                ...link,
                by: invitedBy,
                approvedBy,
              }))}
              right="merchants:manage"
              withdraw={(link) =>
                ask('DELETE /admin/merchants/{merchantCode}/people-links/{link}', {
                  path: { merchantCode, link },
                })
              }
            />
          </>
        )
      }
    </Answered>
  )
}
