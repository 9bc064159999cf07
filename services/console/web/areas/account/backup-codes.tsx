import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './account.module.css'

/** Shows backup codes, which the platform never shows again. */
export const BackupCodes = ({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) => {
  const text = useText()
  return (
    <div className={styles['stack']}>
      <Notice tone="warn">{text('codes.text')}</Notice>
      <ul className={styles['codes']} aria-label={text('codes.title')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles['actions']}>
        <CopyButton value={codes.join('\n')} />
        <Button kind="primary" onClick={onDone}>
          {text('codes.done')}
        </Button>
      </div>
    </div>
  )
}
