import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './file-drop.module.css'

type Props = {
  label: string
  hint: string
  /** The content types that can be chosen. */
  accept: readonly string[]
  /** Whether several files can be chosen. */
  isMultiple?: boolean
  isBusy: boolean
  onFiles: (files: File[]) => void
}

/** Accepts files that are dropped on it or chosen with its button. */
export const FileDrop = ({ label, hint, accept, isMultiple = true, isBusy, onFiles }: Props) => {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  return (
    <div
      className={classNames(styles['drop'], isOver && styles['over'])}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        if (!isBusy) onFiles([...event.dataTransfer.files])
      }}
    >
      <input
        ref={input}
        type="file"
        hidden
        multiple={isMultiple}
        accept={accept.join()}
        aria-label={label}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          // The same file can be chosen again.
          event.target.value = ''
        }}
      />
      <Button isBusy={isBusy} onClick={() => input.current?.click()}>
        <Upload aria-hidden="true" />
        {label}
      </Button>
      <span className={styles['hint']}>{hint}</span>
    </div>
  )
}
