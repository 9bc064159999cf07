import { useFormat } from '../i18n/format.ts'
import type { Tone } from './badge.tsx'
import { classNames } from './class-names.ts'
import styles from './progress-bar.module.css'

type Props = { label: string; percent: number; tone?: Tone }

/** Progress as a bar and a number. */
export const ProgressBar = ({ label, percent, tone = 'accent' }: Props) => {
  const format = useFormat()
  return (
    <span className={styles['progress']}>
      <span
        className={styles['bar']}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <span
          className={classNames(tone === 'bad' && styles['bad'], tone === 'ok' && styles['ok'])}
          style={{ inlineSize: `${percent}%` }}
        />
      </span>
      {format.percent(percent / 100)}
    </span>
  )
}
