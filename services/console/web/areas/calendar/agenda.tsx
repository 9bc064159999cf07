import type { Holiday, Session } from '@workspace-platform/client/scheduling'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import styles from './agenda.module.css'
import { holidayOn } from './hours.rules.ts'
import { endOf } from './session.rules.ts'
import { sessionTones } from './session-tones.ts'

type Props = {
  days: readonly string[]
  sessions: readonly Session[]
  holidays: readonly Holiday[]
  onOpen: (session: Session) => void
}

/** The sessions as a list by day, for weeks on phones and for printing. */
export const Agenda = ({ days, sessions, holidays, onOpen }: Props) => {
  const text = useText()
  const format = useFormat()
  return (
    <div className={styles['agenda']} role="region" aria-label={text('calendar.agenda')} tabIndex={0}>
      {days.map((day) => {
        const ofDay = sessions
          .filter(({ date }) => date === day)
          .toSorted((a, b) => (a.startTime < b.startTime ? -1 : 1))
        const holiday = holidayOn(holidays, day)
        return (
          <section key={day} className={styles['day']}>
            <h2>
              {format.longDate(day)}
              {holiday && <span> • {holiday.name}</span>}
            </h2>
            {ofDay.length === 0 && <p className={styles['none']}>{text('calendar.noSessions')}</p>}
            <ul>
              {ofDay.map((session) => (
                <li key={session.id}>
                  <button type="button" className={styles['item']} onClick={() => onOpen(session)}>
                    <span className={styles['time']}>
                      {format.time(session.startTime)}–
                      {format.time(endOf(session.startTime, session.durationMinutes))}
                    </span>
                    <span className={styles['what']}>
                      <b>{session.clientName}</b>
                      <span>
                        {[format.list(session.serviceNames) || session.name, session.staffName]
                          .filter(Boolean)
                          .join(' • ')}
                      </span>
                    </span>
                    <Badge tone={sessionTones[session.status]}>
                      {text(`sessionStatus.${session.status}`)}
                    </Badge>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

const matches = (query: string): boolean => matchMedia(query).matches

/** Returns whether a media query applies, even right before printing. */
export const useMedia = (query: string): boolean => {
  const [isMatching, setMatching] = useState(() => matches(query))
  useEffect(() => {
    const list = matchMedia(query)
    // The page is printed as soon as the listeners return, so the change must not wait for the next rendering.
    const onChange = (): void => flushSync(() => setMatching(list.matches))
    list.addEventListener('change', onChange)
    return () => list.removeEventListener('change', onChange)
  }, [query])
  return isMatching
}
