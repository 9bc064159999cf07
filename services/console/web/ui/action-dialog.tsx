import { useState } from 'react'
import { useText } from '../i18n/language.ts'
import { ConfirmDialog } from './dialog.tsx'
import { Notice } from './notice.tsx'
import { toProblem } from './problem.ts'

type Props = {
  title: string
  text: string
  /** The label of the button that runs the action. */
  confirm: string
  cancel?: string
  /** Runs the action and closes the dialog. If it fails, the dialog stays open and shows why. */
  onConfirm: () => Promise<unknown>
  onCancel: () => void
  /** Returns a message for an error that has its own explanation here. */
  messageOf?: (error: unknown) => string | null
}

/** Asks before an action, shows that it is running, and shows why it failed. */
export const ActionDialog = ({ cancel, onConfirm, messageOf, ...dialog }: Props) => {
  const text = useText()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const run = async (): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      await onConfirm()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      {...dialog}
      cancel={cancel ?? text('action.cancel')}
      isBusy={isBusy}
      onConfirm={() => void run()}
      problem={
        failure !== null && (
          <Notice tone="bad">{messageOf?.(failure) ?? toProblem(failure, text).message}</Notice>
        )
      }
    />
  )
}

type DeleteProps = Omit<Props, 'confirm' | 'onConfirm'> & { onDelete: () => Promise<unknown> }

/** Asks before a record is deleted. */
export const DeleteDialog = ({ onDelete, ...dialog }: DeleteProps) => {
  const text = useText()
  return <ActionDialog {...dialog} confirm={text('action.delete')} onConfirm={onDelete} />
}
