/**
 * What the bank tells us by itself: `{ "pix": [ … ] }`, of Pix received and of devoluções that have ended; and Banco Inter of Pix that it
 * has sent, as a list. Only which references it names is read of it. Pure.
 */
import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import { parseJson } from '../../../http/body.ts'

/** As the specification groups them at will: more than so many at once are asked about in their own time. */
const MOST_AT_ONCE = 100

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
/** All references of ours have this form. */
const OURS = /^[0-9a-f]{32}[0-9]{0,3}$/

export function referencesIn(body: Uint8Array): readonly string[] {
  const parsed = parseJson(Buffer.from(body).toString('utf8'))
  if (!parsed.ok) return []
  const ours = namedIn(parsed.value.value).flatMap((name) =>
    name !== undefined && OURS.test(name) ? [name] : [],
  )
  return [...new Set(ours)].slice(0, MOST_AT_ONCE)
}

function namedIn(reported: unknown): readonly (string | undefined)[] {
  if (Check(Reported, reported))
    return reported.pix.flatMap(({ txid, devolucoes, gnExtras }) => [
      txid,
      gnExtras?.idEnvio,
      ...(devolucoes ?? []).map(({ id }) => id),
    ])
  return Check(ReportedOfSent, reported) ? [reported].flat().map((pix) => pix.descricaoPagamento?.trim()) : []
}
