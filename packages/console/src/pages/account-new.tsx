/**
 * The form to register an own account that receives payers' money. The catalogue says what each method needs, in the account's currency;
 * numbers are checked while they are typed.
 */
import { Field, fieldValue } from '@sluice/ui-kit/form.tsx'
import { Page } from '@sluice/ui-kit/page.tsx'
import { Notice, Section, TextButton } from '@sluice/ui-kit/small.tsx'
import { zonesWith } from '@sluice/ui-kit/zones.ts'
import { useLocation } from 'preact-iso'
import { type AnswerOf, ask } from '../api.ts'
import { asking } from '../approval-requests.tsx'
import type { Customs, Place } from '../forms/fields.tsx'
import { OperationForm } from '../forms/operation-form.tsx'
import { type DraftGroup, groupIn, listIn, textIn } from '../forms/shape.ts'
import { placeOf } from '../places.ts'
import { may } from '../rights.ts'
import { plainWords } from '../texts.tsx'

const REGISTER = 'POST /admin/accounts'

const useMethods = asking('GET /admin/payment-methods')
type Method = AnswerOf<'GET /admin/payment-methods'>['data'][number]

const MODES = [
  ['true', 'Test: for test merchants only'],
  ['false', 'Live: receives real money from payers'],
] as const

const KINDS = [
  ['BANK_ACCOUNT', 'Bank account'],
  ['VIRTUAL_ACCOUNTS', 'Bank virtual accounts'],
  ['WALLET', 'Wallet'],
  ['QR_MERCHANT', 'Merchant QR code'],
  ['MOBILE_MONEY_TILL', 'Mobile money till'],
] as const

export function NewAccount() {
  const { route } = useLocation()
  const methods = useMethods({}).value
  const all = methods.state === 'ready' ? methods.value.data.filter(({ ownAccount }) => ownAccount) : []
  return (
    <Page title="Add own account" above={<a href={placeOf.accounts}>Accounts</a>}>
      {!may('routes:manage') ? (
        <Notice tone="warn">You need the permission “routes:manage” to add accounts.</Notice>
      ) : (
        <Section title="The account">
          <OperationForm
            name={REGISTER}
            label="Add own account"
            start={START}
            customs={accountCustoms(all)}
            button={(draft) =>
              `Add ${textIn(draft.isTest) === 'false' ? 'live' : 'test'} account ${textIn(draft.id)}`.trim()
            }
            effect="Payers can then be asked to pay to this account. Later changes do not affect instructions already shown."
            check={(body) => ask('POST /admin/accounts/!check', { body: { ...body } })}
            onDone={(made) => {
              if ('id' in made) route(placeOf.account(made.id))
            }}
          />
        </Section>
      )}
    </Page>
  )
}

const START = { isTest: true, kind: 'BANK_ACCOUNT', timeZone: '', methods: [{}] }

/**
 * @param all the methods to choose from
 * @param stored the methods of an existing account
 */
export function accountCustoms(
  all: readonly Method[],
  stored?: { readonly currencyCode: string; readonly timeZone: string },
): Customs {
  const currencies = [...new Set(all.map(({ currencyCode }) => currencyCode))]
  return {
    id: { hint: 'Lowercase letters, digits and hyphens, such as kbank-main. Cannot be changed later.' },
    isTest: { label: 'Mode', choices: MODES, hint: 'Cannot be changed later.' },
    kind: { label: 'Type', choices: KINDS },
    currencyCode: {
      label: 'Currency',
      choices: [['', '–'], ...currencies.map((code) => [code, code] as const)],
    },
    timeZone: {
      label: 'Time zone',
      choices: [['', '–'], ...zonesWith(stored?.timeZone).map((zone) => [zone, zone] as const)],
    },
    methods: {
      shown: (place, { currencyCode }) => (
        <Methods place={place} all={all} currency={stored?.currencyCode ?? textIn(currencyCode)} />
      ),
    },
    status: null,
  }
}

interface MethodsProps {
  readonly place: Place
  readonly all: readonly Method[]
  readonly currency: string
}

function Methods({ place, all, currency }: MethodsProps) {
  const served = listIn(place.draft).map(groupIn)
  const offered = all.filter(({ currencyCode }) => currencyCode === currency)
  const fault = place.faultAt(place.path)
  return (
    <fieldset class="form-part">
      <legend>Payment methods</legend>
      {fault !== undefined && <p class="fault">{fault}</p>}
      {currency === '' ? (
        <p class="hint">Choose the currency first.</p>
      ) : (
        <>
          {served.map((method, index) => (
            <OneMethod
              key={index}
              offered={offered}
              method={method}
              place={{
                ...place,
                path: `${place.path}/${index}`,
                write: (next) => place.write(served.with(index, groupIn(next))),
              }}
              onRemove={served.length > 1 ? () => place.write(served.toSpliced(index, 1)) : undefined}
            />
          ))}
          <button type="button" class="button" onClick={() => place.write([...served, {}])}>
            Add method
          </button>
        </>
      )}
    </fieldset>
  )
}

interface OneMethodProps {
  readonly offered: readonly Method[]
  readonly method: DraftGroup
  readonly place: Place
  readonly onRemove: (() => void) | undefined
}

const RECOGNITIONS = {
  reference: 'By the reference in the transfer',
  amount: 'By a unique amount for each payin',
  account: 'By a unique account number for each payin',
  'external-reference': 'By the transfer number that the payer enters',
} as const

/** If two methods have the same code, the operators tell them apart. */
const keyOf = ({ code, operators }: Method, all: readonly Method[]): string =>
  all.filter((each) => each.code === code).length > 1 ? `${code} ${operators[0] ?? ''}` : code

function OneMethod({ offered, method, place, onRemove }: OneMethodProps) {
  const operators = listIn(method.operators).map(textIn)
  const found = offered.find(
    (each) =>
      each.code === textIn(method.code) &&
      (keyOf(each, offered) === each.code || operators[0] === each.operators[0]),
  )
  const needs = found?.ownAccount
  const choose = fieldValue(found ? keyOf(found, offered) : '', (key) => {
    const next = offered.find((each) => keyOf(each, offered) === key)
    place.write({
      code: next?.code ?? '',
      operators: next && key !== next.code ? next.operators.slice(0, 1) : [],
      receiving: textIn(method.receiving),
      recognisedBy: '',
      virtualDigits: '',
    })
  })
  return (
    <div class="form-item">
      <div class="form-grid">
        <Field
          label="Method"
          value={choose}
          fault={place.faultAt(`${place.path}/code`) ?? place.faultAt(place.path)}
          choices={[
            ['', '–'],
            ...offered.map(
              (each) => [keyOf(each, offered), `${each.title} (${keyOf(each, offered)})`] as const,
            ),
          ]}
        />
        {needs && <OwnAccountFields needs={needs} method={method} place={place} />}
      </div>
      {/* Shows details of the previously chosen method, so that they are not lost unnoticed. */}
      {needs && <LeftOver needs={needs} method={method} place={place} />}
      {onRemove && (
        <button type="button" class="button" onClick={onRemove}>
          Remove
        </button>
      )}
    </div>
  )
}

interface OwnAccountProps {
  readonly needs: NonNullable<Method['ownAccount']>
  readonly method: DraftGroup
  readonly place: Place
}

/** The details that payers are shown, and how payments by the method are recognised. */
function OwnAccountFields({ needs, method, place }: OwnAccountProps) {
  const receiving = receivingIn(method)
  const write = (more: DraftGroup): void => place.write({ ...method, ...more })
  const at = (name: string) => fieldValue(textIn(method[name]), (next) => write({ [name]: next }))
  const detail = (name: string) =>
    fieldValue(receiving[name] ?? '', (next) => {
      const { [name]: _, ...others } = receiving
      write({ receiving: JSON.stringify(next === '' ? others : { ...others, [name]: next }) })
    })
  return (
    <>
      {needs.receiving.map(({ name, description, isNeeded, rule }) => (
        <Field
          key={name}
          label={isNeeded ? labelOfDetail(name) : `${labelOfDetail(name)} (optional)`}
          value={detail(name)}
          fault={place.faultAt(`${place.path}/receiving/${name}`)}
          // The rule of this detail is more exact than the description that all countries share.
          hint={rule ? `${rule.charAt(0).toUpperCase()}${rule.slice(1)}.` : description}
        />
      ))}
      <Field
        label="Payments are matched"
        value={at('recognisedBy')}
        fault={place.faultAt(`${place.path}/recognisedBy`)}
        hint={hintOf(needs)}
        choices={[['', 'Default'], ...needs.recognisedBy.map((code) => [code, RECOGNITIONS[code]] as const)]}
      />
      {needs.recognisedBy.some((code) => code === 'account') && (
        <Field
          label="Virtual account digits (optional)"
          value={at('virtualDigits')}
          inputMode="numeric"
          fault={place.faultAt(`${place.path}/virtualDigits`)}
          hint={`Number of digits after the account number that your bank gave you.${needs.numberLength === undefined ? '' : ` The whole number has ${needs.numberLength}.`}`}
        />
      )}
    </>
  )
}

function LeftOver({ needs, method, place }: OwnAccountProps) {
  const receiving = Object.entries(receivingIn(method))
  const shown = new Set(needs.receiving.map(({ name }) => name))
  const others = receiving.filter(([name]) => !shown.has(name))
  if (others.length === 0) return null
  const kept = Object.fromEntries(receiving.filter(([name]) => shown.has(name)))
  return (
    <p class="hint">
      Not used by this method: {others.map(([name]) => name).join(', ')}{' '}
      <TextButton onClick={() => place.write({ ...method, receiving: JSON.stringify(kept) })}>
        remove
      </TextButton>
    </p>
  )
}

function hintOf({ referenceNeeds }: NonNullable<Method['ownAccount']>): string {
  return referenceNeeds === undefined
    ? 'Default: the first way this account supports.'
    : `Matching by reference needs ${labelOfDetail(referenceNeeds)}; without it, payments carry no reference.`
}

/** `accountNumber` becomes “Account number”. */
export const labelOfDetail = (name: string): string =>
  plainWords(name.replaceAll(/([a-z])([A-Z])/g, '$1 $2')).replace(
    /\b(id|iban|clabe|cbu|upi|qr|vpa)\b/gi,
    (word) => word.toUpperCase(),
  )

/** Receiving details are an object of texts, kept as JSON while they are typed. */
function receivingIn(method: DraftGroup): Readonly<Record<string, string>> {
  try {
    return JSON.parse(textIn(method.receiving) || '{}')
  } catch {
    return {}
  }
}
