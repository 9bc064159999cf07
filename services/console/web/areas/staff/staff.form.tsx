import type { Staff, StaffField } from '@workspace-platform/client/scheduling'
import type { Role } from '@workspace-platform/client/identity'
import { CustomFields } from '../../app/custom-fields.tsx'
import { answerPaths, answerProblems, toAnswers, toAnswerTexts } from '../../app/custom-fields.rules.ts'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { UnsavedChanges } from '../../app/unsaved-changes.tsx'
import { useText } from '../../i18n/language.ts'
import { CheckList } from '../../ui/check-list.tsx'
import { Select, TextField } from '../../ui/field.tsx'
import { Form, SaveActions } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useForm } from '../../ui/use-form.ts'
import {
  createStaff,
  reloadStaff,
  updateStaff,
  useRoles,
  useServices,
  useStaffFields,
} from './staff.queries.ts'

type Props = { staff?: Staff; onSaved: (staff: Staff) => void; onCancel: () => void }

/** Invites a staff member, or changes one. First loads the choices that the form offers. */
export const StaffForm = (props: Props) => {
  const seesRoles = may(useMember(), 'staff.manage')
  const { data: fields } = useStaffFields()
  const { data: roles } = useRoles(seesRoles)
  if (!fields || (seesRoles && !roles)) return <Skeleton lines={6} />
  return <Loaded {...props} fields={fields} roles={roles ?? []} />
}

const Loaded = ({
  staff,
  fields,
  roles,
  onSaved,
  onCancel,
}: Props & { fields: readonly StaffField[]; roles: readonly Role[] }) => {
  const text = useText()
  const seesServices = may(useMember(), 'services.view')
  const { data: services = [] } = useServices(seesServices)
  const form = useForm<Record<string, string>, Staff>({
    initial: {
      ...toAnswerTexts(fields, staff?.fieldValues ?? []),
      name: staff?.name ?? '',
      email: staff?.email ?? '',
      phone: staff?.phone ?? '',
      avatarUrl: staff?.avatarUrl ?? '',
      roleId: staff?.roleId ?? (roles.length === 1 ? roles[0]!.id : ''),
      limits: staff?.serviceIds ? 'some' : 'all',
      serviceIds: JSON.stringify(staff?.serviceIds ?? []),
    },
    paths: answerPaths(fields),
    check: (values) => ({
      ...(['name', 'email', 'roleId'] as const).reduce(
        (found, name) => (values[name]!.trim() === '' ? { ...found, [name]: text('form.required') } : found),
        {},
      ),
      ...answerProblems(fields, values, { required: text('form.required'), number: text('field.number') }),
    }),
    submit: async (values, idempotencyKey) => {
      const profile = {
        name: values['name']!.trim(),
        phone: values['phone']!.trim() || null,
        avatarUrl: values['avatarUrl']!.trim() || null,
        email: values['email']!.trim(),
        roleId: values['roleId']!,
        fieldValues: toAnswers(fields, values),
        serviceIds: values['limits'] === 'all' ? null : (JSON.parse(values['serviceIds']!) as string[]),
      }
      const saved = staff
        ? await updateStaff({ params: { staffId: staff.id }, body: profile })
        : await createStaff({ body: profile, idempotencyKey })
      await reloadStaff()
      return saved.staff
    },
    onSaved,
  })
  const { values } = form
  return (
    <Form form={form} label={text(staff ? 'staff.editTitle' : 'staff.inviteTitle')}>
      <UnsavedChanges isDirty={form.isDirty} />
      <TextField label={text('staff.name')} autoFocus autoComplete="off" {...form.field('name')} />
      <TextField
        label={text('staff.email')}
        type="email"
        autoComplete="off"
        hint={text(staff ? 'staff.emailChange' : 'staff.emailHint')}
        {...form.field('email')}
      />
      {roles.length > 0 && (
        <Select
          label={text('staff.role')}
          choices={[
            ...(values['roleId'] === '' ? [{ value: '', label: text('staff.chooseRole') }] : []),
            ...roles.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          {...form.field('roleId')}
        />
      )}
      {roles.length === 0 && !staff && <Notice tone="warn">{text('staff.noRoles')}</Notice>}
      <TextField
        label={text('staff.phone')}
        type="tel"
        isOptional
        autoComplete="off"
        placeholder="+201001234567"
        {...form.field('phone')}
      />
      <TextField
        label={text('staff.photo')}
        hint={text('staff.photoHint')}
        type="url"
        isOptional
        autoComplete="off"
        placeholder="https://"
        {...form.field('avatarUrl')}
      />
      {services.length > 0 && (
        <Select
          label={text('staff.services')}
          hint={text('staff.servicesHint')}
          choices={[
            { value: 'all', label: text('staff.allServices') },
            { value: 'some', label: text('staff.someServices') },
          ]}
          {...form.field('limits')}
        />
      )}
      {services.length > 0 && values['limits'] === 'some' && (
        <CheckList
          label={text('staff.performs')}
          isStacked
          error={form.field('serviceIds').error}
          choices={services.map(({ id, name }) => ({ value: id, label: name }))}
          values={JSON.parse(values['serviceIds']!) as string[]}
          onChange={(values) => form.change('serviceIds', JSON.stringify(values))}
        />
      )}
      <CustomFields fields={fields} input={form.field} onChange={form.change} />
      <SaveActions
        isBusy={form.isBusy}
        label={text(staff ? 'action.save' : 'staff.sendInvitation')}
        onCancel={onCancel}
      />
    </Form>
  )
}
