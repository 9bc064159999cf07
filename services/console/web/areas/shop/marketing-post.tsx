import { Link } from '@tanstack/react-router'
import { Megaphone } from 'lucide-react'
import { useState } from 'react'
import { workflowFailureIn } from '../../app/job-failure.rules.ts'
import { LoadFailure } from '../../app/load-failure.tsx'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { createIntent } from '../../ui/intent.ts'
import { Notice } from '../../ui/notice.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useAction } from '../../ui/use-action.ts'
import styles from './shop.module.css'
import { shopCalls, useJob } from './shop.queries.ts'

/** Lets the workflow tool write a post about a product and follows its progress. */
export const MarketingPost = ({ productId }: { productId: string }) => {
  const text = useText()
  const seesJobs = may(useMember(), 'jobs.view')
  const [intent] = useState(createIntent)
  const [jobId, setJobId] = useState<string | null>(null)
  const { run, running, problem } = useAction<'create'>()
  const create = async (): Promise<void> => {
    const { job } = await intent.run((idempotencyKey) =>
      shopCalls.createMarketingPost({ params: { productId }, idempotencyKey }),
    )
    setJobId(job.id)
  }
  return (
    <Card
      title={text('shop.marketing')}
      action={
        <Button isBusy={running !== null} onClick={() => void run('create', create)}>
          <Megaphone aria-hidden="true" />
          {text('shop.createPost')}
        </Button>
      }
    >
      <div className={styles['stack']}>
        {problem && <Notice tone="bad">{problem}</Notice>}
        {jobId === null ? (
          <p className={styles['text']}>{text('shop.marketingText')}</p>
        ) : seesJobs ? (
          <PostProgress jobId={jobId} />
        ) : (
          <Notice tone="ok">{text('shop.postStarted')}</Notice>
        )}
      </div>
    </Card>
  )
}

const PostProgress = ({ jobId }: { jobId: string }) => {
  const text = useText()
  const { data: job, error, refetch } = useJob(jobId)
  if (error && !job) return <LoadFailure isCompact error={error} onRetry={() => void refetch()} />
  if (!job) return <Skeleton lines={2} />
  const { status, progress, message, step } = job
  const failure = workflowFailureIn(message ?? '')
  const shown = failure
    ? `${text(`shop.postFailure.${failure.failure}`)}${failure.detail}`
    : (message ?? step)
  const tone = status === 'done' ? 'ok' : status === 'failed' ? 'bad' : 'accent'
  return (
    <>
      <div className={styles['line']}>
        <Badge tone={tone}>{text(`shop.postStatus.${status}`)}</Badge>
        <ProgressBar label={text('shop.marketing')} percent={progress} tone={tone} />
      </div>
      {shown && (
        <p className={styles['text']}>
          <bdi>{shown}</bdi>
        </p>
      )}
      <Link to="/activity" search={{ open: jobId }} className={styles['link']!}>
        {text('shop.showJob')}
      </Link>
    </>
  )
}
