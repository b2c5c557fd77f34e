/**
 * Reads XML files from banks by local names, because versions of a schema differ in little but their namespace.
 *
 * No document type and no entities are accepted except the five of XML and character references, and no text that cannot be
 * stored. Every node knows its line and column. Elements, attributes and depth are counted before the parser sees the file: it
 * takes microseconds for each, and a file of 16 MiB can have millions. Knows nothing about banks.
 */
import { atFirstUse } from './at-first-use.ts'
import { errorText } from './errors.ts'
import { fail, type Result, succeed } from './result.ts'

const MAX_DEPTH = 40
const MAX_MESSAGE = 200
/**
 * Elements, comments and the like. A statement of fifty thousand entries, which fills the largest file, has three quarters of
 * this.
 */
const MAX_ELEMENTS = 1_000_000
/** For amounts, which have one each. */
const MAX_ATTRIBUTES = 250_000
/** A tag with all its attributes. The root holds its namespaces. */
const MAX_TAG_CHARACTERS = 16_384

const reader = atFirstUse((require) => {
  const { XMLParser, XMLValidator }: typeof import('fast-xml-parser') = require('fast-xml-parser')
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    textNodeName: '#text',
    removeNSPrefix: true,
    parseTagValue: false,
    parseAttributeValue: false,
    processEntities: false,
    ignoreDeclaration: true,
    ignorePiTags: true,
    captureMetaData: true,
    maxNestedTags: MAX_DEPTH,
  })
  // The parser notes the start of each element under `place`.
  return { parser, XMLValidator, place: XMLParser.getMetaDataSymbol().valueOf() }
})

/** What is wrong with a file, where, and what to do. Lines and columns count from 1. */
export interface FileFault {
  readonly line: number
  readonly column: number
  readonly message: string
}

/** An element, or the text of one that has no attributes and children. */
export type XmlNode = unknown

export interface Xml {
  readonly root: XmlNode
  /** Where an element begins. For plain text, the beginning of the file. */
  placeOf(node: XmlNode): Pick<FileFault, 'line' | 'column'>
}

export function readXml(text: string): Result<Xml, FileFault> {
  const lines = lineStarts(text)
  const forbidden = text.search(/<!(?:DOCTYPE|ENTITY)/i)
  if (forbidden >= 0)
    return fail({ ...placeAt(lines, forbidden), message: 'a document type is not accepted: remove it' })
  // XML may not contain NUL and no database can store it, but the parser accepts it.
  const nul = text.indexOf('\0')
  if (nul >= 0) return fail({ ...placeAt(lines, nul), message: 'holds a NUL character: it is not text' })
  const over = beyondBounds(text)
  if (over) return fail({ ...placeAt(lines, over.index), message: over.message })
  const { parser, XMLValidator, place } = reader()
  const valid = XMLValidator.validate(text)
  if (valid !== true) {
    const { line, col, msg } = valid.err
    // The parser lists all open elements, however many.
    return fail({ line, column: col, message: `is not well-formed XML: ${msg.slice(0, MAX_MESSAGE)}` })
  }
  try {
    const root: XmlNode = parser.parse(text)
    const placeOf = (node: XmlNode) => {
      const meta: unknown = isElement(node) ? Reflect.get(node, place) : undefined
      const index = isElement(meta) ? meta.startIndex : undefined
      return placeAt(lines, typeof index === 'number' ? index : 0)
    }
    return succeed({ root, placeOf })
  } catch (error) {
    const message = errorText(error)
    return fail({ line: 1, column: 1, message: `cannot be read as XML: ${message.slice(0, MAX_MESSAGE)}` })
  }
}

const [QUOTE, APOSTROPHE, SLASH, CLOSING] = [0x22, 0x27, 0x2f, 0x3e]
/** Markup other than elements: how it begins and ends. */
const OTHERS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const

/** Where the file exceeds a limit. Looks at each character once. The parser reports what is not well-formed. */
function beyondBounds(text: string): { readonly index: number; readonly message: string } | undefined {
  let [elements, attributes, depth] = [0, 0, 0]
  for (let at = text.indexOf('<'); at >= 0; ) {
    const index = at
    const over = (message: string) => ({ index, message })
    const other = OTHERS.find(([begin]) => text.startsWith(begin, index))
    const tag = other ? undefined : tagAt(text, at)
    const end = tag?.end ?? (other ? text.indexOf(other[1], at + other[0].length) : -1)
    if (tag && end - at > MAX_TAG_CHARACTERS)
      return over(`has a tag of more than ${MAX_TAG_CHARACTERS} characters: it is no bank's message`)
    attributes += tag?.attributes ?? 0
    depth += tag?.deeper ?? 0
    if (!tag?.isEnd) elements += 1
    if (depth > MAX_DEPTH) return over(`is nested deeper than ${MAX_DEPTH} levels: it is no bank's message`)
    if (elements > MAX_ELEMENTS)
      return over(`has more than ${MAX_ELEMENTS} elements: export shorter periods, or split it`)
    if (attributes > MAX_ATTRIBUTES)
      return over(`has more than ${MAX_ATTRIBUTES} attributes: export shorter periods, or split it`)
    if (end < 0) return undefined
    at = text.indexOf('<', end + 1)
  }
  return undefined
}

/** The tag up to its end, or up to where it is too long; undefined if the file ends inside it. */
function tagAt(text: string, start: number) {
  const isEnd = text.charCodeAt(start + 1) === SLASH
  let attributes = 0
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === CLOSING || at - start > MAX_TAG_CHARACTERS) {
      const deeper = isEnd ? -1 : text.charCodeAt(at - 1) === SLASH ? 0 : 1
      return { end: at, isEnd, attributes, deeper }
    }
    if (code !== QUOTE && code !== APOSTROPHE) continue
    attributes += 1
    at = text.indexOf(code === QUOTE ? '"' : "'", at + 1)
    if (at < 0) return undefined
  }
  return undefined
}

const isElement = (node: XmlNode): node is Readonly<Record<string, XmlNode>> =>
  typeof node === 'object' && node !== null && !Array.isArray(node)

/** The child elements of this name, in order. */
export function all(node: XmlNode, name: string): readonly XmlNode[] {
  const found = isElement(node) && Object.hasOwn(node, name) ? node[name] : undefined
  if (found === undefined) return []
  return Array.isArray(found) ? found : [found]
}

/** The first element at this path. */
export function first(node: XmlNode, ...path: readonly string[]): XmlNode {
  let found = node
  for (const name of path) [found] = all(found, name)
  return found
}

/** The text of the first element at this path; undefined if there is none or it is empty. */
export function textAt(node: XmlNode, ...path: readonly string[]): string | undefined {
  const found = first(node, ...path)
  const text = isElement(found) ? found['#text'] : found
  if (typeof text !== 'string') return undefined
  const plain = unescaped(text).trim()
  return plain === '' ? undefined : plain
}

export function attributeOf(node: XmlNode, name: string): string | undefined {
  const value = isElement(node) ? node[`@${name}`] : undefined
  return typeof value === 'string' ? unescaped(value).trim() : undefined
}

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function unescaped(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|([a-z]{2,4}));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED[String(name)] ?? whole
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : whole
  })
}

function lineStarts(text: string): readonly number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** Finds the line by binary search. */
function placeAt(starts: readonly number[], index: number): Pick<FileFault, 'line' | 'column'> {
  let low = 0
  let high = starts.length
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if ((starts[middle] ?? 0) <= index) low = middle
    else high = middle
  }
  return { line: low + 1, column: index - (starts[low] ?? 0) + 1 }
}
