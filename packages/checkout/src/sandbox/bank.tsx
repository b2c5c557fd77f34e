/** The payer's phone for one test payin: the payment request, and everything a payer may do with it. */
import { useEffect, useState } from 'preact/hooks'
import { formatMoney } from '../money.ts'
import { initialsOf } from '../parts/marks.tsx'
import { type ActionName, askSandbox, type SandboxPlace, type TestPayin } from './sandbox-api.ts'
import { Scanner } from './scanner.tsx'

interface BankProps {
  readonly place: SandboxPlace
  /** True if the checkout is open in this tab, so that the payer returns to it. */
  readonly cameFromCheckout: boolean
}

const LOOK_EVERY_MS = 2_000

const STATUS_WORDS: Readonly<Record<TestPayin['status'], string>> = {
  NEW: 'is being prepared',
  PENDING: 'waits for your approval',
  SUCCESS: 'is paid',
  REFUSED: 'was refused',
  FAILED: 'failed',
  EXPIRED: 'has expired',
}

const OTHER_OPERATIONS: readonly {
  readonly action: ActionName
  readonly words: string
  readonly hint: string
}[] = [
  { action: 'expire', words: 'Let the time run out', hint: 'The payin expires now.' },
  { action: 'payLate', words: 'Pay too late', hint: 'It expires, and then the money arrives all the same.' },
  {
    action: 'payShort',
    words: 'Pay too little',
    hint: 'A tenth is missing: the payin stays open, and an operator gets a case.',
  },
]

export function Bank({ place, cameFromCheckout }: BankProps) {
  const [payin, setPayin] = useState<TestPayin>()
  const [problem, setProblem] = useState('')
  const [note, setNote] = useState('')
  const [isBusy, setBusy] = useState(false)
  const take = (answer: TestPayin | string): TestPayin | undefined => {
    if (typeof answer === 'string') {
      setProblem(answer)
      return undefined
    }
    setProblem('')
    setPayin(answer)
    return answer
  }
  useEffect(() => {
    let isHere = true
    let timer: ReturnType<typeof setTimeout>
    const look = async (): Promise<void> => {
      const answer = await askSandbox(place)
      if (!isHere) return
      take(answer)
      const isOver = typeof answer !== 'string' && ['SUCCESS', 'REFUSED', 'FAILED'].includes(answer.status)
      if (!isOver) timer = setTimeout(look, LOOK_EVERY_MS)
    }
    void look()
    return () => {
      isHere = false
      clearTimeout(timer)
    }
  }, [place])
  const play = async (action: ActionName): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    const after = take(await askSandbox(place, action))
    setBusy(false)
    setNote(after ? noteOf(action, after) : '')
  }
  return (
    <main class="phone">
      <p class="banner">TEST BANK · no money moves</p>
      {problem && (
        <p class="note bad" role="alert">
          {problem}
        </p>
      )}
      {payin && (
        <>
          <Request payin={payin} />
          <div role="status">{note && <p class="note">{note}</p>}</div>
          <Reference payin={payin} />
          <Actions payin={payin} play={play} />
          <ReturnLink place={place} payin={payin} cameFromCheckout={cameFromCheckout} />
          {payin.qrCode !== undefined && <Scanner expected={payin.qrCode} />}
        </>
      )}
    </main>
  )
}

function Request({ payin }: { readonly payin: TestPayin }) {
  const { merchantName, money, methodName, operatorName, reference, status } = payin
  return (
    <section class="request">
      <span class="avatar" aria-hidden="true">
        {initialsOf(merchantName)}
      </span>
      <h1>{merchantName}</h1>
      <p class="amount">{formatMoney(money, 'en')}</p>
      <p class={`status ${status.toLowerCase()}`}>This payment {STATUS_WORDS[status]}.</p>
      <dl>
        <dt>Method</dt>
        <dd>{operatorName && operatorName !== methodName ? `${methodName}, ${operatorName}` : methodName}</dd>
        <dt>Reference</dt>
        <dd class="exactly">{reference}</dd>
      </dl>
    </section>
  )
}

/** In India, payers copy a reference from their bank to the shop. */
function Reference({ payin: { externalReference, status } }: { readonly payin: TestPayin }) {
  if (!externalReference || status === 'SUCCESS') return null
  return (
    <p class="note">
      {externalReference.isSet ? (
        'The payer has told the shop the reference.'
      ) : (
        <>
          After paying, this bank shows the reference (UTR){' '}
          <strong class="exactly">{externalReference.number}</strong>. The payer types it on the page of the
          shop; without it the payment cannot complete.
        </>
      )}
    </p>
  )
}

interface ActionsProps {
  readonly payin: TestPayin
  play(action: ActionName): void
}

function Actions({ payin: { status, externalReference }, play }: ActionsProps) {
  const isOpen = status === 'NEW' || status === 'PENDING'
  if (!isOpen && status !== 'EXPIRED') return null
  const others = OTHER_OPERATIONS.filter(({ action }) => isOpen || action === 'payLate')
  const waitsForNumber = externalReference !== undefined && !externalReference.isSet
  return (
    <section class="acts">
      {isOpen && (
        <>
          <button type="button" class="primary" onClick={() => play('pay')} disabled={waitsForNumber}>
            {waitsForNumber ? 'Paid: now enter the reference in the shop' : 'Pay'}
          </button>
          <button type="button" class="secondary" onClick={() => play('refuse')}>
            Refuse
          </button>
        </>
      )}
      <details>
        <summary>What can go wrong</summary>
        <ul>
          {others.map(({ action, words, hint }) => (
            <li key={action}>
              <button type="button" class="secondary" onClick={() => play(action)}>
                {words}
              </button>
              <small>{hint}</small>
            </li>
          ))}
        </ul>
      </details>
    </section>
  )
}

function noteOf(action: ActionName, after: TestPayin): string {
  if (after.answer === 'not-now') return 'The money is there, but the shop still needs the reference.'
  if (action === 'payShort' && after.status !== 'SUCCESS')
    return 'Too little was paid. The money waits for an operator; the payment stays as it is.'
  return ''
}

interface ReturnLinkProps extends BankProps {
  readonly payin: TestPayin
}

function ReturnLink({ place, payin, cameFromCheckout }: ReturnLinkProps) {
  const checkout = `/pay/${place.merchantCode}/${place.idPayin}`
  // A checkout whose token names no shop address returns the payer to itself.
  const shop = payin.returnUrl?.includes(checkout) ? undefined : payin.returnUrl
  const links = [
    ...(cameFromCheckout ? [{ href: checkout, name: 'the checkout' }] : []),
    ...(shop !== undefined && (cameFromCheckout || payin.flow === 'REDIRECT')
      ? [{ href: shop, name: 'the shop' }]
      : []),
  ]
  if (links.length > 0) {
    return (
      <p>
        {links.map(({ href, name }) => (
          <a key={href} class="link" href={href}>
            Back to {name}
          </a>
        ))}
      </p>
    )
  }
  return <p class="quiet">The page of the shop shows by itself what becomes of the payment.</p>
}
