/**
 * The form to create a merchant: its name, whether it is live, and its products with their prices. A test merchant's secrets are shown
 * once; a live one has none yet.
 */
import { useSignal } from '@preact/signals'
import { Page } from '@sluice/ui-kit/page.tsx'
import { Copy, Notice, Section } from '@sluice/ui-kit/small.tsx'
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
  ['true', 'Test: no real money'],
  ['false', 'Live: real money'],
] as const

const customs = (isTest: boolean): Customs => ({
  merchantCode: {
    label: 'Code',
    hint: 'Letters, digits and . _ -, such as SIAM-SHOP. Cannot be changed later.',
  },
  name: { hint: 'The name payers see.' },
  isTest: { label: 'Mode', choices: MODES, hint: 'Cannot be changed later.' },
  callbackUrl: {
    label: 'Callback URL',
    hint: 'Receives payment notifications. Must start with https for live merchants.',
  },
  publicKeys: null,
  paymentMethods: {
    shown: (place) => <Products place={place} isTest={isTest} />,
  },
  rateLimitPerSecond: { label: 'Requests per second', hint: 'Default: 10.' },
  checkout: null,
  status: null,
})

export function NewMerchant() {
  const made = useSignal<Made | undefined>(undefined)
  const isTest = useSignal(true)
  return (
    <Page title="Create merchant" above={<a href={placeOf.merchants}>Merchants</a>}>
      {!may('merchants:manage') ? (
        <Notice tone="warn">You need the permission “merchants:manage” to create merchants.</Notice>
      ) : made.value && 'merchantCode' in made.value ? (
        <MadeMerchant made={made.value} />
      ) : (
        <Section title="The merchant">
          <OperationForm
            name={MAKE}
            label="Create merchant"
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
  `Create ${textIn(isTest) === 'false' ? 'live' : 'test'} merchant ${textIn(merchantCode)}`.trim()

const OF_TEST = 'The merchant can request tokens immediately. Its secrets are shown once, on the next screen.'
const OF_LIVE =
  'The merchant starts without a secret. Invite its owner, who adds a key and creates a callback secret in the dashboard. No one else sees them.'

function MadeMerchant({ made }: { readonly made: Extract<Made, { readonly merchantCode: string }> }) {
  const { merchantCode, secret, callbackSecret } = made
  return (
    <Section title={`${merchantCode} created`}>
      {secret !== undefined && callbackSecret !== undefined ? (
        <>
          <Notice tone="warn">
            Send these to the merchant now and keep no copy. They will not be shown again.
          </Notice>
          <Secret words="Secret for signing token requests" text={secret} />
          <Secret words="Callback secret for verifying callbacks" text={callbackSecret} />
        </>
      ) : (
        <Notice tone="info">
          This merchant has no secret. Invite its owner, who adds a key and creates a callback secret in the
          dashboard.
        </Notice>
      )}
      <p class="row-acts">
        <a class="button primary" href={placeOf.merchant(merchantCode)}>
          {secret === undefined ? 'View merchant' : 'Done'}
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
