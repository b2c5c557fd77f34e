/** Recent requests to the API, to find out why one was refused. Tokens cannot read them, so no command is shown. */
import { ListPage } from '@sluice/ui-kit/list-page.tsx'
import { LIVE_MS } from '@sluice/ui-kit/operation.ts'
import { Badge, type Tone } from '@sluice/ui-kit/small.tsx'
import { Time } from '@sluice/ui-kit/time.tsx'
import { type AnswerOf, asking } from '../api.ts'
import { t } from '../language.ts'
import { useView } from '../places.ts'
import { daysFilter } from '../texts.tsx'

const useRequests = asking('GET /request-log', LIVE_MS)

type Line = AnswerOf<'GET /request-log'>['data'][number]

const toneOf = (status: number): Tone => (status < 400 ? 'good' : status < 500 ? 'warn' : 'bad')

/** Classes of status codes, as the API names them. */
const CLASSES = ['2xx', '4xx', '5xx'] as const

export function Requests() {
  const requested = { query: { limit: '50', ...useView().view } }
  return (
    <ListPage<Line>
      title={t('requests')}
      filters={[
        {
          name: 'statuses',
          label: t('status'),
          choices: [['', t('all')], ...CLASSES.map((each) => [each, each] as const)],
        },
        { name: 'id', label: 'ID' },
        ...daysFilter(),
      ]}
      answer={useRequests(requested)}
      keyOf={({ requestId, at }) => `${requestId} ${at}`}
      columns={[
        { name: t('request'), cell: ({ method, path }) => <code class="breaks">{`${method} ${path}`}</code> },
        { name: 'ID', cell: ({ id }) => (id === undefined ? '–' : <code class="breaks">{id}</code>) },
        {
          name: t('answer'),
          cell: ({ status, code }) => (
            <>
              <Badge tone={toneOf(status)}>{status}</Badge>{' '}
              {code !== undefined && (
                <a href={`/docs/errors/${encodeURIComponent(code)}`} target="_blank" rel="noreferrer">
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
        { name: 'requestId', cell: ({ requestId }) => <code class="breaks">{requestId}</code>, minor: true },
        { name: t('time'), cell: ({ at }) => <Time at={at} /> },
      ]}
      nothing={t('noRequests')}
      byCommand={null}
    />
  )
}
