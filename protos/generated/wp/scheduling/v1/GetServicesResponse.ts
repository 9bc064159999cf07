// Original file: scheduling/v1/scheduling.proto

import type { Service as _wp_scheduling_v1_Service, Service__Output as _wp_scheduling_v1_Service__Output } from '../../../wp/scheduling/v1/Service.ts';

export interface GetServicesResponse {
  'services'?: (_wp_scheduling_v1_Service)[];
}

export interface GetServicesResponse__Output {
  'services': (_wp_scheduling_v1_Service__Output)[];
}
