/** Settings: how the checkout shows the merchant, seen while it is changed; where callbacks go. */
import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useId, useRef } from 'preact/hooks'
import { inkOn } from '../../../kit/colour.ts'
import { Button, Field, Form, Refused, useAct } from '../../../kit/form.tsx'
import { moneyText } from '../../../kit/money.tsx'
import { Page } from '../../../kit/page.tsx'
import { refresh } from '../../../kit/query.ts'
import { Section } from '../../../kit/small.tsx'
import { Answered } from '../../../kit/states.tsx'
import { type AnswerOf, ask, asking } from '../api.ts'
import { t } from '../language.ts'
import { may } from '../merchant.ts'

const useSettings = asking('GET /settings')

type Known = AnswerOf<'GET /settings'>

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

const asDataUrl = (file: File): Promise<string> =>
  new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '')
    reader.readAsDataURL(file)
  })

function Look({ known: { name: plainName, checkout } }: { readonly known: Known }) {
  const act = useAct()
  const name = useSignal(checkout.name ?? '')
  const colour = useSignal(checkout.colour ?? '')
  const logo = useSignal(checkout.logo)
  const isSaved = useSignal(false)
  const isTooLarge = useSignal(false)
  const id = useId()
  const mayManage = may('settings:manage')
  const choose = async (file: File | undefined): Promise<void> => {
    if (!file) return
    isTooLarge.value = file.size > MOST_LOGO_BYTES
    if (!isTooLarge.value) logo.value = await asDataUrl(file)
  }
  const save = (): void => {
    isSaved.value = false
    const look = {
      ...(name.value.trim() !== '' && { name: name.value.trim() }),
      ...(colour.value.trim() !== '' && { colour: colour.value.trim() }),
      ...(logo.value !== undefined && { logo: logo.value }),
    }
    void act.run(
      () => ask('PATCH /settings', { body: { checkout: look } }),
      () => {
        isSaved.value = true
        refresh()
      },
    )
  }
  return (
    <div class="columns">
      <Section title={t('look')}>
        <Form label={t('look')} onSend={save}>
          <Refused refusal={act.now.refusal} />
          <Field label={t('lookName')} value={name} fault={act.faultAt('checkout/name')} maxLength={60} />
          <Field
            label={t('lookColour')}
            value={colour}
            hint={t('lookColourHint')}
            fault={act.faultAt('checkout/colour')}
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
            {logo.value !== undefined && (
              <button type="button" class="as-link" onClick={() => (logo.value = undefined)}>
                {t('noLogo')}
              </button>
            )}
          </div>
          {mayManage && (
            <Button type="submit" tone="primary" acting={act.now}>
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
  readonly logo: Signal<string | undefined>
}

const EXAMPLE = { amount: '1500', currencyCode: 'THB' } as const

/** The head of the checkout with this look. The colour is set by script: the page allows no style in its markup. */
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
          {logo.value !== undefined && <img src={logo.value} alt="" />}
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

function CallbackAddress({ known: { callbackUrl = '' } }: { readonly known: Known }) {
  const act = useAct()
  const url = useSignal(callbackUrl)
  const isSaved = useSignal(false)
  const save = (): void => {
    isSaved.value = false
    const wished = url.value.trim()
    void act.run(
      () => ask('PATCH /settings', { body: { callbackUrl: wished === '' ? null : wished } }),
      () => {
        isSaved.value = true
        refresh()
      },
    )
  }
  return (
    <Section title={t('callbackAddress')}>
      <Form label={t('callbackAddress')} onSend={save}>
        <Refused refusal={act.now.refusal} />
        <Field
          label="URL"
          value={url}
          hint={t('callbackAddressHint')}
          fault={act.faultAt('callbackUrl')}
          maxLength={2_048}
        />
        {may('settings:manage') && (
          <Button type="submit" tone="primary" acting={act.now}>
            {t('saveAddress')}
          </Button>
        )}
        <p role="status">{isSaved.value && t('saved')}</p>
      </Form>
    </Section>
  )
}
