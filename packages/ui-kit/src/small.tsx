/** Small parts of every screen: a status, a copied text, a fact with its name, the equivalent command. */
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import type { Tone } from './codes.ts'
import { say } from './texts.ts'

export type { Tone }

/** A coloured word; the meaning does not depend on the colour. */
export function Badge({ tone, children }: { readonly tone: Tone; readonly children: ComponentChildren }) {
  return <span class={`badge ${tone}`}>{children}</span>
}

interface TextButtonProps {
  /** The action and its object, for screen readers; missing: the text is enough. */
  readonly label?: string
  readonly onClick: () => void
  readonly children: ComponentChildren
}

/** A button that looks like a link, for rows and sentences. */
export function TextButton({ label, onClick, children }: TextButtonProps) {
  return (
    <button type="button" class="as-link" aria-label={label} onClick={onClick}>
      {children}
    </button>
  )
}

const COPIED_MS = 1_600

/** Copies a text and announces it, also to screen readers. */
export function Copy({ text, label = say('copy') }: { readonly text: string; readonly label?: string }) {
  const isCopied = useSignal(false)
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      return
    }
    isCopied.value = true
    setTimeout(() => {
      isCopied.value = false
    }, COPIED_MS)
  }
  return (
    <button
      type="button"
      class="copy"
      onClick={copy}
      aria-label={isCopied.value ? say('copied') : `${label}: ${text}`}
    >
      {isCopied.value ? say('copied') : label}
    </button>
  )
}

export interface Fact {
  readonly name: string
  readonly value: ComponentChildren
}

/** The facts about an object, name by name. */
export function Facts({ facts }: { readonly facts: readonly (Fact | undefined)[] }) {
  return (
    <dl class="facts">
      {facts
        .filter((fact) => fact !== undefined)
        .map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

interface SectionProps {
  readonly title: string
  readonly count?: number
  readonly children: ComponentChildren
  readonly aside?: ComponentChildren
}

export function Section({ title, count, children, aside }: SectionProps) {
  const id = useId()
  return (
    <section class="section" aria-labelledby={id}>
      <header>
        <h2 id={id}>
          {title}
          {count !== undefined && <span class="count">{count}</span>}
        </h2>
        {aside}
      </header>
      {children}
    </section>
  )
}

/** The same without this screen: as a request and as a command. */
export function SameByCommand({ curl, command }: { readonly curl: string; readonly command?: string }) {
  return (
    <details class="by-command">
      <summary>{say('byCommand')}</summary>
      {command !== undefined && <CommandLine text={command} />}
      <CommandLine text={curl} />
    </details>
  )
}

function CommandLine({ text }: { readonly text: string }) {
  return (
    <div class="command-line">
      <code>{text}</code>
      <Copy text={text} />
    </div>
  )
}

/** An important notice. */
export function Notice({
  tone,
  children,
}: {
  readonly tone: 'info' | 'warn' | 'bad'
  readonly children: ComponentChildren
}) {
  return <div class={`banner ${tone}`}>{children}</div>
}
