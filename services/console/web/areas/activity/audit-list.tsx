import { Link } from '@tanstack/react-router'
import type { AuditEntry } from '@workspace-platform/client/identity'
import { ScrollText } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import type { ReactNode } from 'react'
import { useAdminEmails } from '../../app/admin-emails.ts'
import { RecordList } from '../../app/record-list.tsx'
import { useMember } from '../../app/session.ts'
import { useRows } from '../../app/use-rows.ts'
import { useFormat } from '../../i18n/format.ts'
import type { Format } from '../../i18n/format.rules.ts'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { RowName } from '../../ui/cell.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Facts } from '../../ui/facts.tsx'
import { FormActions } from '../../ui/form.tsx'
import { Page, Split } from '../../ui/page.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { toAuditFilter } from './activity-search.rules.ts'
import type { ActivitySearch } from './activity-search.rules.ts'
import styles from './activity.module.css'
import { useAudit, useTargetNames } from './activity.queries.ts'
import { AuditFilters } from './audit-filters.tsx'
import { isWarning, knownAction, knownKind, knownTarget, targetName } from './audit.rules.ts'

type Text = ReturnType<typeof useText>
type NameOf = (entry: AuditEntry) => string

const actionText = (text: Text, action: string): string => {
  const known = knownAction(action)
  return known ? text(`activity.action.${known}`) : action
}

/** Returns who did it: you, the name of an API key, staff member or admin, or the kind of any other actor. */
const useNames = (scope: 'workspace' | 'platform'): NameOf => {
  const text = useText()
  const { account } = useMember()
  const { data: admins } = useAdminEmails(scope === 'platform')
  return useCallback(
    ({ actorId, actorName, actorKind }) => {
      if (actorName) return actorName
      if (actorId === account.id) return text('activity.you')
      const email = actorId && admins?.get(actorId)
      const kind = knownKind(actorKind)
      return email || (kind ? text(`activity.actor.${kind}`) : actorKind)
    },
    [text, account.id, admins],
  )
}

const rowsOf = (page: { entries: AuditEntry[] }) => page.entries

/** Returns the kind and name of the record that an entry is about. */
const useTargets = (scope: 'workspace' | 'platform'): NameOf => {
  const text = useText()
  const names = useTargetNames(scope)
  return useCallback(
    (entry) => {
      const known = knownTarget(entry.targetType)
      const kind = known ? text(`activity.target.${known}`) : entry.targetType
      const name = targetName(entry, names)
      return name === null ? kind : text('activity.targetNamed', { kind, name })
    },
    [text, names],
  )
}

const columnsFor = (text: Text, format: Format, nameOf: NameOf, targetOf: NameOf): Column<AuditEntry>[] => [
  {
    id: 'action',
    header: text('activity.action'),
    width: 2.4,
    cell: (entry) => (
      <span className={styles['line']}>
        <RowName>{actionText(text, entry.action)}</RowName>
        {isWarning(entry) && <Badge tone="warn">{text('activity.check')}</Badge>}
      </span>
    ),
  },
  { id: 'actor', header: text('activity.by'), width: 1.4, cell: nameOf },
  {
    id: 'target',
    header: text('activity.target'),
    width: 1.6,
    importance: 'detail',
    cell: targetOf,
  },
  {
    id: 'at',
    header: text('activity.at'),
    width: 1.3,
    align: 'end',
    cell: ({ at }) => format.dateTime(at),
  },
]

type Props = {
  scope: 'workspace' | 'platform'
  title: string
  search: ActivitySearch
  onChange: (changes: ActivitySearch) => void
  tabs?: ReactNode
}

/** Who did what and when, kept for two years. */
export const AuditList = ({ scope, title, search, onChange, tabs }: Props) => {
  const text = useText()
  const format = useFormat()
  const filter = toAuditFilter(search)
  const audit = useAudit(scope, filter)
  const nameOf = useNames(scope)
  const { rows, ...list } = useRows(audit, rowsOf)
  const targetOf = useTargets(scope)
  const columns = useMemo(() => columnsFor(text, format, nameOf, targetOf), [text, format, nameOf, targetOf])
  const opened = rows.find(({ id }) => id === search.open)
  const isFiltered = Object.keys(filter).length > 0
  const actor = rows.find(({ actorId }) => actorId === filter.actorId)
  return (
    <Split>
      <Page
        title={title}
        actions={tabs}
        toolbar={
          <AuditFilters
            scope={scope}
            search={search}
            onChange={onChange}
            actor={filter.actorId ? (actor ? nameOf(actor) : filter.actorId) : null}
          />
        }
      >
        <RecordList
          label={text('area.audit')}
          query={audit}
          rows={rows}
          {...list}
          openId={search.open}
          onOpen={({ id }) => onChange({ open: id })}
          columns={columns}
          isFiltered={isFiltered}
          onShowAll={() => onChange({ action: '', actor: '', from: '', to: '' })}
          none={{ icon: ScrollText, title: text('activity.noEntries'), text: text('activity.noEntriesText') }}
        />
      </Page>
      {opened && (
        <EntryPanel
          key={opened.id}
          entry={opened}
          name={nameOf(opened)}
          target={targetOf(opened)}
          scope={scope}
          onFilter={(actor) => onChange({ actor, open: '' })}
          onClose={() => onChange({ open: '' })}
        />
      )}
    </Split>
  )
}

type TargetProps = { entry: AuditEntry; target: string; scope: 'workspace' | 'platform' }

/** The record, with a link if it has a page. */
const TargetLink = ({ entry: { targetType, targetId: id }, target, scope }: TargetProps) => {
  if (id === null) return target
  if (scope === 'platform') {
    if (targetType === 'workspace')
      return (
        <Link to="/platform/workspaces/$workspaceId" params={{ workspaceId: id }}>
          {target}
        </Link>
      )
    if (targetType === 'plan')
      return (
        <Link to="/platform/plans/$planId" params={{ planId: id }}>
          {target}
        </Link>
      )
    return target
  }
  if (targetType === 'staff')
    return (
      <Link to="/staff/$staffId" params={{ staffId: id }}>
        {target}
      </Link>
    )
  if (targetType === 'role')
    return (
      <Link to="/staff/roles/$roleId" params={{ roleId: id }}>
        {target}
      </Link>
    )
  if (targetType === 'invoice')
    return (
      <Link to="/invoices/$invoiceId" params={{ invoiceId: id }}>
        {target}
      </Link>
    )
  if (targetType === 'lab-test')
    return (
      <Link to="/labs/tests/$testId" params={{ testId: id }}>
        {target}
      </Link>
    )
  return target
}

type PanelProps = {
  entry: AuditEntry
  name: string
  target: string
  scope: 'workspace' | 'platform'
  onFilter: (actorId: string) => void
  onClose: () => void
}

const EntryPanel = ({ entry, name, target, scope, onFilter, onClose }: PanelProps) => {
  const text = useText()
  const format = useFormat()
  const kind = knownKind(entry.actorKind)
  const code = (value: string | null) =>
    value && (
      <bdi dir="ltr" className={styles['code']}>
        {value}
      </bdi>
    )
  return (
    <SidePanel title={actionText(text, entry.action)} onClose={onClose}>
      <Facts
        items={[
          [text('activity.at'), format.dateTime(entry.at)],
          [text('activity.by'), name],
          [text('activity.kind'), kind ? text(`activity.actor.${kind}`) : entry.actorKind],
          [text('activity.target'), <TargetLink key="target" {...{ entry, target, scope }} />],
          [text('activity.targetId'), code(entry.targetId)],
          [text('activity.actorId'), code(entry.actorId)],
          [text('activity.request'), code(entry.requestId)],
        ]}
      />
      {entry.actorId && (
        <FormActions>
          <Button onClick={() => onFilter(entry.actorId!)}>{text('activity.onlyThis')}</Button>
        </FormActions>
      )}
    </SidePanel>
  )
}
