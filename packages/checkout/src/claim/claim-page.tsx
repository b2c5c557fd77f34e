/** The page of a refund that waits for its payee: merchant and amount above, the next step below. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Failure } from '../api.ts'
import { placed } from '../fields.ts'
import { useWords } from '../i18n.tsx'
import type { MessageKey } from '../messages/en.ts'
import { Frame } from '../parts/frame.tsx'
import { Notice, Spinner } from '../parts/small.tsx'
import { askClaim, type Claim, type ClaimPlace } from './claim-api.ts'
import { type Errors, filledOf, PayeeForm, type Typed } from './form.tsx'
import { ClaimOver } from './outcome.tsx'
import { Review } from './review.tsx'

const LOOK_EVERY_MS = 4_000
const NOTHING: Typed = { code: undefined, operators: {}, values: {} }

/** True while the claim can still change. */
const isInProgress = (claim: Claim | undefined): boolean =>
  claim === undefined || claim.state === 'SENT' || claim.state === 'CHECKING'

export function ClaimPage({ place }: { readonly place: ClaimPlace | undefined }) {
  const { t, money } = useWords()
  const [claim, setClaim] = useState<Claim>()
  const [stopped, setStopped] = useState<MessageKey | undefined>(place ? undefined : 'claimIncomplete')
  const [trouble, setTrouble] = useState<MessageKey>()
  const waits = place !== undefined && stopped === undefined && isInProgress(claim)
  const isKnown = claim !== undefined
  useEffect(() => {
    if (!place || !waits) return undefined
    const look = async (): Promise<void> => {
      const answer = await askClaim(place)
      if (answer.ok) {
        setTrouble(undefined)
        setClaim(answer.value)
        return
      }
      const { failure } = answer
      if (failure.kind === 'refused') setStopped('claimWrong')
      else setTrouble(failure.kind === 'network' ? 'offline' : 'busy')
    }
    if (!isKnown) void look()
    const timer = setInterval(() => document.hidden || void look(), LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [place, waits, isKnown])
  const merchantName = claim?.channelInfo.name ?? ''
  useEffect(() => {
    if (claim) document.title = t('claimTitle', { merchant: merchantName })
  }, [t, claim, merchantName])
  const shown = () => {
    if (stopped)
      return (
        <div role="alert">
          <h1 tabIndex={-1} class="plain">
            {t(stopped)}
          </h1>
        </div>
      )
    if (!claim || !place) return <Spinner label={t('working')} />
    if (claim.state === 'OPEN') return <Claiming place={place} claim={claim} onChange={setClaim} />
    return <ClaimOver state={claim.state} merchantName={merchantName} />
  }
  return (
    <Frame shop={claim?.channelInfo} merchantName={merchantName} isTest={claim?.isTest ?? false}>
      {claim && !stopped && (
        <div class="sum">
          <span class="sum-to">{t('claimFrom', { merchant: merchantName })}</span>
          <strong class="sum-amount">{money(claim.money)}</strong>
        </div>
      )}
      <div class="stage" data-stage={stopped ? 'stopped' : (claim?.state ?? 'loading')}>
        {shown()}
      </div>
      <div class="trouble" role="status">
        {trouble && <Notice kind="warn">{t(trouble)}</Notice>}
      </div>
    </Frame>
  )
}

interface ClaimingProps {
  readonly place: ClaimPlace
  readonly claim: Claim
  onChange(claim: Claim): void
}

/** Two steps: the form, then a review of what will be sent. */
function Claiming({ place, claim, onChange }: ClaimingProps) {
  const { locale } = useWords()
  const { options = [], expireAt } = claim
  const [typed, setTyped] = useState<Typed>({
    ...NOTHING,
    code: options.length === 1 ? options[0]?.paymentMethodCode : undefined,
  })
  const [errors, setErrors] = useState<Errors>({})
  const [message, setMessage] = useState<MessageKey | undefined>(
    options.length === 0 ? 'claimNobody' : undefined,
  )
  const [isReviewed, setReviewed] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const step = useRef<HTMLDivElement>(null)
  const filled = filledOf(claim, typed)
  const turn = (toReview: boolean): void => {
    setReviewed(toReview)
    requestAnimationFrame(() => step.current?.querySelector<HTMLElement>('[aria-invalid=true], h1')?.focus())
    scrollTo({ top: 0 })
  }
  const complain = (found: Errors, why: MessageKey): void => {
    setErrors(found)
    setMessage(why)
  }
  const send = async (): Promise<void> => {
    if (!filled) return
    setBusy(true)
    const answer = await askClaim(place, filled.payee)
    if (answer.ok) return onChange(answer.value)
    // The answer may be lost, or somebody else was faster: the claim's state says more than the refusal.
    const now = await askClaim(place)
    setBusy(false)
    if (now.ok && now.value.state !== 'OPEN') return onChange(now.value)
    const refusal = refusalOf(answer.failure)
    complain(placed(refusal.errors, filled.option.fields), refusal.message)
    turn(false)
  }
  return (
    <div ref={step}>
      {isReviewed && filled ? (
        <Review
          claim={claim}
          filled={filled}
          typed={typed}
          isBusy={isBusy}
          onSend={() => void send()}
          onBack={() => turn(false)}
        />
      ) : (
        <PayeeForm
          claim={claim}
          typed={typed}
          errors={errors}
          message={message}
          until={expireAt && dayText(locale, expireAt)}
          onType={(next) => {
            if (next.code !== typed.code) setErrors({})
            setMessage(undefined)
            setTyped(next)
          }}
          onFault={complain}
          onDone={() => {
            setErrors({})
            setMessage(undefined)
            turn(true)
          }}
        />
      )}
    </div>
  )
}

const dayText = (locale: string, instant: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', numberingSystem: 'latn' }).format(new Date(instant))

function refusalOf(failure: Failure) {
  if (failure.kind === 'network') return { message: 'offline', errors: [] } as const
  if (failure.kind === 'later') return { message: 'notWorked', errors: [] } as const
  // The server's pointers begin with `/payee`, those of the checkout's forms with `/paymentMethod`.
  const errors = failure.errors.map((fault) => ({
    ...fault,
    path: fault.path.replace(/^\/payee/, '/paymentMethod'),
  }))
  if (failure.status === 422) return { message: 'claimNobody', errors } as const
  return { message: errors.length > 0 ? 'errorSummary' : 'notWorked', errors } as const
}
