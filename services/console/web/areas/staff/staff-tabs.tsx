import { Link } from '@tanstack/react-router'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useText } from '../../i18n/language.ts'
import { Tabs } from '../../ui/tabs.tsx'

/** The two lists of the area. Only users who may manage roles see the second one. */
export const StaffTabs = () => {
  const text = useText()
  if (!may(useMember(), 'staff.manage')) return null
  const options = { activeOptions: { exact: true, includeSearch: false } } as const
  return (
    <Tabs label={text('area.staff')}>
      <Link to="/staff" {...options}>
        {text('area.staff')}
      </Link>
      <Link to="/staff/roles" {...options}>
        {text('roles.title')}
      </Link>
    </Tabs>
  )
}
