/**
 * A merchant's products, chosen from the catalogue: method and currency, the processors in order, and the fee. Choosing none means all
 * products, at the typical fees.
 */
import { BODIES } from 'made:bodies'
import { Field, fieldValue } from '@sluice/ui-kit/form.tsx'
import { CALM_MS } from '@sluice/ui-kit/operation.ts'
import { TextButton } from '@sluice/ui-kit/small.tsx'
import { asking } from '../approval-requests.tsx'
import { GroupFields, type Place } from '../forms/fields.tsx'
import {
  type Draft,
  type DraftGroup,
  draftOf,
  type GroupShape,
  groupIn,
  listIn,
  textIn,
} from '../forms/shape.ts'

const useMethods = asking('GET /admin/payment-methods')
const useProcessors = asking('GET /admin/processors', CALM_MS)

/** The shape of one product in the API. */
const PRODUCT: GroupShape = productShape()
function productShape(): GroupShape {
  const list = BODIES['POST /admin/merchants'].members.find(({ name }) => name === 'paymentMethods')?.shape
  return list?.is === 'list' && list.of.is === 'group' ? list.of : { is: 'group', members: [] }
}

const CHOSEN_ABOVE = ['code', 'currency', 'processors']
const OTHERS: GroupShape = {
  ...PRODUCT,
  members: PRODUCT.members.filter(({ name }) => !CHOSEN_ABOVE.includes(name)),
}

interface ProductsProps {
  readonly place: Place
  readonly isTest: boolean
}

export function Products({ place, isTest }: ProductsProps) {
  const products = listIn(place.draft).map(groupIn)
  const write = (index: number, next: Draft): void => place.write(products.with(index, groupIn(next)))
  const fault = place.faultAt(place.path)
  return (
    <fieldset class="form-part">
      <legend>Products</legend>
      {products.length === 0 && <p class="hint">Nothing selected: all methods, at standard fees.</p>}
      {fault !== undefined && <p class="fault">{fault}</p>}
      {products.map((product, index) => (
        <Product
          key={index}
          isTest={isTest}
          number={index + 1}
          place={{
            ...place,
            path: `${place.path}/${index}`,
            draft: product,
            write: (next) => write(index, next),
          }}
          onRemove={() => place.write(products.toSpliced(index, 1))}
        />
      ))}
      <button
        type="button"
        class="button"
        onClick={() => place.write([...products, groupIn(draftOf(PRODUCT, undefined))])}
      >
        Add payment method
      </button>
    </fieldset>
  )
}

interface ProductProps extends ProductsProps {
  readonly number: number
  readonly onRemove: () => void
}

function Product({ place, isTest, number, onRemove }: ProductProps) {
  const product = groupIn(place.draft)
  const methods = useMethods({}).value
  const all = methods.state === 'ready' ? methods.value.data : []
  const currencies = [...new Set(all.map(({ currencyCode }) => currencyCode))]
  const currency = textIn(product.currency)
  const codes = new Map(
    all
      .filter(({ currencyCode }) => currencyCode === currency)
      .map(({ code, kind, title }) => [code, `${title} (${kind}, ${code})`]),
  )
  const at = (name: string) =>
    fieldValue(textIn(product[name]), (next) => place.write({ ...product, [name]: next }))
  const words = [currency, textIn(product.code)].filter(Boolean).join(' ') || `${number}.`
  return (
    <div class="form-item">
      <div class="form-grid">
        <Field
          label="Currency"
          value={at('currency')}
          fault={place.faultAt(`${place.path}/currency`)}
          choices={[['', '–'], ...currencies.map((each) => [each, each] as const)]}
        />
        <Field
          label="Method"
          value={at('code')}
          fault={place.faultAt(`${place.path}/code`) ?? place.faultAt(place.path)}
          choices={[['', '–'], ...codes]}
        />
        <Processors place={place} isTest={isTest} product={product} />
      </div>
      <details class="form-more">
        <summary>Fees, limits and more options</summary>
        <GroupFields shape={OTHERS} place={place} />
      </details>
      <button type="button" class="button" onClick={onRemove} aria-label={`Remove ${words}`}>
        Remove
      </button>
    </div>
  )
}

/** The processors to try, the first choice first. */
function Processors({
  place,
  isTest,
  product,
}: {
  readonly place: Place
  readonly isTest: boolean
  readonly product: DraftGroup
}) {
  const answer = useProcessors({}).value
  const all = answer.state === 'ready' ? answer.value.data.filter(({ forTests }) => forTests === isTest) : []
  const chosen = listIn(product.processors).map(textIn)
  const write = (names: readonly string[]): void => place.write({ ...product, processors: names })
  const add = fieldValue('', (name) => {
    if (name !== '') write([...chosen, name])
  })
  const fault = chosen
    .map((_, index) => place.faultAt(`${place.path}/processors/${index}`))
    .find((each) => each !== undefined)
  return (
    <div>
      <Field
        label="Processors"
        value={add}
        fault={fault ?? place.faultAt(`${place.path}/processors`)}
        hint={
          chosen.length === 0
            ? 'None selected: all processors, in the default order.'
            : 'Tried in this order.'
        }
        choices={[
          ['', chosen.length === 0 ? 'All' : 'Add processor…'],
          ...all
            .filter(({ name }) => !chosen.includes(name))
            .map(({ name, healthy }) => [name, healthy ? name : `${name} (not healthy)`] as const),
        ]}
      />
      {chosen.length > 0 && (
        <ol class="order">
          {chosen.map((name, index) => (
            <li key={name}>
              <span class="name">{name}</span>{' '}
              {index > 0 && (
                <TextButton
                  label={`Earlier: ${name}`}
                  onClick={() => write(chosen.with(index, chosen[index - 1] ?? '').with(index - 1, name))}
                >
                  Earlier
                </TextButton>
              )}{' '}
              <TextButton
                label={`Remove ${name}`}
                onClick={() => write(chosen.filter((each) => each !== name))}
              >
                Remove
              </TextButton>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
