/**
 * What STP notifies: that an order of ours has changed its status ("cambio de estado"), or that money is coming in ("abono").
 *
 * Neither is signed. An "abono" must be confirmed, or STP gives the money back: it is always confirmed, because whose account it is for is
 * not to be decided by whoever knows the address. Pure.
 */
import { Type } from 'typebox'
import { parseJson } from '../../../http/body.ts'
import { readAs } from '../answers.ts'
import type { NotificationReading } from '../provider.ts'

const Text = Type.String({ maxLength: 64 })
const Changed = Type.Object({
  claveRastreo: Type.Optional(Type.Union([Text, Type.Null()])),
  folioOrigen: Type.Optional(Type.Union([Text, Type.Null()])),
})
/** Of both, an "abono" alone has somebody to whom it goes. */
const Incoming = Type.Object({ cuentaBeneficiario: Text })

/** Our tracking keys. */
const SENT = /^[0-9A-Z]{25,28}$/

export function notified(body: Uint8Array): NotificationReading {
  const parsed = parseJson(new TextDecoder().decode(body))
  const said = parsed.ok ? parsed.value.value : undefined
  if (readAs(Incoming, said)) return { references: [], answer: answerOf('confirmar') }
  const { claveRastreo, folioOrigen } = readAs(Changed, said) ?? {}
  const named = [claveRastreo, folioOrigen].flatMap((each) => (each && SENT.test(each) ? [each] : []))
  return { references: [...new Set(named)], answer: answerOf('recibido') }
}

const answerOf = (mensaje: string): NonNullable<NotificationReading['answer']> => ({
  status: 200,
  contentType: 'application/json',
  body: JSON.stringify({ mensaje }),
})
