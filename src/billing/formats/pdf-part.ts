/** The package that writes PDFs: fonts of many scripts come with it, so an installation may leave it out. */
import { paymentProblem } from '../../api/problems.ts'
import { optionalPart, PartNotInstalled } from '../../foundation/optional-part.ts'
import { ProblemError } from '../../http/problems.ts'

/**
 * Loads it when somebody first downloads a PDF: no start of the gateway waits for it.
 * @throws ProblemError 422 where it is not installed
 */
export async function loadPdf(): Promise<typeof import('../pdf/document.ts')> {
  try {
    return await optionalPart({ packageName: '@sluice/pdf', of: 'A PDF' }, () => import('../pdf/document.ts'))
  } catch (error) {
    if (error instanceof PartNotInstalled)
      throw new ProblemError(paymentProblem('FORMAT_UNAVAILABLE', `${error.message}.`))
    throw error
  }
}
