import type { AdminWorkspace, InvoiceAddition } from '@workspace-platform/client/admin-billing'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { UnsavedChanges } from '../../app/unsaved-changes.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { toNumber } from '../../i18n/number.rules.ts'
import { DeleteDialog } from '../../ui/action-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, FormRow, SaveActions } from '../../ui/form.tsx'
import { SimpleItem, SimpleList } from '../../ui/simple-list.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'
import { billingCalls, reloadPlatform } from './platform.queries.ts'

type CardProps = { workspace: AdminWorkspace; onEdit: (open: string) => void }

/** Additional charges of every renewal of the workspace. */
export const AdditionsCard = ({ workspace, onEdit }: CardProps) => {
  const text = useText()
  const format = useFormat()
  const [removed, setRemoved] = useState<InvoiceAddition | null>(null)
  const remove = async ({ id }: InvoiceAddition): Promise<void> => {
    await billingCalls.deleteInvoiceAddition({ params: { workspaceId: workspace.id, additionId: id } })
    await reloadPlatform()
    setRemoved(null)
    showToast(text('action.deleted'))
  }
  return (
    <Card
      title={text('platform.additions')}
      action={
        <Button onClick={() => onEdit('addition')}>
          <Plus aria-hidden="true" />
          {text('platform.addAddition')}
        </Button>
      }
    >
      {workspace.invoiceAdditions.length === 0 ? (
        <EmptyState isCompact title={text('platform.noAdditions')}>
          {text('platform.noAdditionsText')}
        </EmptyState>
      ) : (
        <SimpleList>
          {workspace.invoiceAdditions.map((addition) => (
            <SimpleItem
              key={addition.id}
              title={addition.reason}
              detail={text('platform.additionDetail', {
                quantity: format.number(addition.quantity),
                price: format.money(addition.unitPrice, 'USD'),
              })}
              end={
                <>
                  {format.money(addition.total, 'USD')}
                  <Button
                    aria-label={text('platform.editNamed', { name: addition.reason })}
                    onClick={() => onEdit(addition.id)}
                  >
                    {text('action.edit')}
                  </Button>
                  <Button
                    aria-label={text('platform.deleteNamed', { name: addition.reason })}
                    onClick={() => setRemoved(addition)}
                  >
                    {text('action.delete')}
                  </Button>
                </>
              }
            />
          ))}
        </SimpleList>
      )}
      {removed && (
        <DeleteDialog
          title={text('platform.deleteQuestion', { name: removed.reason })}
          text={text('platform.deleteAdditionText')}
          onDelete={() => remove(removed)}
          onCancel={() => setRemoved(null)}
        />
      )}
    </Card>
  )
}

type FormProps = { workspaceId: string; addition: InvoiceAddition | null; onDone: () => void }

export const AdditionForm = ({ workspaceId, addition, onDone }: FormProps) => {
  const text = useText()
  const form = useForm({
    initial: {
      reason: addition?.reason ?? '',
      quantity: addition ? String(addition.quantity) : '1',
      unitPrice: addition ? String(addition.unitPrice) : '',
    },
    check: ({ reason, quantity, unitPrice }) => ({
      ...(reason.trim() === '' && { reason: text('form.required') }),
      ...(Number.isNaN(toNumber(quantity)) && { quantity: text('field.number') }),
      ...(Number.isNaN(toNumber(unitPrice)) && { unitPrice: text('field.number') }),
    }),
    submit: async ({ reason, quantity, unitPrice }, idempotencyKey) => {
      const body = { reason: reason.trim(), quantity: toNumber(quantity), unitPrice: toNumber(unitPrice) }
      if (addition)
        await billingCalls.updateInvoiceAddition({
          params: { workspaceId, additionId: addition.id },
          body,
        })
      else await billingCalls.createInvoiceAddition({ params: { workspaceId }, body, idempotencyKey })
      await reloadPlatform()
    },
    onSaved: () => {
      showToast(text('action.saved'))
      onDone()
    },
  })
  return (
    <Form form={form} label={text(addition ? 'platform.editAddition' : 'platform.addAddition')}>
      <UnsavedChanges isDirty={form.isDirty} />
      <TextField label={text('platform.reason')} autoFocus autoComplete="off" {...form.field('reason')} />
      <FormRow>
        <TextField label={text('platform.quantity')} inputMode="decimal" {...form.field('quantity')} />
        <TextField label={text('platform.unitPrice')} inputMode="decimal" {...form.field('unitPrice')} />
      </FormRow>
      <SaveActions isBusy={form.isBusy} onCancel={onDone} />
    </Form>
  )
}
