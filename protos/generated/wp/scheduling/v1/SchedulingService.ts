// Original file: scheduling/v1/scheduling.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { GetClientRequest as _wp_scheduling_v1_GetClientRequest, GetClientRequest__Output as _wp_scheduling_v1_GetClientRequest__Output } from '../../../wp/scheduling/v1/GetClientRequest.ts';
import type { GetClientResponse as _wp_scheduling_v1_GetClientResponse, GetClientResponse__Output as _wp_scheduling_v1_GetClientResponse__Output } from '../../../wp/scheduling/v1/GetClientResponse.ts';
import type { GetServicesRequest as _wp_scheduling_v1_GetServicesRequest, GetServicesRequest__Output as _wp_scheduling_v1_GetServicesRequest__Output } from '../../../wp/scheduling/v1/GetServicesRequest.ts';
import type { GetServicesResponse as _wp_scheduling_v1_GetServicesResponse, GetServicesResponse__Output as _wp_scheduling_v1_GetServicesResponse__Output } from '../../../wp/scheduling/v1/GetServicesResponse.ts';
import type { GetStaffRequest as _wp_scheduling_v1_GetStaffRequest, GetStaffRequest__Output as _wp_scheduling_v1_GetStaffRequest__Output } from '../../../wp/scheduling/v1/GetStaffRequest.ts';
import type { GetStaffResponse as _wp_scheduling_v1_GetStaffResponse, GetStaffResponse__Output as _wp_scheduling_v1_GetStaffResponse__Output } from '../../../wp/scheduling/v1/GetStaffResponse.ts';

export interface SchedulingServiceClient extends grpc.Client {
  /**
   * No `client` in the answer: the workspace has none with this id, or it was deleted.
   */
  GetClient(argument: _wp_scheduling_v1_GetClientRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_scheduling_v1_GetClientResponse__Output>): grpc.ClientUnaryCall;
  GetClient(argument: _wp_scheduling_v1_GetClientRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_scheduling_v1_GetClientResponse__Output>): grpc.ClientUnaryCall;
  GetClient(argument: _wp_scheduling_v1_GetClientRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_scheduling_v1_GetClientResponse__Output>): grpc.ClientUnaryCall;
  GetClient(argument: _wp_scheduling_v1_GetClientRequest, callback: grpc.requestCallback<_wp_scheduling_v1_GetClientResponse__Output>): grpc.ClientUnaryCall;
  /**
   * No `client` in the answer: the workspace has none with this id, or it was deleted.
   */
  getClient(argument: _wp_scheduling_v1_GetClientRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_scheduling_v1_GetClientResponse__Output>): grpc.ClientUnaryCall;
  getClient(argument: _wp_scheduling_v1_GetClientRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_scheduling_v1_GetClientResponse__Output>): grpc.ClientUnaryCall;
  getClient(argument: _wp_scheduling_v1_GetClientRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_scheduling_v1_GetClientResponse__Output>): grpc.ClientUnaryCall;
  getClient(argument: _wp_scheduling_v1_GetClientRequest, callback: grpc.requestCallback<_wp_scheduling_v1_GetClientResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Those that exist, in the order asked; unknown and deleted ones are left out.
   */
  GetServices(argument: _wp_scheduling_v1_GetServicesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_scheduling_v1_GetServicesResponse__Output>): grpc.ClientUnaryCall;
  GetServices(argument: _wp_scheduling_v1_GetServicesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_scheduling_v1_GetServicesResponse__Output>): grpc.ClientUnaryCall;
  GetServices(argument: _wp_scheduling_v1_GetServicesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_scheduling_v1_GetServicesResponse__Output>): grpc.ClientUnaryCall;
  GetServices(argument: _wp_scheduling_v1_GetServicesRequest, callback: grpc.requestCallback<_wp_scheduling_v1_GetServicesResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Those that exist, in the order asked; unknown and deleted ones are left out.
   */
  getServices(argument: _wp_scheduling_v1_GetServicesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_scheduling_v1_GetServicesResponse__Output>): grpc.ClientUnaryCall;
  getServices(argument: _wp_scheduling_v1_GetServicesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_scheduling_v1_GetServicesResponse__Output>): grpc.ClientUnaryCall;
  getServices(argument: _wp_scheduling_v1_GetServicesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_scheduling_v1_GetServicesResponse__Output>): grpc.ClientUnaryCall;
  getServices(argument: _wp_scheduling_v1_GetServicesRequest, callback: grpc.requestCallback<_wp_scheduling_v1_GetServicesResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Those that exist, in the order asked; unknown and deleted ones are left out.
   */
  GetStaff(argument: _wp_scheduling_v1_GetStaffRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_scheduling_v1_GetStaffResponse__Output>): grpc.ClientUnaryCall;
  GetStaff(argument: _wp_scheduling_v1_GetStaffRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_scheduling_v1_GetStaffResponse__Output>): grpc.ClientUnaryCall;
  GetStaff(argument: _wp_scheduling_v1_GetStaffRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_scheduling_v1_GetStaffResponse__Output>): grpc.ClientUnaryCall;
  GetStaff(argument: _wp_scheduling_v1_GetStaffRequest, callback: grpc.requestCallback<_wp_scheduling_v1_GetStaffResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Those that exist, in the order asked; unknown and deleted ones are left out.
   */
  getStaff(argument: _wp_scheduling_v1_GetStaffRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_scheduling_v1_GetStaffResponse__Output>): grpc.ClientUnaryCall;
  getStaff(argument: _wp_scheduling_v1_GetStaffRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_scheduling_v1_GetStaffResponse__Output>): grpc.ClientUnaryCall;
  getStaff(argument: _wp_scheduling_v1_GetStaffRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_scheduling_v1_GetStaffResponse__Output>): grpc.ClientUnaryCall;
  getStaff(argument: _wp_scheduling_v1_GetStaffRequest, callback: grpc.requestCallback<_wp_scheduling_v1_GetStaffResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface SchedulingServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * No `client` in the answer: the workspace has none with this id, or it was deleted.
   */
  GetClient: grpc.handleUnaryCall<_wp_scheduling_v1_GetClientRequest__Output, _wp_scheduling_v1_GetClientResponse>;
  
  /**
   * Those that exist, in the order asked; unknown and deleted ones are left out.
   */
  GetServices: grpc.handleUnaryCall<_wp_scheduling_v1_GetServicesRequest__Output, _wp_scheduling_v1_GetServicesResponse>;
  
  /**
   * Those that exist, in the order asked; unknown and deleted ones are left out.
   */
  GetStaff: grpc.handleUnaryCall<_wp_scheduling_v1_GetStaffRequest__Output, _wp_scheduling_v1_GetStaffResponse>;
  
}

export interface SchedulingServiceDefinition extends grpc.ServiceDefinition {
  GetClient: MethodDefinition<_wp_scheduling_v1_GetClientRequest, _wp_scheduling_v1_GetClientResponse, _wp_scheduling_v1_GetClientRequest__Output, _wp_scheduling_v1_GetClientResponse__Output>
  GetServices: MethodDefinition<_wp_scheduling_v1_GetServicesRequest, _wp_scheduling_v1_GetServicesResponse, _wp_scheduling_v1_GetServicesRequest__Output, _wp_scheduling_v1_GetServicesResponse__Output>
  GetStaff: MethodDefinition<_wp_scheduling_v1_GetStaffRequest, _wp_scheduling_v1_GetStaffResponse, _wp_scheduling_v1_GetStaffRequest__Output, _wp_scheduling_v1_GetStaffResponse__Output>
}
