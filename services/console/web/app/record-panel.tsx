import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useText } from '../i18n/language.ts'
import { DeleteDialog } from '../ui/action-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { FormActions } from '../ui/form.tsx'
import { SidePanel } from '../ui/side-panel.tsx'
import { showToast } from '../ui/toast.tsx'
import { RecordBody } from './record-page.tsx'
import type { RecordQuery } from './record-page.tsx'

type Deletion = {
  title: string
  text: string
  onDelete: () => Promise<unknown>
  /** Reloads the list after the panel is closed. */
  reload: () => Promise<unknown>
  messageOf?: (error: unknown) => string | null
}

type Props<Loaded> = {
  query: RecordQuery<Loaded>
  title: string
  onClose: () => void
  /** The form that changes the record; omitted if this is not allowed. */
  form?: ((record: Loaded, done: { onSaved: () => void; onCancel: () => void }) => ReactNode) | false
  /** The question asked before the record is deleted; null for a record that cannot be deleted. */
  deletion?: ((record: Loaded) => Deletion | null) | false
  /** Additional buttons. */
  actions?: (record: Loaded) => ReactNode
  children: (record: Loaded) => ReactNode
}

/** A record beside its list, which can be changed and deleted there. */
export const RecordPanel = <Loaded,>(props: Props<Loaded>) => {
  const { query, title, onClose, form, deletion, actions, children } = props
  const text = useText()
  const [isEditing, setEditing] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const onCancel = (): void => setEditing(false)
  const question = query.data !== undefined && deletion ? deletion(query.data) : null
  return (
    <SidePanel title={title} onClose={onClose}>
      <RecordBody
        query={query}
        isEditing={isEditing}
        onStopEditing={onCancel}
        {...(form && { form: (record: Loaded, onSaved: () => void) => form(record, { onSaved, onCancel }) })}
      >
        {(record) => {
          const others = actions?.(record)
          return (
            <>
              {(form || question || others) && (
                <FormActions>
                  {others}
                  {form && (
                    <Button onClick={() => setEditing(true)}>
                      <Pencil aria-hidden="true" />
                      {text('action.edit')}
                    </Button>
                  )}
                  {question && (
                    <Button onClick={() => setDeleting(true)}>
                      <Trash2 aria-hidden="true" />
                      {text('action.delete')}
                    </Button>
                  )}
                </FormActions>
              )}
              {children(record)}
            </>
          )
        }}
      </RecordBody>
      {isDeleting && question && (
        <DeleteDialog
          title={question.title}
          text={question.text}
          {...(question.messageOf && { messageOf: question.messageOf })}
          onCancel={() => setDeleting(false)}
          onDelete={async () => {
            await question.onDelete()
            onClose()
            showToast(text('action.deleted'))
            await question.reload()
          }}
        />
      )}
    </SidePanel>
  )
}
