import { QueryClientProvider } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { LoadFailure } from '../../app/load-failure.tsx'
import { queryClient } from '../../app/query-client.ts'
import { useMember } from '../../app/session.ts'
import { useListSearch } from '../../app/use-list-search.ts'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { LabsSearch } from './labs-search.rules.ts'
import { useReport } from './labs.queries.ts'
import { parseReport } from './report-document.ts'
import styles from './report.module.css'

const route = getRouteApi('/labs/tests/$testId/report')

const Report = () => {
  const text = useText()
  const { testId } = route.useParams()
  const { language } = route.useSearch()
  const { change } = useListSearch<LabsSearch>()
  const { data, error, refetch } = useReport(testId, language)
  const languages = useMember().workspace?.languages ?? []
  const names = new Intl.DisplayNames(document.documentElement.lang, { type: 'language' })
  return (
    <>
      <header className={`light ${styles['bar']}`}>
        {languages.length > 1 && (
          <FilterSelect
            label={text('labs.language')}
            value={language ?? languages[0]!}
            choices={languages.map((value) => ({ value, label: names.of(value) ?? value }))}
            onChange={(next) => change({ language: next })}
          />
        )}
        <Button kind="primary" disabled={data === undefined} onClick={() => print()}>
          <Printer aria-hidden="true" />
          {text('action.print')}
        </Button>
      </header>
      <main className={styles['report']}>
        {data !== undefined ? (
          <Sheet html={data} />
        ) : error ? (
          <LoadFailure error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton lines={12} />
        )}
      </main>
    </>
  )
}

/** A test's report as the API renders it, for printing. */
export const ReportPage = () => (
  <QueryClientProvider client={queryClient}>
    <Report />
  </QueryClientProvider>
)

const Sheet = ({ html }: { html: string }) => {
  const sheet = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { title, lang, dir, content, style } = parseReport(html)
    document.title = title
    Object.assign(sheet.current!, { lang, dir })
    sheet.current!.replaceChildren(content)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, style]
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== style)
    }
  }, [html])
  return <div ref={sheet} />
}
