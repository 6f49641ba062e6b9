import { AppError } from '#/server/http/errors.ts'

/** How many streams may be open at once. */
export type StreamLimits = { user: number; process: number }

/** Counts open streams: each is sent every change, and its session is read every few seconds. */
type StreamCount = {
  /** Throws `unavailable` while the process has as many as it may. Asks nothing of the database. */
  assertRoom: () => void
  /** Counts one until the function that this answers is called. Throws if there is no room. */
  take: (user: string) => () => void
}

const tooMany = () =>
  new AppError('unavailable', 'Too many inboxes are open. Please close one.', {
    retryAfterSeconds: 15,
  })

/** Starts at no stream. */
export function createStreamCount(limits: StreamLimits): StreamCount {
  const ofUser = new Map<string, number>()
  let count = 0

  function assertRoom(): void {
    if (count >= limits.process) throw tooMany()
  }

  return {
    assertRoom,
    take(user) {
      assertRoom()
      const known = ofUser.get(user) ?? 0
      if (known >= limits.user) throw tooMany()
      ofUser.set(user, known + 1)
      count += 1
      return () => {
        count -= 1
        const left = (ofUser.get(user) ?? 0) - 1
        if (left > 0) ofUser.set(user, left)
        else ofUser.delete(user)
      }
    },
  }
}
