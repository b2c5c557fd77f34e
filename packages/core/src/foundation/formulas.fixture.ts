import fc from 'fast-check'

const CHUNKS = [';', '=', '+', '-', '@', '＝', '"', '\t', '\r', '\n', ' ', ',', "'", 'x', "cmd|' /C calc'!A1"]

/** Texts of characters that may begin a cell, or make what follows begin one. */
export const cellTexts = (): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...CHUNKS), { maxLength: 12 }).map((each) => each.join(''))

/** The cells of a CSV file that a spreadsheet which separates columns by semicolons would read as formulas. */
export const formulasIn = (file: string): readonly string[] =>
  file.split(/[;\t\r\n]/).filter((each) => /^[\s"]*[=+\-@＝]/.test(each))
