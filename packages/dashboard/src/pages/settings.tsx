/** Settings: the checkout's appearance, with a live preview, and where callbacks go. */
import { type Signal, useSignal } from '@preact/signals'
import { inkOn } from '@sluice/ui-kit/colour.ts'
import { Button, Field, Form, Refused, useAction } from '@sluice/ui-kit/form.tsx'
import { isStale, tagOf } from '@sluice/ui-kit/http.ts'
import { moneyText } from '@sluice/ui-kit/money.tsx'
import { CALM_MS } from '@sluice/ui-kit/operation.ts'
import { Page } from '@sluice/ui-kit/page.tsx'
import { refresh } from '@sluice/ui-kit/query.ts'
import { useSeen } from '@sluice/ui-kit/seen.ts'
import { Section, TextButton } from '@sluice/ui-kit/small.tsx'
import { Stale, StaleFields } from '@sluice/ui-kit/stale.tsx'
import { Answered } from '@sluice/ui-kit/states.tsx'
import { useEffect, useId, useRef } from 'preact/hooks'
import { type AnswerOf, ask, asking, type Requested } from '../api.ts'
import { t } from '../language.ts'
import { may } from '../merchant.ts'

const useSettings = asking('GET /settings', CALM_MS)

type Known = AnswerOf<'GET /settings'>
type Body = NonNullable<Requested<'PATCH /settings'>['body']>

export function Settings() {
  const settings = useSettings({})
  return (
    <Page title={t('settings')}>
      <Answered of={settings} rows={8}>
        {(known) => (
          <>
            <Look known={known} />
            <CallbackAddress known={known} />
          </>
        )}
      </Answered>
    </Page>
  )
}

const COLOUR = /^#[0-9a-fA-F]{6}$/
const MOST_LOGO_BYTES = 30_000
const PICTURES = 'image/png,image/jpeg,image/webp'

const lookWords = (field: string): string =>
  field === 'name' ? t('lookName') : field === 'colour' ? t('lookColour') : t('logo')

const asDataUrl = (file: File): Promise<string> =>
  new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '')
    reader.readAsDataURL(file)
  })

/** The values of the fields; empty if not set. */
const lookOf = ({ checkout: { name = '', colour = '', logo = '' } }: Known) => ({ name, colour, logo })

/** If somebody else changes the settings meanwhile, it shows what changed and keeps what was typed. */
function useSettingsForm<Fields extends Readonly<Record<string, string>>>(
  known: Known,
  fieldsOf: (known: Known) => Fields,
  signals: { readonly [Name in keyof Fields]: Signal<string> },
) {
  const action = useAction()
  const isSaved = useSignal(false)
  const all: readonly (readonly [string, Signal<string>])[] = Object.entries(signals)
  const typed = () => Object.fromEntries(all.map(([name, each]) => [name, each.peek()]))
  const seen = useSeen<string>(tagOf(known), fieldsOf(known), typed, (merged) => {
    for (const [name, each] of all) each.value = merged[name] ?? ''
  })
  const save = async (body: Body): Promise<void> => {
    isSaved.value = false
    let isOld = false
    await action.run(
      async () => {
        const answer = await ask('PATCH /settings', { body, ifMatch: seen.tag })
        isOld = !answer.ok && isStale(answer.refusal)
        return answer
      },
      (now) => {
        seen.taken(tagOf(now), fieldsOf(now))
        isSaved.value = true
        refresh()
      },
    )
    if (isOld) refresh()
  }
  const wasFirst = isStale(action.now.refusal)
  return {
    ...{ action, save, isSaved, changed: seen.changed },
    refusal: wasFirst ? undefined : action.now.refusal,
    isOld: wasFirst && seen.changed.length === 0,
  }
}

function Look({ known }: { readonly known: Known }) {
  const { name: plainName } = known
  const start = lookOf(known)
  const name = useSignal(start.name)
  const colour = useSignal(start.colour)
  const logo = useSignal(start.logo)
  const form = useSettingsForm(known, lookOf, { name, colour, logo })
  const { action, isSaved } = form
  const isTooLarge = useSignal(false)
  const id = useId()
  const mayManage = may('settings:manage')
  const choose = async (file: File | undefined): Promise<void> => {
    if (!file) return
    isTooLarge.value = file.size > MOST_LOGO_BYTES
    if (!isTooLarge.value) logo.value = await asDataUrl(file)
  }
  const save = (): void => {
    const look = {
      ...(name.value.trim() !== '' && { name: name.value.trim() }),
      ...(colour.value.trim() !== '' && { colour: colour.value.trim() }),
      ...(logo.value !== '' && { logo: logo.value }),
    }
    void form.save({ checkout: look })
  }
  return (
    <div class="columns">
      <Section title={t('look')}>
        <Form label={t('look')} onSend={save}>
          <Refused refusal={form.refusal} />
          {form.isOld && <Stale />}
          <StaleFields changed={form.changed} named={lookWords} />
          <Field label={t('lookName')} value={name} fault={action.faultAt('checkout/name')} maxLength={60} />
          <Field
            label={t('lookColour')}
            value={colour}
            hint={t('lookColourHint')}
            fault={action.faultAt('checkout/colour')}
            maxLength={7}
          />
          <div class="field">
            <label for={id}>{t('logo')}</label>
            <input
              id={id}
              type="file"
              accept={PICTURES}
              aria-describedby={`${id}-told`}
              onChange={({ currentTarget }) => void choose(currentTarget.files?.[0])}
            />
            <p id={`${id}-told`} class={isTooLarge.value ? 'fault' : 'hint'}>
              {t(isTooLarge.value ? 'logoTooLarge' : 'logoHint')}
            </p>
            {logo.value !== '' && <TextButton onClick={() => (logo.value = '')}>{t('noLogo')}</TextButton>}
          </div>
          {mayManage && (
            <Button type="submit" tone="primary" acting={action.now}>
              {t('saveLook')}
            </Button>
          )}
          <p role="status">{isSaved.value && t('saved')}</p>
        </Form>
      </Section>
      <Preview name={name.value.trim() || plainName} colour={colour} logo={logo} />
    </div>
  )
}

interface PreviewProps {
  readonly name: string
  readonly colour: Signal<string>
  readonly logo: Signal<string>
}

const EXAMPLE = { amount: '1500', currencyCode: 'THB' } as const

/** The head of the checkout with these settings. A script sets the colour, because the page allows no inline style. */
function Preview({ name, colour, logo }: PreviewProps) {
  const frame = useRef<HTMLDivElement>(null)
  const wished = COLOUR.test(colour.value) ? colour.value : undefined
  useEffect(() => {
    const style = frame.current?.style
    if (wished === undefined) {
      style?.removeProperty('--accent')
      style?.removeProperty('--on-accent')
      return
    }
    style?.setProperty('--accent', wished)
    style?.setProperty('--on-accent', inkOn(wished))
  }, [wished])
  return (
    <Section title={t('preview')}>
      <div class="look-preview" ref={frame} aria-hidden="true">
        <p class="look-head">
          {logo.value !== '' && <img src={logo.value} alt="" />}
          <strong>{name}</strong>
        </p>
        <p class="look-amount">{moneyText(EXAMPLE)}</p>
        <p class="look-line" />
        <p class="look-line short" />
        <span class="button primary wide">{t('previewPay', { amount: moneyText(EXAMPLE) })}</span>
      </div>
    </Section>
  )
}

const addressOf = ({ callbackUrl: url = '' }: Known) => ({ url })

function CallbackAddress({ known }: { readonly known: Known }) {
  const url = useSignal(addressOf(known).url)
  const form = useSettingsForm(known, addressOf, { url })
  const { action, isSaved } = form
  const save = (): void => {
    const wished = url.value.trim()
    void form.save({ callbackUrl: wished === '' ? null : wished })
  }
  return (
    <Section title={t('callbackAddress')}>
      <Form label={t('callbackAddress')} onSend={save}>
        <Refused refusal={form.refusal} />
        {form.isOld && <Stale />}
        <StaleFields changed={form.changed} named={() => 'URL'} />
        <Field
          label="URL"
          value={url}
          hint={t('callbackAddressHint')}
          fault={action.faultAt('callbackUrl')}
          maxLength={2_048}
        />
        {may('settings:manage') && (
          <Button type="submit" tone="primary" acting={action.now}>
            {t('saveAddress')}
          </Button>
        )}
        <p role="status">{isSaved.value && t('saved')}</p>
      </Form>
    </Section>
  )
}
