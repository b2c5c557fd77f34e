/** A click handler that sets a signal: `onClick={setTo(isOpen, true)}`. */
export const setTo =
  <Value>(signal: { value: Value }, value: NoInfer<Value>) =>
  (): void => {
    signal.value = value
  }
