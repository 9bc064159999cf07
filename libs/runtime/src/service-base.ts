import type { ConfigOf } from '@wp/config'
import type { Clock } from '@wp/kernel'
import type { Logger, Metrics } from '@wp/telemetry'
import type { BaseConfig } from './base-config.ts'
import type { Readiness } from './readiness.ts'
import type { ResourceList } from './resources.ts'
import type { ServiceDefinition } from './service-definition.ts'

export type ServiceBase = {
  readonly definition: ServiceDefinition
  readonly config: ConfigOf<BaseConfig>
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: Metrics
  readonly resources: ResourceList
  readonly readiness: Readiness
  readonly signal: AbortSignal
}
