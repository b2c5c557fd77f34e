/**
 * STP's notifications: an order has changed its status ("cambio de estado"), or money is coming in ("abono").
 *
 * Neither is signed. STP returns the money of an "abono" that is not confirmed, so each is confirmed: who knows the URL must not decide
 * about incoming money. Pure.
 */
import { readAs } from '@sluice/provider-kit/answers.ts'
import type { Notification, NotificationReading } from '@sluice/provider-kit/provider.ts'
import { orNull } from '@sluice/provider-kit/schemas.ts'
import { jsonIn, signedNotification } from '@sluice/provider-kit/signed-notification.ts'
import { Type } from 'typebox'

const Text = Type.String({ maxLength: 64 })
const Changed = Type.Object({ claveRastreo: orNull(Text), folioOrigen: orNull(Text) })
/** Only an "abono" has a beneficiary. */
const Incoming = Type.Object({ cuentaBeneficiario: Text })

/** The form of our tracking keys. */
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
