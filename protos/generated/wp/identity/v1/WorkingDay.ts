// Original file: identity/v1/identity.proto

import type { WorkingInterval as _wp_identity_v1_WorkingInterval, WorkingInterval__Output as _wp_identity_v1_WorkingInterval__Output } from '../../../wp/identity/v1/WorkingInterval.ts';

export interface WorkingDay {
  'isOpen'?: (boolean);
  'intervals'?: (_wp_identity_v1_WorkingInterval)[];
}

export interface WorkingDay__Output {
  'isOpen': (boolean);
  'intervals': (_wp_identity_v1_WorkingInterval__Output)[];
}
