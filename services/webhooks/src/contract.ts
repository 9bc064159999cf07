/** The public contract of webhooks: its routes and events. */
export * from './deliveries/delivery.contract.ts'
export * from './webhook-endpoints/webhook-endpoint.contract.ts'
export {
  AuditRecorded,
  OwnerNoticeRequested,
  WebhookEndpointChanged,
  WebhookEndpointRemoved,
} from './webhook-endpoints/webhook-endpoint.events.ts'
