/** The merchants by code, and one merchant with its balances, products and credentials. */
import { useSignal } from '@preact/signals'
import { ListPage } from '@sluice/ui-kit/list-page.tsx'
import { Amount } from '@sluice/ui-kit/money.tsx'
import { AnsweredPage, Exports, Page } from '@sluice/ui-kit/page.tsx'
import { setTo } from '@sluice/ui-kit/set-to.ts'
import { Badge, Notice, Section } from '@sluice/ui-kit/small.tsx'
import { Answered } from '@sluice/ui-kit/states.tsx'
import { type Column, Table } from '@sluice/ui-kit/table.tsx'
import { Time, zone } from '@sluice/ui-kit/time.tsx'
import { useRoute } from 'preact-iso'
import type { AnswerOf } from '../api.ts'
import { asking, ByCommand, CALM_MS } from '../approval-requests.tsx'
import { placeOf, useView, viewOf } from '../places.ts'
import { may } from '../rights.ts'
import { methodName, Status } from '../texts.tsx'
import { MerchantActions, type OperationOfMerchant, TryAPayment } from './merchant-actions.tsx'
import { MerchantBilling } from './merchant-billing.tsx'
import { type KeyKind, Keys } from './merchant-keys.tsx'
import { Team } from './merchant-people.tsx'
import { MerchantHealth, Readiness } from './merchant-standing.tsx'
import { Terms } from './merchant-terms.tsx'

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
  const requested = { query: { limit: '50', ...view } }
  return (
    <ListPage
      title="Merchants"
      answer={useMerchants(requested)}
      columns={COLUMNS}
      keyOf={({ merchantCode }) => merchantCode}
      href={({ merchantCode }) => placeOf.merchant(merchantCode)}
      nothing="No merchants yet"
      actions={
        <>
          {may('merchants:manage') && (
            <a class="button primary" href={placeOf.newMerchant}>
              Create merchant
            </a>
          )}
          <Exports path="/admin/merchants" view={view} zone={zone.value} />
        </>
      }
      byCommand={<ByCommand name="GET /admin/merchants" requested={requested} />}
    />
  )
}

export function Merchant() {
  const { params } = useRoute()
  const path = { merchantCode: params.merchantCode ?? '' }
  const merchant = useMerchant({ path })
  // The open form: opened by its own button, or by the item of the checklist that needs it.
  const action = useSignal<OperationOfMerchant | undefined>(undefined)
  const key = useSignal<KeyKind | undefined>(undefined)
  const currency = useSignal<string | undefined>(undefined)
  const isInviting = useSignal(false)
  return (
    <AnsweredPage of={merchant} rows={6} title="Merchant" above={<a href={placeOf.merchants}>Merchants</a>}>
      {(profile) => (
        <Page
          title={profile.name}
          above={<a href={placeOf.merchants}>Merchants</a>}
          actions={<MerchantActions profile={profile} open={action} />}
        >
          {profile.isTest && <Notice tone="warn">Test merchant. No real money.</Notice>}
          <div class="headline">
            <span class="name">{profile.merchantCode}</span>
            <Mode isTest={profile.isTest} />
            <Status status={profile.status ?? 'ACTIVE'} />
            <span class="row-acts">
              <a class="button" href={viewOf(placeOf.payments, { merchantCode: profile.merchantCode })}>
                Payments
              </a>
              <a class="button" href={viewOf(placeOf.cases, { merchantCode: profile.merchantCode })}>
                Cases
              </a>
            </span>
          </div>
          <TryAPayment profile={profile} />
          {may('balances:read') && <Balances merchantCode={profile.merchantCode} />}
          <Products profile={profile} />
          <div class="columns">
            <Readiness
              profile={profile}
              settings={setTo(action, 'settings')}
              letIn={setTo(action, 'status')}
              addKey={(kind) => {
                key.value = kind
              }}
              agree={setTo(currency, '')}
              invite={setTo(isInviting, true)}
            />
            {may('callbacks:read') && may('cases:read') && <MerchantHealth profile={profile} />}
          </div>
          <Terms profile={profile} currency={currency} />
          <Team profile={profile} isInviting={isInviting} />
          <Keys profile={profile} adding={key} />
          <MerchantBilling profile={profile} />
          <ByCommand name="GET /admin/merchants/{merchantCode}" requested={{ path }} />
        </Page>
      )}
    </AnsweredPage>
  )
}

function Balances({ merchantCode }: { readonly merchantCode: string }) {
  const balances = useBalances({ path: { merchantCode } })
  return (
    <Section title="Balances">
      <Answered of={balances} rows={2}>
        {({ data }) => (
          <Table
            nothing="No transactions yet"
            label="Balances"
            rows={data}
            keyOf={({ currencyCode }) => currencyCode}
            columns={[
              { name: 'Currency', cell: ({ currencyCode }) => currencyCode },
              { name: 'Available', cell: ({ available }) => <Amount money={available} />, atEnd: true },
              { name: 'Reserved', cell: ({ reserved }) => <Amount money={reserved} />, atEnd: true },
              { name: 'Pending', cell: ({ pending }) => <Amount money={pending} />, atEnd: true },
            ]}
          />
        )}
      </Answered>
    </Section>
  )
}

type Product = NonNullable<Profile['paymentMethods']>[number]

const limitsOf = ({ min, max }: Product): string =>
  min === undefined && max === undefined ? 'method defaults' : `${min ?? '…'} to ${max ?? '…'}`

const feeOf = (fee: Product['fee'], otherwise: string): string => {
  if (!fee) return otherwise
  const { percent, fixed, min, cap } = fee
  const parts = [percent !== undefined && `${percent} %`, fixed !== undefined && String(fixed)]
  const bounds = [min !== undefined && `at least ${min}`, cap !== undefined && `at most ${cap}`]
  return [parts.filter(Boolean).join(' + ') || 'none', ...bounds.filter(Boolean)].join(', ')
}

function Products({ profile: { paymentMethods } }: { readonly profile: Profile }) {
  return (
    <Section title="Products" {...(paymentMethods && { count: paymentMethods.length })}>
      {!paymentMethods ? (
        <p>All methods, at standard fees.</p>
      ) : (
        <Table
          label="Products"
          rows={paymentMethods}
          keyOf={({ code, currency }) => `${code} ${currency}`}
          columns={[
            { name: 'Method', cell: ({ code }) => methodName(code) },
            { name: 'Currency', cell: ({ currency }) => currency },
            { name: 'Limits', cell: limitsOf },
            { name: 'Fee', cell: ({ fee }) => feeOf(fee, 'standard') },
            { name: 'Refund fee', cell: ({ refundFee }) => feeOf(refundFee, 'none'), minor: true },
            { name: 'Processors', cell: ({ processors }) => processors?.join(', ') ?? 'all' },
          ]}
        />
      )}
    </Section>
  )
}
