import type { MessagePreview, MessageTemplate } from '@workspace-platform/client/identity'
import { useState } from 'react'
import { fromList, toList } from '../../app/form-values.rules.ts'
import { UnsavedChanges } from '../../app/unsaved-changes.tsx'
import { identityCalls, useMember } from '../../app/session.ts'
import { directionOf, useLanguage, useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { CheckList } from '../../ui/check-list.tsx'
import { Checkbox, TextArea, TextField } from '../../ui/field.tsx'
import { Form, FormActions } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toProblem } from '../../ui/problem.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'
import { templatePaths, toTemplateBody, toTemplateFields, toTexts } from './message-template.rules.ts'
import { reloadTemplates } from './settings.queries.ts'
import styles from './settings.module.css'

type Props = { template: MessageTemplate; onCancel: () => void }

/** Switches a message on or off and changes its texts. Empty texts use the platform's defaults. */
export const MessageTemplateForm = ({ template, onCancel }: Props) => {
  const text = useText()
  const { language: shown } = useLanguage()
  const { languages } = useMember().workspace!
  const [language, setLanguage] = useState(languages.find((each) => each === shown) ?? languages[0] ?? 'en')
  const [preview, setPreview] = useState<MessagePreview | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const form = useForm({
    initial: toTemplateFields(template, languages),
    paths: templatePaths(languages),
    submit: async (fields) => {
      const params = { type: template.type }
      await identityCalls.updateMessageTemplate({ params, body: toTemplateBody(fields, languages, template) })
      await reloadTemplates()
      showToast(text('action.saved'))
    },
  })
  const { values } = form
  const defaults = template.defaultTexts[language]
  const names = new Intl.DisplayNames(shown, { type: 'language' })
  const showPreview = async (): Promise<void> => {
    setFailure(null)
    setPreview(null)
    try {
      const own = toTexts(values, [language], template)[language]
      const reply = await identityCalls.previewMessageTemplate({
        params: { type: template.type },
        body: { language, ...(own && { text: own }) },
      })
      setPreview(reply.preview)
    } catch (error) {
      setFailure(error)
    }
  }
  return (
    <Form form={form} label={text(`message.type.${template.type}`)}>
      <UnsavedChanges isDirty={form.isDirty} />
      <Checkbox
        label={text('settings.sendThis')}
        checked={values['isEnabled'] === 'yes'}
        onChange={({ target }) => form.change('isEnabled', target.checked ? 'yes' : '')}
      />
      <CheckList
        label={text('settings.channels')}
        hint={text('settings.channelsHint')}
        error={form.field('channels').error}
        choices={(['email', 'sms'] as const).map((value) => ({
          value,
          label: text(`message.channel.${value}`),
        }))}
        values={toList(values['channels']!)}
        onChange={(next) => form.change('channels', fromList(next))}
      />
      {languages.length > 1 && (
        <Segmented
          label={text('settings.textLanguage')}
          value={language}
          options={languages.map((value) => ({ value, label: names.of(value) ?? value }))}
          onChange={(next) => {
            setLanguage(next)
            setPreview(null)
          }}
        />
      )}
      <TextField
        label={text('settings.subject')}
        isOptional
        dir={directionOf(language)}
        placeholder={defaults?.subject}
        {...form.field(`subject.${language}`)}
      />
      <TextArea
        label={text('settings.body')}
        hint={text('settings.bodyHint')}
        isOptional
        dir={directionOf(language)}
        rows={9}
        placeholder={defaults?.body}
        {...form.field(`body.${language}`)}
      />
      <TextArea
        label={text('settings.sms')}
        isOptional
        dir={directionOf(language)}
        rows={3}
        placeholder={defaults?.sms ?? ''}
        {...form.field(`sms.${language}`)}
      />
      <div className={styles['names']} role="group" aria-label={text('settings.placeholders')}>
        {template.placeholders.map((name) => (
          <code key={name} className={styles['code']}>{`{{${name}}}`}</code>
        ))}
      </div>
      {failure !== null && <Notice tone="bad">{toProblem(failure, text).message}</Notice>}
      {preview && (
        <section className={styles['stack']} aria-label={text('settings.preview')}>
          <h3 dir={directionOf(language)}>{preview.subject}</h3>
          <div className={styles['mail']} dir={directionOf(language)}>
            {preview.text}
          </div>
          <div className={styles['mail']} dir={directionOf(language)}>
            {preview.sms}
          </div>
        </section>
      )}
      <FormActions>
        <Button type="submit" kind="primary" isBusy={form.isBusy}>
          {text('action.save')}
        </Button>
        <Button onClick={() => void showPreview()}>{text('settings.preview')}</Button>
        <Button onClick={onCancel}>{text('action.cancel')}</Button>
      </FormActions>
    </Form>
  )
}
