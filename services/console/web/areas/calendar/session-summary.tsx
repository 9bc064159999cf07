import { Link } from '@tanstack/react-router'
import type { Session, SessionField } from '@workspace-platform/client/scheduling'
import { useAnswerText } from '../../app/custom-fields.tsx'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { Facts } from '../../ui/facts.tsx'
import styles from './calendar.module.css'
import { useClient, useServices, useVisits } from './calendar.queries.ts'
import { sessionTones } from './session-tones.ts'
import { endOf } from './session.rules.ts'

/** The main facts of a session: time, staff, client and answers. */
export const SessionSummary = ({
  session,
  fields,
}: {
  session: Session
  fields: readonly SessionField[]
}) => {
  const text = useText()
  const format = useFormat()
  const member = useMember()
  const answerText = useAnswerText()
  const seesClients = may(member, 'clients.view')
  const { data: client } = useClient(session.clientId, seesClients)
  const { data: visits } = useVisits(session.clientId)
  const { data: services = [] } = useServices()
  const { date, startTime, durationMinutes, serviceIds, serviceNames, invoice } = session
  const price = serviceIds.reduce((sum, id) => sum + (services.find((each) => each.id === id)?.price ?? 0), 0)
  const answers = session.fieldValues.flatMap(({ fieldKey, value }) => {
    const field = fields.find(({ key }) => key === fieldKey)
    return field ? [[field.label, answerText(field.type, value)] as const] : []
  })
  return (
    <>
      <div className={styles['summary']}>
        <Badge tone={sessionTones[session.status]}>{text(`sessionStatus.${session.status}`)}</Badge>
        {session.source === 'online' && <Badge>{text('calendar.online')}</Badge>}
        <p>
          {[
            format.list(serviceNames) || session.name,
            format.minutes(durationMinutes),
            price > 0 ? format.money(price) : '',
          ]
            .filter(Boolean)
            .join(' • ')}
        </p>
      </div>
      <Facts
        items={[
          [
            text('calendar.when'),
            text('calendar.dayAndTime', {
              day: date === format.today() ? text('calendar.today') : format.longDate(date),
              time: `${format.time(startTime)}–${format.time(endOf(startTime, durationMinutes))}`,
            }),
          ],
          [text('calendar.with'), session.staffName ?? text('calendar.unassigned')],
          [
            text('calendar.client'),
            seesClients && (
              <Link
                to="/clients/$clientId"
                params={{ clientId: session.clientId }}
                className={styles['link']!}
              >
                {session.clientName}
              </Link>
            ),
          ],
          [
            text('client.phone'),
            client?.phone && (
              <a href={`tel:${client.phone}`} dir="ltr">
                {client.phone}
              </a>
            ),
          ],
          [text('calendar.visits'), typeof visits === 'number' ? format.number(visits) : null],
          [text('calendar.clientNotes'), client?.notes],
          [text('calendar.title'), session.name === serviceNames.join(', ') ? null : session.name],
          [text('calendar.category'), session.questionCategory],
          ...answers,
          [
            text('calendar.invoice'),
            invoice && (
              <>
                {invoice.number === null ? text('calendar.draftInvoice') : format.serial(invoice.number)} •{' '}
                {format.money(invoice.total)}
              </>
            ),
          ],
        ]}
      />
    </>
  )
}
