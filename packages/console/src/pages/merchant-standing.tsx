/** A merchant's readiness and health: what it lacks to accept real payments, and its current problems. */
import { Badge, Facts, Section, TextButton } from '@sluice/ui-kit/small.tsx'
import { viewOf } from '@sluice/ui-kit/view.ts'
import type { ComponentChildren } from 'preact'
import type { AnswerOf } from '../api.ts'
import { asking, CALM_MS } from '../approval-requests.tsx'
import { placeOf } from '../places.ts'
import { may } from '../rights.ts'
import { counted } from '../texts.tsx'
import { useTeam } from './merchant-people.tsx'
import { useTerms } from './merchant-terms.tsx'

type Profile = AnswerOf<'GET /admin/merchants/{merchantCode}'>

const usePaid = asking('GET /admin/payments', CALM_MS)
const useFailing = asking('GET /admin/callbacks/failing', CALM_MS)
const useCases = asking('GET /admin/cases', CALM_MS)
const useProcessors = asking('GET /admin/processors', CALM_MS)

interface Check {
  readonly name: string
  /** Undefined: not known yet, or not visible to this operator. */
  readonly isMet: boolean | undefined
  /** The check, and what to do if it is not met. */
  readonly words: ComponentChildren
  /** The form that fixes it. */
  readonly form?: FormOfCheck
}

type FormOfCheck = 'settings' | 'status' | 'key' | 'callback secret' | 'terms' | 'people'

const FORM_WORDS: Readonly<Record<FormOfCheck, string>> = {
  settings: 'Settings',
  status: 'Reactivate',
  key: 'Add public key',
  'callback secret': 'Add callback secret',
  terms: 'Set settlement terms',
  people: 'Invite',
}

const LEAST_BITS = 2_048

/** Checks that need only the merchant's own settings. */
export function checksOf(profile: Profile): readonly (Check & { readonly words: string })[] {
  const { callbackUrl, keys, secrets, callbackSecrets, paymentMethods, status = 'ACTIVE', isTest } = profile
  const isHttps = callbackUrl?.startsWith('https:') === true
  const weak = keys.filter(({ bits }) => bits < LEAST_BITS)
  return [
    {
      name: 'Live',
      isMet: !isTest,
      words: isTest ? 'This is a test merchant. Create a separate live merchant' : 'Moves real money',
    },
    {
      name: 'Active',
      form: 'status',
      isMet: status === 'ACTIVE',
      words: status === 'ACTIVE' ? 'Requests are accepted' : 'Suspended: requests are rejected',
    },
    {
      name: 'Callbacks',
      form: 'settings',
      isMet: isHttps,
      words: callbackUrl
        ? isHttps
          ? `To ${callbackUrl}`
          : `${callbackUrl}: a live callback URL must start with https`
        : 'No callback URL: each request must include one',
    },
    {
      name: 'Authentication',
      form: 'key',
      isMet: keys.length > 0 && weak.length === 0,
      words:
        keys.length === 0
          ? secrets.length === 0
            ? 'No key or secret: the owner adds a public key in the dashboard'
            : 'Secret only: ask the merchant for a public key'
          : weak.length > 0
            ? `${counted(weak.length, 'key')} shorter than ${LEAST_BITS} bits: ask the merchant for a longer one`
            : counted(keys.length, 'public key'),
    },
    {
      name: 'Old secrets',
      isMet: secrets.length <= 1,
      words: secrets.length <= 1 ? 'None' : `${secrets.length} active secrets: remove those no longer in use`,
    },
    {
      name: 'Callbacks signed',
      form: 'callback secret',
      isMet: callbackSecrets.length > 0,
      words:
        callbackSecrets.length > 0
          ? counted(callbackSecrets.length, 'secret')
          : 'No callback secret: the owner creates one in the dashboard. Until then, callbacks can be verified only with the published key',
    },
    {
      name: 'Products and fees',
      form: 'settings',
      isMet: Boolean(paymentMethods),
      words: paymentMethods
        ? counted(paymentMethods.length, 'product')
        : 'All methods, at standard fees: set what was agreed',
    },
  ]
}

interface ReadinessProps {
  readonly profile: Profile
  /** Each opens a form that the page already has. */
  readonly settings: () => void
  readonly letIn: () => void
  readonly addKey: (kind: 'key' | 'callback secret') => void
  readonly agree: () => void
  readonly invite: () => void
}

export function Readiness({ profile, settings, letIn, addKey, agree, invite }: ReadinessProps) {
  const open = (form: FormOfCheck): void => {
    switch (form) {
      case 'settings':
        settings()
        break
      case 'status':
        letIn()
        break
      case 'key':
      case 'callback secret':
        addKey(form)
        break
      case 'terms':
        agree()
        break
      case 'people':
        invite()
    }
  }
  const checks = [...checksOf(profile), useServedCheck(profile), ...useCircumstances(profile)]
  const missing = checks.filter(({ isMet }) => isMet === false).length
  return (
    <Section
      title="Ready to go live?"
      aside={
        <Badge tone={missing === 0 ? 'good' : 'warn'}>{missing === 0 ? 'yes' : `${missing} to do`}</Badge>
      }
    >
      <Facts
        facts={checks.map(({ name, isMet, words, form }) => ({
          name,
          value: (
            <>
              <Badge tone={isMet === undefined ? 'plain' : isMet ? 'good' : 'warn'}>
                {isMet === undefined ? '…' : isMet ? 'yes' : 'look'}
              </Badge>{' '}
              <span class="breaks">{words}</span>
              {isMet === false && form !== undefined && may('merchants:manage') && (
                <>
                  {' '}
                  <TextButton label={`${FORM_WORDS[form]}: ${name}`} onClick={() => open(form)}>
                    {FORM_WORDS[form]}…
                  </TextButton>
                </>
              )}
            </>
          ),
        }))}
      />
    </Section>
  )
}

/** Whether the processors of its products accept payments now. */
function useServedCheck({ paymentMethods }: Profile): Check {
  const processors = useProcessors({}).value
  const known = processors.state === 'ready' ? processors.value.data : undefined
  const wanted = [...new Set(paymentMethods?.flatMap((product) => product.processors ?? []) ?? [])]
  const ill = known && wanted.filter((name) => known.find((each) => each.name === name)?.healthy !== true)
  return {
    name: 'Served by',
    isMet: ill && ill.length === 0,
    words:
      ill && ill.length > 0 ? (
        <>
          <a href={placeOf.processors}>{ill.join(', ')}</a> unavailable
        </>
      ) : wanted.length === 0 ? (
        'All processors'
      ) : (
        wanted.join(', ')
      ),
  }
}

/** What was agreed with the merchant, and what it has done so far. */
function useCircumstances({ merchantCode }: Profile): readonly Check[] {
  const path = { merchantCode }
  const terms = useTerms({ path }).value
  const team = useTeam({ path }).value
  const paid = usePaid({ query: { merchantCode, status: 'SUCCESS', limit: '1' } }).value
  return [
    {
      name: 'Settlement',
      form: 'terms',
      isMet: terms.state === 'ready' ? terms.value.data.length > 0 : undefined,
      words:
        terms.state === 'ready' && terms.value.data.length > 0
          ? terms.value.data.map(({ currencyCode }) => currencyCode).join(', ')
          : 'No settlement terms: set the schedule and the account',
    },
    {
      name: 'Merchant team',
      form: 'people',
      isMet: team.state === 'ready' ? team.value.data.some(({ role }) => role === 'OWNER') : undefined,
      words:
        team.state === 'ready' && team.value.data.length > 0
          ? counted(team.value.data.length, 'account')
          : 'No owner: invite the first owner',
    },
    {
      name: 'First payment',
      isMet: paid.state === 'ready' ? paid.value.data.length > 0 : undefined,
      words: (
        <a href={viewOf(placeOf.payments, { merchantCode, status: 'SUCCESS' })}>
          {paid.state === 'ready' && paid.value.data.length === 0
            ? 'No payment has succeeded yet'
            : 'Payments that succeeded'}
        </a>
      ),
    },
  ]
}

/** Current problems, each with a link to the rows that it counts. */
export function MerchantHealth({ profile: { merchantCode } }: { readonly profile: Profile }) {
  const failing = useFailing({ query: { merchantCode, limit: '100' } }).value
  const cases = useCases({ query: { merchantCode, open: 'true', limit: '100' } }).value
  const reported = (
    many: number | undefined,
    href: string,
    words: string,
    isAll: boolean,
  ): ComponentChildren =>
    many === undefined ? (
      '…'
    ) : (
      <>
        <Badge tone={many === 0 ? 'good' : 'warn'}>{isAll ? many : `${many}+`}</Badge>{' '}
        <a href={href}>{words}</a>
      </>
    )
  return (
    <Section title="Health">
      <Facts
        facts={[
          {
            name: 'Failing callbacks',
            value: reported(
              failing.state === 'ready' ? failing.value.data.length : undefined,
              viewOf(placeOf.callbacks, { merchantCode }),
              'callback history',
              failing.state !== 'ready' || failing.value.nextCursor === undefined,
            ),
          },
          {
            name: 'Open cases',
            value: reported(
              cases.state === 'ready' ? cases.value.data.length : undefined,
              viewOf(placeOf.cases, { merchantCode }),
              'money to be matched',
              cases.state !== 'ready' || cases.value.nextCursor === undefined,
            ),
          },
        ]}
      />
    </Section>
  )
}
