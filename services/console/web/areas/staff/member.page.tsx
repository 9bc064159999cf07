import { getRouteApi, Link } from '@tanstack/react-router'
import { ApiError } from '@workspace-platform/client'
import type { Staff } from '@workspace-platform/client/scheduling'
import { CalendarDays, Mail, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAnswerText } from '../../app/custom-fields.tsx'
import { BackLink, RecordBody, RecordPage } from '../../app/record-page.tsx'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { ActionDialog } from '../../ui/action-dialog.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmailText } from '../../ui/email-text.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Columns, Stack } from '../../ui/page.tsx'
import { toProblem } from '../../ui/problem.ts'
import { showToast } from '../../ui/toast.tsx'
import { CalendarFeed } from './calendar-feed.tsx'
import { StaffForm } from './staff.form.tsx'
import styles from './staff.module.css'
import {
  deleteStaff,
  inviteStaff,
  reloadStaff,
  useRoles,
  useServices,
  useStaffFields,
  useStaffMember,
} from './staff.queries.ts'
import { WorkingHoursCard } from './working-hours-card.tsx'

const route = getRouteApi('/shell/staff/$staffId')

/** A staff member: profile, role, working hours and calendar. */
export const MemberPage = () => {
  const text = useText()
  const member = useMember()
  const navigate = route.useNavigate()
  const { staffId } = route.useParams()
  const { edit } = route.useSearch()
  const query = useStaffMember(staffId)
  const staff = query.data
  const [isDeleting, setDeleting] = useState(false)
  const mayUpdate = may(member, 'staff.update')
  const stopEditing = (): void => void navigate({ search: {} })
  const isEditing = edit === 'profile' && mayUpdate
  const isOwn = member.account.staffId === staffId
  const remove = async ({ name }: Staff): Promise<void> => {
    await deleteStaff({ params: { staffId } })
    void navigate({ to: '/staff' })
    showToast(text('staff.removed', { name }))
    await reloadStaff()
  }
  return (
    <RecordPage
      query={query}
      title={staff?.name ?? text('staff.member')}
      back={<BackLink to="/staff" label={text('staff.back')} />}
      actions={
        staff && (
          <>
            {may(member, 'staff.delete') && !isOwn && (
              <Button onClick={() => setDeleting(true)}>
                <Trash2 aria-hidden="true" />
                {text('staff.remove')}
              </Button>
            )}
            {may(member, 'staff.create') && !isOwn && <ResendButton staff={staff} />}
            {mayUpdate && (
              <Button kind="primary" onClick={() => void navigate({ search: { edit: 'profile' } })}>
                <Pencil aria-hidden="true" />
                {text('action.edit')}
              </Button>
            )}
          </>
        )
      }
      dialogs={
        isDeleting &&
        staff && (
          <ActionDialog
            title={text('staff.removeTitle', { name: staff.name })}
            text={text('staff.removeText')}
            confirm={text('staff.remove')}
            onCancel={() => setDeleting(false)}
            onConfirm={() => remove(staff)}
          />
        )
      }
    >
      <Columns narrow="start">
        <Card title={text(isEditing ? 'staff.editTitle' : 'staff.profile')}>
          <RecordBody
            query={query}
            isEditing={isEditing}
            onStopEditing={stopEditing}
            form={(record, onSaved) => <StaffForm staff={record} onCancel={stopEditing} onSaved={onSaved} />}
          >
            {(record) => <StaffFacts staff={record} />}
          </RecordBody>
        </Card>
        <Stack>
          {staff && (
            <WorkingHoursCard
              staff={staff}
              isEditing={edit === 'hours' && mayUpdate}
              onEdit={() => void navigate({ search: { edit: 'hours' } })}
              onDone={stopEditing}
            />
          )}
          {may(member, 'sessions.view') && (
            <Card title={text('area.calendar')}>
              <p className={styles['hint']}>{text('staff.calendarText')}</p>
              <div className={styles['buttons']}>
                <Link to="/calendar" search={{ staff: staffId, view: 'week' }} className={buttonClass({})}>
                  <CalendarDays aria-hidden="true" />
                  {text('staff.openCalendar')}
                </Link>
              </div>
              {mayUpdate && <CalendarFeed staffId={staffId} />}
            </Card>
          )}
        </Stack>
      </Columns>
    </RecordPage>
  )
}

const StaffFacts = ({ staff }: { staff: Staff }) => {
  const text = useText()
  const format = useFormat()
  const member = useMember()
  const answerText = useAnswerText()
  const { data: fields = [] } = useStaffFields()
  const { data: roles = [] } = useRoles(may(member, 'staff.manage'))
  const { data: services = [] } = useServices(may(member, 'services.view'))
  const { email, phone, avatarUrl, roleId, serviceIds, fieldValues, createdAt } = staff
  const names = serviceIds?.flatMap((id) => services.find((service) => service.id === id)?.name ?? [])
  return (
    <Facts
      items={[
        [
          text('staff.role'),
          roles.some(({ id }) => id === roleId) && (
            <Link to="/staff/roles/$roleId" params={{ roleId }} className={styles['link']!}>
              {roles.find(({ id }) => id === roleId)!.name}
            </Link>
          ),
        ],
        [
          text('staff.email'),
          <a key="email" href={`mailto:${email}`}>
            <EmailText>{email}</EmailText>
          </a>,
        ],
        [
          text('staff.phone'),
          phone && (
            <a href={`tel:${phone}`} dir="ltr">
              {phone}
            </a>
          ),
        ],
        [
          text('staff.photo'),
          avatarUrl && (
            <a href={avatarUrl} target="_blank" rel="noreferrer" dir="ltr">
              {avatarUrl}
            </a>
          ),
        ],
        [
          text('staff.services'),
          names ? format.list(names) || text('staff.noServices') : text('staff.allServices'),
        ],
        ...fieldValues.flatMap(({ fieldKey, value }) => {
          const field = fields.find(({ key }) => key === fieldKey)
          return field ? [[field.label, answerText(field.type, value)] as const] : []
        }),
        [text('staff.since'), format.fullDate(createdAt)],
      ]}
    />
  )
}

/** Sends the invitation again. Members who have already accepted do not need it. */
const ResendButton = ({ staff }: { staff: Staff }) => {
  const text = useText()
  const [isBusy, setBusy] = useState(false)
  const resend = async (): Promise<void> => {
    setBusy(true)
    try {
      const { invitation } = await inviteStaff({ params: { staffId: staff.id } })
      showToast(text('staff.invited', { email: invitation.email }))
    } catch (error) {
      const isAccepted = error instanceof ApiError && error.code === 'CONFLICT'
      showToast(isAccepted ? text('staff.accepted', { name: staff.name }) : toProblem(error, text).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button isBusy={isBusy} onClick={() => void resend()}>
      <Mail aria-hidden="true" />
      {text('staff.resend')}
    </Button>
  )
}
