import { useText } from '../../i18n/language.ts'
import { DayFilter } from '../../app/day-filter.tsx'
import { FilterChip, FilterSelect, FilterToggle } from '../../ui/filter-select.tsx'
import { useMember } from '../../app/session.ts'
import type { ActivitySearch } from './activity-search.rules.ts'
import { knownAction, platformActions, workspaceActions } from './audit.rules.ts'

type Props = {
  scope: 'workspace' | 'platform'
  search: ActivitySearch
  onChange: (changes: ActivitySearch) => void
  /** The name of the user that the list is filtered by. */
  actor: string | null
}

/** Filters the audit log by action, user and days. */
export const AuditFilters = ({ scope, search, onChange, actor }: Props) => {
  const text = useText()
  const { account } = useMember()
  const { action = '' } = search
  const offered = [...(scope === 'platform' ? platformActions : []), ...workspaceActions]
  const choices = offered.map((value) => ({
    value: value as string,
    label: text(`activity.action.${value}`),
  }))
  const isOwn = search.actor === account.id
  return (
    <>
      <FilterSelect
        label={text('activity.action')}
        value={action}
        all={text('activity.all')}
        choices={[
          ...choices.toSorted((a, b) => a.label.localeCompare(b.label)),
          ...(action && !knownAction(action) ? [{ value: action, label: action }] : []),
        ]}
        onChange={(next) => onChange({ action: next })}
      />
      <FilterToggle
        label={text('activity.byYou')}
        isOn={isOwn}
        onChange={(isOn) => onChange({ actor: isOn ? account.id : '' })}
      />
      {actor && !isOwn && <FilterChip label={actor} onRemove={() => onChange({ actor: '' })} />}
      <DayFilter from={search.from} to={search.to} onChange={onChange} />
    </>
  )
}
