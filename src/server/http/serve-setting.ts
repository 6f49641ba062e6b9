import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Setting } from '#/contracts/endpoints/endpoint.ts'
import type { Database } from '../db/database.ts'
import {
  readSetting,
  type SettingKey,
  type Settings,
  saveSetting,
  settingSchemas,
} from '../db/settings.ts'
import { serve } from './serve.ts'

/** What the routes of all settings can have. */
type Options<Change> = {
  /** May refuse a change, by an error. */
  check?: (change: Change, request: FastifyRequest) => void
  /** What the audit log says of a change, beside that there was one. */
  inWords?: (change: Change) => string
  /** The largest body, in bytes, where that is more than of other routes. */
  bodyLimit?: number
}

/** A setting that is shown in another way than it is sent or stored. */
type OwnWay<Shown, ChangeSchema extends z.ZodType> = Options<z.output<ChangeSchema>> & {
  /** What the owner sends. */
  change: ChangeSchema
  shown: z.ZodType<unknown, Shown>
  show: () => Promise<Shown>
  save: (change: z.output<ChangeSchema>) => Promise<unknown>
}

/** Adds the two routes of a setting: one returns it, and one changes it and returns it as it is then. */
export function serveSetting<Shown, Change, ChangeSchema extends z.ZodType<unknown, Change>>(
  app: FastifyInstance,
  rows: Setting<string, Shown, Change>,
  setting: OwnWay<Shown, ChangeSchema>,
): void {
  const { change, shown, show, save, check, inWords, bodyLimit } = setting
  const answer = { answer: shown } as never
  serve(app, rows.read, answer, show as never)
  serve(
    app,
    rows.change,
    { body: change, answer: shown, ...(bodyLimit && { bodyLimit }) } as never,
    async (request: FastifyRequest) => {
      const typed = request.body as z.output<ChangeSchema>
      check?.(typed, request)
      if (inWords) request.audit({ subject: inWords(typed) })
      await save(typed)
      return (await show()) as never
    },
  )
}

/** The same for a setting that the office shows and sends as it is stored. */
export function serveStoredSetting<Key extends SettingKey>(
  app: FastifyInstance,
  rows: Setting<string, Settings[Key]>,
  {
    db,
    key,
    onSaved,
    ...options
  }: Options<Settings[Key]> & { db: Database; key: Key; onSaved?: () => Promise<void> },
): void {
  const schema: z.ZodType<Settings[Key], Settings[Key]> = settingSchemas[key] as never
  serveSetting(app, rows, {
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
