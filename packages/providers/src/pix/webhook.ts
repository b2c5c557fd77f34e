/**
 * The bank's notifications: `{ "pix": [ … ] }` of received Pix and ended devoluções; from Banco Inter a list of Pix that it has sent.
 * Only the references are read. Pure.
 */
import type { Notification } from '@sluice/provider-kit/provider.ts'
import { signedNotification } from '@sluice/provider-kit/signed-notification.ts'
import { Type } from 'typebox'
import { Check } from 'typebox/schema'

const Reported = Type.Object({
  pix: Type.Array(
    Type.Object({
      txid: Type.Optional(Type.String()),
      devolucoes: Type.Optional(Type.Array(Type.Object({ id: Type.String() }))),
      // Efí adds Pix that it has sent.
      gnExtras: Type.Optional(Type.Object({ idEnvio: Type.Optional(Type.String()) })),
    }),
  ),
})
/** Pix sent by Banco Inter have our reference as their description. */
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
