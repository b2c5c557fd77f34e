import fc from 'fast-check'

const CHUNKS = [';', '=', '+', '-', '@', '＝', '"', '\t', '\r', '\n', ' ', ',', "'", 'x', "cmd|' /C calc'!A1"]

/** Texts of what may begin a cell, or make what comes after it begin one. */
export const cellTexts = (): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...CHUNKS), { maxLength: 12 }).map((each) => each.join(''))

/** Of a file of CSV: what a spreadsheet that divides columns by semicolons would take for formulas. */
export const formulasIn = (file: string): readonly string[] =>
  file.split(/[;\t\r\n]/).filter((each) => /^[\s"]*[=+\-@＝]/.test(each))
