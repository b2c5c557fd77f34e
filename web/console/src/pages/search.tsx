/** What was found for a scrap that stands in the address. */
import { Section } from '../../../kit/small.tsx'
import { Answered, Empty } from '../../../kit/states.tsx'
import { asking, ByCommand } from '../asking.tsx'
import { Page } from '../page.tsx'
import { useView } from '../places.ts'
import { hitsIn } from '../search-palette.tsx'

const useSearch = asking('GET /admin/search')

export function Search() {
  const { view } = useView()
  const q = view.q ?? ''
  const asked = { query: { q } }
  const found = useSearch(asked)
  return (
    <Page title={`Search: ${q}`}>
      <Answered of={found} rows={6}>
        {(answer) => {
          const hits = hitsIn(answer)
          if (hits.length === 0) return <Empty title="Nothing was found" />
          return (
            <Section title="Found" count={hits.length}>
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
      <ByCommand name="GET /admin/search" asked={asked} command={`search '${q}'`} />
    </Page>
  )
}
