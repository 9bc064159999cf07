import { getRouteApi } from '@tanstack/react-router'
import type { Session } from '@workspace-platform/client/scheduling'
import { ChevronLeft, ChevronRight, Plus, Printer } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { LoadFailure } from '../../app/load-failure.tsx'
import { RecordBody } from '../../app/record-page.tsx'
import { without } from '../../app/search-parameter.rules.ts'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { minutesIn } from '../../i18n/format.rules.ts'
import type { Format } from '../../i18n/format.rules.ts'
import { useFormat } from '../../i18n/format.ts'
import { useLanguage, useText } from '../../i18n/language.ts'
import { firstDayOfWeek } from '../../i18n/week.rules.ts'
import { Avatar } from '../../ui/avatar.tsx'
import type { Hue } from '../../ui/avatar.rules.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Page, Split } from '../../ui/page.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Agenda, useMedia } from './agenda.tsx'
import { CalendarFilters } from './calendar-filters.tsx'
import styles from './calendar.module.css'
import { maxSessions, useHolidays, useSessionFields, useSessions, useStaff } from './calendar.queries.ts'
import { daysOf, passes, stepFrom } from './calendar.rules.ts'
import { views } from './calendar-search.rules.ts'
import type { CalendarSearch, View } from './calendar-search.rules.ts'
import { dayColumns, peopleOf, staffColumns } from './columns.rules.ts'
import type { Column } from './columns.rules.ts'
import { firstMinute, holidayOn } from './hours.rules.ts'
import { toMinutes, toTime } from './layout.rules.ts'
import type { Span } from './layout.rules.ts'
import { MonthGrid } from './month-grid.tsx'
import { OutcomeBar, useOutcome } from './outcome.tsx'
import { SessionForm } from './session.form.tsx'
import { SessionPanel } from './session.panel.tsx'
import { firstFreeTime } from './session.rules.ts'
import type { Slot } from './session.rules.ts'
import { TimeGrid } from './time-grid.tsx'
import { useNow, useShortcuts } from './use-page.ts'

const route = getRouteApi('/shell/calendar')

const titleOf = (format: Format, view: View, date: string, days: readonly string[]): string => {
  if (view === 'day') return format.longDate(date)
  return view === 'week' ? format.dateRange(days[0]!, days.at(-1)!) : format.month(date)
}

export const CalendarPage = () => {
  const text = useText()
  const format = useFormat()
  const { locale } = useLanguage()
  const member = useMember()
  const navigate = route.useNavigate()
  const search = route.useSearch()
  const today = format.today()
  const { view = 'day', date = today, open, client } = search
  const days = useMemo(() => daysOf(view, date, firstDayOfWeek(locale)), [view, date, locale])
  const sessions = useSessions(days[0]!, days.at(-1)!, search.field ? { field: search.field } : {})
  const staff = useStaff()
  const { data: holidays = [] } = useHolidays()
  const questions = useSessionFields()
  const [slot, setSlot] = useState<Slot | null>(null)
  const [draft, setDraft] = useState<Slot | null>(null)
  const now = useNow()
  const isPrinted = useMedia('print')
  const isPhone = useMedia('(max-width: 719px)')
  const all = useMemo(() => sessions.data ?? [], [sessions.data])
  const { outcome, report, clear, move } = useOutcome(all)

  const go = useCallback(
    (change: Partial<CalendarSearch> | ((before: CalendarSearch) => CalendarSearch), replace = false): void =>
      void navigate({
        search: (before) => (typeof change === 'function' ? change(before) : { ...before, ...change }),
        replace,
      }),
    [navigate],
  )
  const close = useCallback((): void => {
    go((before) => without(before, 'open', 'client'))
  }, [go])

  const mayBook =
    may(member, 'sessions.create') && may(member, 'clients.view') && may(member, 'services.view')
  const people = useMemo(() => peopleOf(staff.data ?? [], all), [staff.data, all])
  const hueOf = useCallback(
    ({ staffId }: Session): Hue => people.find(({ id }) => id === staffId)?.hue ?? 'teal',
    [people],
  )
  const visible = useMemo(() => all.filter((session) => passes(search, session)), [all, search])
  const columns = useMemo((): Column[] => {
    const calendar = {
      sessions: visible,
      workingHours: member.workspace?.workingHours ?? null,
      holidays,
      timeZone: format.timeZone,
    }
    const chosen = search.staff ? people.filter(({ id }) => id === search.staff) : people
    return view === 'day'
      ? staffColumns(date, chosen, calendar, text('calendar.unassigned'))
      : dayColumns(days, chosen.length === 1 ? chosen[0]! : null, calendar, format.longDate)
  }, [visible, member, holidays, format, people, search.staff, view, date, days, text])

  const openForm = (next: Slot): void => {
    setSlot(next)
    clear()
    if (open !== 'new') go({ open: 'new' })
  }
  const book = (): void => {
    const day = days.includes(today) && view !== 'day' ? today : view === 'day' ? date : days[0]!
    const own = people.find(({ id }) => id === member.account.staffId)?.id
    openForm({
      date: day,
      startTime: firstFreeTime(
        day === today,
        minutesIn(format.timeZone, now),
        firstMinute(
          columns.map(({ closed }) => closed),
          [],
        ),
      ),
      staffId: search.staff ?? own ?? people[0]?.id ?? null,
      minutes: null,
    })
  }
  const pick = (column: Column, span: Span, hasLength: boolean): void =>
    openForm({
      date: column.date,
      startTime: toTime(span.start),
      staffId: column.staffId === undefined ? (search.staff ?? people[0]?.id ?? null) : column.staffId,
      minutes: hasLength ? span.end - span.start : null,
    })
  useShortcuts({ n: mayBook ? book : undefined, t: () => go({ date: today }) })
  const openBefore = useRef(open)
  useEffect(() => {
    // A URL for a new session contains no time, and the time of the previous session must not be used.
    if (open === 'new' && slot === null && mayBook && !staff.isLoading) book()
    if (openBefore.current === 'new' && open !== 'new') setSlot(null)
    openBefore.current = open
  })

  const title = titleOf(format, view, date, days)
  const holiday = view === 'day' ? holidayOn(holidays, date) : null
  const openSession = ({ id }: Session): void => go({ open: id })
  const showDay = (day: string): void => go({ view: 'day', date: day })
  const draftAt = draft && open ? draftIn(columns, draft) : null
  const content =
    sessions.error && !sessions.data ? (
      <LoadFailure error={sessions.error} onRetry={() => void sessions.refetch()} />
    ) : staff.isLoading ? (
      <div className={styles['loading']}>
        <Skeleton lines={8} />
      </div>
    ) : isPrinted || (isPhone && view === 'week') ? (
      <Agenda days={days} sessions={visible} holidays={holidays} onOpen={openSession} />
    ) : view === 'month' ? (
      <MonthGrid
        label={title}
        {...{ days, today, sessions: visible, holidays, hueOf }}
        month={date}
        onDay={showDay}
        onOpen={openSession}
      />
    ) : (
      <TimeGrid
        label={title}
        period={`${view} ${days[0]!}`}
        columns={columns}
        header={(column) =>
          view === 'day' ? (
            <StaffHeader
              column={column}
              hue={people.find(({ id }) => id === column.staffId)?.hue ?? 'teal'}
            />
          ) : (
            <button
              type="button"
              className={classNames(styles['dayHeader'], column.date === today && styles['isToday'])}
              onClick={() => showDay(column.date)}
            >
              {format.weekday(column.date)} <b>{format.dayOfMonth(column.date)}</b>
              <span>{holidayOn(holidays, column.date)?.name}</span>
            </button>
          )
        }
        hueOf={hueOf}
        now={{ date: today, minute: minutesIn(format.timeZone, now) }}
        openId={open ?? null}
        draft={draftAt}
        mayBook={mayBook}
        mayMove={may(member, 'sessions.update')}
        onPick={pick}
        onOpen={openSession}
        onMove={move}
        isLoading={sessions.isPending}
      />
    )
  return (
    <Split>
      <Page
        title={title}
        count={
          <span className={styles['steps']}>
            <Button
              kind="ghost"
              isIcon
              aria-label={text('calendar.before')}
              onClick={() => go({ date: stepFrom(view, date, -1) })}
            >
              <ChevronLeft aria-hidden="true" className="mirrored" />
            </Button>
            <Button onClick={() => go({ date: today })}>{text('calendar.today')}</Button>
            <Button
              kind="ghost"
              isIcon
              aria-label={text('calendar.after')}
              onClick={() => go({ date: stepFrom(view, date, 1) })}
            >
              <ChevronRight aria-hidden="true" className="mirrored" />
            </Button>
          </span>
        }
        secondary={
          <Segmented
            label={text('calendar.view')}
            value={view}
            options={views.map((value) => ({ value, label: text(`calendarView.${value}`) }))}
            onChange={(next) => go({ view: next })}
          />
        }
        actions={
          mayBook && (
            <Button kind="primary" onClick={book} aria-keyshortcuts="N">
              <Plus aria-hidden="true" />
              {text('calendar.book')}
            </Button>
          )
        }
        toolbar={
          <>
            <CalendarFilters search={search} people={people} fields={questions.data ?? []} onChange={go} />
            <Button kind="ghost" onClick={() => print()}>
              <Printer aria-hidden="true" />
              {text('calendar.print')}
            </Button>
            {holiday && (
              <span className={styles['holiday']}>{text('calendar.isHoliday', { name: holiday.name })}</span>
            )}
            {all.length >= maxSessions && (
              <span className={styles['holiday']}>{text('calendar.tooMany')}</span>
            )}
          </>
        }
      >
        {outcome && <OutcomeBar outcome={outcome} onClose={clear} />}
        {content}
      </Page>
      {open === 'new' && mayBook && slot ? (
        <SidePanel title={text('calendar.newTitle')} onClose={close}>
          <RecordBody query={questions}>
            {(fields) => (
              <SessionForm
                slot={slot}
                {...(client && { clientId: client })}
                fields={fields}
                onDraft={setDraft}
                onCancel={close}
                onSaved={(saved) => {
                  go((before) => ({ ...without(before, 'client'), open: saved.session.id }))
                  report(saved, text('calendar.booked', { client: saved.session.clientName }))
                }}
              />
            )}
          </RecordBody>
        </SidePanel>
      ) : (
        open &&
        open !== 'new' && (
          <SessionPanel
            key={open}
            sessionId={open}
            fields={questions.data ?? []}
            onClose={close}
            onDraft={setDraft}
            onSaved={(saved) => report(saved, text('action.saved'))}
          />
        )
      )}
    </Split>
  )
}

const StaffHeader = ({ column, hue }: { column: Column; hue: Hue }) => (
  <>
    <Avatar name={column.name} hue={hue} />
    <span className={styles['columnName']}>{column.name}</span>
  </>
)

const draftIn = (columns: readonly Column[], { date, startTime, staffId, minutes }: Slot) => {
  const column = columns.findIndex(
    (each) => each.date === date && (each.staffId === undefined || each.staffId === staffId),
  )
  const start = toMinutes(startTime)
  return column === -1 ? null : { column, span: { start, end: start + (minutes ?? 60) } }
}
