import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { Client as _wp_scheduling_v1_Client, Client__Output as _wp_scheduling_v1_Client__Output } from './wp/scheduling/v1/Client.ts';
import type { ClientDiscount as _wp_scheduling_v1_ClientDiscount, ClientDiscount__Output as _wp_scheduling_v1_ClientDiscount__Output } from './wp/scheduling/v1/ClientDiscount.ts';
import type { GetClientRequest as _wp_scheduling_v1_GetClientRequest, GetClientRequest__Output as _wp_scheduling_v1_GetClientRequest__Output } from './wp/scheduling/v1/GetClientRequest.ts';
import type { GetClientResponse as _wp_scheduling_v1_GetClientResponse, GetClientResponse__Output as _wp_scheduling_v1_GetClientResponse__Output } from './wp/scheduling/v1/GetClientResponse.ts';
import type { GetServicesRequest as _wp_scheduling_v1_GetServicesRequest, GetServicesRequest__Output as _wp_scheduling_v1_GetServicesRequest__Output } from './wp/scheduling/v1/GetServicesRequest.ts';
import type { GetServicesResponse as _wp_scheduling_v1_GetServicesResponse, GetServicesResponse__Output as _wp_scheduling_v1_GetServicesResponse__Output } from './wp/scheduling/v1/GetServicesResponse.ts';
import type { GetStaffRequest as _wp_scheduling_v1_GetStaffRequest, GetStaffRequest__Output as _wp_scheduling_v1_GetStaffRequest__Output } from './wp/scheduling/v1/GetStaffRequest.ts';
import type { GetStaffResponse as _wp_scheduling_v1_GetStaffResponse, GetStaffResponse__Output as _wp_scheduling_v1_GetStaffResponse__Output } from './wp/scheduling/v1/GetStaffResponse.ts';
import type { SchedulingServiceClient as _wp_scheduling_v1_SchedulingServiceClient, SchedulingServiceDefinition as _wp_scheduling_v1_SchedulingServiceDefinition } from './wp/scheduling/v1/SchedulingService.ts';
import type { Service as _wp_scheduling_v1_Service, Service__Output as _wp_scheduling_v1_Service__Output } from './wp/scheduling/v1/Service.ts';
import type { StaffMember as _wp_scheduling_v1_StaffMember, StaffMember__Output as _wp_scheduling_v1_StaffMember__Output } from './wp/scheduling/v1/StaffMember.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  wp: {
    scheduling: {
      v1: {
        Client: MessageTypeDefinition<_wp_scheduling_v1_Client, _wp_scheduling_v1_Client__Output>
        ClientDiscount: MessageTypeDefinition<_wp_scheduling_v1_ClientDiscount, _wp_scheduling_v1_ClientDiscount__Output>
        GetClientRequest: MessageTypeDefinition<_wp_scheduling_v1_GetClientRequest, _wp_scheduling_v1_GetClientRequest__Output>
        GetClientResponse: MessageTypeDefinition<_wp_scheduling_v1_GetClientResponse, _wp_scheduling_v1_GetClientResponse__Output>
        GetServicesRequest: MessageTypeDefinition<_wp_scheduling_v1_GetServicesRequest, _wp_scheduling_v1_GetServicesRequest__Output>
        GetServicesResponse: MessageTypeDefinition<_wp_scheduling_v1_GetServicesResponse, _wp_scheduling_v1_GetServicesResponse__Output>
        GetStaffRequest: MessageTypeDefinition<_wp_scheduling_v1_GetStaffRequest, _wp_scheduling_v1_GetStaffRequest__Output>
        GetStaffResponse: MessageTypeDefinition<_wp_scheduling_v1_GetStaffResponse, _wp_scheduling_v1_GetStaffResponse__Output>
        SchedulingService: SubtypeConstructor<typeof grpc.Client, _wp_scheduling_v1_SchedulingServiceClient> & { service: _wp_scheduling_v1_SchedulingServiceDefinition }
        Service: MessageTypeDefinition<_wp_scheduling_v1_Service, _wp_scheduling_v1_Service__Output>
        StaffMember: MessageTypeDefinition<_wp_scheduling_v1_StaffMember, _wp_scheduling_v1_StaffMember__Output>
      }
    }
  }
}

