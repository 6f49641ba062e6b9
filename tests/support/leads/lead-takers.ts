import pino from 'pino'
import type { DatabaseHandle } from '#/server/db/database.ts'
import { openJournal } from '#/server/leads/take/journal.ts'
import { createSubmitLead, type SubmitLead } from '#/server/leads/take/submit-lead.ts'
import { createLeadTaker } from '#/server/leads/take/take-lead.ts'
import { submissionOf } from '#tests/support/leads/submission-of.ts'
import { testFolder } from '#tests/support/own-folder.ts'

/** The error while no server listens where the database was. */
export const away = () =>
  Object.assign(new Error('it is gone'), { code: 'ECONNREFUSED', syscall: 'connect' })

/** Makes takers over a database that fails as the test says. They wait long for it, unless the test says how long. */
export const setUpTakers =
  (database: { handle: () => DatabaseHandle }) =>
  ({ storeWithinMs = 10_000, decideWithinMs = 8_000 } = {}) => {
    const { path } = testFolder()
    const journal = openJournal(path)
    const store = createSubmitLead(database.handle())
    const tried: string[] = []
    const stored: string[] = []
    const logLines: { name?: string; msg: string }[] = []
    const log = pino({}, { write: (line: string) => void logLines.push(JSON.parse(line)) })
    /** The log lines about one record of the journal. */
    const reportsOf = (record: string | undefined) =>
      logLines.filter(({ name }) => name === record).map(({ msg }) => msg)
    const state: { fail?: (received: Parameters<SubmitLead>[0]) => Promise<unknown> } = {}
    const { take, replay, isCatchingUp } = createLeadTaker({
      async submitLead(received) {
        tried.push(received.submission.name)
        await state.fail?.(received)
        return store(received)
      },
      storeWithinMs,
      decideWithinMs,
      journal,
      log,
      onStored: ({ isRepeat, submissionId }) => {
        if (!isRepeat) stored.push(submissionId)
      },
    })
    const send = (name: string, submissionId?: string, linkHash?: string) =>
      take({ submission: submissionOf({ name, submissionId }), linkHash })
    return { send, replay, isCatchingUp, state, tried, stored, reportsOf, journal, path }
  }
