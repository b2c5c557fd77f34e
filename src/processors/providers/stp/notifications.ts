/**
 * What STP notifies: that an order of ours has changed its status ("cambio de estado"), or that money is coming in ("abono").
 *
 * Neither is signed. An "abono" must be confirmed, or STP gives the money back: it is always confirmed, because whose account it is for is
 * not to be decided by whoever knows the address. Pure.
 */

import { Type } from 'typebox'
import { readAs } from '../answers.ts'
import type { Notification, NotificationReading } from '../provider.ts'
import { orNull } from '../schemas.ts'
import { jsonIn, signedNotification } from '../signed-notification.ts'

const Text = Type.String({ maxLength: 64 })
const Changed = Type.Object({ claveRastreo: orNull(Text), folioOrigen: orNull(Text) })
/** Of both, an "abono" alone has somebody to whom it goes. */
const Incoming = Type.Object({ cuentaBeneficiario: Text })

/** Our tracking keys. */
export const TRACKING_KEY = /^[0-9A-Z]{25,28}$/

export function readNotification(notification: Notification): NotificationReading {
  if (readAs(Incoming, jsonIn(notification.body))) return { references: [], answer: answerOf('confirmar') }
  const references = signedNotification(notification, {
    schema: Changed,
    names: ({ claveRastreo, folioOrigen }) => [claveRastreo, folioOrigen],
    reference: TRACKING_KEY,
  })
  return { references, answer: answerOf('recibido') }
}

const answerOf = (mensaje: string): NonNullable<NotificationReading['answer']> => ({
  status: 200,
  contentType: 'application/json',
  body: JSON.stringify({ mensaje }),
})
