import { Rss } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useAction } from '../../ui/use-action.ts'
import styles from './staff.module.css'
import { createCalendarFeed, deleteCalendarFeed } from './staff.queries.ts'

/** The URL of a staff member's sessions for calendar apps. It is shown once. */
export const CalendarFeed = ({ staffId }: { staffId: string }) => {
  const text = useText()
  const [url, setUrl] = useState<string | null>(null)
  const { run, running, problem } = useAction<'create' | 'delete'>()
  return (
    <section className={styles['feed']}>
      <h3>{text('feed.title')}</h3>
      <p className={styles['hint']}>{text('feed.text')}</p>
      {problem && <Notice tone="bad">{problem}</Notice>}
      {url && (
        <>
          <input
            className={styles['address']}
            readOnly
            dir="ltr"
            value={url}
            aria-label={text('feed.address')}
          />
          <Notice>{text('feed.once')}</Notice>
        </>
      )}
      <div className={styles['buttons']}>
        {url && <CopyButton value={url} />}
        <Button
          isBusy={running === 'create'}
          onClick={() =>
            void run('create', async () => {
              const created = await createCalendarFeed({ params: { staffId } })
              setUrl(created.url)
            })
          }
        >
          <Rss aria-hidden="true" />
          {text('feed.create')}
        </Button>
        <Button
          kind="ghost"
          isBusy={running === 'delete'}
          onClick={() =>
            void run('delete', async () => {
              await deleteCalendarFeed({ params: { staffId } })
              setUrl(null)
              showToast(text('feed.stopped'))
            })
          }
        >
          {text('feed.stop')}
        </Button>
      </div>
    </section>
  )
}
