import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Database } from '../db/database.ts'
import {
  readSetting,
  type SettingKey,
  type Settings,
  saveSetting,
  settingSchemas,
} from '../db/settings.ts'
import { dataOf } from './answer-schemas.ts'

/** What the routes of all settings can have. */
type Options<Change> = {
  path: string
  /** May refuse a change, by an error. */
  check?: (change: Change, request: FastifyRequest) => void
  /** What the audit log says of a change, beside that there was one. */
  inWords?: (change: Change) => string
  /** The largest body, in bytes, where that is more than of other routes. */
  bodyLimit?: number
  /** How a change is sent where it is not `PUT`. */
  method?: 'POST'
}

/** A setting that is shown in another way than it is sent or stored. */
type OwnWay<Change extends z.ZodType, Shown extends z.ZodType> = Options<z.output<Change>> & {
  /** What the owner sends. */
  change: Change
  shown: Shown
  show: () => Promise<z.input<Shown>>
  save: (change: z.output<Change>) => Promise<unknown>
}

/** Adds the two routes of a setting: one returns it, and one changes it and returns it as it is then. */
export function addSetting<Change extends z.ZodType, Shown extends z.ZodType>(
  app: FastifyInstance,
  setting: OwnWay<Change, Shown>,
): void {
  const { path: url, change, shown, show, save, check, inWords, bodyLimit } = setting
  const { method = 'PUT' } = setting
  const response = dataOf(shown)
  app.get(url, { schema: { response } }, async () => ({ data: await show() }))
  app.route({
    method,
    url,
    schema: { body: change, response },
    ...(bodyLimit && { bodyLimit }),
    async handler(request) {
      const typed = request.body as z.output<Change>
      check?.(typed, request)
      if (inWords) request.audit({ subject: inWords(typed) })
      await save(typed)
      return { data: await show() }
    },
  })
}

/** The same for a setting that the office shows and sends as it is stored. */
export function addStoredSetting<Key extends SettingKey>(
  app: FastifyInstance,
  db: Database,
  key: Key,
  { onSaved, ...options }: Options<Settings[Key]> & { onSaved?: () => Promise<void> },
): void {
  const schema: z.ZodType<Settings[Key], Settings[Key]> = settingSchemas[key] as never
  addSetting(app, {
    ...options,
    change: schema,
    shown: schema,
    show: () => readSetting(db, key),
    async save(change) {
      await saveSetting(db, key, change)
      await onSaved?.()
    },
  })
}
