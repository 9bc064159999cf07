import type { Job } from '@workspace-platform/client/storefront'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { LoadFailure } from '../../app/load-failure.tsx'
import { saveFile } from '../../app/save-file.ts'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { FormActions } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toProblem } from '../../ui/problem.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { loadReport, useJob } from './activity.queries.ts'
import { importResultOf, jobTones, reportPermissionOf } from './job.rules.ts'
import { useJobTexts } from './use-job-texts.ts'

/** A job's progress as a bar and a number. */
export const Progress = ({ job: { progress, status } }: { job: Job }) => (
  <ProgressBar label={useText()('activity.progress')} percent={progress} tone={jobTones[status]} />
)

/** A job with its result. */
export const JobPanel = ({ jobId, onClose }: { jobId: string; onClose: () => void }) => {
  const text = useText()
  const format = useFormat()
  const { data: job, error, refetch } = useJob(jobId)
  const { stepText, messageText } = useJobTexts()
  const result = job && importResultOf(job)
  return (
    <SidePanel title={job ? text(`activity.jobKind.${job.kind}`) : text('activity.job')} onClose={onClose}>
      {error && !job ? (
        <LoadFailure isCompact error={error} onRetry={() => void refetch()} />
      ) : !job ? (
        <Skeleton lines={6} />
      ) : (
        <>
          <Progress job={job} />
          {result?.isDryRun && <Notice>{text('activity.dryRun')}</Notice>}
          <Facts
            items={[
              [
                text('activity.status'),
                <Badge key="status" tone={jobTones[job.status]}>
                  {text(`activity.jobStatus.${job.status}`)}
                </Badge>,
              ],
              [text('activity.step'), job.step && <bdi>{stepText(job.step)}</bdi>],
              [text('activity.message'), job.message && <bdi>{messageText(job.message)}</bdi>],
              [text('activity.created'), result && format.number(result.created)],
              [text('activity.updated'), result && format.number(result.updated)],
              [text('activity.refused'), result && format.number(result.refused)],
              [text('activity.startedAt'), format.dateTime(job.createdAt)],
              [text('activity.changedAt'), format.dateTime(job.updatedAt)],
            ]}
          />
          {result?.importId && result.refused > 0 && (
            <ReportButton kind={job.kind} importId={result.importId} />
          )}
        </>
      )}
    </SidePanel>
  )
}

const ReportButton = ({ kind, importId }: { kind: Job['kind']; importId: string }) => {
  const text = useText()
  const member = useMember()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  if (!may(member, reportPermissionOf(kind))) return null
  const download = async (): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      saveFile(await loadReport(kind, importId), `${text('activity.report')}.csv`)
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {failure !== null && <Notice tone="bad">{toProblem(failure, text).message}</Notice>}
      <FormActions>
        <Button isBusy={isBusy} onClick={() => void download()}>
          <Download aria-hidden="true" />
          {text('activity.report')}
        </Button>
      </FormActions>
    </>
  )
}
