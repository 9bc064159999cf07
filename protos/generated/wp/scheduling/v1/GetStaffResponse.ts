// Original file: scheduling/v1/scheduling.proto

import type { StaffMember as _wp_scheduling_v1_StaffMember, StaffMember__Output as _wp_scheduling_v1_StaffMember__Output } from '../../../wp/scheduling/v1/StaffMember.ts';

export interface GetStaffResponse {
  'staff'?: (_wp_scheduling_v1_StaffMember)[];
}

export interface GetStaffResponse__Output {
  'staff': (_wp_scheduling_v1_StaffMember__Output)[];
}
