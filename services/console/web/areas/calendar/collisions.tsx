import { useMember } from '../../app/session.ts'
import { useFormat } from '../../i18n/format.ts'
import { addDays } from '../../i18n/format.rules.ts'
import { useText } from '../../i18n/language.ts'
import { Notice } from '../../ui/notice.tsx'
import styles from './calendar.module.css'
import { useHolidays, useSessions, useStaff } from './calendar.queries.ts'
import { closedSpans, holidayOn, intersect } from './hours.rules.ts'
import { collisionsWith, dayMinutes, toMinutes } from './layout.rules.ts'
import { endOf } from './session.rules.ts'

type Wanted = {
  id?: string
  date: string
  startTime: string
  durationMinutes: number
  staffId: string | null
}

/**
 * Shows, before a session is saved, what its time conflicts with: other sessions, working hours, holidays.
 */
export const Collisions = ({ wanted }: { wanted: Wanted }) => {
  const text = useText()
  const format = useFormat()
  const { workspace } = useMember()
  const { date, startTime, durationMinutes, staffId } = wanted
  const start = toMinutes(startTime)
  const lastDay = start + durationMinutes > dayMinutes ? addDays(date, 1) : date
  const { data: sessions = [] } = useSessions(date, lastDay)
  const { data: staff = [] } = useStaff()
  const { data: holidays = [] } = useHolidays()
  const collisions = collisionsWith(sessions, wanted)
  const holiday = holidayOn(holidays, date)
  const closed = closedSpans(
    {
      workspace: workspace?.workingHours ?? null,
      staff: staff.find(({ id }) => id === staffId)?.workingHours ?? null,
      isHoliday: false,
    },
    date,
  )
  const isClosed =
    intersect(closed, [{ start, end: Math.min(dayMinutes, start + durationMinutes) }]).length > 0
  const prevents = workspace?.settings.preventOverlap ?? false
  return (
    <div className={styles['collisions']} aria-live="polite">
      {collisions.length > 0 && (
        <Notice tone={prevents ? 'bad' : 'warn'}>
          {text(prevents ? 'calendar.collides' : 'calendar.overlaps', {
            name: collisions[0]!.staffName ?? '',
          })}
          <ul>
            {collisions.map((session) => (
              <li key={session.id}>
                {format.time(session.startTime)}–
                {format.time(endOf(session.startTime, session.durationMinutes))} {session.clientName} •{' '}
                {format.list(session.serviceNames) || session.name}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {holiday && <Notice tone="warn">{text('calendar.isHoliday', { name: holiday.name })}</Notice>}
      {isClosed && !holiday && (
        <Notice tone={workspace?.settings.enforceWorkingHours ? 'bad' : 'warn'}>
          {text('calendar.outsideHours')}
        </Notice>
      )}
    </div>
  )
}
