/**
 * Making a merchant: what it is called, whether it takes real money, what it may take and at what price. The secrets of a test merchant are
 * shown once; a live one has none.
 */
import { useSignal } from '@preact/signals'
import { Page } from '../../../kit/page.tsx'
import { Copy, Notice, Section } from '../../../kit/small.tsx'
import type { AnswerOf } from '../api.ts'
import type { Customs } from '../forms/fields.tsx'
import { OperationForm } from '../forms/operation-form.tsx'
import { type DraftGroup, textIn } from '../forms/shape.ts'
import { placeOf } from '../places.ts'
import { may } from '../rights.ts'
import { Products } from './merchant-products.tsx'

const MAKE = 'POST /admin/merchants'

type Made = AnswerOf<typeof MAKE>

export const MODES = [
  ['true', 'Test: its money is made up'],
  ['false', 'Live: it moves real money'],
] as const

const customs = (isTest: boolean): Customs => ({
  merchantCode: { label: 'Code', hint: 'A-Z a-z 0-9 . _ -, as SIAM-SHOP. It cannot be changed.' },
  name: { hint: 'As payers see it.' },
  isTest: { label: 'Mode', choices: MODES, hint: 'For ever: make another merchant for the other.' },
  callbackUrl: {
    label: 'Callbacks go to',
    hint: 'Where its shop hears of payments. A live one’s begins with https.',
  },
  publicKeys: null,
  paymentMethods: {
    shown: (place) => <Products place={place} isTest={isTest} />,
  },
  rateLimitPerSecond: { label: 'Requests a second', hint: 'Left out: 10.' },
  checkout: null,
  status: null,
})

export function NewMerchant() {
  const made = useSignal<Made | undefined>(undefined)
  const isTest = useSignal(true)
  return (
    <Page title="Make a merchant" above={<a href={placeOf.merchants}>Merchants</a>}>
      {!may('merchants:manage') ? (
        <Notice tone="warn">Making merchants takes the right merchants:manage.</Notice>
      ) : made.value && 'merchantCode' in made.value ? (
        <MadeMerchant made={made.value} />
      ) : (
        <Section title="The merchant">
          <OperationForm
            name={MAKE}
            label="Make a merchant"
            start={START}
            customs={customs(isTest.value)}
            button={(draft) => {
              isTest.value = textIn(draft.isTest) !== 'false'
              return buttonOf(draft)
            }}
            effect={isTest.value ? OF_TEST : OF_LIVE}
            onDone={(answer) => {
              made.value = answer
            }}
          />
        </Section>
      )}
    </Page>
  )
}

const START = { isTest: true }

const buttonOf = ({ merchantCode, isTest }: DraftGroup): string =>
  `Make the ${textIn(isTest) === 'false' ? 'live' : 'test'} merchant ${textIn(merchantCode)}`.trim()

const OF_TEST = 'It can ask for tokens at once. Its secrets are shown once, on the next screen.'
const OF_LIVE =
  'It has no secret: invite its owner, who adds a key and makes a callback secret in the dashboard, where nobody else sees them.'

function MadeMerchant({ made }: { readonly made: Extract<Made, { readonly merchantCode: string }> }) {
  const { merchantCode, secret, callbackSecret } = made
  return (
    <Section title={`${merchantCode} is made`}>
      {secret !== undefined && callbackSecret !== undefined ? (
        <>
          <Notice tone="warn">Give these to its shop now, and keep no copy: they are not shown again.</Notice>
          <Secret words="Secret, to sign requests for tokens" text={secret} />
          <Secret words="Secret of callbacks, to verify ours" text={callbackSecret} />
        </>
      ) : (
        <Notice tone="info">
          It has no secret. Invite its owner, who adds a key and makes a callback secret in the dashboard.
        </Notice>
      )}
      <p class="row-acts">
        <a class="button primary" href={placeOf.merchant(merchantCode)}>
          {secret === undefined ? 'Look at it' : 'I have handed them over'}
        </a>
      </p>
    </Section>
  )
}

export function Secret({ words, text }: { readonly words: string; readonly text: string }) {
  return (
    <>
      <p>{words}</p>
      <div class="command-line">
        <code>{text}</code>
        <Copy text={text} label={`Copy: ${words}`} />
      </div>
    </>
  )
}
