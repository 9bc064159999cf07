import { useBlocker } from '@tanstack/react-router'
import { useText } from '../i18n/language.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'

/** Half a date: the form has no value for it yet. */
const isDateUnfinished = (): boolean => document.querySelector('[data-unfinished]') !== null

/**
 * Asks before the user leaves a page or panel with unsaved changes. A date that is not completely typed counts
 * too.
 */
export const UnsavedChanges = ({ isDirty }: { isDirty: boolean }) => {
  const text = useText()
  const isUnsaved = (): boolean => isDirty || isDateUnfinished()
  const blocker = useBlocker({
    shouldBlockFn: isUnsaved,
    enableBeforeUnload: isUnsaved,
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
