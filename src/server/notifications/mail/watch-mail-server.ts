import type { FastifyBaseLogger } from 'fastify'
import type { Pace } from '../deliveries/pace.ts'
import { explainMailFailure } from './mail-failure.ts'

/** What this process last saw of the mail server. */
export type MailServerState = {
  /** False too while it has not answered yet. */
  isAnswering: boolean
  /** Why it does not answer, as a sentence for the owner; null if it does, or was not asked yet. */
  problem: string | null
  /** When it was last asked; null before that. */
  askedAt: Date | null
}

/** Before it was asked. */
export const unknownMailServer = (): MailServerState => ({
  isAnswering: false,
  problem: null,
  askedAt: null,
})

/** Watches over a mail server. */
export type MailServerWatch = {
  /** An attempt shows whether the server answers. */
  report: (problem: string | null) => void
  /** It is another server now, of which nothing is known yet. */
  lookAnew: () => void
  close: () => void
}

/** What the watch needs. */
export type WatchDeps = {
  /** Connects and signs in, and sends nothing. Rejects when that fails. */
  verify: () => Promise<unknown>
  /** Whether there is one: otherwise mails are kept as files. */
  isThere: () => boolean
  logger: FastifyBaseLogger
  pace: Pace
  /** Kept up to date. */
  state: MailServerState
  /** Called when the server answers for the first time, or again. */
  onBack: () => Promise<unknown>
}

/** The longest pause between two looks, in pauses of the first length. */
const longestPause = 10

/**
 * Asks a mail server at the start, and for as long as it is away, whether it is there: what waits for
 * it need not wait for its own next attempt. A server that refuses our password is asked ever more
 * rarely, so that it does not shut us out.
 */
export function watchMailServer(deps: WatchDeps): MailServerWatch {
  const { verify, isThere, logger, pace, state, onBack } = deps
  let timer: NodeJS.Timeout | undefined
  let pause = pace.fallbackMs
  let isClosed = false
  /** The server is back, and what waits for it has not been released. */
  let owesRelease = false

  function lookLater(): void {
    if (isClosed || timer) return
    timer = setTimeout(look, pause).unref()
    pause = Math.min(pause * 2, pace.fallbackMs * longestPause)
  }

  function report(problem: string | null): void {
    if (isClosed) return
    const isAnswering = problem === null
    const hasChanged = state.askedAt === null || isAnswering !== state.isAnswering
    Object.assign(state, { isAnswering, problem, askedAt: new Date() })
    if (!isAnswering) {
      if (hasChanged) logger.warn({ problem }, 'the mail server is away')
      lookLater()
      return
    }
    clearTimeout(timer)
    timer = undefined
    pause = pace.fallbackMs
    if (hasChanged) {
      logger.info(isThere() ? 'the mail server answers' : 'there is no mail server: mails are kept')
    }
    if (hasChanged || owesRelease) void release()
  }

  async function release(): Promise<void> {
    owesRelease = false
    try {
      await onBack()
    } catch (err) {
      owesRelease = true
      logger.warn({ err }, 'waiting mails could not be released')
      lookLater()
    }
  }

  async function look(): Promise<void> {
    timer = undefined
    try {
      await verify()
      report(null)
    } catch (error) {
      report(explainMailFailure(error).problem)
    }
  }

  void look()
  return {
    report,
    lookAnew() {
      Object.assign(state, unknownMailServer())
      clearTimeout(timer)
      pause = pace.fallbackMs
      void look()
    },
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
