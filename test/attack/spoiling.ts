/** Makes one fault in a valid request: a wrong value, key, header or letter. */
import type { Dice } from '../simulation/dice.ts'
import { hostileText, hostileValue, randomBytes, randomJson } from './values.ts'

type Place = readonly (string | number)[]

/** Every place in a JSON value, the value itself first. */
function placesOf(value: unknown, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [at]
  return [at, ...Object.entries(value).flatMap(([key, member]) => placesOf(member, [...at, key]))]
}

type Container = Record<string, unknown>

/** A copy in which `change` was applied to the member at this place. */
function changedAt(value: unknown, place: Place, change: (holder: Container, key: string) => void): unknown {
  const root: Container = { root: structuredClone(value) }
  let holder = root
  const keys = ['root', ...place.map(String)]
  for (const key of keys.slice(0, -1)) holder = holder[key] as Container
  change(holder, keys.at(-1) ?? '')
  return root.root
}

/** The text of a body with one fault. */
export function spoiltBody(body: unknown, dice: Dice): string {
  const place = dice.one(placesOf(body))
  const write = (change: (holder: Container, key: string) => void): string =>
    JSON.stringify(changedAt(body, place, change)) ?? 'null'
  return dice.weighted<() => string>([
    [
      8,
      () =>
        write((holder, key) => {
          holder[key] = hostileValue(dice)
        }),
    ],
    [
      3,
      () =>
        write((holder, key) => {
          delete holder[key]
        }),
    ],
    [
      2,
      () =>
        write((holder, key) => {
          holder[dice.one([hostileText(dice), key.toUpperCase(), `${key} `])] = hostileValue(dice)
        }),
    ],
    [1, () => twiceTheSameKey(JSON.stringify(body), dice)],
    [1, () => respelt(JSON.stringify(body), dice)],
  ])()
}

/** `{"a":1}` becomes `{"a":…,"a":1}`: all readers must use the same one of them. */
function twiceTheSameKey(text: string, dice: Dice): string {
  const keys = [...text.matchAll(/"(\w+)":/g)]
  const [found] = keys.length > 0 ? [dice.one(keys)] : []
  if (!found) return text
  const spoilt = `${found[0]}${JSON.stringify(hostileValue(dice))},`
  return text.slice(0, found.index) + spoilt + text.slice(found.index)
}

/** Adds, drops or replaces one letter: mostly no valid JSON any more. */
function respelt(text: string, dice: Dice): string {
  const at = dice.between(0, text.length)
  const inserted = dice.one([
    '',
    '\\',
    '"',
    '}',
    ']',
    ',',
    ':',
    '\u0001',
    '\\u0000',
    '\\ud800',
    '1e5',
    '/**/',
    '\uFEFF',
  ])
  return text.slice(0, at) + inserted + text.slice(at + dice.between(0, 1))
}

/** A body that was not meant for this operation. */
export function hostileBody(dice: Dice): string | Buffer {
  return dice.weighted<() => string | Buffer>([
    [4, () => JSON.stringify(randomJson(dice, 6)) ?? 'null'],
    [2, () => randomBytes(dice, dice.between(0, 300))],
    [1, () => '['.repeat(dice.one([33, 1_000, 60_000]))],
    [1, () => `${'{"a":'.repeat(dice.one([31, 32, 33, 10_000]))}1`],
    [1, () => JSON.stringify({ a: 'x'.repeat(dice.one([65_528, 65_529, 200_000])) })],
    [1, () => JSON.stringify('\\'.repeat(30_000))],
    [1, () => `{${Array.from({ length: 4_000 }, (_, index) => `"k${index}":${index}`).join(',')}}`],
    [1, () => `[${'1e5,'.repeat(15_000)}1]`],
    [1, () => `{"amount":${'9'.repeat(60_000)}}`],
  ])()
}

/** The bytes of a file with one fault. */
export function spoiltFile(text: string, dice: Dice): Buffer {
  const at = dice.between(0, text.length)
  const end = at + dice.between(0, 12)
  const inserted = dice.weighted<() => string>([
    [2, () => ''],
    [2, () => hostileText(dice)],
    [2, () => text.slice(at, end).repeat(dice.one([2, 50, 2_000]))],
    [1, () => dice.one(['<', '&', '"', '&#0;', '<![CDATA[', '<!--', ']]>', '<?', ':', '\r', '\uFEFF', ','])],
  ])()
  return Buffer.from(text.slice(0, at) + inserted + text.slice(end), dice.one(['utf8', 'latin1', 'utf16le']))
}

/** Larger files are read in a thread. */
const LARGE = 150_000

/** A file that no bank has written. */
export const hostileFile = (dice: Dice): Buffer =>
  Buffer.from(
    dice.weighted<() => string | Buffer>([
      [3, () => randomBytes(dice, dice.between(0, 300))],
      [1, () => '<!DOCTYPE a [<!ENTITY b "c"><!ENTITY d "&b;&b;&b;">]><Document>&d;</Document>'],
      [
        1,
        () => `<?xml version="1.0" encoding="${dice.one(['utf-7', 'UTF-16', 'x', 'latin1'])}"?><Document/>`,
      ],
      [1, () => '<a>'.repeat(dice.one([30, 50, 5_000, LARGE / 3]))],
      [1, () => `<a ${'b="1" '.repeat(1_000)}/>`],
      [1, () => `<Document><__proto__><Ntry/></__proto__>${'<b/>'.repeat(10_000)}</Document>`],
      [
        1,
        () =>
          `<Document><BkToCstmrStmt>${'<Stmt><Ntry/></Stmt>'.repeat(LARGE / 20)}</BkToCstmrStmt></Document>`,
      ],
      [
        1,
        () =>
          `:60F:C261121THB1,00\n${':61:2611211121C1,00NTRFNONREF\n'.repeat(3_000)}:86:${'?20'.repeat(20_000)}`,
      ],
      [1, () => dice.one(['"', ',', '\n', '"",', ' ', '\t']).repeat(dice.one([1, 60_000, LARGE]))],
    ])(),
  )

/** Headers with misleading values. Those of the request are kept unless they are replaced here. */
export function hostileHeaders(dice: Dice): Record<string, string> {
  return dice.one<() => Record<string, string>>([
    () => ({ 'x-api-version': dice.one(['', '1', '2.0', ' 2', '2,2', '02', '２', 'constructor']) }),
    () => ({
      'content-type': dice.one([
        '',
        'text/plain',
        'application/json; charset=utf-16',
        'application/json\t;',
        'x'.repeat(8_000),
      ]),
    }),
    () => ({ 'content-encoding': dice.one(['gzip', 'identity', 'identity, identity', '']) }),
    () => ({
      'x-http-method-override': 'DELETE',
      'x-method-override': 'DELETE',
      'x-original-url': '/admin/operators',
    }),
    () => ({
      'x-forwarded-for': dice.one(['127.0.0.1', '::1, 10.0.0.1', '999.1.1.1', 'x'.repeat(9_000)]),
      forwarded: 'for=127.0.0.1',
    }),
    () => ({
      host: dice.one(['', 'evil.example', '127.0.0.1:1\\@evil', 'a'.repeat(5_000)]),
      'x-forwarded-host': 'evil.example',
    }),
    () => ({ accept: dice.one(['', '*/*', 'text/html', 'application/xml;q=1', 'a/b,'.repeat(2_000)]) }),
    () => ({ origin: 'null', referer: 'javascript:alert(1)', cookie: 'a=b; '.repeat(500) }),
    () => ({ 'if-none-match': '*', 'if-match': '*', range: 'bytes=0-0,-1', expect: '100-continue' }),
    () => ({ 'x-signature': dice.one(['', 'AAAA', '='.repeat(1_368), 'A'.repeat(20_000)]) }),
    () => ({ 'x-request-id': 'mine', traceparent: 'x'.repeat(1_000), __proto__: 'x', constructor: 'x' }),
    () => ({
      authorization: dice.one([
        '',
        'Bearer',
        'Bearer ',
        'Basic Og==',
        `Bearer ${'a.'.repeat(6_000)}`,
        'Bearer null',
      ]),
    }),
    () => ({ 'x-callback-url': hostileText(dice).replaceAll(/[^\x20-\x7e]/g, '?') }),
  ])()
}

/** A path segment, mostly one that does not exist; percent-encoded, unless the missing encoding is the fault. */
export const hostileSegment = (dice: Dice): string => inPlace(anySegment(dice))

/**
 * Segments of dots, encoded or not, lead to another path, which may exist and has its own description: URL parsers resolve them before
 * sending. `sockets.test.ts` tests a server that receives them anyway.
 */
const inPlace = (segment: string): string => (/^(?:\.|%2e){1,2}$/i.test(segment) ? `${segment};` : segment)

const anySegment = (dice: Dice): string =>
  dice.weighted<() => string>([
    [6, () => encodeURIComponent(hostileText(dice).toWellFormed())],
    [
      3,
      () =>
        dice.one([
          '..',
          '.',
          '%2e%2e',
          '%2F',
          '..%2f..%2fadmin',
          '%',
          '%zz',
          '%c3',
          '%00',
          '!',
          '!unknown',
          'a;b=c',
          'a%0Ab',
          '%25%32%66',
          '*',
          '\\',
          '~',
        ]),
    ],
    [1, () => 'a'.repeat(dice.one([64, 65, 257, 9_000]))],
  ])()
