import type { Job } from '@workspace-platform/client/storefront'
import { Activity } from 'lucide-react'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { RecordList } from '../../app/record-list.tsx'
import { useRows } from '../../app/use-rows.ts'
import { useFormat } from '../../i18n/format.ts'
import type { Format } from '../../i18n/format.rules.ts'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { Quiet, RowName } from '../../ui/cell.tsx'
import { statusWidth } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { Page, Split } from '../../ui/page.tsx'
import type { ActivitySearch } from './activity-search.rules.ts'
import { useJobs } from './activity.queries.ts'
import { JobPanel, Progress } from './job.panel.tsx'
import { jobStatuses, jobTones } from './job.rules.ts'
import { useJobTexts } from './use-job-texts.ts'

const rowsOf = (page: { jobs: Job[] }) => page.jobs

const columnsFor = (text: ReturnType<typeof useText>, format: Format): Column<Job>[] => [
  {
    id: 'kind',
    header: text('activity.job'),
    width: 1.6,
    cell: ({ kind }) => <RowName>{text(`activity.jobKind.${kind}`)}</RowName>,
  },
  {
    id: 'status',
    header: text('activity.status'),
    width: 1,
    minWidth: statusWidth,
    cell: ({ status }) => <Badge tone={jobTones[status]}>{text(`activity.jobStatus.${status}`)}</Badge>,
  },
  {
    id: 'progress',
    header: text('activity.progress'),
    width: 1.4,
    cell: (job) => <Progress job={job} />,
  },
  {
    id: 'message',
    header: text('activity.message'),
    width: 2,
    importance: 'detail',
    cell: (job) => <JobMessage job={job} />,
  },
  {
    id: 'at',
    header: text('activity.startedAt'),
    width: 1.3,
    align: 'end',
    importance: 'secondary',
    cell: ({ createdAt }) => format.dateTime(createdAt),
  },
]

const JobMessage = ({ job: { message, step } }: { job: Job }) => {
  const { stepText, messageText } = useJobTexts()
  if (message) return <bdi>{messageText(message)}</bdi>
  return step ? <bdi>{stepText(step)}</bdi> : <Quiet />
}

type Props = {
  search: ActivitySearch
  onChange: (changes: ActivitySearch) => void
  tabs: ReactNode
}

/** Imports and marketing posts with live progress. */
export const JobList = ({ search, onChange, tabs }: Props) => {
  const text = useText()
  const format = useFormat()
  const status = jobStatuses.find((each) => each === search.status) ?? null
  const jobs = useJobs(status)
  const list = useRows(jobs, rowsOf)
  const columns = useMemo(() => columnsFor(text, format), [text, format])
  return (
    <Split>
      <Page
        title={text('area.activity')}
        actions={tabs}
        toolbar={
          <FilterSelect
            label={text('activity.status')}
            value={status ?? ''}
            all={text('activity.all')}
            choices={jobStatuses.map((value) => ({ value, label: text(`activity.jobStatus.${value}`) }))}
            onChange={(next) => onChange({ status: next })}
          />
        }
      >
        <RecordList
          label={text('activity.view.jobs')}
          query={jobs}
          {...list}
          openId={search.open}
          onOpen={({ id }) => onChange({ open: id })}
          columns={columns}
          isFiltered={status !== null}
          onShowAll={() => onChange({ status: '' })}
          none={{ icon: Activity, title: text('activity.noJobs'), text: text('activity.noJobsText') }}
        />
      </Page>
      {search.open && (
        <JobPanel key={search.open} jobId={search.open} onClose={() => onChange({ open: '' })} />
      )}
    </Split>
  )
}
