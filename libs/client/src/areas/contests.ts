// Made by npm run wp -- docs from the route contracts: change those.
import type { Area } from '../route.ts'

export type ContestAttemptSheet = {
  id: string
  status: 'in-progress' | 'submitted'
  /** The attempt is submitted automatically at this time */
  deadline: string
  submittedAt: string | null
  /** Null until the attempt is submitted */
  score: number | null
  maxScore: number | null
  questions: {
    id: string
    text: string
    options: {
      id: string
      label: string
    }[]
    selectedOptionId: string | null
  }[]
}

export type Contest = {
  id: string
  workspaceId: string
  title: string
  description: string | null
  questions: {
    id: string
    text: string
    options: {
      id: string
      label: string
    }[]
    correctOptionId: string
    points: number
  }[]
  startsAt: string
  endsAt: string
  /** Time limit of an attempt; null means until endsAt */
  durationMinutes: number | null
  /** Gives every attempt its own order of questions and options */
  shuffle: boolean
  status: 'draft' | 'published' | 'closed'
  createdAt: string
  updatedAt: string
}

export type ContestAnswerItem = {
  questionId: string
  questionText: string
  selectedOptionId: string | null
  selectedOptionLabel: string | null
  correctOptionId: string
  correctOptionLabel: string
  isCorrect: boolean
}

export type ContestLeaderboardRow = {
  rank: number
  attemptId: string
  name: string
  score: number
  submittedAt: string
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

export type PublicContest = {
  id: string
  title: string
  description: string | null
  startsAt: string
  endsAt: string
  durationMinutes: number | null
  questionCount: number
}

export type ContestAttempt = {
  id: string
  contestId: string
  name: string
  email: string | null
  phone: string | null
  startedAt: string
  status: 'in-progress' | 'submitted'
  /** The attempt is submitted automatically at this time */
  deadline: string
  submittedAt: string | null
  /** Null until the attempt is submitted */
  score: number | null
  maxScore: number | null
}

/** What the routes of contests take and give. */
export type ContestsRoutes = {
  /** Answer a question */
  answerQuestion: {
    params: 'attemptId' | 'questionId'
    body: {
      optionId: string
    }
    reply: {
      attempt: ContestAttemptSheet
    }
  }
  /** Create a contest */
  createContest: {
    params: 'workspaceId'
    body: {
      title: string
      description?: string | null
      questions?: {
        text: string
        options: {
          id: string
          label: string
        }[]
        correctOptionId: string
        points?: number
      }[]
      startsAt: string
      endsAt: string
      durationMinutes?: number | null
      shuffle?: boolean
    }
    reply: {
      contest: Contest
    }
  }
  /** Delete an attempt */
  deleteAttempt: {
    params: 'workspaceId' | 'contestId' | 'attemptId'
    reply: null
  }
  /** Delete a contest */
  deleteContest: {
    params: 'workspaceId' | 'contestId'
    reply: null
  }
  /** Get an attempt */
  getAttempt: {
    params: 'attemptId'
    reply: {
      attempt: ContestAttemptSheet
    }
  }
  /** List the answers of an attempt */
  getAttemptAnswers: {
    params: 'workspaceId' | 'contestId' | 'attemptId'
    reply: {
      items: ContestAnswerItem[]
    }
  }
  /** Get a contest */
  getContest: {
    params: 'workspaceId' | 'contestId'
    reply: {
      contest: Contest
    }
  }
  /** Get the leaderboard of a contest */
  getLeaderboard: {
    params: 'workspaceId' | 'contestId'
    query?: {
      /** Page number, starting at 1 */
      page?: number
      /** Records per page */
      limit?: number
    }
    reply: {
      leaderboard: ContestLeaderboardRow[]
      pagination: Pagination
    }
    item: ContestLeaderboardRow
  }
  /** Get a published contest */
  getPublicContest: {
    params: 'contestId'
    reply: {
      contest: PublicContest
    }
  }
  /** List attempts of a contest */
  listAttempts: {
    params: 'workspaceId' | 'contestId'
    query?: {
      /** Page number, starting at 1 */
      page?: number
      /** Records per page */
      limit?: number
      /** Cursor for large lists, which are then not counted: empty for the first page, then nextCursor */
      after?: string
      status?: 'in-progress' | 'submitted'
    }
    reply: {
      attempts: ContestAttempt[]
      pagination: Pagination
    }
    item: ContestAttempt
    accept: 'text/csv'
  }
  /** List contests */
  listContests: {
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
      contests: Contest[]
      pagination: Pagination
    }
    item: Contest
  }
  /** Start an attempt */
  startAttempt: {
    params: 'contestId'
    body: {
      name: string
      email?: string | null
      phone?: string | null
    }
    reply: {
      attempt: ContestAttemptSheet
      token: string
    }
  }
  /** Submit an attempt */
  submitAttempt: {
    params: 'attemptId'
    reply: {
      attempt: ContestAttemptSheet
    }
  }
  /** Update, publish or close a contest */
  updateContest: {
    params: 'workspaceId' | 'contestId'
    body: {
      title?: string
      description?: string | null
      questions?: {
        text: string
        options: {
          id: string
          label: string
        }[]
        correctOptionId: string
        points?: number
      }[]
      startsAt?: string
      endsAt?: string
      durationMinutes?: number | null
      shuffle?: boolean
      status?: 'draft' | 'published' | 'closed'
    }
    reply: {
      contest: Contest
    }
  }
}

/** The routes of contests, for `client.use`. */
export const contests: Area<ContestsRoutes> = {
  answerQuestion: { method: 'PUT', path: '/public/contests/attempts/:attemptId/answers/:questionId', open: true },
  createContest: { method: 'POST', path: '/workspace/:workspaceId/contests', creates: true },
  deleteAttempt: { method: 'DELETE', path: '/workspace/:workspaceId/contests/:contestId/attempts/:attemptId' },
  deleteContest: { method: 'DELETE', path: '/workspace/:workspaceId/contests/:contestId' },
  getAttempt: { method: 'GET', path: '/public/contests/attempts/:attemptId', open: true },
  getAttemptAnswers: { method: 'GET', path: '/workspace/:workspaceId/contests/:contestId/attempts/:attemptId/answers' },
  getContest: { method: 'GET', path: '/workspace/:workspaceId/contests/:contestId' },
  getLeaderboard: { method: 'GET', path: '/workspace/:workspaceId/contests/:contestId/leaderboard', list: 'leaderboard', walk: 'page' },
  getPublicContest: { method: 'GET', path: '/public/contests/:contestId', open: true },
  listAttempts: { method: 'GET', path: '/workspace/:workspaceId/contests/:contestId/attempts', list: 'attempts' },
  listContests: { method: 'GET', path: '/workspace/:workspaceId/contests', list: 'contests' },
  startAttempt: { method: 'POST', path: '/public/contests/:contestId/attempts', open: true },
  submitAttempt: { method: 'POST', path: '/public/contests/attempts/:attemptId/submit', open: true },
  updateContest: { method: 'PATCH', path: '/workspace/:workspaceId/contests/:contestId' },
}
