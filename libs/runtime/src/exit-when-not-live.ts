const limitMs = 30_000
const checkMs = 5000

/**
 * Calls `exit` when `isLive` has returned false for 30 s without interruption. Docker does not restart a
 * process that fails `/live`, but does restart one that exits.
 */
export const exitWhenNotLive = (isLive: () => boolean, exit: () => void): NodeJS.Timeout => {
  let failingSince: number | null = null
  const timer = setInterval(() => {
    if (isLive()) failingSince = null
    else failingSince ??= performance.now()
    if (failingSince === null || performance.now() - failingSince < limitMs) return
    clearInterval(timer)
    exit()
  }, checkMs)
  return timer.unref()
}
