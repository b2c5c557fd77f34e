/**
 * What the bank tells us by itself: `{ "pix": [ … ] }`, of Pix received and of devoluções that have ended; and Banco Inter of Pix that it
 * has sent, as a list. Only which references it names is read of it. Pure.
 */

import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import type { Notification } from '../provider.ts'
import { signedNotification } from '../signed-notification.ts'

const Reported = Type.Object({
  pix: Type.Array(
    Type.Object({
      txid: Type.Optional(Type.String()),
      devolucoes: Type.Optional(Type.Array(Type.Object({ id: Type.String() }))),
      // Efí tells of Pix that it has sent in the same list.
      gnExtras: Type.Optional(Type.Object({ idEnvio: Type.Optional(Type.String()) })),
    }),
  ),
})
/** Each Pix that was sent by Banco Inter carries our reference as its description. */
const Sent = Type.Object({ descricaoPagamento: Type.Optional(Type.String()) })
const ReportedOfSent = Type.Union([Type.Array(Sent), Sent])
export const referencesIn = (notification: Notification): readonly string[] =>
  signedNotification(notification, { schema: Type.Unknown(), names: namedIn })

function namedIn(reported: unknown): readonly (string | undefined)[] {
  if (Check(Reported, reported))
    return reported.pix.flatMap(({ txid, devolucoes, gnExtras }) => [
      txid,
      gnExtras?.idEnvio,
      ...(devolucoes ?? []).map(({ id }) => id),
    ])
  return Check(ReportedOfSent, reported) ? [reported].flat().map((pix) => pix.descricaoPagamento?.trim()) : []
}
