import { Link } from '@tanstack/react-router'
import { CircleAlert, CloudUpload } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useText } from '../../i18n/language.ts'
import { classNames } from '../../ui/class-names.ts'
import { useMember } from '../session.ts'
import { may } from '../session.rules.ts'
import { keepPagesOffline } from './offline.ts'
import { ownerOf, useSales, useSending } from './pending-sales.ts'
import styles from './pending-sales-status.module.css'

/** How long a sale may take before the shell shows that it is waiting. */
const patienceMs = 2000

/** Sends sales on every page, and shows in the shell how many are waiting or were rejected. */
const PendingSalesStatus = () => {
  const text = useText()
  const member = useMember()
  useSending(ownerOf(member))
  const sales = useSales()
  const waiting = sales.filter(({ state }) => state === 'waiting').length
  const refused = sales.filter(({ state }) => state === 'refused').length
  const [isLate, setLate] = useState(false)
  const maySell = may(member, 'store.orders.manage')
  useEffect(() => {
    if (maySell) keepPagesOffline()
  }, [maySell])
  useEffect(() => {
    if (waiting === 0) return setLate(false)
    const timer = setTimeout(() => setLate(true), patienceMs)
    return () => clearTimeout(timer)
  }, [waiting])
  const isShown = refused > 0 || (waiting > 0 && isLate)
  return (
    <div role="status">
      {isShown && (
        <Link to="/till" className={classNames(styles['status'], refused > 0 && styles['bad'])}>
          {refused > 0 ? <CircleAlert aria-hidden="true" /> : <CloudUpload aria-hidden="true" />}
          {refused > 0
            ? text('sales.refused', { count: refused })
            : text('sales.waiting', { count: waiting })}
        </Link>
      )}
    </div>
  )
}

export default PendingSalesStatus
