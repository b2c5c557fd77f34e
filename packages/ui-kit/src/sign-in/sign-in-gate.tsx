/** The frame of screens before sign-in. */
import type { ComponentChildren } from 'preact'

export function SignInGate({
  title,
  children,
}: {
  readonly title: string
  readonly children: ComponentChildren
}) {
  return (
    <main class="door">
      <div class="door-card">
        <p class="brand">
          <span class="brand-mark" aria-hidden="true" />
          Sluice
        </p>
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  )
}
