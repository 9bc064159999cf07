// Original file: scheduling/v1/scheduling.proto

import type { Client as _wp_scheduling_v1_Client, Client__Output as _wp_scheduling_v1_Client__Output } from '../../../wp/scheduling/v1/Client.ts';

export interface GetClientResponse {
  'client'?: (_wp_scheduling_v1_Client | null);
}

export interface GetClientResponse__Output {
  'client': (_wp_scheduling_v1_Client__Output | null);
}
