import type { Staff } from '@workspace-platform/client/scheduling'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { WorkingHoursForm } from '../../app/working-hours.form.tsx'
import { weekFrom } from '../../app/working-hours.rules.ts'
import { useFormat } from '../../i18n/format.ts'
import { useLanguage, useText } from '../../i18n/language.ts'
import { firstDayOfWeek } from '../../i18n/week.rules.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './staff.module.css'
import { reloadStaff, updateStaff } from './staff.queries.ts'

type Props = { staff: Staff; isEditing: boolean; onEdit: () => void; onDone: () => void }

/** The working hours of a staff member, within the workspace's hours. */
export const WorkingHoursCard = ({ staff, isEditing, onEdit, onDone }: Props) => {
  const text = useText()
  const mayUpdate = may(useMember(), 'staff.update')
  return (
    <Card
      title={text('staff.hours')}
      action={mayUpdate && !isEditing && <Button onClick={onEdit}>{text('hours.edit')}</Button>}
    >
      {isEditing ? (
        <WorkingHoursForm
          label={text('staff.hours')}
          hours={staff.workingHours}
          words={{
            none: text('hours.sameOption'),
            noneText: text('hours.same'),
            own: text('hours.ownOption'),
            off: text('hours.off'),
          }}
          onCancel={onDone}
          onSave={async (workingHours) => {
            await updateStaff({ params: { staffId: staff.id }, body: { workingHours } })
            await reloadStaff()
          }}
          onSaved={() => {
            onDone()
            showToast(text('action.saved'))
          }}
        />
      ) : (
        <Hours staff={staff} />
      )}
    </Card>
  )
}

const Hours = ({ staff: { workingHours } }: { staff: Staff }) => {
  const text = useText()
  const format = useFormat()
  const { locale } = useLanguage()
  if (!workingHours) return <p className={styles['hint']}>{text('hours.same')}</p>
  return (
    <Facts
      items={weekFrom(firstDayOfWeek(locale)).map((day) => {
        const { isOpen, intervals } = workingHours[day]
        const times = intervals.map(({ start, end }) => `${format.time(start)}–${format.time(end)}`)
        return [text(`weekday.${day}`), isOpen ? format.list(times) : text('hours.off')] as const
      })}
    />
  )
}
