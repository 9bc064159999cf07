export * from './events.ts'
export * from './till-sessions/till-session.contract.ts'
