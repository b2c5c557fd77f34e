/**
 * Whether somebody is there. A page that asks for news for ever would keep its sign-in from ever ending: what nobody has touched for a
 * while asks nothing, says so, and goes on with the first touch.
 */
import { signal } from '@preact/signals'

export const isAsleep = signal(false)

const AWAKE_MS = 10 * 60_000
const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/** @returns to be called when nothing is watched any more */
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
