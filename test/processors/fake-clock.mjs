// Loaded before a program that is a test's counterpart: its clock is the test's, told by messages.
let offsetMs = 0
const Real = Date
globalThis.Date = class extends Real {
  constructor(...given) {
    super(...(given.length === 0 ? [Real.now() + offsetMs] : given))
  }
  static now() {
    return Real.now() + offsetMs
  }
}
process.on('message', ({ now }) => {
  offsetMs = now - Real.now()
  process.send({ reported: now })
})
process.channel?.unref()
