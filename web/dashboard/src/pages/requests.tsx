/** What was asked of the API lately: for whoever wonders why a request was refused. */
import { ListPage } from '../../../kit/list-page.tsx'
import { LIVE_MS } from '../../../kit/operation.ts'
import { Badge, type Tone } from '../../../kit/small.tsx'
import { Time } from '../../../kit/time.tsx'
import { type AnswerOf, asking } from '../api.ts'
import { ByCommand } from '../by-command.tsx'
import { t } from '../language.ts'
import { useView } from '../places.ts'

const useRequests = asking('GET /request-log', LIVE_MS)

type Line = AnswerOf<'GET /request-log'>['data'][number]

const toneOf = (status: number): Tone => (status < 400 ? 'good' : status < 500 ? 'warn' : 'bad')

export function Requests() {
  const asked = { query: { limit: '50', ...useView().view } }
  return (
    <ListPage<Line>
      title={t('requests')}
      answer={useRequests(asked)}
      keyOf={({ requestId, at }) => `${requestId} ${at}`}
      columns={[
        { name: t('request'), cell: ({ method, path }) => <code class="breaks">{`${method} ${path}`}</code> },
        {
          name: t('answer'),
          cell: ({ status, code }) => (
            <>
              <Badge tone={toneOf(status)}>{status}</Badge>{' '}
              {code !== undefined && (
                <a href={`/docs/problems/${encodeURIComponent(code)}`} target="_blank" rel="noreferrer">
                  {code}
                </a>
              )}
            </>
          ),
        },
        {
          name: t('took'),
          cell: ({ durationMs }) => `${Math.round(durationMs)} ms`,
          atEnd: true,
          minor: true,
        },
        { name: t('who'), cell: ({ by }) => <span class="name">{by}</span>, minor: true },
        { name: 'ID', cell: ({ requestId }) => <code class="breaks">{requestId}</code>, minor: true },
        { name: t('time'), cell: ({ at }) => <Time at={at} /> },
      ]}
      nothing={t('noRequests')}
      byCommand={<ByCommand name="GET /request-log" asked={asked} />}
    />
  )
}
