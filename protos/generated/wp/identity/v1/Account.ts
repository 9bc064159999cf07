// Original file: identity/v1/identity.proto

import type { Membership as _wp_identity_v1_Membership, Membership__Output as _wp_identity_v1_Membership__Output } from '../../../wp/identity/v1/Membership.ts';

export interface Account {
  'id'?: (string);
  'email'?: (string);
  'name'?: (string);
  /**
   * Empty unless the account is a platform admin.
   */
  'adminRoles'?: (string)[];
  'memberships'?: (_wp_identity_v1_Membership)[];
  '_name'?: "name";
}

export interface Account__Output {
  'id': (string);
  'email': (string);
  'name'?: (string);
  /**
   * Empty unless the account is a platform admin.
   */
  'adminRoles': (string)[];
  'memberships': (_wp_identity_v1_Membership__Output)[];
}
