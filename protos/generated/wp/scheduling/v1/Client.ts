// Original file: scheduling/v1/scheduling.proto

import type { ClientDiscount as _wp_scheduling_v1_ClientDiscount, ClientDiscount__Output as _wp_scheduling_v1_ClientDiscount__Output } from '../../../wp/scheduling/v1/ClientDiscount.ts';

export interface Client {
  'id'?: (string);
  'name'?: (string);
  'email'?: (string);
  'phone'?: (string);
  /**
   * `YYYY-MM-DD`.
   */
  'dateOfBirth'?: (string);
  /**
   * `male` or `female`.
   */
  'gender'?: (string);
  /**
   * Absent: the client has no discount of their own.
   */
  'discount'?: (_wp_scheduling_v1_ClientDiscount | null);
  '_email'?: "email";
  '_phone'?: "phone";
  '_dateOfBirth'?: "dateOfBirth";
  '_gender'?: "gender";
}

export interface Client__Output {
  'id': (string);
  'name': (string);
  'email'?: (string);
  'phone'?: (string);
  /**
   * `YYYY-MM-DD`.
   */
  'dateOfBirth'?: (string);
  /**
   * `male` or `female`.
   */
  'gender'?: (string);
  /**
   * Absent: the client has no discount of their own.
   */
  'discount': (_wp_scheduling_v1_ClientDiscount__Output | null);
}
