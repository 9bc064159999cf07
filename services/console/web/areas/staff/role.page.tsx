import { getRouteApi } from '@tanstack/react-router'
import { ApiError } from '@workspace-platform/client'
import { SearchX, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { UnknownPage } from '../../app/error-pages.tsx'
import { LoadFailure } from '../../app/load-failure.tsx'
import { BackLink } from '../../app/record-page.tsx'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useText } from '../../i18n/language.ts'
import { DeleteDialog } from '../../ui/action-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page, PageContent } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import { RoleForm } from './role.form.tsx'
import { deleteRole, reloadRoles, usePermissions, useRoles } from './staff.queries.ts'

const route = getRouteApi('/shell/staff/roles/$roleId')

/** A role with its permissions, or the form for a new one. */
export const RolePage = () => {
  const text = useText()
  const navigate = route.useNavigate()
  const { roleId } = route.useParams()
  const isAllowed = may(useMember(), 'staff.manage')
  const roles = useRoles(isAllowed)
  const permissions = usePermissions()
  const [isDeleting, setDeleting] = useState(false)
  const isNew = roleId === 'new'
  const role = roles.data?.find(({ id }) => id === roleId)
  if (!isAllowed) return <UnknownPage />
  const leave = (): void => void navigate({ to: '/staff/roles' })
  const error = roles.error ?? permissions.error
  return (
    <Page
      title={isNew ? text('roles.newTitle') : (role?.name ?? text('staff.role'))}
      before={<BackLink to="/staff/roles" label={text('roles.back')} />}
      actions={
        role && (
          <Button onClick={() => setDeleting(true)}>
            <Trash2 aria-hidden="true" />
            {text('action.delete')}
          </Button>
        )
      }
    >
      <PageContent>
        {error && !(roles.data && permissions.data) ? (
          <LoadFailure
            error={error}
            onRetry={() => {
              void roles.refetch()
              void permissions.refetch()
            }}
          />
        ) : !roles.data || !permissions.data ? (
          <Skeleton lines={8} />
        ) : !role && !isNew ? (
          <EmptyState icon={SearchX} title={text('error.NOT_FOUND')} />
        ) : (
          <RoleForm
            key={roleId}
            {...(role && { role })}
            permissions={permissions.data}
            onCancel={leave}
            onSaved={() => {
              leave()
              showToast(text('action.saved'))
            }}
          />
        )}
      </PageContent>
      {isDeleting && role && (
        <DeleteDialog
          title={text('roles.deleteTitle', { name: role.name })}
          text={text('roles.deleteText')}
          messageOf={(caught) =>
            caught instanceof ApiError && caught.code === 'CONFLICT' ? text('roles.inUse') : null
          }
          onCancel={() => setDeleting(false)}
          onDelete={async () => {
            await deleteRole({ params: { roleId } })
            leave()
            showToast(text('roles.deleted', { name: role.name }))
            await reloadRoles()
          }}
        />
      )}
    </Page>
  )
}
