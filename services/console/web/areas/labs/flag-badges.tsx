import type { LabTestItem } from '@workspace-platform/client/labs'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useLanguage, useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import styles from './labs.module.css'

const arrows = { low: ArrowDown, high: ArrowUp }

/** How a result compares with its range. */
export const FlagBadges = ({ flag, isCritical }: Pick<LabTestItem, 'flag' | 'isCritical'>) => {
  const text = useText()
  const Arrow = flag === 'low' || flag === 'high' ? arrows[flag] : null
  return (
    <span className={styles['flags']}>
      {flag && (
        <span className={flag === 'normal' ? styles['normal'] : styles['abnormal']}>
          {Arrow && <Arrow aria-hidden="true" />}
          {text(`labs.flag.${flag}`)}
        </span>
      )}
      {isCritical && <Badge tone="bad">{text('labs.critical')}</Badge>}
    </span>
  )
}

/** Returns a function that formats results with all their digits. */
export const useResultNumber = () => {
  const { locale } = useLanguage()
  const numbers = new Intl.NumberFormat(locale, { maximumSignificantDigits: 15 })
  return (value: number): string => numbers.format(value)
}
