/** The link that a start prints if there is no person yet. It creates the first one, an ADMIN. Valid once, for half an hour. */
import type { PeopleContext } from './context.ts'
import { giveLink } from './directory.ts'
import { isAnybody } from './people.ts'

/** @returns undefined if there is, or ever was, a person */
export async function firstLink(context: PeopleContext): Promise<string | undefined> {
  if (await isAnybody(context)) return undefined
  const { clock, randomness } = context.deps
  const at = clock.now()
  const link = await giveLink(
    context,
    { purpose: 'FIRST', role: 'ADMIN', rights: {} },
    {
      id: randomness.uuidV7(at),
      at,
      operator: 'gateway',
      action: 'person.first-link',
      subject: 'people',
      detail: {},
    },
  )
  return link && 'url' in link ? link.url : undefined
}
