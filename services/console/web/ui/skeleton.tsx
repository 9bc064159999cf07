import { useText } from '../i18n/language.ts'
import styles from './skeleton.module.css'

const widths = ['72%', '48%', '60%', '38%', '66%', '54%']

/** A gray bar in place of loading text. */
export const SkeletonBar = ({ width = '60%' }: { width?: string }) => (
  <span className={styles['bar']} style={{ inlineSize: width }} />
)

/** Gray bars in place of loading content. */
export const Skeleton = ({ lines = 4 }: { lines?: number }) => {
  const text = useText()
  return (
    <div className={styles['lines']} role="status" aria-label={text('state.loading')}>
      {Array.from({ length: lines }, (_, index) => (
        <SkeletonBar key={index} width={widths[index % widths.length]!} />
      ))}
    </div>
  )
}
