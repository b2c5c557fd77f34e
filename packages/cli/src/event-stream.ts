/**
 * Reads server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html), as far as the gateway uses
 * them.
 */
export interface StreamEvent {
  readonly id: string | undefined
  readonly name: string
  readonly data: string
}

/** Larger than any event. */
const MAX_EVENT_CHARS = 1_048_576

/** Reads events until the stream ends. @throws if an event is too long or the connection breaks */
export async function* eventsOf(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<StreamEvent, void, undefined> {
  const decoder = new TextDecoder()
  let waiting = ''
  for await (const chunk of chunks) {
    waiting += decoder.decode(chunk, { stream: true })
    const blocks = waiting.split('\n\n')
    waiting = blocks.pop() ?? ''
    if (waiting.length > MAX_EVENT_CHARS) throw new Error('an event is too long')
    for (const block of blocks) {
      const event = eventOf(block)
      if (event) yield event
    }
  }
}

/** @returns undefined for a comment, which only keeps the connection alive */
function eventOf(block: string): StreamEvent | undefined {
  let id: string | undefined
  let name = 'message'
  const data: string[] = []
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^([^:]*): ?(.*)$/s.exec(line) ?? []
    if (field === 'id') id = value
    else if (field === 'event') name = value
    else if (field === 'data') data.push(value)
  }
  return data.length > 0 ? { id, name, data: data.join('\n') } : undefined
}
