import type { Order } from '@workspace-platform/client/storefront'
import { Check, PackageCheck, Undo2, X } from 'lucide-react'
import { useState } from 'react'
import { SentMessages } from '../../app/sent-messages.tsx'
import { RecordPanel } from '../../app/record-panel.tsx'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { ActionDialog } from '../../ui/action-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useAction } from '../../ui/use-action.ts'
import { OrderFacts, OrderItems, OrderRefunds } from './order-details.tsx'
import { isCancellable, leftOf, nextStatus } from './order.rules.ts'
import { RefundDialog } from './refund.form.tsx'
import { reloadOrders, shopCalls, useOrder } from './shop.queries.ts'

/** An order beside the list. */
export const OrderPanel = ({ orderId, onClose }: { orderId: string; onClose: () => void }) => {
  const text = useText()
  const format = useFormat()
  const mayManage = may(useMember(), 'store.orders.manage')
  const query = useOrder(orderId)
  const number = query.data?.number ?? null
  return (
    <RecordPanel
      query={query}
      title={
        number === null ? text('shop.order') : text('shop.orderNumber', { number: format.serial(number) })
      }
      onClose={onClose}
      actions={(order) => mayManage && <OrderActions order={order} />}
    >
      {(order) => (
        <>
          <OrderFacts order={order} />
          <OrderItems order={order} />
          <OrderRefunds order={order} />
          <SentMessages recordId={order.id} />
        </>
      )}
    </RecordPanel>
  )
}

const OrderActions = ({ order }: { order: Order }) => {
  const text = useText()
  const [asked, setAsked] = useState<'cancel' | 'refund' | null>(null)
  const { run, running, problem } = useAction<'move'>()
  const { id, status } = order
  const params = { orderId: id }
  const next = nextStatus(status)
  const move = async (): Promise<void> => {
    // Someone else may have changed the order in the meantime, so the panel always shows its state.
    const isDone = await run('move', () => shopCalls.setOrderStatus({ params, body: { status: next! } }))
    await reloadOrders()
    if (isDone) showToast(text(`shop.moved.${next!}`))
  }
  return (
    <>
      {next && (
        <Button kind="primary" isBusy={running !== null} onClick={() => void move()}>
          {next === 'confirmed' ? <Check aria-hidden="true" /> : <PackageCheck aria-hidden="true" />}
          {text(`shop.move.${next}`)}
        </Button>
      )}
      {leftOf(order).amount > 0 && (
        <Button onClick={() => setAsked('refund')}>
          <Undo2 aria-hidden="true" className="mirrored" />
          {text('shop.refund')}
        </Button>
      )}
      {isCancellable(status) && (
        <Button onClick={() => setAsked('cancel')}>
          <X aria-hidden="true" />
          {text('shop.cancelOrder')}
        </Button>
      )}
      {problem && <Notice tone="bad">{problem}</Notice>}
      {asked === 'refund' && <RefundDialog order={order} onClose={() => setAsked(null)} />}
      {asked === 'cancel' && (
        <ActionDialog
          title={text('shop.cancelTitle', { name: order.customer.name })}
          text={text('shop.cancelText')}
          confirm={text('shop.cancelOrder')}
          cancel={text('action.back')}
          onCancel={() => setAsked(null)}
          onConfirm={async () => {
            await shopCalls.setOrderStatus({ params, body: { status: 'cancelled' } })
            setAsked(null)
            await reloadOrders()
          }}
        />
      )}
    </>
  )
}
