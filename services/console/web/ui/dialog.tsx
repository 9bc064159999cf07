import { useEffect, useId, useRef } from 'react'
import type { MouseEvent, ReactNode } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { isOutside } from './dialog.rules.ts'
import styles from './dialog.module.css'

type Props = {
  title: string
  onClose: () => void
  children: ReactNode
  /** Hides the title, shows the dialog near the top and without padding. */
  isPalette?: boolean
}

/** The browser's modal dialog, which traps the focus, closes with Escape and then restores the focus. */
export const Dialog = ({ title, onClose, children, isPalette = false }: Props) => {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  const isPressedOutside = useRef(false)
  const isOnBackdrop = (event: MouseEvent): boolean =>
    event.target === ref.current && isOutside(ref.current!.getBoundingClientRect(), event)
  useEffect(() => {
    const dialog = ref.current!
    const before = document.activeElement
    dialog.showModal()
    return () => {
      dialog.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={ref}
      className={classNames(styles['dialog'], isPalette && styles['top'])}
      {...(isPalette ? { 'aria-label': title } : { 'aria-labelledby': id })}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // A text selection may end on the backdrop, and a click on the padding must not count as a click on the
      // backdrop.
      onPointerDown={(event) => {
        isPressedOutside.current = isOnBackdrop(event)
      }}
      onClick={(event) => {
        if (isPressedOutside.current && isOnBackdrop(event)) onClose()
      }}
    >
      {!isPalette && (
        <h2 id={id} className={styles['title']}>
          {title}
        </h2>
      )}
      {children}
    </dialog>
  )
}

export const DialogText = ({ children }: { children: ReactNode }) => (
  <p className={styles['text']}>{children}</p>
)

export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className={styles['actions']}>{children}</div>
)

type ConfirmProps = {
  title: string
  text: string
  confirm: string
  cancel: string
  onConfirm: () => void
  onCancel: () => void
  isBusy?: boolean
  problem?: ReactNode
}

/** Asks for confirmation before an action that cannot be undone. */
export const ConfirmDialog = ({
  title,
  text,
  confirm,
  cancel,
  onConfirm,
  onCancel,
  isBusy = false,
  problem,
}: ConfirmProps) => (
  <Dialog title={title} onClose={onCancel}>
    <DialogText>{text}</DialogText>
    {problem}
    <DialogActions>
      <Button onClick={onCancel}>{cancel}</Button>
      <Button kind="danger" isBusy={isBusy} onClick={onConfirm}>
        {confirm}
      </Button>
    </DialogActions>
  </Dialog>
)
