/** A confirmation dialog: what would be done, a button that does it, and one that cancels. */
import type { ComponentChildren } from 'preact'
import { Drawer } from './drawer.tsx'
import { Button, Refused, useAction } from './form.tsx'
import { refresh } from './query.ts'
import type { Answer } from './result.ts'
import { say } from './texts.ts'

interface QuestionProps {
  readonly title: string
  /** Explains the effect. */
  readonly children: ComponentChildren
  readonly action: () => Promise<Answer<unknown>>
  /** The button's text. Default: the title. */
  readonly button?: string
  readonly tone?: 'danger' | 'primary'
  /** Called when it was cancelled or done. */
  readonly onClose: () => void
}

export function Question({
  title,
  button = title,
  tone = 'danger',
  action,
  onClose,
  children,
}: QuestionProps) {
  const { now, run } = useAction()
  const done = (): void => {
    onClose()
    refresh()
  }
  return (
    <Drawer title={title} kind="question" onClose={onClose}>
      {children}
      <Refused refusal={now.refusal} />
      <p class="row-acts">
        <Button tone={tone} acting={now} onClick={() => void run(action, done)}>
          {button}
        </Button>
        <Button onClick={onClose}>{say('leaveIt')}</Button>
      </p>
    </Drawer>
  )
}
