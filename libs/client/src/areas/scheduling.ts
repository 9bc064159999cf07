// Made by npm run wp -- docs from the route contracts: change those.
import type { Area } from '../route.ts'

export type Client = {
  id: string
  workspaceId: string
  name: string
  email: string | null
  phone: string | null
  dateOfBirth: string | null
  gender: 'male' | 'female' | null
  notes: string | null
  discount: {
    kind: 'fixed' | 'percentage'
    value: number
  } | null
  createdAt: string
  updatedAt: string
}

export type Holiday = {
  id: string
  workspaceId: string
  name: string
  /** The next occurrence of a recurring one */
  date: string
  /** The day it was set on; recurrence counts from here */
  anchorDate: string
  isRecurring: boolean
  recurrenceRule: {
    frequency: 'daily' | 'weekly' | 'monthly' | 'yearly'
    /** 0 = Sunday; weekly only */
    dayOfWeek: number | null
  } | null
  createdAt: string
  updatedAt: string
}

export type Service = {
  id: string
  workspaceId: string
  name: string
  scope: 'sessions' | 'products' | 'other'
  durationMinutes: number | null
  price: number | null
  isActive: boolean
  createdAt: string
  updatedAt: string
}

export type Session = {
  id: string
  workspaceId: string
  clientId: string
  clientName: string
  serviceIds: string[]
  serviceNames: string[]
  staffId: string | null
  staffName: string | null
  name: string
  /** The day at 00:00:00.000Z */
  date: string
  /** Wall-clock time of the workspace's time zone */
  startTime: string
  /** On the next day when it is not after startTime */
  endTime: string
  durationMinutes: number
  status: 'scheduled' | 'in-progress' | 'completed' | 'cancelled'
  questionCategory: string | null
  invoice: SessionInvoice | null
  fieldValues: {
    fieldKey: string
    value: unknown
    phase: 'pre' | 'during' | 'post'
  }[]
  attachments: SessionAttachment[]
  notes: SessionNote[]
  createdAt: string
  updatedAt: string
}

export type SessionInvoice = {
  id: string
  number: number | null
  status: string
  total: number
}

export type SessionAttachment = {
  id: string
  name: string
  /** Readable with a token of the workspace */
  url: string
  contentType: string
  sizeBytes: number
  createdAt: string
}

export type SessionNote = {
  id: string
  body: string
  authorId: string
  authorName: string
  createdAt: string
}

export type SessionField = {
  id: string
  key: string
  label: string
  description: string | null
  type: 'text' | 'textarea' | 'number' | 'date' | 'select' | 'multiselect' | 'checkbox' | 'url' | 'email' | 'phone'
  isRequired: boolean
  isUnique: boolean
  isFilterable: boolean
  order: number
  options: string[] | null
  metadata: Record<string, unknown> | null
  phase: 'pre' | 'during' | 'post'
  /** Shown only to sessions of this questionCategory */
  category: string | null
  createdAt: string
  updatedAt: string
}

export type WorkingHours = {
  monday: {
    isOpen: boolean
    intervals: {
      start: string
      end: string
    }[]
  }
  tuesday: {
    isOpen: boolean
    intervals: {
      start: string
      end: string
    }[]
  }
  wednesday: {
    isOpen: boolean
    intervals: {
      start: string
      end: string
    }[]
  }
  thursday: {
    isOpen: boolean
    intervals: {
      start: string
      end: string
    }[]
  }
  friday: {
    isOpen: boolean
    intervals: {
      start: string
      end: string
    }[]
  }
  saturday: {
    isOpen: boolean
    intervals: {
      start: string
      end: string
    }[]
  }
  sunday: {
    isOpen: boolean
    intervals: {
      start: string
      end: string
    }[]
  }
}

export type Staff = {
  id: string
  workspaceId: string
  name: string
  email: string
  roleId: string
  phone: string | null
  avatarUrl: string | null
  fieldValues: {
    fieldKey: string
    value: unknown
  }[]
  /** Left out: the workspace's hours alone */
  workingHours: WorkingHours | null
  createdAt: string
  updatedAt: string
}

export type StaffField = {
  id: string
  key: string
  label: string
  description: string | null
  type: 'text' | 'textarea' | 'number' | 'date' | 'select' | 'multiselect' | 'checkbox' | 'url' | 'email' | 'phone'
  isRequired: boolean
  isUnique: boolean
  isFilterable: boolean
  order: number
  options: string[] | null
  metadata: Record<string, unknown> | null
  createdAt: string
  updatedAt: string
}

export type Task = {
  id: string
  workspaceId: string
  title: string
  description: string | null
  staffId: string | null
  dueDate: string | null
  status: 'open' | 'in-progress' | 'done'
  createdAt: string
  updatedAt: string
}

export type TaskComment = {
  id: string
  authorId: string
  authorType: 'staff' | 'workspace'
  authorName: string
  authorAvatarUrl?: string
  body: string
  createdAt: string
}

export type Pagination = {
  page: number
  limit: number
  total: number
  totalPages: number
} | {
  limit: number
  nextCursor: string | null
}

/** What the routes of scheduling take and give. */
export type SchedulingRoutes = {
  /** Make an address at which a calendar reads the sessions of a staff member (oneself, or with sessions.view); the address before it ends */
  createCalendarFeed: {
    params: 'workspaceId' | 'staffId'
    reply: {
      url: string
    }
  }
  /** Add a client */
  createClient: {
    params: 'workspaceId'
    body: {
      name: string
      email?: string | null
      phone?: string | null
      dateOfBirth?: string | null
      gender?: 'male' | 'female' | null
      notes?: string | null
      discount?: {
        kind: 'fixed' | 'percentage'
        value: number
      } | null
    }
    reply: {
      client: Client
    }
  }
  /** Add a holiday */
  createHoliday: {
    params: 'workspaceId'
    body: {
      name: string
      date: string
      isRecurring?: boolean
      recurrenceRule?: {
        frequency: 'daily' | 'weekly' | 'monthly' | 'yearly'
        /** 0 = Sunday; weekly only */
        dayOfWeek?: number | null
      } | null
    }
    reply: {
      holiday: Holiday
    }
  }
  /** Add a service */
  createService: {
    params: 'workspaceId'
    body: {
      name: string
      scope?: 'sessions' | 'products' | 'other'
      durationMinutes?: number | null
      price?: number | null
      isActive?: boolean
    }
    reply: {
      service: Service
    }
  }
  /** Book a session */
  createSession: {
    params: 'workspaceId'
    body: {
      name: string
      clientId: string
      serviceIds: string[]
      staffId?: string | null
      /** A day, or a moment by its UTC day */
      date: string
      startTime: string
      /** Left out or null: the sum of the services, 60 when that is 0 */
      durationMinutes?: number | null
      questionCategory?: string | null
      fieldValues?: {
        fieldKey: string
        value: unknown
        phase?: 'pre' | 'during' | 'post'
      }[]
      status?: 'scheduled' | 'in-progress' | 'completed' | 'cancelled'
    }
    reply: {
      session: Session
      /** Sessions of the same staff member at the same time */
      conflicts?: string[]
      warnings?: 'HOLIDAY'[]
    }
  }
  /** Attach a PNG, JPEG, WebP or PDF of at most 10 MiB; its content is checked, and it takes storage */
  createSessionAttachment: {
    params: 'workspaceId' | 'sessionId'
    form: { file: Blob }
    reply: {
      attachment: SessionAttachment
    }
  }
  /** Define a custom field of sessions; it comes last in the order */
  createSessionField: {
    params: 'workspaceId'
    body: {
      key: string
      type: 'text' | 'textarea' | 'number' | 'date' | 'select' | 'multiselect' | 'checkbox' | 'url' | 'email' | 'phone'
      label: string
      description?: string | null
      isRequired?: boolean
      isUnique?: boolean
      isFilterable?: boolean
      options?: string[] | null
      metadata?: Record<string, unknown> | null
      phase?: 'pre' | 'during' | 'post'
      category?: string | null
    }
    reply: {
      field: SessionField
    }
  }
  /** Make a draft invoice of the services and their prices, once until it is void: again answers the same with 200 */
  createSessionInvoice: {
    params: 'workspaceId' | 'sessionId'
    reply: {
      invoice: SessionInvoice
      session: Session
    }
  }
  /** Add a note to a session, in the name of the caller */
  createSessionNote: {
    params: 'workspaceId' | 'sessionId'
    body: {
      body: string
    }
    reply: {
      note: SessionNote
    }
  }
  /** Add a staff member, who is invited by mail; takes a seat of the plan */
  createStaff: {
    params: 'workspaceId'
    body: {
      name: string
      email: string
      roleId: string
      phone?: string | null
      avatarUrl?: string | null
      fieldValues?: {
        fieldKey: string
        value: unknown
      }[]
      workingHours?: WorkingHours | null
    }
    reply: {
      staff: Staff
    }
  }
  /** Define a custom field of staff; it comes last in the order */
  createStaffField: {
    params: 'workspaceId'
    body: {
      key: string
      type: 'text' | 'textarea' | 'number' | 'date' | 'select' | 'multiselect' | 'checkbox' | 'url' | 'email' | 'phone'
      label: string
      description?: string | null
      isRequired?: boolean
      isUnique?: boolean
      isFilterable?: boolean
      options?: string[] | null
      metadata?: Record<string, unknown> | null
    }
    reply: {
      field: StaffField
    }
  }
  /** Add a task */
  createTask: {
    params: 'workspaceId'
    body: {
      title: string
      description?: string | null
      staffId?: string | null
      dueDate?: string | null
      status?: 'open' | 'in-progress' | 'done'
    }
    reply: {
      task: Task
    }
  }
  /** Comment on a task of a staff member, in the own name or, as owner, in that of the workspace */
  createTaskComment: {
    params: 'staffId' | 'taskId'
    body: {
      /** The staff id of the caller, or, for an owner, the id of the workspace */
      authorId: string
      authorType: 'staff' | 'workspace'
      authorName: string
      authorAvatarUrl?: string
      body: string
    }
    reply: {
      comment: TaskComment
    }
  }
  /** End the address of the calendar feed */
  deleteCalendarFeed: {
    params: 'workspaceId' | 'staffId'
    reply: null
  }
  /** Remove a client; its name stays in history */
  deleteClient: {
    params: 'workspaceId' | 'clientId'
    reply: null
  }
  /** Remove a holiday */
  deleteHoliday: {
    params: 'workspaceId' | 'holidayId'
    reply: null
  }
  /** Remove a service; its name stays in history */
  deleteService: {
    params: 'workspaceId' | 'serviceId'
    reply: null
  }
  /** Delete a session with its notes and attachments */
  deleteSession: {
    params: 'workspaceId' | 'sessionId'
    reply: null
  }
  /** Remove an attachment and free its storage */
  deleteSessionAttachment: {
    params: 'workspaceId' | 'sessionId' | 'attachmentId'
    reply: null
  }
  /** Remove a custom field of sessions; recorded answers stay in history */
  deleteSessionField: {
    params: 'workspaceId' | 'fieldId'
    reply: null
  }
  /** Remove a note; its author or the owner */
  deleteSessionNote: {
    params: 'workspaceId' | 'sessionId' | 'noteId'
    reply: null
  }
  /** Remove a staff member: logins end at once, the seat and the email are free, the name stays in history */
  deleteStaff: {
    params: 'workspaceId' | 'staffId'
    reply: null
  }
  /** Remove a custom field of staff; recorded answers stay in history */
  deleteStaffField: {
    params: 'workspaceId' | 'fieldId'
    reply: null
  }
  /** Remove a task with its comments */
  deleteTask: {
    params: 'workspaceId' | 'taskId'
    reply: null
  }
  /** The sessions of a staff member as iCalendar, from 90 days back to a year ahead */
  getCalendar: {
    params: 'token'
    reply: Blob
  }
  /** One client */
  getClient: {
    params: 'workspaceId' | 'clientId'
    reply: {
      client: Client
    }
  }
  /** One holiday, on its next occurrence */
  getHoliday: {
    params: 'workspaceId' | 'holidayId'
    reply: {
      holiday: Holiday
    }
  }
  /** One service */
  getService: {
    params: 'workspaceId' | 'serviceId'
    reply: {
      service: Service
    }
  }
  /** One session */
  getSession: {
    params: 'workspaceId' | 'sessionId'
    reply: {
      session: Session
    }
  }
  /** The attached file itself, or the part of it that `Range` asks for */
  getSessionAttachment: {
    params: 'workspaceId' | 'sessionId' | 'attachmentId'
    reply: Blob
  }
  /** One staff member */
  getStaff: {
    params: 'workspaceId' | 'staffId'
    reply: {
      staff: Staff
    }
  }
  /** One task */
  getTask: {
    params: 'workspaceId' | 'taskId'
    reply: {
      task: Task
    }
  }
  /** Free slots of a day, one after the other */
  listAvailability: {
    params: 'workspaceId'
    query: {
      /** Left out: the hours of the workspace alone */
      staffId?: string
      /** The day; of a time its UTC day */
      date: string
      durationMinutes?: number
    }
    reply: {
      slots: {
        startTime: string
        endTime: string
      }[]
    }
  }
  /** Clients, newest first; search by the beginnings of words of name, email or phone */
  listClients: {
    params: 'workspaceId'
    query?: {
      /** Page number, starting at 1 */
      page?: number
      /** Records per page */
      limit?: number
      /** Cursor for large lists, which are then not counted: empty for the first page, then nextCursor */
      after?: string
      /** Beginnings of words of a name, an email or a phone number, each of them */
      search?: string
    }
    reply: {
      clients: Client[]
      pagination: Pagination
    }
    item: Client
  }
  /** Holidays in chronological order, recurring ones by their next occurrence from today (UTC) */
  listHolidays: {
    params: 'workspaceId'
    reply: {
      holidays: Holiday[]
    }
  }
  /** Services, newest first; filters by scope and activity, search in the name */
  listServices: {
    params: 'workspaceId'
    query?: {
      /** Page number, starting at 1 */
      page?: number
      /** Records per page */
      limit?: number
      /** Cursor for large lists, which are then not counted: empty for the first page, then nextCursor */
      after?: string
      scope?: 'sessions' | 'products' | 'other'
      isActive?: boolean
      /** Part of the name */
      search?: string
    }
    reply: {
      services: Service[]
      pagination: Pagination
    }
    item: Service
  }
  /** Custom fields of sessions, in their order */
  listSessionFields: {
    params: 'workspaceId'
    query?: {
      /** Page number, starting at 1 */
      page?: number
      /** Records per page */
      limit?: number
      /** Cursor for large lists, which are then not counted: empty for the first page, then nextCursor */
      after?: string
    }
    reply: {
      fields: SessionField[]
      pagination: Pagination
    }
    item: SessionField
  }
  /** The session fields that this session shows: all, or those of its questionCategory */
  listSessionQuestions: {
    params: 'workspaceId' | 'sessionId'
    reply: {
      fields: SessionField[]
    }
  }
  /** Sessions by date range, staff, client, status and filterable fields */
  listSessions: {
    params: 'workspaceId'
    query?: {
      /** Page number, starting at 1 */
      page?: number
      /** Records per page */
      limit?: number
      /** Cursor for large lists, which are then not counted: empty for the first page, then nextCursor */
      after?: string
      /** First day */
      from?: string
      /** Last day, included */
      to?: string
      staffId?: string
      clientId?: string
      status?: 'scheduled' | 'in-progress' | 'completed' | 'cancelled'
      /** key:value of a filterable field; several must all hold */
      field?: string[] | string
      /** Newest first, or by date and time */
      sort?: 'newest' | 'date'
    }
    reply: {
      sessions: Session[]
      pagination: Pagination
    }
    item: Session
  }
  /** Staff, newest first; search in name and email, filter by filterable fields */
  listStaff: {
    params: 'workspaceId'
    query?: {
      /** Page number, starting at 1 */
      page?: number
      /** Records per page */
      limit?: number
      /** Cursor for large lists, which are then not counted: empty for the first page, then nextCursor */
      after?: string
      /** Part of the name or the email */
      search?: string
      /** key:value of a filterable field; several must all hold */
      field?: string[] | string
    }
    reply: {
      staff: Staff[]
      pagination: Pagination
    }
    item: Staff
  }
  /** Custom fields of staff, in their order */
  listStaffFields: {
    params: 'workspaceId'
    query?: {
      /** Page number, starting at 1 */
      page?: number
      /** Records per page */
      limit?: number
      /** Cursor for large lists, which are then not counted: empty for the first page, then nextCursor */
      after?: string
    }
    reply: {
      fields: StaffField[]
      pagination: Pagination
    }
    item: StaffField
  }
  /** Tasks of one staff member, newest first; the workspace is that of the token */
  listStaffTasks: {
    params: 'staffId'
    query?: {
      /** Page number, starting at 1 */
      page?: number
      /** Records per page */
      limit?: number
      /** Cursor for large lists, which are then not counted: empty for the first page, then nextCursor */
      after?: string
      status?: 'open' | 'in-progress' | 'done'
    }
    reply: {
      tasks: Task[]
      pagination: Pagination
    }
    item: Task
  }
  /** Comments on a task of a staff member, newest first; the workspace is that of the token */
  listTaskComments: {
    params: 'staffId' | 'taskId'
    query?: {
      /** Page number, starting at 1 */
      page?: number
      /** Records per page */
      limit?: number
      /** Cursor for large lists, which are then not counted: empty for the first page, then nextCursor */
      after?: string
    }
    reply: {
      comments: TaskComment[]
      pagination: Pagination
    }
    item: TaskComment
  }
  /** Tasks, newest first; filters by staff and status */
  listTasks: {
    params: 'workspaceId'
    query?: {
      /** Page number, starting at 1 */
      page?: number
      /** Records per page */
      limit?: number
      /** Cursor for large lists, which are then not counted: empty for the first page, then nextCursor */
      after?: string
      staffId?: string
      status?: 'open' | 'in-progress' | 'done'
    }
    reply: {
      tasks: Task[]
      pagination: Pagination
    }
    item: Task
  }
  /** Put the custom fields of sessions into an order */
  orderSessionFields: {
    params: 'workspaceId'
    body: {
      /** Every field once, in the new order */
      fieldIds: string[]
    }
    reply: {
      fields: SessionField[]
    }
  }
  /** Put the custom fields of staff into an order */
  orderStaffFields: {
    params: 'workspaceId'
    body: {
      /** Every field once, in the new order */
      fieldIds: string[]
    }
    reply: {
      fields: StaffField[]
    }
  }
  /** Move a session: scheduled to in-progress, in-progress to completed, either to cancelled */
  setSessionStatus: {
    params: 'workspaceId' | 'sessionId'
    body: {
      status: 'scheduled' | 'in-progress' | 'completed' | 'cancelled'
    }
    reply: {
      session: Session
    }
  }
  /** Change a client; null clears an optional field */
  updateClient: {
    params: 'workspaceId' | 'clientId'
    body: {
      name?: string
      email?: string | null
      phone?: string | null
      dateOfBirth?: string | null
      gender?: 'male' | 'female' | null
      notes?: string | null
      discount?: {
        kind: 'fixed' | 'percentage'
        value: number
      } | null
    }
    reply: {
      client: Client
    }
  }
  /** Change a holiday; a new date is a new anchor of its recurrence */
  updateHoliday: {
    params: 'workspaceId' | 'holidayId'
    body: {
      name?: string
      date?: string
      isRecurring?: boolean
      recurrenceRule?: {
        frequency: 'daily' | 'weekly' | 'monthly' | 'yearly'
        /** 0 = Sunday; weekly only */
        dayOfWeek?: number | null
      } | null
    }
    reply: {
      holiday: Holiday
    }
  }
  /** Change a service; sessions that are still ahead take its new name */
  updateService: {
    params: 'workspaceId' | 'serviceId'
    body: {
      name?: string
      scope?: 'sessions' | 'products' | 'other'
      durationMinutes?: number | null
      price?: number | null
      isActive?: boolean
    }
    reply: {
      service: Service
    }
  }
  /** Reschedule or change a session; field values are merged by key, null takes an answer away */
  updateSession: {
    params: 'workspaceId' | 'sessionId'
    body: {
      name?: string
      clientId?: string
      serviceIds?: string[]
      staffId?: string | null
      /** A day, or a moment by its UTC day */
      date?: string
      startTime?: string
      /** Left out or null: the sum of the services, 60 when that is 0 */
      durationMinutes?: number | null
      questionCategory?: string | null
      fieldValues?: {
        fieldKey: string
        value: unknown
        phase?: 'pre' | 'during' | 'post'
      }[]
    }
    reply: {
      session: Session
      /** Sessions of the same staff member at the same time */
      conflicts?: string[]
      warnings?: 'HOLIDAY'[]
    }
  }
  /** Change a custom field of sessions; its key, type and phase stay */
  updateSessionField: {
    params: 'workspaceId' | 'fieldId'
    body: {
      label?: string
      description?: string | null
      isRequired?: boolean
      isUnique?: boolean
      isFilterable?: boolean
      options?: string[] | null
      metadata?: Record<string, unknown> | null
      category?: string | null
    }
    reply: {
      field: SessionField
    }
  }
  /** Change the text of a note; its author or the owner */
  updateSessionNote: {
    params: 'workspaceId' | 'sessionId' | 'noteId'
    body: {
      body?: string
    }
    reply: {
      note: SessionNote
    }
  }
  /** Change a staff member; field values are merged by key, a new role or email changes the login at once */
  updateStaff: {
    params: 'workspaceId' | 'staffId'
    body: {
      name?: string
      email?: string
      roleId?: string
      phone?: string | null
      avatarUrl?: string | null
      fieldValues?: {
        fieldKey: string
        value: unknown
      }[]
      workingHours?: WorkingHours | null
    }
    reply: {
      staff: Staff
    }
  }
  /** Change a custom field of staff; its key and type stay */
  updateStaffField: {
    params: 'workspaceId' | 'fieldId'
    body: {
      label?: string
      description?: string | null
      isRequired?: boolean
      isUnique?: boolean
      isFilterable?: boolean
      options?: string[] | null
      metadata?: Record<string, unknown> | null
    }
    reply: {
      field: StaffField
    }
  }
  /** Change a task: its text, who does it, when it is due, how far it is */
  updateTask: {
    params: 'workspaceId' | 'taskId'
    body: {
      title?: string
      description?: string | null
      staffId?: string | null
      dueDate?: string | null
      status?: 'open' | 'in-progress' | 'done'
    }
    reply: {
      task: Task
    }
  }
}

/** The routes of scheduling, for `client.use`. */
export const scheduling: Area<SchedulingRoutes> = {
  createCalendarFeed: { method: 'POST', path: '/workspace/:workspaceId/staff/:staffId/calendar-feed' },
  createClient: { method: 'POST', path: '/workspace/:workspaceId/clients', creates: true },
  createHoliday: { method: 'POST', path: '/workspace/:workspaceId/holidays', creates: true },
  createService: { method: 'POST', path: '/workspace/:workspaceId/services', creates: true },
  createSession: { method: 'POST', path: '/workspace/:workspaceId/sessions', creates: true },
  createSessionAttachment: { method: 'POST', path: '/workspace/:workspaceId/sessions/:sessionId/attachments', creates: true, file: 'file' },
  createSessionField: { method: 'POST', path: '/workspace/:workspaceId/sessions/fields', creates: true },
  createSessionInvoice: { method: 'POST', path: '/workspace/:workspaceId/sessions/:sessionId/invoice', creates: true },
  createSessionNote: { method: 'POST', path: '/workspace/:workspaceId/sessions/:sessionId/notes', creates: true },
  createStaff: { method: 'POST', path: '/workspace/:workspaceId/staff', creates: true },
  createStaffField: { method: 'POST', path: '/workspace/:workspaceId/staff/fields', creates: true },
  createTask: { method: 'POST', path: '/workspace/:workspaceId/tasks', creates: true },
  createTaskComment: { method: 'POST', path: '/workspace/staff/:staffId/tasks/:taskId/comments', creates: true },
  deleteCalendarFeed: { method: 'DELETE', path: '/workspace/:workspaceId/staff/:staffId/calendar-feed' },
  deleteClient: { method: 'DELETE', path: '/workspace/:workspaceId/clients/:clientId' },
  deleteHoliday: { method: 'DELETE', path: '/workspace/:workspaceId/holidays/:holidayId' },
  deleteService: { method: 'DELETE', path: '/workspace/:workspaceId/services/:serviceId' },
  deleteSession: { method: 'DELETE', path: '/workspace/:workspaceId/sessions/:sessionId' },
  deleteSessionAttachment: { method: 'DELETE', path: '/workspace/:workspaceId/sessions/:sessionId/attachments/:attachmentId' },
  deleteSessionField: { method: 'DELETE', path: '/workspace/:workspaceId/sessions/fields/:fieldId' },
  deleteSessionNote: { method: 'DELETE', path: '/workspace/:workspaceId/sessions/:sessionId/notes/:noteId' },
  deleteStaff: { method: 'DELETE', path: '/workspace/:workspaceId/staff/:staffId' },
  deleteStaffField: { method: 'DELETE', path: '/workspace/:workspaceId/staff/fields/:fieldId' },
  deleteTask: { method: 'DELETE', path: '/workspace/:workspaceId/tasks/:taskId' },
  getCalendar: { method: 'GET', path: '/public/calendars/:token.ics', open: true },
  getClient: { method: 'GET', path: '/workspace/:workspaceId/clients/:clientId' },
  getHoliday: { method: 'GET', path: '/workspace/:workspaceId/holidays/:holidayId' },
  getService: { method: 'GET', path: '/workspace/:workspaceId/services/:serviceId' },
  getSession: { method: 'GET', path: '/workspace/:workspaceId/sessions/:sessionId' },
  getSessionAttachment: { method: 'GET', path: '/workspace/:workspaceId/sessions/:sessionId/attachments/:attachmentId' },
  getStaff: { method: 'GET', path: '/workspace/:workspaceId/staff/:staffId' },
  getTask: { method: 'GET', path: '/workspace/:workspaceId/tasks/:taskId' },
  listAvailability: { method: 'GET', path: '/workspace/:workspaceId/availability' },
  listClients: { method: 'GET', path: '/workspace/:workspaceId/clients', list: 'clients' },
  listHolidays: { method: 'GET', path: '/workspace/:workspaceId/holidays' },
  listServices: { method: 'GET', path: '/workspace/:workspaceId/services', list: 'services' },
  listSessionFields: { method: 'GET', path: '/workspace/:workspaceId/sessions/fields', list: 'fields' },
  listSessionQuestions: { method: 'GET', path: '/workspace/:workspaceId/sessions/:sessionId/questions' },
  listSessions: { method: 'GET', path: '/workspace/:workspaceId/sessions', list: 'sessions' },
  listStaff: { method: 'GET', path: '/workspace/:workspaceId/staff', list: 'staff' },
  listStaffFields: { method: 'GET', path: '/workspace/:workspaceId/staff/fields', list: 'fields' },
  listStaffTasks: { method: 'GET', path: '/workspace/staff/:staffId/tasks', list: 'tasks' },
  listTaskComments: { method: 'GET', path: '/workspace/staff/:staffId/tasks/:taskId/comments', list: 'comments' },
  listTasks: { method: 'GET', path: '/workspace/:workspaceId/tasks', list: 'tasks' },
  orderSessionFields: { method: 'PUT', path: '/workspace/:workspaceId/sessions/fields/order' },
  orderStaffFields: { method: 'PUT', path: '/workspace/:workspaceId/staff/fields/order' },
  setSessionStatus: { method: 'POST', path: '/workspace/:workspaceId/sessions/:sessionId/status' },
  updateClient: { method: 'PATCH', path: '/workspace/:workspaceId/clients/:clientId' },
  updateHoliday: { method: 'PATCH', path: '/workspace/:workspaceId/holidays/:holidayId' },
  updateService: { method: 'PATCH', path: '/workspace/:workspaceId/services/:serviceId' },
  updateSession: { method: 'PATCH', path: '/workspace/:workspaceId/sessions/:sessionId' },
  updateSessionField: { method: 'PATCH', path: '/workspace/:workspaceId/sessions/fields/:fieldId' },
  updateSessionNote: { method: 'PATCH', path: '/workspace/:workspaceId/sessions/:sessionId/notes/:noteId' },
  updateStaff: { method: 'PATCH', path: '/workspace/:workspaceId/staff/:staffId' },
  updateStaffField: { method: 'PATCH', path: '/workspace/:workspaceId/staff/fields/:fieldId' },
  updateTask: { method: 'PATCH', path: '/workspace/:workspaceId/tasks/:taskId' },
}
