import { RecordPanel } from '../../app/record-panel.tsx'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { Facts } from '../../ui/facts.tsx'
import { ServiceForm } from './service.form.tsx'
import { deleteService, reloadServices, useService } from './services.queries.ts'

/** A service beside the list. */
export const ServicePanel = ({ serviceId, onClose }: { serviceId: string; onClose: () => void }) => {
  const text = useText()
  const format = useFormat()
  const member = useMember()
  const mayManage = may(member, 'services.manage')
  const query = useService(serviceId)
  const taxRateOf = (id: string | null): string | null => {
    const rate = member.workspace?.taxRates.find((each) => each.id === id)
    return rate ? `${rate.name} ${format.percent(rate.percentage / 100)}` : null
  }
  return (
    <RecordPanel
      query={query}
      title={query.data?.name ?? text('services.service')}
      onClose={onClose}
      form={mayManage && ((service, done) => <ServiceForm service={service} {...done} />)}
      deletion={
        mayManage &&
        (({ name }) => ({
          title: text('services.deleteTitle', { name }),
          text: text('services.deleteText'),
          onDelete: () => deleteService({ params: { serviceId } }),
          reload: reloadServices,
        }))
      }
    >
      {(service) => (
        <Facts
          items={[
            [
              text('services.state'),
              <Badge key="state" tone={service.isActive ? 'ok' : 'neutral'}>
                {text(service.isActive ? 'services.state.offered' : 'services.state.hidden')}
              </Badge>,
            ],
            [text('services.scope'), text(`services.scope.${service.scope}`)],
            [text('services.length'), service.durationMinutes && format.minutes(service.durationMinutes)],
            [text('services.price'), service.price === null ? null : format.money(service.price)],
            [text('services.taxRate'), taxRateOf(service.taxRateId)],
            [
              text('services.bufferBefore'),
              service.bufferBeforeMinutes ? format.minutes(service.bufferBeforeMinutes) : null,
            ],
            [
              text('services.bufferAfter'),
              service.bufferAfterMinutes ? format.minutes(service.bufferAfterMinutes) : null,
            ],
            [text('services.externalId'), service.externalId && <bdi key="id">{service.externalId}</bdi>],
          ]}
        />
      )}
    </RecordPanel>
  )
}
