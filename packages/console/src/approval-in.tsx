/** The notice for an operation that waits for another operator's approval. */
import { Notice } from '@sluice/ui-kit/small.tsx'
import { placeOf } from './places.ts'

/** The approval that an answer names; undefined if the operation has already run. */
export function approvalIn(answer: unknown): string | undefined {
  const approval: unknown = answer instanceof Object ? Reflect.get(answer, 'approval') : undefined
  const id: unknown = approval instanceof Object ? Reflect.get(approval, 'id') : undefined
  return typeof id === 'string' ? id : undefined
}

export function WaitsForAnother({ approval }: { readonly approval: string }) {
  return (
    <Notice tone="info">
      Nothing has happened yet. Another operator must approve it.{' '}
      <a href={placeOf.approval(approval)}>View approval</a>
    </Notice>
  )
}
