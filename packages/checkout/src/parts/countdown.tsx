/** The remaining time, by the server's clock. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { Checkout } from '../checkout.ts'
import { useWords } from '../i18n.tsx'

interface CountdownProps {
  /** Milliseconds since the epoch. */
  readonly until: number
  readonly checkout: Checkout
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** For longer times a date is clearer than a countdown. */
const TICKS_BELOW = 10 * HOUR

const two = (value: number): string => String(value).padStart(2, '0')

/** `9:59`, `2:05:00`; never below zero. */
export function leftText(leftMs: number): string {
  const seconds = Math.max(0, Math.floor(leftMs / 1_000))
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60]
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`
}

export function Countdown({ until, checkout }: CountdownProps) {
  const { t, locale } = useWords()
  const now = useCallback(() => checkout.clock.now(), [checkout])
  const left = until - useSeconds(now)
  const isOver = left <= 0
  const requested = useRef(false)
  useEffect(() => {
    // The server decides when the payment expires; the page only requests the state at that time.
    if (isOver && !requested.current) checkout.lookNow()
    requested.current = isOver
  }, [isOver, checkout])
  if (left > TICKS_BELOW) {
    // The instant comes from the server and is shown in the device's time zone.
    const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(until)
    return <p class="time">{t('payUntil', { time })}</p>
  }
  const isLast = left < MINUTE
  return (
    <p class={isLast ? 'time last' : 'time'}>
      <span aria-hidden={isLast}>{t('timeLeft')}</span>{' '}
      <span role="timer" class="exactly">
        {leftText(left)}
      </span>
      <span class="hidden" aria-live="polite">
        {isLast && !isOver ? t('lastMinute') : ''}
      </span>
    </p>
  )
}

/** Renders again once a second, on the second. */
function useSeconds(now: () => number): number {
  const [time, setTime] = useState(now())
  useEffect(() => {
    const timer = setInterval(() => setTime(now()), 1_000)
    return () => clearInterval(timer)
  }, [now])
  return time
}
