import type { LabAnalysis } from '@workspace-platform/client/labs'
import { UnsavedChanges } from '../../app/unsaved-changes.tsx'
import { useMember } from '../../app/session.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { toNumber } from '../../i18n/number.rules.ts'
import { Select, TextField } from '../../ui/field.tsx'
import { Form, FormRow, SaveActions } from '../../ui/form.tsx'
import { useForm } from '../../ui/use-form.ts'
import { createAnalysis, reload, updateAnalysis, useUnits } from './catalogue.queries.ts'

type Props = { analysis?: LabAnalysis; onSaved: (analysis: LabAnalysis) => void; onCancel: () => void }

/** Adds an analysis, or changes one. Existing tests keep the earlier names and price. */
export const AnalysisForm = ({ analysis, onSaved, onCancel }: Props) => {
  const text = useText()
  const format = useFormat()
  const taxRates = useMember().workspace?.taxRates ?? []
  const { data: units = [] } = useUnits()
  const form = useForm({
    initial: {
      testName: analysis?.testName ?? '',
      reportName: analysis?.reportName ?? '',
      billName: analysis?.billName ?? '',
      price: analysis ? String(analysis.price) : '',
      unitId: analysis?.unitId ?? '',
      taxRateId: analysis?.taxRateId ?? '',
    },
    check: ({ testName, price }) => ({
      ...(testName.trim() === '' && { testName: text('form.required') }),
      ...(price.trim() !== '' && !(toNumber(price) >= 0) && { price: text('field.number') }),
    }),
    submit: async (fields, idempotencyKey) => {
      const testName = fields.testName.trim()
      const body = {
        testName,
        reportName: fields.reportName.trim() || testName,
        billName: fields.billName.trim() || testName,
        price: fields.price.trim() === '' ? 0 : toNumber(fields.price),
        unitId: fields.unitId || null,
        taxRateId: fields.taxRateId || null,
      }
      const saved = analysis
        ? await updateAnalysis({ params: { analysisId: analysis.id }, body })
        : await createAnalysis({ body, idempotencyKey })
      await reload('lab_analyses')
      return saved.analysis
    },
    onSaved,
  })
  const isListed = units.some(({ id }) => id === analysis?.unitId)
  return (
    <Form form={form} label={text(analysis ? 'labs.editAnalysis' : 'labs.newAnalysis')}>
      <UnsavedChanges isDirty={form.isDirty} />
      <TextField
        label={text('labs.testName')}
        autoFocus
        autoComplete="off"
        maxLength={200}
        {...form.field('testName')}
      />
      <TextField
        label={text('labs.reportName')}
        isOptional
        hint={text('labs.sameName')}
        autoComplete="off"
        maxLength={200}
        {...form.field('reportName')}
      />
      <TextField
        label={text('labs.billName')}
        isOptional
        hint={text('labs.sameName')}
        autoComplete="off"
        maxLength={200}
        {...form.field('billName')}
      />
      <FormRow>
        <TextField
          label={text('labs.priceIn', { currency: format.currency() })}
          hint={text('labs.priceHint')}
          isOptional
          inputMode="decimal"
          autoComplete="off"
          {...form.field('price')}
        />
        <Select
          label={text('labs.unit')}
          isOptional
          choices={[
            { value: '', label: text('labs.noUnit') },
            ...(analysis?.unitId && !isListed
              ? [{ value: analysis.unitId, label: analysis.unit ?? '…' }]
              : []),
            ...units.map(({ id, labUnitTitle }) => ({ value: id, label: labUnitTitle })),
          ]}
          {...form.field('unitId')}
        />
      </FormRow>
      {taxRates.length > 0 && (
        <Select
          label={text('labs.taxRate')}
          isOptional
          choices={[
            { value: '', label: text('labs.noTax') },
            ...taxRates
              .filter(({ id, isActive }) => isActive || id === analysis?.taxRateId)
              .map(({ id, name, percentage }) => ({
                value: id,
                label: `${name} ${format.percent(percentage / 100)}`,
              })),
          ]}
          {...form.field('taxRateId')}
        />
      )}
      <SaveActions
        isBusy={form.isBusy}
        label={text(analysis ? 'action.save' : 'labs.addAnalysis')}
        onCancel={onCancel}
      />
    </Form>
  )
}
