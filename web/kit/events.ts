/** Server-sent events out of the text that they come in, piece by piece. Pure. */
export interface ServerEvent {
  readonly event: string
  readonly id: string | undefined
  readonly data: string
}

/** @returns a reader of pieces, which tells the events that have come whole */
export function eventReader(): (chunk: string) => readonly ServerEvent[] {
  let rest = ''
  return (chunk) => {
    const blocks = (rest + chunk).split('\n\n')
    rest = blocks.pop() ?? ''
    return blocks.flatMap((block) => eventIn(block) ?? [])
  }
}

/** @returns undefined for a beat */
function eventIn(block: string): ServerEvent | undefined {
  const fields = new Map(
    block.split('\n').map((line) => {
      const at = line.indexOf(': ')
      return [line.slice(0, at), line.slice(at + 2)] as const
    }),
  )
  const event = fields.get('event')
  return event === undefined ? undefined : { event, id: fields.get('id'), data: fields.get('data') ?? '{}' }
}
