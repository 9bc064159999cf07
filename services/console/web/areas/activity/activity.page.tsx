import { getRouteApi } from '@tanstack/react-router'
import { mayAdminister } from '../../app/admin.rules.ts'
import { UnknownPage } from '../../app/error-pages.tsx'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useListSearch } from '../../app/use-list-search.ts'
import { useText } from '../../i18n/language.ts'
import { Segmented } from '../../ui/segmented.tsx'
import type { ActivitySearch } from './activity-search.rules.ts'
import { AuditList } from './audit-list.tsx'
import { JobList } from './job-list.tsx'

const views = ['jobs', 'audit'] as const
const activityRoute = getRouteApi('/shell/activity')
const auditRoute = getRouteApi('/shell/platform/audit')

/** Background jobs and the audit log. Only owners see the audit. */
export const ActivityPage = () => {
  const text = useText()
  const member = useMember()
  const navigate = activityRoute.useNavigate()
  const search = activityRoute.useSearch()
  const allowed = views.filter((view) =>
    view === 'jobs' ? may(member, 'jobs.view') : member.account.role === 'owner',
  )
  const view = allowed.find((each) => each === search.view) ?? allowed[0]
  const { change } = useListSearch<ActivitySearch>()
  if (!view || !member.workspace) return <UnknownPage />
  const tabs = allowed.length > 1 && (
    <Segmented
      label={text('area.activity')}
      value={view}
      options={allowed.map((value) => ({ value, label: text(`activity.view.${value}`) }))}
      onChange={(next) => void navigate({ search: next === allowed[0] ? {} : { view: next } })}
    />
  )
  return view === 'jobs' ? (
    <JobList search={search} onChange={change} tabs={tabs} />
  ) : (
    <AuditList
      scope="workspace"
      title={text('area.activity')}
      search={search}
      onChange={change}
      tabs={tabs}
    />
  )
}

/** The audit log of the whole platform, for super-admins. */
export const PlatformAuditPage = () => {
  const text = useText()
  const member = useMember()
  const search = auditRoute.useSearch()
  const { change } = useListSearch<ActivitySearch>()
  if (!mayAdminister(member, 'super-admin')) return <UnknownPage />
  return <AuditList scope="platform" title={text('area.audit')} search={search} onChange={change} />
}
