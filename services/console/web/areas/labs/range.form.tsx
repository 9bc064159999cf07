import type { LabRange } from '@workspace-platform/client/labs'
import { UnsavedChanges } from '../../app/unsaved-changes.tsx'
import { useText } from '../../i18n/language.ts'
import { Select, TextField } from '../../ui/field.tsx'
import { Form, FormRow, SaveActions } from '../../ui/form.tsx'
import { useForm } from '../../ui/use-form.ts'
import { createRange, reload, updateRange } from './catalogue.queries.ts'
import { RangeNotes } from './range-notes.tsx'
import { notesIn, rangeProblems, toRangeBody, toRangeFields } from './range.rules.ts'
import type { RangeFields } from './range.rules.ts'

type Props = { analysisId: string; range: LabRange | null; onSaved: () => void; onCancel: () => void }

/** Adds or changes a reference range. */
export const RangeForm = ({ analysisId, range, onSaved, onCancel }: Props) => {
  const text = useText()
  const form = useForm<RangeFields>({
    initial: toRangeFields(range),
    check: (fields) =>
      Object.fromEntries(
        Object.entries(rangeProblems(fields)).map(([name, problem]) => [
          name,
          text(`labs.rangeProblem.${problem}`),
        ]),
      ),
    submit: async (fields, idempotencyKey) => {
      const body = toRangeBody(fields)
      if (range) await updateRange({ params: { analysisId, rangeId: range.id }, body })
      else await createRange({ params: { analysisId }, body, idempotencyKey })
      await reload('lab_analyses')
    },
    onSaved,
  })
  const number = { inputMode: 'decimal', autoComplete: 'off' } as const
  return (
    <Form form={form} label={text(range ? 'labs.editRange' : 'labs.addRange')}>
      <UnsavedChanges isDirty={form.isDirty} />
      <Select
        label={text('labs.gender')}
        autoFocus
        choices={(['both', 'female', 'male'] as const).map((value) => ({
          value,
          label: text(`labs.gender.${value}`),
        }))}
        {...form.field('gender')}
      />
      <FormRow>
        <TextField label={text('labs.ageFrom')} isOptional {...number} {...form.field('ageFrom')} />
        <TextField label={text('labs.ageTo')} isOptional {...number} {...form.field('ageTo')} />
        <Select
          label={text('labs.ageUnit')}
          choices={(['years', 'months', 'days'] as const).map((value) => ({
            value,
            label: text(`labs.ageUnit.${value}`),
          }))}
          {...form.field('ageUnit')}
        />
      </FormRow>
      <FormRow>
        <TextField label={text('labs.lowLimit')} isOptional {...number} {...form.field('lowLimit')} />
        <TextField label={text('labs.highLimit')} isOptional {...number} {...form.field('highLimit')} />
      </FormRow>
      <FormRow>
        <TextField label={text('labs.criticalLow')} isOptional {...number} {...form.field('criticalLow')} />
        <TextField label={text('labs.criticalHigh')} isOptional {...number} {...form.field('criticalHigh')} />
      </FormRow>
      <TextField
        label={text('labs.priority')}
        hint={text('labs.priorityHint')}
        {...number}
        {...form.field('priority')}
      />
      <RangeNotes
        notes={notesIn(form.values)}
        error={form.field('resultNotes').error}
        onChange={(notes) => form.change('resultNotes', JSON.stringify(notes))}
      />
      <SaveActions isBusy={form.isBusy} onCancel={onCancel} />
    </Form>
  )
}
