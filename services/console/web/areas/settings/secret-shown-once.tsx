import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FormActions } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './settings.module.css'

/** Shows a secret that the platform never shows again. */
export const SecretShownOnce = ({ secret, onDone }: { secret: string; onDone: () => void }) => {
  const text = useText()
  return (
    <div className={styles['stack']}>
      <Notice tone="warn">{text('settings.secretText')}</Notice>
      <code className={styles['secret']} aria-label={text('settings.secret')}>
        {secret}
      </code>
      <FormActions>
        <CopyButton value={secret} />
        <Button kind="primary" onClick={onDone}>
          {text('settings.secretDone')}
        </Button>
      </FormActions>
    </div>
  )
}
