/** Loaded into the server process by the bench: answers `memory` with what is left after a full garbage collection. */
process.on('message', (message) => {
  // One of several processes hears its supervisor, too.
  if (message !== 'memory') return
  // Twice: what the first run finds unreachable may hold on to more.
  globalThis.gc?.()
  globalThis.gc?.()
  process.send?.(process.memoryUsage())
})
process.channel?.unref()
