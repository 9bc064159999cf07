import { ArrowDown, ArrowUp, ListChecks } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { moved } from '../../app/form-values.rules.ts'
import { matchesQuery } from '../../app/text-search.rules.ts'
import { useText } from '../../i18n/language.ts'
import { DeleteDialog } from '../../ui/action-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toProblem } from '../../ui/problem.ts'
import { SimpleItem } from '../../ui/simple-list.tsx'
import { showToast } from '../../ui/toast.tsx'
import { reloadCustomFields, schedulingCalls } from './calendar-settings.queries.ts'
import type { useCustomFields } from './calendar-settings.queries.ts'
import type { CustomField, FieldKind } from './custom-field.rules.ts'
import { SettingsList } from './settings-list.tsx'

type Props = {
  kind: FieldKind
  query: ReturnType<typeof useCustomFields>
  search: string
  mayChange: boolean
  add: ReactNode
  onEdit: (fieldId: string) => void
}

/** The fields in order; the arrows move them. */
export const CustomFieldList = ({ kind, query, search, mayChange, add, onEdit }: Props) => {
  const text = useText()
  const fields: readonly CustomField[] = query.data ?? []
  // Fields are moved past their neighbors, which a search may hide.
  const isMovable = search === ''
  const found = fields.filter(({ label }) => matchesQuery(search, label))
  const [removed, setRemoved] = useState<CustomField | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const move = async (index: number, by: -1 | 1): Promise<void> => {
    const body = { fieldIds: moved(fields, index, by).map(({ id }) => id) }
    setFailure(null)
    try {
      await (kind === 'session'
        ? schedulingCalls.orderSessionFields({ body })
        : schedulingCalls.orderStaffFields({ body }))
    } catch (error) {
      setFailure(error)
    }
    await reloadCustomFields()
  }
  const remove = async ({ id }: CustomField): Promise<void> => {
    const params = { fieldId: id }
    await (kind === 'session'
      ? schedulingCalls.deleteSessionField({ params })
      : schedulingCalls.deleteStaffField({ params }))
    setRemoved(null)
    showToast(text('action.deleted'))
    await reloadCustomFields()
  }
  return (
    <>
      {failure !== null && <Notice tone="bad">{toProblem(failure, text).message}</Notice>}
      <SettingsList
        title={text(`settings.fieldKind.${kind}`)}
        search={search}
        query={query}
        isEmpty={found.length === 0}
        none={{
          icon: ListChecks,
          title: text('settings.noFields'),
          text: text('settings.noFieldsText'),
          action: add,
        }}
      >
        {found.map((field, index) => (
          <SimpleItem
            key={field.id}
            title={field.label}
            detail={[
              text(`settings.type.${field.type}`),
              ...('phase' in field ? [text(`settings.phase.${field.phase}`)] : []),
              ...('category' in field && field.category ? [field.category] : []),
              ...(field.isRequired ? [text('settings.flag.isRequired')] : []),
            ].join(' • ')}
            end={
              mayChange && (
                <>
                  <Button
                    kind="ghost"
                    isIcon
                    disabled={!isMovable || index === 0}
                    aria-label={text('settings.moveUp', { name: field.label })}
                    onClick={() => void move(index, -1)}
                  >
                    <ArrowUp aria-hidden="true" />
                  </Button>
                  <Button
                    kind="ghost"
                    isIcon
                    disabled={!isMovable || index === fields.length - 1}
                    aria-label={text('settings.moveDown', { name: field.label })}
                    onClick={() => void move(index, 1)}
                  >
                    <ArrowDown aria-hidden="true" />
                  </Button>
                  <Button
                    aria-label={text('settings.editNamed', { name: field.label })}
                    onClick={() => onEdit(field.id)}
                  >
                    {text('action.edit')}
                  </Button>
                  <Button
                    aria-label={text('settings.deleteNamed', { name: field.label })}
                    onClick={() => setRemoved(field)}
                  >
                    {text('action.delete')}
                  </Button>
                </>
              )
            }
          />
        ))}
      </SettingsList>
      {removed && (
        <DeleteDialog
          title={text('settings.deleteQuestion', { name: removed.label })}
          text={text('settings.deleteFieldText')}
          onCancel={() => setRemoved(null)}
          onDelete={() => remove(removed)}
        />
      )}
    </>
  )
}
