/** A question above the page: what would be done, a button that does it, and one that leaves it. */
import type { ComponentChildren } from 'preact'
import { Drawer } from './drawer.tsx'
import { Button, Refused, useAction } from './form.tsx'
import { refresh } from './query.ts'
import type { Answer } from './result.ts'
import { say } from './texts.ts'

interface QuestionProps {
  readonly title: string
  /** What comes of it. */
  readonly children: ComponentChildren
  readonly action: () => Promise<Answer<unknown>>
  /** What the button says; left out: the title. */
  readonly button?: string
  readonly tone?: 'danger' | 'primary'
  /** Left, or done. */
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
