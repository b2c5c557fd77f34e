import { describe, expect, it } from 'vitest'
import { costMs } from '../../../../test/setup/processor-time.ts'
import { all, attributeOf, readXml, textAt } from './xml.ts'

/** Of the largest statement that is taken. */
const MOST_BYTES = 16 * 1024 * 1024
/** What one of a real statement takes is some seconds, in a thread of its own. */
const CHEAP_MS = 2_000

const filled = (unit: (at: number) => string, bytes = MOST_BYTES): string => {
  const parts: string[] = []
  for (let length = 0; length < bytes; ) {
    const part = unit(parts.length)
    parts.push(part)
    length += part.length
  }
  return parts.join('')
}

describe('a file made to keep the reader busy', () => {
  it.each<[string, () => string, RegExp]>([
    [
      '200,000 attributes of one element',
      () => `<a ${filled((at) => `attribute${at}="1" `, 4_000_000)}/>`,
      /^has a tag of more than 16384 characters/,
    ],
    [
      'attributes without an end',
      () => `<a ${filled((at) => `b${at}="1" `)}`,
      /^has a tag of more than 16384 characters/,
    ],
    ['names without values', () => `<a ${filled((at) => `b${at} `)}/>`, /^has a tag of more than 16384/],
    ['one name', () => `<${'a'.repeat(MOST_BYTES)}/>`, /^has a tag of more than 16384/],
    ['one value', () => `<a b="${'x'.repeat(MOST_BYTES)}"/>`, /^has a tag of more than 16384/],
    [
      'two attributes of each element',
      () => `<a>${filled(() => '<b c="1" d="2"/>')}</a>`,
      /^has more than 250000 attributes/,
    ],
    [
      'elements of as many names',
      () => `<a>${filled((at) => `<a${at}/>`)}</a>`,
      /^has more than 1000000 elements/,
    ],
    ['words between elements', () => `<a>${filled(() => 'x<b/>')}</a>`, /^has more than 1000000 elements/],
    ['comments', () => `<a>${filled(() => '<!---->')}</a>`, /^has more than 1000000 elements/],
    ['instructions', () => `<a>${filled(() => '<?a b?>')}</a>`, /^has more than 1000000 elements/],
    ['sections of text', () => `<a>${filled(() => '<![CDATA[]]>')}</a>`, /^has more than 1000000 elements/],
    ['depth', () => filled(() => '<a>'), /^is nested deeper than 40 levels/],
    ['beginnings', () => `<a>${'<'.repeat(MOST_BYTES)}`, /^has a tag of more than 16384/],
  ])('by %s is refused for little', async (_what, make, message) => {
    const text = make()
    const reported = { message: '' }
    const cost = await costMs(() => {
      const read = readXml(text)
      reported.message = read.ok ? 'taken' : read.failure.message
    })
    expect(reported.message).toMatch(message)
    expect(cost).toBeLessThan(CHEAP_MS)
  })

  it('says where', () => {
    const read = readXml(`<a>\n <b ${filled((at) => `c${at}="1" `, 20_000)}/></a>`)
    expect(read).toMatchObject({ ok: false, failure: { line: 2, column: 2 } })
  })
})

describe('a file within bounds', () => {
  it.each([
    ['comments and sections that look like elements', '<a><!-- <b c="> --><![CDATA[<d e="]]><f>1</f></a>'],
    ['brackets in attributes', `<a b="x>y" c='"'><f>1</f></a>`],
    ['forty levels', `${'<a>'.repeat(38)}<f>1</f>${'</a>'.repeat(38)}`],
  ])('is read: %s', (_what, text) => {
    expect(readXml(text)).toMatchObject({ ok: true })
  })

  it('has what it had', () => {
    const read = readXml(`<a><b c="x>y">1</b><b c='"'>2</b><!-- <b>3</b> --></a>`)
    const items = read.ok ? all(all(read.value.root, 'a')[0], 'b') : []
    expect(items.map((item) => [textAt(item), attributeOf(item, 'c')])).toEqual([
      ['1', 'x>y'],
      ['2', '"'],
    ])
  })
})
