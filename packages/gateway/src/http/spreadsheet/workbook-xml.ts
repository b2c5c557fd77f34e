/** The parts of a workbook besides its sheets: the list of sheets, and the styles of cells. Pure. */
import { escaped, XML_HEAD } from './xml-text.ts'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const CONTENT_TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types'

/** Numbers of the styles that `STYLES` lists. */
export const STYLE = { text: 1, quoted: 2, money: 3, integer: 4, instant: 5, head: 6 } as const

/** Custom formats are numbered from here; 1 is a whole number, 49 is text. */
const DATE_FORMAT = 164

export const STYLES =
  `${XML_HEAD}<styleSheet xmlns="${MAIN}">` +
  `<numFmts count="1"><numFmt numFmtId="${DATE_FORMAT}" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss.000"/></numFmts>` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>' +
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="7">${[
    look(0),
    look(49),
    look(49, ' quotePrefix="1"'),
    look(49, ' applyAlignment="1"', '<alignment horizontal="right"/>'),
    look(1),
    look(DATE_FORMAT),
    look(49, ' applyFont="1"', '', 1),
  ].join('')}</cellXfs>` +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'

function look(format: number, more = '', inside = '', font = 0): string {
  return `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"${more}>${inside}</xf>`
}

export const contentTypes = (sheets: number): string =>
  `${XML_HEAD}<Types xmlns="${CONTENT_TYPES}">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  `<Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>` +
  counted(sheets, (number) => {
    return `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPES}.worksheet+xml"/>`
  }) +
  '</Types>'

export const PACKAGE_RELATIONS = relations(relation('rId1', 'officeDocument', 'xl/workbook.xml'))

export const workbookRelations = (sheets: number): string =>
  relations(
    counted(sheets, (number) => relation(`rId${number}`, 'worksheet', `worksheets/sheet${number}.xml`)) +
      relation(`rId${sheets + 1}`, 'styles', 'styles.xml'),
  )

export const workbook = (title: string, sheets: number): string =>
  `${XML_HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>` +
  counted(sheets, (number) => {
    return `<sheet name="${sheetName(title, number)}" sheetId="${number}" r:id="rId${number}"/>`
  }) +
  '</sheets></workbook>'

function relations(inside: string): string {
  return `${XML_HEAD}<Relationships xmlns="${RELATIONS}">${inside}</Relationships>`
}

function relation(id: string, kind: string, target: string): string {
  return `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`
}

const counted = (count: number, made: (number: number) => string): string =>
  Array.from({ length: count }, (_, index) => made(index + 1)).join('')

/** At most 31 characters, without those used in references to a sheet, and unique. */
function sheetName(title: string, number: number): string {
  const plain = title
    .replace(/[\\/?*[\]:'"]/g, ' ')
    .slice(0, 25)
    .trim()
  return escaped(`${plain === '' ? 'Sheet' : plain}${number === 1 ? '' : ` ${number}`}`)
}
