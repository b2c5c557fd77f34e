/** The package that writes PDFs: fonts of many scripts come with it, so an installation may leave it out. */
import { optionalPart } from '@sluice/core/foundation/optional-part.ts'
import { paymentProblem } from '../../api/problems.ts'
import { ProblemError } from '../../http/problems.ts'

/**
 * Loads it when somebody first downloads a PDF: no start of the gateway waits for it.
 * @throws ProblemError 422 where it is not installed
 */
export async function loadPdf(): Promise<typeof import('@sluice/pdf/document.ts')> {
  const pdf = await optionalPart(
    { packageName: '@sluice/pdf', of: 'A PDF' },
    () => import('@sluice/pdf/document.ts'),
  )
  if (!pdf.ok) throw new ProblemError(paymentProblem('FORMAT_UNAVAILABLE', `${pdf.failure}.`))
  return pdf.value
}
