/** What becomes of payees' names: Latin for banks that take no more, half-width kana for Japanese files. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isLatin, written } from './characters.ts'
import { halfWidth, shiftJis } from './kana.ts'

const latin = (text: string) => {
  const result = written(text, 'latin')
  return result.ok ? result.value : result.failure
}

describe('a name in latin characters', () => {
  it.each([
    ['José Müller-Ñandú', 'Jose Muller-Nandu'],
    ['Nguyễn Thị Đặng', 'Nguyen Thi Dang'],
    ['Łukasz Żółć', 'Lukasz Zolc'],
    ['Æsir Øst ß', 'AEsir Ost ss'],
    ['Çağrı Şimşek', 'Cagri Simsek'],
    ['Ọlábísí Ṣóyinká', 'Olabisi Soyinka'],
    ['Ɓala & Sons', 'Bala + Sons'],
    ['O’Hara,  Co. (Pty) / Ltd', "O'Hara, Co. (Pty) / Ltd"],
    ['Ｓｌｕｉｃｅ　１', 'Sluice 1'],
  ])('%s is written %s', (name, shown) => {
    expect(latin(name)).toBe(shown)
  })

  it.each([
    ['สมชาย', ['ส', 'ม', 'ช', 'า', 'ย']],
    ['Wang 小明', ['小', '明']],
    ['김민수', ['김', '민', '수']],
    ['Ирина', ['И', 'р', 'и', 'н', 'а']],
  ])('%s is refused, not guessed', (name, lost) => {
    expect(latin(name)).toEqual(lost)
  })

  it.each(['', ' ', '\u0301'])('of nothing (%j) is refused', (name) => {
    expect(written(name, 'latin').ok).toBe(false)
    expect(written(name, 'unicode').ok).toBe(name === '\u0301')
  })

  it('loses nothing silently: each character is there, or is named', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        const result = written(text, 'latin')
        if (!result.ok) return
        expect(isLatin(result.value)).toBe(true)
        const letters = [...text.normalize('NFC')].filter((each) => !/\s|\p{M}/u.test(each))
        expect([...result.value.replaceAll(' ', '')].length).toBeGreaterThanOrEqual(letters.length)
      }),
    )
  })

  it('stays as it is in unicode, but for what XML cannot carry', () => {
    expect(written('สมชาย  <ใจดี>', 'unicode')).toEqual({ ok: true, value: 'สมชาย <ใจดี>' })
    expect(written('a\u0000b\ufffe', 'unicode').ok).toBe(false)
    expect(written('a\ud800', 'unicode').ok).toBe(false)
  })
})

describe('a name in half-width kana', () => {
  it.each([
    ['ﾃｽﾄ ﾀﾛｳ', 'ﾃｽﾄ ﾀﾛｳ'],
    ['テスト　タロウ', 'ﾃｽﾄ ﾀﾛｳ'],
    ['てすと たろう', 'ﾃｽﾄ ﾀﾛｳ'],
    ['ガギグゲゴ ﾊﾞﾊﾟ', 'ｶﾞｷﾞｸﾞｹﾞｺﾞ ﾊﾞﾊﾟ'],
    ['ヴァイオリン', 'ｳﾞｱｲｵﾘﾝ'],
    ['キャッシュ・カード', 'ｷﾔﾂｼﾕ.ｶ-ﾄﾞ'],
    ['（カ）スルース', '(ｶ)ｽﾙ-ｽ'],
    ['sluice ｋ．ｋ．', 'SLUICE K.K.'],
    ['José', 'JOSE'],
    ['をゐゑ'.slice(0, 1), 'ｦ'],
  ])('%s is written %s', (name, shown) => {
    expect(halfWidth(name)).toEqual({ ok: true, value: shown })
  })

  it.each(['山田太郎', 'ソウルの김', 'สมชาย', ''])('%s is refused, not guessed', (name) => {
    expect(halfWidth(name).ok).toBe(false)
  })

  it('is Shift_JIS with one byte a character, as an independent decoder reads it', () => {
    const kana = fc.string({
      unit: fc.constantFrom(...'アイウエオガギグゲゴザジズゼゾパピプペポッャュョヲンーabcXYZ0189 ()./-'),
      minLength: 1,
      maxLength: 40,
    })
    fc.assert(
      fc.property(kana, (text) => {
        const half = halfWidth(text)
        // Not returned: what an expectation comes to is not undefined, and fast-check takes that for a no.
        if (!half.ok) {
          expect(text.trim()).toBe('')
          return
        }
        const bytes = shiftJis(half.value)
        expect(bytes).toHaveLength(half.value.length)
        expect(new TextDecoder('shift_jis').decode(bytes)).toBe(half.value)
      }),
    )
  })

  it('that was never converted has no byte: a bug, not a file', () => {
    expect(() => shiftJis('山')).toThrow()
  })
})
