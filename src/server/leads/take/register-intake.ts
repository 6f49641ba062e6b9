import type { FastifyInstance } from 'fastify'
import type { Config } from '#/server/config/config.ts'
import type { DatabaseHandle } from '#/server/db/database.ts'
import { repeat, startLoop } from '#/server/jobs/loop.ts'
import { type ContactDeps, contactRoutes } from './contact-routes.ts'
import { type Journal, journalFolder } from './journal.ts'
import { findReasons } from './spam-signals.ts'
import { createSubmitLead } from './submit-lead.ts'
import { createLeadTaker } from './take-lead.ts'
import { createTellWaiting, type TellWaitingDeps } from './tell-waiting.ts'

/** How often the journal is looked at while the database is away, or did not take all of it. */
const replayEveryMs = 1_000
/** How often the journal is looked at while the database answers: other processes share it. */
const lookEveryMs = 10_000
const tellEveryMs = 10_000
const reserveEveryMs = 10 * 60_000

type IntakeDeps = {
  config: Config
  database: DatabaseHandle
  journal: Journal
  /** Reads what the owner has said of the business, by which requests are judged, unless it was read. */
  readSite: () => Promise<void>
  /** Writes to each recipient without the database. */
  mailDirectly: TellWaitingDeps['send']
  sendResultPage: ContactDeps['sendResultPage']
}

/** Adds the route of the form, and stores the leads that wait in the journal. */
export async function registerIntake(app: FastifyInstance, deps: IntakeDeps): Promise<void> {
  const { config, database, journal, readSite, mailDirectly } = deps
  const store = createSubmitLead(database, findReasons)
  const { take, replay, isAway, isCatchingUp } = createLeadTaker({
    async submitLead(received) {
      // The database may have been away at the start, and the process goes by the built-in towns.
      await readSite()
      return store(received)
    },
    storeWithinMs: config.storeWithinMs,
    journal,
    log: app.log,
    onStored({ id, isRepeat }) {
      app.log.info({ leadId: id, isRepeat }, 'lead stored')
    },
  })
  const replaying = startLoop({
    what: 'replay the journal',
    log: app.log,
    firstMs: replayEveryMs,
    retryMs: replayEveryMs,
    run: async (stop) => ((await replay(stop)) ? lookEveryMs : replayEveryMs),
  })
  app.addHook('onClose', replaying.close)
  await app.register(
    contactRoutes({
      db: database.db,
      trustProxy: config.trustProxy,
      site: config.site,
      async take(received) {
        const wasAway = isAway()
        try {
          return await take(received)
        } finally {
          // Only when the database has just gone away: each run reads the whole folder.
          if (isAway() && !wasAway) replaying.wake()
        }
      },
      limits: config.contactLimits,
      sendResultPage: deps.sendResultPage,
    }),
  )
  repeat(app, {
    what: 'reserve space for the journal',
    everyMs: reserveEveryMs,
    startsAtOnce: true,
    async run() {
      if (!(await journal.reserve())) throw new Error('the disk of the journal is nearly full')
    },
  })
  repeat(app, {
    what: 'email people about leads in the journal',
    everyMs: tellEveryMs,
    run: createTellWaiting({
      folder: journalFolder(config.dataDir),
      journal,
      isCatchingUp,
      send: mailDirectly,
      log: app.log,
    }),
  })
}
