/**
 * Declares a scheme of EMV® merchant-presented QR codes once: which part is in which field. Writing and reading both follow from
 * it. The fields for currency and country follow from the scheme's currency.
 *
 * Reading a code returns exactly the parts that it was written with. A part that is left out has no field, and a template without
 * parts is left out. Parts are not validated here: a method says, for example, what a merchant number must look like.
 */
import { fail, type Result, succeed } from '../../foundation/result.ts'
import { asciiText } from '../ascii.ts'
import { type OfferedCurrency, offered } from '../currencies.ts'
import { decodeTemplate, type EmvField, emvValue, encodeEmv, encodeTemplate } from '../emv.ts'

/** Parts that every scheme has in the same place. All are texts, as in the code. */
export interface EmvParts {
  /** In major units, as the scheme writes them. If missing, the payer enters the amount. */
  readonly amount?: string
  /** Written in ASCII, at most 25 characters. */
  readonly name?: string
  /** Written in ASCII, at most 15 characters. */
  readonly city?: string
  readonly postCode?: string
  /** ISO 18245, four digits. */
  readonly categoryCode?: string
}

/** The content of a field: the name of a part, a constant text, or a template of fields. */
type EmvContent<Part extends string> = Part | Always | EmvTemplate<Part>
interface Always {
  readonly always: string
}
interface EmvTemplate<Part extends string> {
  readonly [tag: string]: EmvContent<Part>
}

interface EmvExample<Code> {
  readonly of: string
  readonly code: Code
  readonly payload: string
}

interface Declared<Name extends string, Code extends EmvParts> {
  /** The name that methods show and readers use. */
  readonly name: Name
  readonly currency: OfferedCurrency
  /** Besides those of `EmvParts`. A scheme is recognised by the template of tags 26 to 51 whose tag 00 is constant. */
  readonly fields: EmvTemplate<keyof Code & string>
  /** The parts that identify the payee. */
  readonly payee: readonly (keyof Code & string)[]
  /** The part that is returned to the receiver with the money. Default: `reference`. */
  readonly reference?: keyof Code & string
  /** Field 00. Default: 01. */
  readonly version?: '02'
  /** Field 01. Default: 12 for a code with an amount, 11 for one without. */
  readonly initiation?: (code: Code) => '11' | '12' | undefined
  /** Real codes written by others. A test writes and reads each, byte for byte. */
  readonly examples: readonly EmvExample<Code>[]
}

/** The payment that a code requests: see `PaymentCode`. */
export interface EmvRead<Name extends string> {
  readonly scheme: Name
  readonly currencyCode: string
  readonly amount?: string
  readonly reference?: string
  readonly name?: string
  readonly payee: Readonly<Record<string, string>>
}

export interface EmvScheme<Name extends string = string, Code extends EmvParts = EmvParts>
  extends Omit<Declared<Name, Code>, 'examples'> {
  readonly examples: readonly (EmvExample<Code> & { readonly write: () => string })[]
  readonly fieldsOf: (code: Code) => readonly EmvField[]
  readonly write: (code: Code) => string
  /** Whether these fields belong to a code of this scheme. */
  readonly isOf: (fields: readonly EmvField[]) => boolean
  readonly read: (fields: readonly EmvField[]) => Result<EmvRead<Name>, 'INCOMPLETE' | 'WRONG_CURRENCY'>
}

/** For a code with these parts: `emvScheme<VietQr>()({ … })`. */
export const emvScheme =
  <Code extends EmvParts>() =>
  <const Name extends string>(declared: Declared<Name, Code>): EmvScheme<Name, Code> => {
    const {
      name: scheme,
      fields: tags,
      payee,
      reference = 'reference',
      version = '01',
      initiation,
    } = declared
    const { numeric = '', country = '' } = offered(declared.currency)
    const own: EmvTemplate<keyof Code & string> = {
      '52': 'categoryCode',
      '53': { always: numeric },
      '54': 'amount',
      '58': { always: country },
      '59': 'name',
      '60': 'city',
      '61': 'postCode',
      ...tags,
    }
    const writers = writersOf<Code>(own)
    const fieldsOf = (code: Code): readonly EmvField[] => {
      const usual = code.amount === undefined ? '11' : '12'
      const begun = initiation ? initiation(code) : usual
      const fields: EmvField[] = [['00', version]]
      if (begun !== undefined) fields.push(['01', begun])
      for (const { tag, textOf } of writers) {
        const text = textOf(code)
        if (text !== undefined) fields.push([tag, text])
      }
      return fields
    }
    const write = (code: Code): string => encodeEmv(fieldsOf(code))
    return {
      ...declared,
      examples: declared.examples.map((example) => ({ ...example, write: () => write(example.code) })),
      fieldsOf,
      write,
      isOf: (fields) => isMarked(tags, fields),
      read: (fields) => {
        if (emvValue(fields, '53') !== numeric) return fail('WRONG_CURRENCY')
        const parts = new Map(partsIn(own, fields))
        const paid = payee.flatMap((part) => {
          const text = parts.get(part)
          return text === undefined ? [] : [[part, text] as const]
        })
        if (paid.length === 0) return fail('INCOMPLETE')
        const [amount, back, name] = [parts.get('amount'), parts.get(reference), parts.get('name')]
        return succeed({
          scheme,
          currencyCode: declared.currency,
          ...(amount !== undefined && { amount }),
          ...(back !== undefined && back !== NO_REFERENCE && { reference: back }),
          ...(name !== undefined && { name }),
          payee: Object.fromEntries(paid),
        })
      },
    }
  }

/** Pix's way to write that there is none. */
export const NO_REFERENCE = '***'

const inOrder = <Content>(tags: Readonly<Record<string, Content>>): readonly (readonly [string, Content])[] =>
  Object.entries(tags).sort(([one], [other]) => (one < other ? -1 : 1))

const isAlways = (content: EmvContent<string>): content is Always =>
  typeof content === 'object' && 'always' in content

const isTemplate = (content: EmvContent<string>): content is EmvTemplate<string> =>
  typeof content === 'object' && !isAlways(content)

interface Writer<Code> {
  readonly tag: string
  /** A part, or a template, which is written only if one of its parts is present. */
  readonly isPart: boolean
  readonly textOf: (code: Code) => string | undefined
}

/** In the order of the code. Created once per scheme, because every create of its payins uses it. */
const writersOf = <Code extends EmvParts>(tags: EmvTemplate<keyof Code & string>): readonly Writer<Code>[] =>
  inOrder(tags).map(([tag, content]) => ({
    tag,
    isPart: !isAlways(content),
    textOf: writerOf<Code>(content),
  }))

const LONGEST: Readonly<Record<string, number>> = { name: 25, city: 15 }

function writerOf<Code extends EmvParts>(
  content: EmvContent<keyof Code & string>,
): (code: Code) => string | undefined {
  if (typeof content === 'string') {
    const longest = LONGEST[content]
    return (code) => {
      const text = code[content]
      if (typeof text !== 'string' || text === '') return undefined
      return longest === undefined ? text : asciiText(text, longest) || undefined
    }
  }
  if (isAlways(content)) return () => content.always || undefined
  const writers = writersOf<Code>(content)
  return (code) => {
    const fields = writers.map(({ tag, isPart, textOf }) => ({ isPart, field: [tag, textOf(code)] as const }))
    const hasPart = fields.some(({ isPart, field: [, text] }) => isPart && text !== undefined)
    return hasPart ? encodeTemplate(fields.map(({ field }) => field)) : undefined
  }
}

const fieldsIn = (text: string | undefined): readonly EmvField[] => {
  const template = decodeTemplate(text ?? '')
  return template.ok ? template.value : []
}

/** By the identifier in tag 00 of the account's template. Domains are accepted in upper and lower case. */
function isMarked(tags: EmvTemplate<string>, fields: readonly EmvField[]): boolean {
  return inOrder(tags).some(([tag, content]) => {
    const mark = tag >= '26' && tag <= '51' && isTemplate(content) ? content['00'] : undefined
    if (mark === undefined || !isAlways(mark)) return false
    const shown = emvValue(fieldsIn(emvValue(fields, tag)), '00') ?? ''
    return (
      shown === mark.always ||
      (mark.always.includes('.') && shown.toLowerCase() === mark.always.toLowerCase())
    )
  })
}

/** Parts by name. */
function partsIn(
  tags: EmvTemplate<string>,
  fields: readonly EmvField[],
): readonly (readonly [string, string])[] {
  return Object.entries(tags).flatMap(([tag, content]) => {
    const text = emvValue(fields, tag)
    if (text === undefined) return []
    if (typeof content === 'string') return [[content, text] as const]
    return isTemplate(content) ? partsIn(content, fieldsIn(text)) : []
  })
}
