/** A file that is dropped, or chosen by keyboard: the browser's own field takes both. */
import { useId } from 'preact/hooks'

interface FileDropProps {
  readonly label: string
  readonly hint: string
  /** What the browser offers first: `.csv,.xml`. */
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
          // The same file again, mended, is a file to take.
          currentTarget.value = ''
        }}
      />
      <p id={`${id}-told`} class="hint">
        {hint}
      </p>
    </div>
  )
}
