/** Search results for the text in the address. */
import { Page } from '@sluice/ui-kit/page.tsx'
import { Section } from '@sluice/ui-kit/small.tsx'
import { Answered, Empty } from '@sluice/ui-kit/states.tsx'
import { asking, ByCommand } from '../approval-requests.tsx'
import { hitsIn } from '../finding.ts'
import { useView } from '../places.ts'
import { hitsAsCsv } from './hits-file.ts'

const useSearch = asking('GET /admin/search')

export function Search() {
  const { view } = useView()
  const q = view.q ?? ''
  const requested = { query: { q } }
  const found = useSearch(requested)
  return (
    <Page title={`Search: ${q}`}>
      <Answered of={found} rows={6}>
        {(answer) => {
          const hits = hitsIn(answer)
          if (hits.length === 0) return <Empty title="No results" />
          return (
            <Section
              title="Results"
              count={hits.length}
              aside={
                <a
                  class="button"
                  href={`data:text/csv;charset=utf-8,${encodeURIComponent(hitsAsCsv(hits, location.origin))}`}
                  download="search.csv"
                  data-export
                >
                  CSV
                </a>
              }
            >
              <ul class="items">
                {hits.map(({ href, title, what }) => (
                  <li key={`${href} ${title}`}>
                    <a href={href} data-row>
                      {title}
                    </a>
                    <span class="quiet">{what}</span>
                  </li>
                ))}
              </ul>
            </Section>
          )
        }}
      </Answered>
      <ByCommand name="GET /admin/search" requested={requested} />
    </Page>
  )
}
