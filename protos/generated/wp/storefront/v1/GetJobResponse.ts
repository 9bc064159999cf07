// Original file: storefront/v1/storefront.proto

import type { Job as _wp_storefront_v1_Job, Job__Output as _wp_storefront_v1_Job__Output } from '../../../wp/storefront/v1/Job.ts';

export interface GetJobResponse {
  'job'?: (_wp_storefront_v1_Job | null);
}

export interface GetJobResponse__Output {
  'job': (_wp_storefront_v1_Job__Output | null);
}
