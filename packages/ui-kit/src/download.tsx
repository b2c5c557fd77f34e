/**
 * Downloads a file of an API: fetched with the headers of each request, then saved by the browser under the name that
 * it came with.
 */
import { useAction } from './form.tsx'
import { download } from './http.ts'
import { refusalText } from './result.ts'

interface DownloadProps {
  readonly href: string
  readonly words: string
  /** Whether the key `e` triggers it. */
  readonly isExport?: boolean
}

/** Makes the browser save it. */
export function keepFile({ name, file }: { readonly name: string; readonly file: Blob }): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

export function Download({ href, words, isExport = false }: DownloadProps) {
  const action = useAction()
  const { isBusy, refusal } = action.now
  return (
    <>
      <button
        type="button"
        class="button"
        aria-disabled={isBusy}
        data-export={isExport ? '' : undefined}
        onClick={() => void action.run(() => download(href), keepFile)}
      >
        {isBusy && <span class="spinner" aria-hidden="true" />}
        {words}
      </button>
      {refusal && (
        <span role="alert" class="fault">
          {refusalText(refusal)}
        </span>
      )}
    </>
  )
}
