import type { TillSession } from '@workspace-platform/client/pos'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { TextField } from '../../ui/field.tsx'
import { Form, FormRow, SaveActions } from '../../ui/form.tsx'
import { useForm } from '../../ui/use-form.ts'
import { isAmount, toNumber } from '../../app/sales/money.rules.ts'
import { openTillSession, reloadTills } from './till.queries.ts'

/** Opens a till with the cash that is in its drawer. */
export const OpenTillForm = ({ onOpened }: { onOpened: (session: TillSession) => void }) => {
  const text = useText()
  const format = useFormat()
  const form = useForm({
    initial: { register: text('till.defaultRegister'), openingFloat: '0' },
    check: ({ register, openingFloat }) => ({
      ...(register.trim() === '' && { register: text('form.required') }),
      ...(!isAmount(toNumber(openingFloat), format.currencyCode) && {
        openingFloat: text('till.amountInvalid'),
      }),
    }),
    submit: async ({ register, openingFloat }, idempotencyKey) => {
      const body = { register: register.trim(), openingFloat: toNumber(openingFloat) }
      const { session } = await openTillSession({ body, idempotencyKey })
      onOpened(session)
      await reloadTills()
    },
  })
  return (
    <Form form={form} label={text('till.openTitle')}>
      <FormRow>
        <TextField
          label={text('till.register')}
          hint={text('till.registerHint')}
          maxLength={60}
          autoComplete="off"
          {...form.field('register')}
        />
        <TextField
          label={text('till.openingFloat', { currency: format.currency() })}
          hint={text('till.openingFloatHint')}
          inputMode="decimal"
          autoComplete="off"
          {...form.field('openingFloat')}
        />
      </FormRow>
      <SaveActions isBusy={form.isBusy} label={text('till.open')} />
    </Form>
  )
}
