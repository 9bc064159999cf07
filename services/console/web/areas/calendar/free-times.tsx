import type { Service } from '@workspace-platform/client/scheduling'
import { Clock } from 'lucide-react'
import { useState } from 'react'
import { ListBody } from '../../app/list-body.tsx'
import { useFormat } from '../../i18n/format.ts'
import { addDays } from '../../i18n/format.rules.ts'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './calendar.module.css'
import { useFreeTimes, useStaff } from './calendar.queries.ts'
import { slotsFor } from './session.rules.ts'
import type { FreeSlot } from './session.rules.ts'

type Props = {
  date: string
  minutes: number
  /** An empty string for anyone. */
  staffId: string
  serviceIds: Service['id'][]
  startTime: string
  onPick: (slot: { startTime: string; staffId: string }) => void
  onDate: (date: string) => void
}

/** Offers the times of a day at which someone is free. */
export const FreeTimes = (props: Props) => {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles['free']}>
      <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Clock aria-hidden="true" />
        {text('calendar.freeTimes')}
      </Button>
      {isOpen && <Times {...props} />}
    </div>
  )
}

const Times = ({ date, minutes, staffId, serviceIds, startTime, onPick, onDate }: Props) => {
  const text = useText()
  const format = useFormat()
  const { data: staff = [] } = useStaff()
  // The staff member chosen along with a time does not filter the times.
  const [brought, setBrought] = useState<string | null>(null)
  const asked = staffId === brought ? '' : staffId
  const query = useFreeTimes({ date, minutes, staffId: asked, serviceId: serviceIds[0] ?? '' })
  const slots = slotsFor(query.data ?? [], staff, serviceIds)
  const pick = ({ startTime: time, staffIds }: FreeSlot): void => {
    const person = staffIds.includes(staffId) ? staffId : (staffIds[0] ?? '')
    if (asked === '') setBrought(person)
    onPick({ startTime: time, staffId: person })
  }
  return (
    <ListBody
      query={query}
      isEmpty={slots.length === 0}
      isCompact
      none={{
        title: text('calendar.noFreeTimes'),
        text: format.date(date),
        action: <Button onClick={() => onDate(addDays(date, 1))}>{text('calendar.tryNextDay')}</Button>,
      }}
      skeleton={<Skeleton lines={2} />}
    >
      <ul className={styles['times']} aria-label={text('calendar.freeTimes')}>
        {slots.map((slot) => (
          <li key={slot.startTime}>
            <button type="button" aria-pressed={slot.startTime === startTime} onClick={() => pick(slot)}>
              {format.time(slot.startTime)}
            </button>
          </li>
        ))}
      </ul>
    </ListBody>
  )
}
