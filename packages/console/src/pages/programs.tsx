/** Tokens by which programs act as operators, people who can no longer sign in, and what each role may do. */
import { BODIES } from 'made:bodies'
import { useSignal } from '@preact/signals'
import { Button } from '@sluice/ui-kit/form.tsx'
import { refresh } from '@sluice/ui-kit/query.ts'
import { Question } from '@sluice/ui-kit/question.tsx'
import { setTo } from '@sluice/ui-kit/set-to.ts'
import { Badge, Notice, Section, TextButton } from '@sluice/ui-kit/small.tsx'
import { Answered, Empty } from '@sluice/ui-kit/states.tsx'
import { Table } from '@sluice/ui-kit/table.tsx'
import { Time } from '@sluice/ui-kit/time.tsx'
import { type AnswerOf, ask } from '../api.ts'
import { asking, CALM_MS } from '../approval-requests.tsx'
import type { Shape } from '../forms/shape.ts'
import { may } from '../rights.ts'
import { plainWords } from '../texts.tsx'
import { Secret } from './merchant-new.tsx'
import { Confirm } from './person.tsx'
import { SetupForm } from './setup-list.tsx'

const useOperators = asking('GET /admin/operators', CALM_MS)

type Operator = AnswerOf<'GET /admin/operators'>['data'][number]

export function Programs() {
  const operators = useOperators({})
  const isMaking = useSignal(false)
  const leaving = useSignal<Operator | undefined>(undefined)
  const confirming = useSignal<Operator | undefined>(undefined)
  const mayManage = may('people:manage')
  return (
    <Section title="API tokens">
      <p class="quiet">
        Each program uses its own operator and token. The token is shown once. People sign in instead.
      </p>
      <Answered of={operators} rows={3}>
        {({ data }) => {
          const programs = data.filter(({ kind }) => kind === 'PROGRAM')
          return programs.length === 0 ? (
            <Empty title="No API tokens yet" />
          ) : (
            <ProgramsTable programs={programs} confirming={confirming} leaving={leaving} />
          )
        }}
      </Answered>
      {mayManage && (
        <p class="row-acts">
          <Button onClick={setTo(isMaking, true)}>Create token…</Button>
        </p>
      )}
      {isMaking.value && (
        <SetupForm
          name="POST /admin/operators"
          title="Create token"
          start={{ role: 'VIEWER' }}
          customs={{ name: { hint: 'Shown in the audit log.' } }}
          effect="Choose the lowest role that the program needs."
          button="Create token"
          after={(made) =>
            'token' in made ? (
              <>
                <Notice tone="warn">Save it in the program now. It will not be shown again.</Notice>
                <Secret words={`Token of ${made.name}`} text={made.token} />
              </>
            ) : undefined
          }
          onClose={() => {
            isMaking.value = false
            refresh()
          }}
        />
      )}
      {confirming.value && <Confirm operator={confirming.value} onClose={setTo(confirming, undefined)} />}
      {leaving.value && <Revoke operator={leaving.value} onClose={setTo(leaving, undefined)} />}
    </Section>
  )
}

interface RevokeProps {
  readonly operator: Operator
  readonly onClose: () => void
}

interface ProgramsTableProps {
  readonly programs: readonly Operator[]
  readonly confirming: { value: Operator | undefined }
  readonly leaving: { value: Operator | undefined }
}

function ProgramsTable({ programs, confirming, leaving }: ProgramsTableProps) {
  return (
    <Table
      label="API tokens"
      rows={programs}
      keyOf={({ id }) => id}
      columns={[
        { name: 'Name', cell: ({ name }) => <span class="name">{name}</span> },
        { name: 'Role', cell: ({ role }) => <Badge tone="plain">{plainWords(role)}</Badge> },
        { name: 'Created', cell: ({ createdAt }) => <Time at={createdAt} brief /> },
        {
          name: 'Revoked',
          cell: ({ revokedAt }) => (revokedAt === undefined ? '–' : <Time at={revokedAt} brief />),
        },
        ...(may('people:manage')
          ? [
              {
                name: 'Independence',
                cell: (operator: Operator) =>
                  operator.isConfirmed ? (
                    'confirmed for everyone'
                  ) : operator.revokedAt !== undefined ? (
                    '–'
                  ) : (
                    <TextButton label={`Confirm ${operator.name}`} onClick={setTo(confirming, operator)}>
                      Confirm…
                    </TextButton>
                  ),
              },
              {
                name: 'Remove',
                cell: (operator: Operator) =>
                  operator.revokedAt !== undefined ? (
                    '–'
                  ) : (
                    <TextButton label={`Revoke ${operator.name}`} onClick={setTo(leaving, operator)}>
                      Revoke…
                    </TextButton>
                  ),
              },
            ]
          : []),
      ]}
    />
  )
}

function Revoke({ operator: { id, name }, onClose }: RevokeProps) {
  return (
    <Question
      title={`Revoke ${name}`}
      action={() => ask('DELETE /admin/operators/{id}', { path: { id } })}
      onClose={onClose}
    >
      <p>The token stops working immediately. Past actions of {name} stay in the audit log.</p>
    </Question>
  )
}

/** Their rights have ended, but the audit log still names them. */
export function FormerPeople() {
  const operators = useOperators({})
  return (
    <Answered of={operators} rows={1}>
      {({ data }) => {
        const former = data.filter(({ kind, revokedAt }) => kind === 'PERSON' && revokedAt !== undefined)
        return former.length === 0 ? null : (
          <Section title="Former people">
            <Table
              label="Former people"
              rows={former}
              keyOf={({ id }) => id}
              columns={[
                { name: 'Name', cell: ({ name }) => <span class="name">{name}</span> },
                { name: 'Role', cell: ({ role }) => <Badge tone="plain">{plainWords(role)}</Badge> },
                { name: 'Since', cell: ({ createdAt }) => <Time at={createdAt} brief /> },
                {
                  name: 'Until',
                  cell: ({ revokedAt }) => (revokedAt === undefined ? '–' : <Time at={revokedAt} brief />),
                },
              ]}
            />
          </Section>
        )
      }}
    </Answered>
  )
}

const LEVELS = [
  ['Viewer', ['read']],
  ['Operator', ['read', 'act']],
  ['Administrator', ['read', 'act', 'manage']],
] as const

/** Every capability, as the API accepts them for a person's rights. */
const CAPABILITIES: readonly string[] = choicesIn(
  BODIES['PATCH /admin/people/{id}'],
  'rights',
  'capabilities',
)

function choicesIn(shape: Shape, ...names: readonly string[]): readonly string[] {
  const [name, ...rest] = names
  switch (shape.is) {
    case 'choice':
      return shape.of
    case 'list':
      return choicesIn(shape.of, ...names)
    case 'group': {
      const member = shape.members.find((each) => each.name === name)
      return member ? choicesIn(member.shape, ...rest) : []
    }
    case 'text':
    case 'number':
    case 'yes-no':
    case 'json':
    case 'by-name':
      return []
  }
}

/** By area. The three levels mean the same everywhere, so the table explains them once. */
export function RoleMatrix() {
  const areas = [...new Set(CAPABILITIES.map((each) => each.split(':')[0] ?? ''))]
  return (
    <Section title="Role permissions">
      <p class="quiet">
        A person’s permissions can be narrower than the role, never wider. Error messages name the missing
        permission.
      </p>
      <Table
        label="Role permissions"
        rows={areas}
        keyOf={(area) => area}
        columns={[
          { name: 'Area', cell: (area) => plainWords(area.replaceAll('-', ' ')) },
          ...LEVELS.map(([role, level]) => ({
            name: role,
            cell: (area: string) => (
              <span class="totals">
                {level.map((each) => (
                  <code key={each}>{`${area}:${each}`}</code>
                ))}
              </span>
            ),
          })),
        ]}
      />
    </Section>
  )
}
