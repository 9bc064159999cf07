import { Link } from '@tanstack/react-router'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useText } from '../../i18n/language.ts'
import { Tabs } from '../../ui/tabs.tsx'

const tabs = [
  ['/labs', 'labs.tests', 'labs.view'],
  ['/labs/analyses', 'labs.analyses', 'labs.view'],
  ['/labs/units', 'labs.units', 'labs.view'],
  ['/labs/coupons', 'labs.coupons', 'labs.view'],
  ['/labs/samples', 'labs.samples', 'labs.view'],
  ['/labs/designs', 'labs.designs', 'labs.manage'],
] as const

/** The screens of the laboratory. */
export const LabsTabs = () => {
  const text = useText()
  const member = useMember()
  return (
    <Tabs label={text('area.labs')}>
      {tabs.map(
        ([to, label, permission]) =>
          may(member, permission) && (
            <Link key={to} to={to} activeOptions={{ exact: true, includeSearch: false }}>
              {text(label)}
            </Link>
          ),
      )}
    </Tabs>
  )
}
