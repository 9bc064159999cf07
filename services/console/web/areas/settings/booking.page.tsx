import { ExternalLink } from 'lucide-react'
import { LoadFailure } from '../../app/load-failure.tsx'
import { useText } from '../../i18n/language.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Page, PageContent } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { BookingPageForm } from './booking-page.form.tsx'
import { useBookingPage } from './settings.queries.ts'
import styles from './settings.module.css'

export const BookingPage = () => {
  const text = useText()
  const { data: page, error, refetch } = useBookingPage()
  return (
    <Page
      title={text('settings.booking')}
      actions={
        page?.isEnabled && (
          <a href={`/book/${page.slug}`} target="_blank" rel="noreferrer" className={buttonClass({})}>
            <ExternalLink aria-hidden="true" />
            {text('settings.openPage')}
          </a>
        )
      }
    >
      <PageContent isNarrow>
        <p className={styles['text']}>{text('settings.bookingText')}</p>
        {error && page === undefined ? (
          <LoadFailure error={error} onRetry={() => void refetch()} />
        ) : (
          <Card title={text('settings.bookingPage')}>
            {page === undefined ? <Skeleton lines={8} /> : <BookingPageForm page={page} />}
          </Card>
        )}
      </PageContent>
    </Page>
  )
}
