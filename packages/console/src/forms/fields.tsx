/**
 * The fields of a shape: one for each text or number, a group for each object, and as many items of a list as the user adds. Each field
 * shows the API's description below it, and its own fault.
 */
import { Field, fieldValue } from '@sluice/ui-kit/form.tsx'
import type { ComponentChildren } from 'preact'
import { plainWords } from '../texts.tsx'
import {
  type Draft,
  type DraftGroup,
  draftOf,
  type GroupShape,
  groupIn,
  isPlain,
  labelOf,
  listIn,
  type Member,
  type Shape,
  textIn,
} from './shape.ts'

/** The value of one field and how to write it. */
export interface Place {
  /** A JSON pointer into the body, such as `/calendar/zone`. */
  readonly path: string
  readonly draft: Draft | undefined
  readonly write: (draft: Draft) => void
  readonly faultAt: (path: string) => string | undefined
}

/** Overrides how one member is shown. */
export interface Custom {
  readonly label?: string
  readonly hint?: string
  /** Labels of its choices; for a text, the allowed choices. */
  readonly choices?: readonly (readonly [value: string, words: string])[]
  readonly lines?: number
  /** Replaces the field by another component. @param beside the values of the sibling fields */
  readonly shown?: (place: Place, beside: DraftGroup) => ComponentChildren
}
export type Customs = { readonly [name: string]: Custom | null }

interface GroupProps {
  readonly shape: GroupShape
  readonly place: Place
  /** By member name; null hides the member. */
  readonly customs?: Customs
}

/** Required members first, then the optional ones. */
export function GroupFields({ shape, place, customs = {} }: GroupProps) {
  const held = groupIn(place.draft)
  const shown = shape.members.filter(({ name }) => customs[name] !== null)
  const at = (name: string): Place => ({
    ...place,
    path: `${place.path}/${name}`,
    draft: held[name],
    write: (draft) => place.write({ ...held, [name]: draft }),
  })
  const fields = (members: readonly Member[]) =>
    members.map((member) => (
      <MemberField
        key={member.name}
        member={member}
        place={at(member.name)}
        custom={customs[member.name] ?? {}}
        beside={held}
      />
    ))
  const first = shown.filter(({ name, isNeeded }) => isNeeded || customs[name] !== undefined)
  const rest = shown.filter((member) => !first.includes(member))
  if (first.length === 0 || rest.length === 0) return <div class="form-grid">{fields(shown)}</div>
  const isOpen = rest.some(({ name }) => isFilled(held[name]) || hasFault(at(name)))
  return (
    <>
      <div class="form-grid">{fields(first)}</div>
      <details class="form-more" open={isOpen}>
        <summary>More options</summary>
        <div class="form-grid">{fields(rest)}</div>
      </details>
    </>
  )
}

const isFilled = (draft: Draft | undefined): boolean =>
  typeof draft === 'string' ? draft !== '' : draft !== undefined && Object.values(draft).some(isFilled)

const hasFault = ({ path, faultAt }: Place): boolean => faultAt(path) !== undefined

interface MemberProps {
  readonly member: Member
  readonly place: Place
  readonly custom: Custom
  readonly beside: DraftGroup
}

function MemberField({ member, place, custom, beside }: MemberProps) {
  if (custom.shown) return <div class="form-wide">{custom.shown(place, beside)}</div>
  const { name, shape, hint, isNeeded } = member
  const label = custom.label ?? labelOf(name)
  const words = custom.hint ?? hint
  return (
    <ShapeField
      shape={shape}
      place={place}
      label={isNeeded ? label : `${label} (optional)`}
      {...(words !== undefined && { hint: words })}
      custom={custom}
    />
  )
}

interface ShapeProps {
  readonly shape: Shape
  readonly place: Place
  readonly label: string
  readonly hint?: string
  readonly custom?: Custom
}

function ShapeField(props: ShapeProps) {
  const { shape, place, label, hint, custom = {} } = props
  const fault = place.faultAt(place.path)
  const reported = { label, ...(hint !== undefined && { hint }), fault }
  const value = fieldValue(textIn(place.draft), place.write)
  switch (shape.is) {
    case 'text':
      return (
        <Field
          {...reported}
          value={value}
          {...(custom.choices && { choices: custom.choices })}
          {...(custom.lines !== undefined && { lines: custom.lines })}
        />
      )
    case 'number':
      return <Field {...reported} value={value} inputMode="decimal" />
    case 'yes-no':
      return <Field {...reported} value={value} choices={custom.choices ?? YES_NO} />
    case 'choice':
      return (
        <Field
          {...reported}
          value={value}
          choices={custom.choices ?? [['', '–'], ...shape.of.map(asChoice)]}
        />
      )
    case 'json':
      return <Field {...reported} value={value} lines={6} />
    case 'group':
      return (
        <Part label={label} hint={hint} fault={fault}>
          <GroupFields shape={shape} place={place} />
        </Part>
      )
    case 'by-name':
      return <ByName {...props} of={shape.of} />
    case 'list':
      return isPlain(shape.of) ? (
        <Lines {...props} />
      ) : shape.of.is === 'choice' ? (
        <Ticks {...props} of={shape.of.of} />
      ) : (
        <Parts {...props} of={shape.of} />
      )
  }
}

const YES_NO = [
  ['', '–'],
  ['true', 'Yes'],
  ['false', 'No'],
] as const

const asChoice = (code: string): readonly [string, string] => [code, plainWords(code)]

interface PartProps {
  readonly label: string
  readonly hint?: string | undefined
  readonly fault?: string | undefined
  readonly children: ComponentChildren
}

function Part({ label, hint, fault, children }: PartProps) {
  return (
    <fieldset class="form-part form-wide">
      <legend>{label}</legend>
      {hint !== undefined && <p class="hint">{hint}</p>}
      {fault !== undefined && <p class="fault">{fault}</p>}
      {children}
    </fieldset>
  )
}

/** Several texts, one on each line. */
function Lines({ place, label, hint }: ShapeProps) {
  const texts = listIn(place.draft).map(textIn)
  const faults = texts.map((_, index) => place.faultAt(`${place.path}/${index}`))
  const fault = place.faultAt(place.path) ?? faults.find((each) => each !== undefined)
  const value = fieldValue(texts.join('\n'), (next) => place.write(next === '' ? [] : next.split('\n')))
  const reported = [hint, 'One per line.'].filter(Boolean).join(' ')
  return (
    <Field label={label} hint={reported} fault={fault} value={value} lines={Math.max(2, texts.length + 1)} />
  )
}

/** A choice of several from a fixed list. */
function Ticks({ place, label, hint, of }: ShapeProps & { readonly of: readonly string[] }) {
  const chosen = listIn(place.draft).map(textIn)
  const tick = (code: string, isOn: boolean): void =>
    place.write(of.filter((each) => (each === code ? isOn : chosen.includes(each))))
  return (
    <Part label={label} hint={hint} fault={place.faultAt(place.path)}>
      <div class="ticks">
        {of.map((code) => (
          <label key={code}>
            <input
              type="checkbox"
              checked={chosen.includes(code)}
              onChange={(event) => tick(code, event.currentTarget.checked)}
            />{' '}
            {code}
          </label>
        ))}
      </div>
    </Part>
  )
}

/** Items that the user adds and removes. */
function Parts({ place, label, hint, of }: ShapeProps & { readonly of: Shape }) {
  const parts = listIn(place.draft)
  const write = (index: number, draft: Draft): void => place.write(parts.with(index, draft))
  return (
    <Part label={label} hint={hint} fault={place.faultAt(place.path)}>
      {parts.map((draft, index) => (
        <div class="form-item" key={index}>
          <ShapeField
            shape={of}
            label={`${index + 1}.`}
            place={{ ...place, path: `${place.path}/${index}`, draft, write: (next) => write(index, next) }}
          />
          <button
            type="button"
            class="button"
            aria-label={`Remove ${index + 1} from ${label}`}
            onClick={() => place.write(parts.toSpliced(index, 1))}
          >
            Remove
          </button>
        </div>
      ))}
      <button
        type="button"
        class="button"
        aria-label={`Add to ${label}`}
        onClick={() => place.write([...parts, draftOf(of, undefined)])}
      >
        Add
      </button>
    </Part>
  )
}

/** Items with names that the user chooses. */
function ByName({ place, label, hint, of }: ShapeProps & { readonly of: Shape }) {
  const named: Shape = {
    is: 'group',
    members: [
      { name: 'name', shape: { is: 'text' }, isNeeded: true },
      { name: 'value', shape: of, isNeeded: true },
    ],
  }
  return <Parts shape={named} place={place} label={label} {...(hint !== undefined && { hint })} of={named} />
}
