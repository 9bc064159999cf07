// Original file: identity/v1/identity.proto


/**
 * Wall-clock times of the workspace's zone, `HH:mm`.
 */
export interface WorkingInterval {
  'start'?: (string);
  'end'?: (string);
}

/**
 * Wall-clock times of the workspace's zone, `HH:mm`.
 */
export interface WorkingInterval__Output {
  'start': (string);
  'end': (string);
}
