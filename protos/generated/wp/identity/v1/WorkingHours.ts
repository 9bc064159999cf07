// Original file: identity/v1/identity.proto

import type { WorkingDay as _wp_identity_v1_WorkingDay, WorkingDay__Output as _wp_identity_v1_WorkingDay__Output } from '../../../wp/identity/v1/WorkingDay.ts';

export interface WorkingHours {
  'monday'?: (_wp_identity_v1_WorkingDay | null);
  'tuesday'?: (_wp_identity_v1_WorkingDay | null);
  'wednesday'?: (_wp_identity_v1_WorkingDay | null);
  'thursday'?: (_wp_identity_v1_WorkingDay | null);
  'friday'?: (_wp_identity_v1_WorkingDay | null);
  'saturday'?: (_wp_identity_v1_WorkingDay | null);
  'sunday'?: (_wp_identity_v1_WorkingDay | null);
}

export interface WorkingHours__Output {
  'monday': (_wp_identity_v1_WorkingDay__Output | null);
  'tuesday': (_wp_identity_v1_WorkingDay__Output | null);
  'wednesday': (_wp_identity_v1_WorkingDay__Output | null);
  'thursday': (_wp_identity_v1_WorkingDay__Output | null);
  'friday': (_wp_identity_v1_WorkingDay__Output | null);
  'saturday': (_wp_identity_v1_WorkingDay__Output | null);
  'sunday': (_wp_identity_v1_WorkingDay__Output | null);
}
