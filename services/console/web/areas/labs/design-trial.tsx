import type { LabDesignResult } from '@workspace-platform/client/labs'
import { useState } from 'react'
import { useText } from '../../i18n/language.ts'
import { toNumber } from '../../i18n/number.rules.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, FormActions } from '../../ui/form.tsx'
import { SimpleItem, SimpleList } from '../../ui/simple-list.tsx'
import { useForm } from '../../ui/use-form.ts'
import { evaluateDesignResult } from './catalogue.queries.ts'
import { useResultNumber } from './flag-badges.tsx'
import styles from './labs.module.css'

type Reply = Awaited<ReturnType<typeof evaluateDesignResult>>

/** Calculates a design with values that are not stored. */
export const DesignTrial = ({ design }: { design: LabDesignResult }) => {
  const text = useText()
  const number = useResultNumber()
  const [reply, setReply] = useState<Reply | null>(null)
  const calculated = design.calculationsRules.map(({ target }) => target)
  const rows = design.sections
    .flatMap((section) => section.rows)
    .filter(({ kind, label }) => kind === 'numeric' && !calculated.includes(label))
  const form = useForm<Record<string, string>, Reply>({
    initial: Object.fromEntries(rows.map(({ label }) => [label, ''])),
    paths: Object.fromEntries(rows.map(({ label }) => [`values.${label}`, label])),
    check: (values) =>
      Object.fromEntries(
        Object.entries(values).flatMap(([label, value]) =>
          value.trim() !== '' && !Number.isFinite(toNumber(value)) ? [[label, text('field.number')]] : [],
        ),
      ),
    submit: (values) =>
      evaluateDesignResult({
        params: { testId: design.testId },
        body: {
          values: Object.fromEntries(
            Object.entries(values).flatMap(([label, value]) =>
              value.trim() === '' ? [] : [[label, toNumber(value)]],
            ),
          ),
        },
      }),
    onSaved: setReply,
  })
  return (
    <Card title={text('labs.tryDesign')}>
      <Form form={form} label={text('labs.tryDesign')}>
        <p className={styles['hint']}>{text('labs.tryDesignText')}</p>
        {rows.map(({ label, unit }) => (
          <TextField
            key={label}
            label={unit ? `${label} (${unit})` : label}
            inputMode="decimal"
            autoComplete="off"
            {...form.field(label)}
          />
        ))}
        <FormActions>
          <Button type="submit" isBusy={form.isBusy}>
            {text('labs.calculate')}
          </Button>
        </FormActions>
      </Form>
      {reply && (
        <div role="status">
          <SimpleList>
            {calculated.map((label) => {
              const value = reply.values[label] ?? null
              const reason = reply.reasons[label]
              return (
                <SimpleItem
                  key={label}
                  title={label}
                  {...(reason && { detail: text(`labs.valueReason.${reason}`) })}
                  end={value === null ? '–' : number(value)}
                />
              )
            })}
            {reply.comments.map((comment) => (
              <SimpleItem key={comment} title={comment} />
            ))}
          </SimpleList>
          {calculated.length === 0 && reply.comments.length === 0 && (
            <p className={styles['hint']}>{text('labs.noComments')}</p>
          )}
        </div>
      )}
    </Card>
  )
}
