import { ImageOff } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useMember } from '../../app/session.ts'
import { useText } from '../../i18n/language.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FormActions } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toProblem } from '../../ui/problem.ts'
import { showToast } from '../../ui/toast.tsx'
import { changeWorkspace, createImage } from './settings.queries.ts'
import styles from './settings.module.css'

/** Shows, uploads and removes the logo. */
export const Logo = () => {
  const text = useText()
  const id = useId()
  const { workspace } = useMember()
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const logoImageId = workspace?.business.logoImageId ?? null

  const run = async (change: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      await change()
      showToast(text('action.saved'))
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
      // The same file can be chosen again after a failure.
      if (input.current) input.current.value = ''
    }
  }
  const upload = (file: File): Promise<void> =>
    run(async () => {
      const { image } = await createImage({ form: { file } })
      await changeWorkspace({ business: { logoImageId: image.id } })
    })
  const remove = (): Promise<void> => run(() => changeWorkspace({ business: { logoImageId: null } }))

  return (
    <Card title={text('settings.logo')}>
      <div className={styles['stack']}>
        {failure !== null && <Notice tone="bad">{toProblem(failure, text).message}</Notice>}
        <div className={styles['logo']} aria-busy={isBusy}>
          <div className={styles['preview']}>
            {logoImageId ? (
              <img src={`/v1/public/images/${logoImageId}/320.webp`} alt={text('settings.logo')} />
            ) : (
              <ImageOff aria-hidden="true" />
            )}
          </div>
          <div className={styles['stack']}>
            <p className={styles['text']}>{text('settings.logoText')}</p>
            <FormActions>
              <input
                ref={input}
                id={id}
                type="file"
                className={styles['file']}
                accept="image/png,image/jpeg,image/webp,image/avif"
                disabled={isBusy}
                onChange={({ target }) => {
                  const file = target.files?.[0]
                  if (file) void upload(file)
                }}
              />
              <label htmlFor={id} className={buttonClass({})}>
                {text(
                  isBusy ? 'settings.uploading' : logoImageId ? 'settings.logoReplace' : 'settings.logoAdd',
                )}
              </label>
              {logoImageId && (
                <Button isBusy={isBusy} onClick={() => void remove()}>
                  {text('settings.logoRemove')}
                </Button>
              )}
            </FormActions>
          </div>
        </div>
      </div>
    </Card>
  )
}
