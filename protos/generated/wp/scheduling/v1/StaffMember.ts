// Original file: scheduling/v1/scheduling.proto


export interface StaffMember {
  'id'?: (string);
  'name'?: (string);
  'email'?: (string);
  'phone'?: (string);
  'avatarUrl'?: (string);
  '_phone'?: "phone";
  '_avatarUrl'?: "avatarUrl";
}

export interface StaffMember__Output {
  'id': (string);
  'name': (string);
  'email': (string);
  'phone'?: (string);
  'avatarUrl'?: (string);
}
