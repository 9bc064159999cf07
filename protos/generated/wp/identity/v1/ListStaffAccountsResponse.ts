// Original file: identity/v1/identity.proto

import type { StaffAccount as _wp_identity_v1_StaffAccount, StaffAccount__Output as _wp_identity_v1_StaffAccount__Output } from '../../../wp/identity/v1/StaffAccount.ts';

export interface ListStaffAccountsResponse {
  'accounts'?: (_wp_identity_v1_StaffAccount)[];
}

export interface ListStaffAccountsResponse__Output {
  'accounts': (_wp_identity_v1_StaffAccount__Output)[];
}
