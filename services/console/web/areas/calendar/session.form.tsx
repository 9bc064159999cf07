import { ApiError } from '@workspace-platform/client'
import type { Client, Session, SessionField } from '@workspace-platform/client/scheduling'
import { useEffect, useState } from 'react'
import { isDate } from '../../app/search-parameter.rules.ts'
import { CustomFields } from '../../app/custom-fields.tsx'
import { answerPaths, answerProblems, toAnswers, toAnswerTexts } from '../../app/custom-fields.rules.ts'
import { UnsavedChanges } from '../../app/unsaved-changes.tsx'
import { useText } from '../../i18n/language.ts'
import { toNumber } from '../../i18n/number.rules.ts'
import { DateField, TimeField } from '../../ui/date-field.tsx'
import { Select, TextField } from '../../ui/field.tsx'
import { Form, FormRow, SaveActions } from '../../ui/form.tsx'
import { useForm } from '../../ui/use-form.ts'
import {
  createSession,
  reloadSessions,
  updateSession,
  useClient,
  useServices,
  useStaff,
} from './calendar.queries.ts'
import { ClientPicker } from './client-picker.tsx'
import { Collisions } from './collisions.tsx'
import { FreeTimes } from './free-times.tsx'
import { NewClientForm } from './new-client.form.tsx'
import { ServicePicker } from './service-picker.tsx'
import {
  fieldsOfSlot,
  listIds,
  performs,
  questionsFor,
  serviceMinutes,
  toBody,
  toFields,
} from './session.rules.ts'
import type { SessionFields, Slot } from './session.rules.ts'

export type Saved = { session: Session; conflicts?: string[] | undefined; warnings?: string[] | undefined }

type Props = {
  session?: Session
  /** The time that was picked in the calendar; picking another time replaces the one in the form. */
  slot: Slot | null
  clientId?: string
  /** The workspace's own fields; a new session asks only the questions before the visit. */
  fields: readonly SessionField[]
  onSaved: (saved: Saved) => void
  onCancel: () => void
  /** Notifies the calendar of the time being chosen. */
  onDraft: (slot: Slot | null) => void
}

/** Books a session, or changes one. */
export const SessionForm = ({ session, slot, clientId = '', fields, onSaved, onCancel, onDraft }: Props) => {
  const text = useText()
  const { data: services = [], isPending: isLoadingServices } = useServices()
  const { data: staff = [] } = useStaff()
  const [created, setCreated] = useState<Client | null>(null)
  const [newClient, setNewClient] = useState<string | null>(null)
  const asked = session ? fields : fields.filter(({ phase }) => phase === 'pre')
  const isTime = (time: string): boolean => /^\d{2}:\d{2}$/.test(time)
  const minutesOf = ({ minutes, serviceIds }: Pick<SessionFields, 'minutes' | 'serviceIds'>): number =>
    minutes === '' ? serviceMinutes(services, listIds(serviceIds)) : toNumber(minutes)
  const form = useForm<Record<string, string> & SessionFields, Saved>({
    initial: {
      ...toAnswerTexts(asked, session?.fieldValues ?? []),
      ...(session ? toFields(session) : fieldsOfSlot(slot, clientId)),
    },
    paths: { durationMinutes: 'minutes', name: 'title', ...answerPaths(asked) },
    check: (values) => {
      const required = text('form.required')
      return {
        ...(values.clientId === '' && { clientId: required }),
        ...(values.serviceIds === '' && { serviceIds: required }),
        ...(!isDate(values.date) && { date: required }),
        ...(!isTime(values.startTime) && { startTime: required }),
        ...(!(minutesOf(values) >= 1) && { minutes: text('calendar.minutesInvalid') }),
        ...answerProblems(questionsFor(asked, values.questionCategory), values, {
          required,
          number: text('field.number'),
        }),
      }
    },
    submit: async (values, idempotencyKey) => {
      const minutes = values.minutes === '' ? null : toNumber(values.minutes)
      const body = { ...toBody(values, services, minutes), fieldValues: toAnswers(asked, values) }
      try {
        const saved = session
          ? await updateSession({ params: { sessionId: session.id }, body })
          : await createSession({ body, idempotencyKey })
        await reloadSessions()
        return saved
      } catch (error) {
        // Conflicts are shown below the time.
        if (error instanceof ApiError && error.code === 'SESSION_CONFLICT') await reloadSessions()
        throw error
      }
    },
    onSaved,
  })
  const { values, change } = form
  const { data: known } = useClient(values.clientId || null, values.clientId !== created?.id)
  const client = values.clientId === '' ? null : (created ?? known ?? null)
  const chosen = listIds(values.serviceIds)
  const minutes = minutesOf(values)
  const { date, startTime, staffId } = values

  const [seen, setSeen] = useState(slot)
  useEffect(() => {
    if (seen === slot || !slot) return
    setSeen(slot)
    change('date', slot.date)
    change('startTime', slot.startTime)
    change('staffId', slot.staffId ?? '')
    if (slot.minutes !== null) change('minutes', String(slot.minutes))
  }, [slot, seen, change])
  useEffect(() => {
    if (isDate(date) && isTime(startTime) && minutes >= 1)
      onDraft({ date, startTime, staffId: staffId || null, minutes })
  }, [date, startTime, staffId, minutes, onDraft])
  useEffect(() => () => onDraft(null), [onDraft])

  // Only typed input is worth a question before leaving; a time can be picked again with a click.
  const untyped = session ? null : { ...values, date: '', startTime: '', staffId: '', minutes: '' }
  const isTyped =
    untyped === null ||
    Object.entries(untyped).some(
      ([name, value]) => value !== '' && !(name === 'clientId' && value === clientId),
    )

  const categories = [...new Set(fields.map(({ category }) => category))].filter((each) => each !== null)
  const others = staff.filter(({ id }) => id !== staffId)
  const isSelectable = (person: (typeof staff)[number]): boolean => performs(person, chosen)
  const staffChoices = [
    { value: '', label: text('calendar.unassigned') },
    ...staff
      .filter((person) => person.id === staffId || isSelectable(person))
      .map(({ id, name }) => ({ value: id, label: name })),
    // The staff member may have been removed, or be hidden from this user.
    ...(staffId !== '' && others.length === staff.length
      ? [{ value: staffId, label: session?.staffName ?? '…' }]
      : []),
  ]
  return (
    <>
      {newClient !== null && (
        <NewClientForm
          name={newClient}
          onCancel={() => setNewClient(null)}
          onSaved={(added) => {
            setCreated(added)
            change('clientId', added.id)
            setNewClient(null)
            setTimeout(() => form.ref.current?.querySelector<HTMLElement>('[name="serviceIds"]')?.focus())
          }}
        />
      )}
      <div hidden={newClient !== null}>
        <Form form={form} label={text(session ? 'calendar.editTitle' : 'calendar.newTitle')}>
          <UnsavedChanges isDirty={form.isDirty && isTyped} />
          <ClientPicker
            client={client}
            error={form.field('clientId').error}
            autoFocus={!session && clientId === ''}
            onCreate={setNewClient}
            onPick={(picked) => {
              setCreated(picked)
              change('clientId', picked?.id ?? '')
              const next = picked ? '[name="serviceIds"]' : '[name="clientId"]'
              setTimeout(() => form.ref.current?.querySelector<HTMLElement>(next)?.focus())
            }}
          />
          <ServicePicker
            services={services}
            oldNames={new Map(session?.serviceIds.map((id, index) => [id, session.serviceNames[index]!]))}
            chosen={chosen}
            error={form.field('serviceIds').error}
            isLoading={isLoadingServices}
            onChange={(ids) => {
              change('serviceIds', ids.join())
              // A duration that was not chosen follows the services.
              if (session) change('minutes', String(serviceMinutes(services, ids)))
            }}
          />
          <Select label={text('calendar.staff')} choices={staffChoices} {...form.field('staffId')} />
          <FormRow>
            <DateField label={text('calendar.date')} {...form.field('date')} />
            <TimeField label={text('calendar.time')} {...form.field('startTime')} />
            <TextField
              label={text('calendar.minutes')}
              inputMode="numeric"
              placeholder={String(serviceMinutes(services, chosen))}
              {...form.field('minutes')}
            />
          </FormRow>
          {isDate(date) && minutes >= 1 && minutes <= 1440 && (
            <FreeTimes
              date={date}
              minutes={minutes}
              staffId={staffId}
              serviceIds={chosen}
              startTime={startTime}
              onPick={(picked) => {
                change('startTime', picked.startTime)
                change('staffId', picked.staffId)
              }}
              onDate={(next) => change('date', next)}
            />
          )}
          {isDate(date) && isTime(startTime) && minutes >= 1 && (
            <Collisions
              wanted={{
                date,
                startTime,
                durationMinutes: minutes,
                staffId: staffId || null,
                ...(session && { id: session.id }),
              }}
            />
          )}
          {categories.length > 0 && (
            <Select
              label={text('calendar.category')}
              isOptional
              choices={[
                { value: '', label: text('calendar.allQuestions') },
                ...categories.map((value) => ({ value, label: value })),
              ]}
              {...form.field('questionCategory')}
            />
          )}
          <CustomFields
            fields={questionsFor(asked, values.questionCategory)}
            input={form.field}
            onChange={change}
          />
          <TextField
            label={text('calendar.title')}
            isOptional
            maxLength={200}
            hint={text('calendar.titleHint')}
            {...form.field('title')}
          />
          <SaveActions
            isBusy={form.isBusy}
            label={text(session ? 'action.save' : 'calendar.book')}
            onCancel={onCancel}
          />
        </Form>
      </div>
    </>
  )
}
