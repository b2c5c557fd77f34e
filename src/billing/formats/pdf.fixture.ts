/** For tests: what a PDF says, by somebody else's reader. */
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Page by page. */
export async function textsOfPdf(bytes: Uint8Array): Promise<readonly string[]> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  const read = await task.promise
  const texts: string[] = []
  for (let page = 1; page <= read.numPages; page++) {
    const { items } = await (await read.getPage(page)).getTextContent()
    texts.push(items.map((item) => ('str' in item ? item.str : '')).join(''))
  }
  await task.destroy()
  return texts
}
