import { useBlocker } from '@tanstack/react-router'
import { useText } from '../i18n/language.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'

/** Asks before the user leaves a page or panel with unsaved changes. */
export const UnsavedChanges = ({ isDirty }: { isDirty: boolean }) => {
  const text = useText()
  const blocker = useBlocker({
    shouldBlockFn: () => isDirty,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <ConfirmDialog
      title={text('unsaved.title')}
      text={text('unsaved.text')}
      confirm={text('action.leave')}
      cancel={text('action.stay')}
      onConfirm={blocker.proceed}
      onCancel={blocker.reset}
    />
  )
}
