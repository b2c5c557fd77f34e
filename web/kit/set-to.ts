/** What a button does that writes one signal: `onClick={setTo(isOpen, true)}`. */
export const setTo =
  <Value>(signal: { value: Value }, value: NoInfer<Value>) =>
  (): void => {
    signal.value = value
  }
