/** Parses server-sent events from chunks of text. Pure. */
export interface ServerEvent {
  readonly event: string
  readonly id: string | undefined
  readonly data: string
}

/** @returns a function that takes a chunk and returns the completed events */
export function eventReader(): (chunk: string) => readonly ServerEvent[] {
  let rest = ''
  return (chunk) => {
    const blocks = (rest + chunk).split('\n\n')
    rest = blocks.pop() ?? ''
    return blocks.flatMap((block) => eventIn(block) ?? [])
  }
}

/** @returns undefined for a keep-alive */
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
