/** For tests: what a PDF says, by somebody else's reader. */
import { extractText } from 'unpdf'

/** Page by page. */
export async function textsOfPdf(bytes: Uint8Array): Promise<readonly string[]> {
  const { text } = await extractText(new Uint8Array(bytes))
  return text
}
