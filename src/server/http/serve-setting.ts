import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Setting } from '#/contracts/endpoints/endpoint.ts'
import type { Database } from '../db/database.ts'
import { type SettingKey, type Settings, settingSchemas } from '../db/setting-schemas.ts'
import { readSetting, saveSetting } from '../db/settings.ts'
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
  show: () => Promise<Shown>
  save: (change: z.output<ChangeSchema>) => Promise<unknown>
}

/** Adds the two routes of a setting: one returns it, and one changes it and returns it as it is then. */
export function serveSetting<Shown, Change, ChangeSchema extends z.ZodType<unknown, Change>>(
  app: FastifyInstance,
  { read, change: row }: Setting<string, Shown, Change>,
  { change, show, save, check, inWords, ...route }: OwnWay<Shown, ChangeSchema>,
): void {
  serve(app, read, {}, show)
  serve(app, row, { ...route, body: change }, async (request) => {
    const body = request.body as z.output<ChangeSchema>
    check?.(body, request)
    if (inWords) request.audit({ subject: inWords(body) })
    await save(body)
    return show()
  })
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
  const change: z.ZodType<Settings[Key], Settings[Key]> = settingSchemas[key] as never
  serveSetting(app, rows, {
    ...options,
    change,
    show: () => readSetting(db, key),
    async save(change) {
      await saveSetting(db, key, change)
      await onSaved?.()
    },
  })
}
