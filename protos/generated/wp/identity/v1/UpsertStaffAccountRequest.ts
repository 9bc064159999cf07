// Original file: identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface UpsertStaffAccountRequest {
  'workspaceId'?: (string);
  'staffId'?: (string);
  'name'?: (string);
  'email'?: (string);
  'roleId'?: (string);
  'phone'?: (string);
  /**
   * Who asks, checked at every call: nobody grants a permission they do not hold, or changes the login of somebody who
   * holds one. Needed unless `restores`.
   */
  'actorAccountId'?: (string);
  /**
   * Of the step that the call belongs to. It rises with every step of the staff member, so that a call which arrives after
   * its step was undone has no effect.
   */
  'version'?: (number | string | Long);
  /**
   * Puts the login back as it was before a step that is undone: whoever had accepted the invitation need not do it again.
   */
  'restores'?: (boolean);
  '_phone'?: "phone";
  '_actorAccountId'?: "actorAccountId";
}

export interface UpsertStaffAccountRequest__Output {
  'workspaceId': (string);
  'staffId': (string);
  'name': (string);
  'email': (string);
  'roleId': (string);
  'phone'?: (string);
  /**
   * Who asks, checked at every call: nobody grants a permission they do not hold, or changes the login of somebody who
   * holds one. Needed unless `restores`.
   */
  'actorAccountId'?: (string);
  /**
   * Of the step that the call belongs to. It rises with every step of the staff member, so that a call which arrives after
   * its step was undone has no effect.
   */
  'version': (number);
  /**
   * Puts the login back as it was before a step that is undone: whoever had accepted the invitation need not do it again.
   */
  'restores': (boolean);
}
