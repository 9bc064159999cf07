import type { TillSession } from '@workspace-platform/client/pos'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions, DialogText } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useForm } from '../../ui/use-form.ts'
import { isAmount, toNumber } from '../../app/sales/money.rules.ts'
import { useSales } from '../../app/sales/pending-sales.ts'
import { closeTillSession, reloadTills } from './till.queries.ts'

type Props = { till: TillSession; onClosed: (session: TillSession) => void; onCancel: () => void }

/**
 * Counts the drawer and closes the till. The expected cash is shown afterward, so that cashiers really count.
 */
export const CloseTill = ({ till, onClosed, onCancel }: Props) => {
  const text = useText()
  const format = useFormat()
  const unsent = useSales().filter((sale) => sale.till.id === till.id && sale.state !== 'sent').length
  const form = useForm({
    initial: { closingCount: '' },
    check: ({ closingCount }) =>
      isAmount(toNumber(closingCount), till.currencyCode) ? {} : { closingCount: text('till.amountInvalid') },
    submit: async ({ closingCount }) => {
      const { session } = await closeTillSession({
        params: { sessionId: till.id },
        body: { closingCount: toNumber(closingCount) },
      })
      onClosed(session)
      await reloadTills()
    },
  })
  return (
    <Dialog title={text('till.closeTitle', { register: till.register })} onClose={onCancel}>
      <DialogText>
        {text('till.closeText', { float: format.money(till.openingFloat, till.currencyCode) })}
      </DialogText>
      {unsent > 0 ? (
        <>
          <Notice tone="warn">{text('till.closeUnsent', { count: unsent })}</Notice>
          <DialogActions>
            <Button onClick={onCancel}>{text('action.back')}</Button>
          </DialogActions>
        </>
      ) : (
        <Form form={form} label={text('till.closeTitle', { register: till.register })}>
          <TextField
            label={text('till.closingCount', { currency: format.currency(till.currencyCode) })}
            inputMode="decimal"
            autoComplete="off"
            autoFocus
            {...form.field('closingCount')}
          />
          <DialogActions>
            <Button onClick={onCancel}>{text('action.cancel')}</Button>
            <Button type="submit" kind="primary" isBusy={form.isBusy}>
              {text('till.close')}
            </Button>
          </DialogActions>
        </Form>
      )}
    </Dialog>
  )
}
