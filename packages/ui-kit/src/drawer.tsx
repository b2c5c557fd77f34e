/**
 * A panel beside the page, or a question above it. It is the browser's own dialog, so focus stays in it and Escape
 * closes it.
 */
import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { say } from './texts.ts'

interface DrawerProps {
  readonly title: string
  readonly kind?: 'drawer' | 'question' | 'palette'
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** The element with `data-first` gets the focus when it opens. */
export function Drawer({ title, kind = 'drawer', onClose, children }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  // With the rendering, not after the next paint, so that text typed right after the opening key is not lost.
  useLayoutEffect(() => {
    dialog.current?.showModal()
    dialog.current?.querySelector<HTMLElement>('[data-first]')?.focus()
  }, [])
  return (
    <dialog
      ref={dialog}
      class={`dialog ${kind}`}
      aria-labelledby={id}
      onClose={onClose}
      // A click outside closes it.
      closedby="any"
    >
      <div class="dialog-body">
        {kind === 'palette' ? (
          <h2 id={id} class="hidden">
            {title}
          </h2>
        ) : (
          <header>
            <h2 id={id}>{title}</h2>
            <button
              type="button"
              class="close"
              aria-label={say('close')}
              onClick={() => dialog.current?.close()}
            >
              ✕
            </button>
          </header>
        )}
        {children}
      </div>
    </dialog>
  )
}
