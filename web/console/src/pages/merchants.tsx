/** The merchants by code, and one of them: what it has, what it may take, and how it proves itself. */
import { useRoute } from 'preact-iso'
import { Amount } from '../../../kit/money.tsx'
import { Badge, Facts, Notice, Section } from '../../../kit/small.tsx'
import { Answered, Empty } from '../../../kit/states.tsx'
import { type Column, Table } from '../../../kit/table.tsx'
import { Time } from '../../../kit/time.tsx'
import type { AnswerOf } from '../api.ts'
import { asking, ByCommand, CALM_MS } from '../asking.tsx'
import { ListPage } from '../list-page.tsx'
import { Page } from '../page.tsx'
import { placeOf, useView, viewOf } from '../places.ts'
import { may } from '../rights.ts'
import { plainWords, Status } from '../words.tsx'

const useMerchants = asking('GET /admin/merchants', CALM_MS)
const useMerchant = asking('GET /admin/merchants/{merchantCode}', CALM_MS)
const useBalances = asking('GET /admin/balances/{merchantCode}', CALM_MS)

type Profile = AnswerOf<'GET /admin/merchants/{merchantCode}'>

function Mode({ isTest }: { readonly isTest: boolean }) {
  return isTest ? <Badge tone="warn">test</Badge> : <Badge tone="good">live</Badge>
}

const COLUMNS: readonly Column<AnswerOf<'GET /admin/merchants'>['data'][number]>[] = [
  { name: 'Merchant', cell: ({ merchantCode }) => <span class="name">{merchantCode}</span> },
  { name: 'Name', cell: ({ name }) => name },
  { name: 'Mode', cell: ({ isTest }) => <Mode isTest={isTest} /> },
  { name: 'Status', cell: ({ status = 'ACTIVE' }) => <Status status={status} /> },
  { name: 'Since', cell: ({ createdAt }) => <Time at={createdAt} brief /> },
]

export function Merchants() {
  const { view } = useView()
  const asked = { query: { limit: '50', ...view } }
  return (
    <ListPage
      title="Merchants"
      path="/admin/merchants"
      answer={useMerchants(asked)}
      columns={COLUMNS}
      keyOf={({ merchantCode }) => merchantCode}
      href={({ merchantCode }) => placeOf.merchant(merchantCode)}
      nothing="There is no merchant yet"
      byCommand={<ByCommand name="GET /admin/merchants" asked={asked} command="merchants list" />}
    />
  )
}

export function Merchant() {
  const { params } = useRoute()
  const path = { merchantCode: params.merchantCode ?? '' }
  const merchant = useMerchant({ path })
  return (
    <Answered of={merchant} rows={6}>
      {(profile) => (
        <Page title={profile.name} above={<a href={placeOf.merchants}>Merchants</a>}>
          {profile.isTest && <Notice tone="warn">Test merchant: its money is made up.</Notice>}
          <div class="headline">
            <span class="name">{profile.merchantCode}</span>
            <Mode isTest={profile.isTest} />
            <Status status={profile.status ?? 'ACTIVE'} />
            <span class="row-acts">
              <a class="button" href={viewOf(placeOf.payments, { merchantCode: profile.merchantCode })}>
                Its payments
              </a>
              <a class="button" href={viewOf(placeOf.cases, { merchantCode: profile.merchantCode })}>
                Its cases
              </a>
            </span>
          </div>
          {may('balances:read') && <Balances merchantCode={profile.merchantCode} />}
          <div class="columns">
            <Products profile={profile} />
            <Readiness profile={profile} />
          </div>
          <ByCommand
            name="GET /admin/merchants/{merchantCode}"
            asked={{ path }}
            command={`merchants show ${path.merchantCode}`}
          />
        </Page>
      )}
    </Answered>
  )
}

function Balances({ merchantCode }: { readonly merchantCode: string }) {
  const balances = useBalances({ path: { merchantCode } })
  return (
    <Section title="What it has">
      <Answered of={balances} rows={2}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title="Nothing has moved yet" />
          ) : (
            <Table
              label="Balances"
              rows={data}
              keyOf={({ currencyCode }) => currencyCode}
              columns={[
                { name: 'Currency', cell: ({ currencyCode }) => currencyCode },
                { name: 'Available', cell: ({ available }) => <Amount money={available} />, atEnd: true },
                { name: 'Reserved', cell: ({ reserved }) => <Amount money={reserved} />, atEnd: true },
                { name: 'On its way in', cell: ({ pending }) => <Amount money={pending} />, atEnd: true },
              ]}
            />
          )
        }
      </Answered>
    </Section>
  )
}

type Product = NonNullable<Profile['paymentMethods']>[number]

const limitsOf = ({ min, max }: Product): string =>
  min === undefined && max === undefined ? 'as the method has them' : `${min ?? '…'} to ${max ?? '…'}`

const feeOf = ({ fee }: Product): string => {
  if (!fee) return 'the typical one'
  const parts = [
    fee.percent !== undefined && `${fee.percent} %`,
    fee.fixed !== undefined && String(fee.fixed),
  ]
  return parts.filter(Boolean).join(' + ') || 'none'
}

function Products({ profile: { paymentMethods } }: { readonly profile: Profile }) {
  return (
    <Section title="What it may take" {...(paymentMethods && { count: paymentMethods.length })}>
      {!paymentMethods ? (
        <p>Everything that there is, at the typical fees.</p>
      ) : (
        <Table
          label="Products"
          rows={paymentMethods}
          keyOf={({ code, currency }) => `${code} ${currency}`}
          columns={[
            { name: 'Method', cell: ({ code }) => plainWords(code) },
            { name: 'Currency', cell: ({ currency }) => currency },
            { name: 'Limits', cell: limitsOf },
            { name: 'Fee', cell: feeOf },
            { name: 'Processors', cell: ({ processors }) => processors?.join(', ') ?? 'all' },
          ]}
        />
      )}
    </Section>
  )
}

/** What must be there before real payers come. */
function Readiness({ profile }: { readonly profile: Profile }) {
  const { callbackUrl, keys, secrets, callbackSecrets, paymentMethods } = profile
  const isHttps = callbackUrl?.startsWith('https:') === true
  const checks = [
    [
      isHttps || profile.isTest,
      callbackUrl ? `Callbacks go to ${callbackUrl}` : 'No address for callbacks: each create must bring one',
    ],
    [
      keys.length > 0,
      keys.length > 0
        ? `${keys.length} public keys to sign with`
        : 'No public key: it proves itself by a secret',
    ],
    [secrets.length <= 2, `${secrets.length} secrets`],
    [callbackSecrets.length > 0, `${callbackSecrets.length} callback secrets`],
    [
      paymentMethods !== null,
      paymentMethods ? 'Its products are chosen' : 'It has everything that there is: choose its products',
    ],
  ] as const
  return (
    <Section title="Ready to go live?">
      <ul class="items">
        {checks.map(([isMet, words]) => (
          <li key={words}>
            <Badge tone={isMet ? 'good' : 'warn'}>{isMet ? 'yes' : 'look'}</Badge> {words}
          </li>
        ))}
      </ul>
      <Facts
        facts={[
          { name: 'Made', value: <Time at={profile.createdAt} /> },
          { name: 'Changed', value: <Time at={profile.updatedAt} /> },
        ]}
      />
    </Section>
  )
}
