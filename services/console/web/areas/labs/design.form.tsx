import { ApiError } from '@workspace-platform/client'
import type { LabDesignResult } from '@workspace-platform/client/labs'
import { useState } from 'react'
import { UnsavedChanges } from '../../app/unsaved-changes.tsx'
import { useText } from '../../i18n/language.ts'
import { Form, SaveActions } from '../../ui/form.tsx'
import { useForm } from '../../ui/use-form.ts'
import { putDesignResult, reload } from './catalogue.queries.ts'
import { DesignRules, DesignSections } from './design-lines.tsx'
import { draftProblems, toDesign, toDraft } from './design.rules.ts'
import type { DesignDraft } from './design.rules.ts'
import styles from './labs.module.css'

type Props = {
  testId: number
  design: LabDesignResult | null
  onSaved: () => void
  onCancel: () => void
}

/** Edits how the results of a test are laid out, calculated and commented. */
export const DesignForm = ({ testId, design, onSaved, onCancel }: Props) => {
  const text = useText()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const form = useForm({
    initial: { design: JSON.stringify(toDraft(design)) },
    check: (values) => {
      const problems = Object.entries(draftProblems(JSON.parse(values.design) as DesignDraft)).map(
        ([path, problem]) => [path, text(problem === 'required' ? 'form.required' : 'field.number')] as const,
      )
      setErrors(Object.fromEntries(problems))
      return problems.length > 0 ? { design: text('labs.designIncomplete') } : {}
    },
    submit: async (values) => {
      try {
        await putDesignResult({
          params: { testId },
          body: toDesign(JSON.parse(values.design) as DesignDraft),
        })
      } catch (error) {
        if (error instanceof ApiError)
          setErrors(Object.fromEntries(error.details.map(({ path, message }) => [path, message])))
        throw error
      }
      await reload('lab_designs')
    },
    onSaved,
  })
  const draft = JSON.parse(form.values.design) as DesignDraft
  const shared = {
    draft,
    errorAt: (path: string): string | undefined => errors[path],
    onChange: (next: DesignDraft) => {
      setErrors({})
      form.change('design', JSON.stringify(next))
    },
  }
  return (
    <Form form={form} label={text('labs.editDesign')}>
      <UnsavedChanges isDirty={form.isDirty} />
      <div className={styles['designStack']}>
        <DesignSections {...shared} />
        <DesignRules {...shared} />
      </div>
      <SaveActions isBusy={form.isBusy} onCancel={onCancel} />
    </Form>
  )
}
