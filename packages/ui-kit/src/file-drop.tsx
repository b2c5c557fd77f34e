/** A file chosen by drag and drop or by keyboard: the browser's own field handles both. */
import { useId } from 'preact/hooks'

interface FileDropProps {
  readonly label: string
  readonly hint: string
  /** The file types that the browser suggests: `.csv,.xml`. */
  readonly accept: string
  readonly onFile: (file: File) => void
}

export function FileDrop({ label, hint, accept, onFile }: FileDropProps) {
  const id = useId()
  return (
    <div class="field file-drop">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="file"
        accept={accept}
        aria-describedby={`${id}-told`}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) onFile(file)
          // Allows choosing the same file again after it was corrected.
          currentTarget.value = ''
        }}
      />
      <p id={`${id}-told`} class="hint">
        {hint}
      </p>
    </div>
  )
}
