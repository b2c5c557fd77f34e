/**
 * Detects an absent user. A page that keeps sending requests would keep its session alive for ever, so a page that
 * nobody has touched for a while stops, says so, and continues with the next touch.
 */
import { signal } from '@preact/signals'

export const isAsleep = signal(false)

const AWAKE_MS = 10 * 60_000
const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/** @returns a function that stops watching */
export function watchForTouches(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const touched = (): void => {
    clearTimeout(timer)
    isAsleep.value = false
    timer = setTimeout(() => {
      isAsleep.value = true
    }, AWAKE_MS)
  }
  touched()
  for (const touch of TOUCHES) addEventListener(touch, touched, { passive: true })
  return () => {
    clearTimeout(timer)
    for (const touch of TOUCHES) removeEventListener(touch, touched)
  }
}
