import type { LabUnit } from '@workspace-platform/client/labs'
import { Power } from 'lucide-react'
import { UnsavedChanges } from '../../app/unsaved-changes.tsx'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, FormActions, SaveActions } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useForm } from '../../ui/use-form.ts'
import {
  createLabUnit,
  deactivateLabUnit,
  reload,
  restoreLabUnit,
  updateLabUnit,
} from './catalogue.queries.ts'

/** Adds a unit of measurement, or renames one. Tests that were ordered keep the earlier name. */
export const UnitForm = ({ unit, onDone }: { unit: LabUnit | null; onDone: () => void }) => {
  const text = useText()
  const { run, running, problem } = useAction<'toggle'>()
  const form = useForm({
    initial: { labUnitTitle: unit?.labUnitTitle ?? '' },
    check: ({ labUnitTitle }) => (labUnitTitle.trim() === '' ? { labUnitTitle: text('form.required') } : {}),
    submit: async ({ labUnitTitle }, idempotencyKey) => {
      const body = { labUnitTitle: labUnitTitle.trim() }
      if (unit) await updateLabUnit({ params: { labUnitId: unit.id }, body })
      else await createLabUnit({ body, idempotencyKey })
      await reload('lab_units', 'lab_analyses')
    },
    onSaved: () => {
      showToast(text('action.saved'))
      onDone()
    },
  })
  const toggle = async ({ id, deletedAt }: LabUnit): Promise<void> => {
    const params = { labUnitId: id }
    await (deletedAt ? restoreLabUnit({ params }) : deactivateLabUnit({ params }))
    await reload('lab_units')
    onDone()
  }
  return (
    <Form form={form} label={text(unit ? 'labs.editUnit' : 'labs.addUnit')}>
      <UnsavedChanges isDirty={form.isDirty} />
      {unit && (
        <FormActions>
          <Button isBusy={running !== null} onClick={() => void run('toggle', () => toggle(unit))}>
            <Power aria-hidden="true" />
            {text(unit.deletedAt ? 'labs.restore' : 'labs.deactivate')}
          </Button>
        </FormActions>
      )}
      {problem && <Notice tone="bad">{problem}</Notice>}
      <TextField
        label={text('labs.unitName')}
        hint={text('labs.unitHint')}
        autoFocus
        autoComplete="off"
        maxLength={200}
        {...form.field('labUnitTitle')}
      />
      <SaveActions isBusy={form.isBusy} onCancel={onDone} />
    </Form>
  )
}
