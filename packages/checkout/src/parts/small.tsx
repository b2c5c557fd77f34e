/** Small shared components. */
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useWords } from '../i18n.tsx'

export function Spinner({ label }: { readonly label: string }) {
  return (
    <p class="waiting" role="status">
      <span class="spinner" aria-hidden="true" />
      {label}
    </p>
  )
}

interface NoticeProps {
  readonly kind: 'warn' | 'error' | 'info'
  readonly children: ComponentChildren
}

export function Notice({ kind, children }: NoticeProps) {
  return (
    <div class={`notice ${kind}`}>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        {kind === 'info' ? (
          <path d="M10 1a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm1 13H9V9h2zm0-7H9V5h2z" />
        ) : (
          <path d="M10 1 .5 18h19zm1 14H9v-2h2zm0-4H9V7h2z" />
        )}
      </svg>
      <div>{children}</div>
    </div>
  )
}

const COPIED_MS = 2_500

/** Without https the page has no clipboard, so it falls back to the old command. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const area = document.createElement('textarea')
    area.value = text
    document.body.append(area)
    area.select()
    const copied = document.execCommand('copy')
    area.remove()
    return copied
  }
}

/** @param what names the value for screen readers */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const { t } = useWords()
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const press = async (): Promise<void> => {
    if (!(await copy(text))) return
    setCopied(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCopied(false), COPIED_MS)
  }
  return (
    <button type="button" class={copied ? 'copy done' : 'copy'} onClick={press}>
      <span aria-live="polite">{t(copied ? 'copied' : 'copy')}</span>
      <span class="hidden">: {what}</span>
    </button>
  )
}

interface ValueProps {
  readonly name: string
  readonly value: string
  /** The text to copy, if it differs from what is shown. */
  readonly copied?: string
  readonly isPlain?: boolean
  readonly hint?: string
}

/** One value to type elsewhere. */
export function Value({ name, value, copied = value, isPlain, hint }: ValueProps) {
  return (
    <div class="value">
      <dt>{name}</dt>
      <dd>
        <span class={isPlain ? '' : 'exactly'} translate={false}>
          {value}
        </span>
        {!isPlain && <CopyButton text={copied} what={name} />}
        {hint && <small>{hint}</small>}
      </dd>
    </div>
  )
}
