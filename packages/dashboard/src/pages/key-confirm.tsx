/** What a key or secret allows a program to do, and an owner's confirmation that a credential made by somebody else may do everything. */
import { useSignal } from '@preact/signals'
import { Button, Refused, useAction } from '@sluice/ui-kit/form.tsx'
import { refresh } from '@sluice/ui-kit/query.ts'
import { Question } from '@sluice/ui-kit/question.tsx'
import type { Answer } from '@sluice/ui-kit/result.ts'
import { Notice, TextButton } from '@sluice/ui-kit/small.tsx'
import { ask } from '../api.ts'
import { t } from '../language.ts'
import { here, may } from '../merchant.ts'

/** A callback secret has none of this: it gives no access. */
export interface Carrying {
  readonly id: string
  readonly madeBy?: string
  /** Left out: everything. */
  readonly carries?: readonly string[]
  readonly confirmedBy?: string
}

interface MayDoProps {
  readonly kind: 'keys' | 'secrets'
  readonly of: Carrying
  /** The fingerprint by which the owner recognises the key. */
  readonly print: string | undefined
}

export function MayDo({ kind, of: { id, madeBy, carries, confirmedBy }, print }: MayDoProps) {
  const isOpen = useSignal(false)
  const action = useAction()
  const unconfirm = (): Promise<Answer<object>> =>
    kind === 'keys'
      ? ask('POST /keys/{id}/!unconfirm', { path: { id } })
      : ask('POST /secrets/{id}/!unconfirm', { path: { id } })
  return (
    <>
      {carries ? t('mayAsMaker') : t('mayAll')}
      {confirmedBy !== undefined && <span class="quiet"> · {t('confirmedBy', { name: confirmedBy })}</span>}
      {carries && here.value?.role === 'OWNER' && (
        <TextButton label={t('confirmAction', { what: id })} onClick={() => (isOpen.value = true)}>
          {t('confirmIt')}
        </TextButton>
      )}
      {confirmedBy !== undefined && may('developers:manage') && (
        <Button acting={action.now} onClick={() => void action.run(unconfirm, refresh)}>
          {t('unconfirm')}
        </Button>
      )}
      <Refused refusal={action.now.refusal} />
      {isOpen.value && (
        <ConfirmIt kind={kind} id={id} by={madeBy} print={print} onClose={() => (isOpen.value = false)} />
      )}
    </>
  )
}

interface ConfirmItProps {
  readonly kind: 'keys' | 'secrets'
  readonly id: string
  readonly by: string | undefined
  readonly print: string | undefined
  readonly onClose: () => void
}

function ConfirmIt({ kind, id, by = '–', print, onClose }: ConfirmItProps) {
  const confirm = (): Promise<Answer<object>> =>
    kind === 'keys'
      ? ask('POST /keys/{id}/!confirm', { path: { id } })
      : ask('POST /secrets/{id}/!confirm', { path: { id } })
  return (
    <Question
      title={t('confirmTitle', { what: id })}
      button={t('confirmAction', { what: id })}
      tone="primary"
      action={confirm}
      onClose={onClose}
    >
      <Notice tone="warn">{t('confirmText', { name: by })}</Notice>
      {print !== undefined && (
        <p>
          <code class="breaks">{print}</code>
        </p>
      )}
    </Question>
  )
}
