import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { openSingleConnection } from '#/server/db/connect/client.ts'

/** Stops a server that may still run in a scratch folder, and deletes the folder. */
async function removeScratch(dataDir: string, logger: FastifyBaseLogger): Promise<void> {
  if (existsSync(join(dataDir, 'postgres', 'postmaster.pid'))) {
    // The last process that leaves the server stops it.
    const left = await openSingleConnection({ dataDir }, logger).catch(() => undefined)
    await left?.close()
  }
  await rm(dataDir, { recursive: true, force: true })
}

/** Deletes the scratch folders with this prefix that killed processes have left. */
export async function removeLeftScratch(
  folder: string,
  prefix: string,
  logger: FastifyBaseLogger,
): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith(prefix)) await removeScratch(join(folder, name), logger)
  }
}

/** Does something with a data folder of its own within a folder, and deletes it afterwards. */
export async function withScratch<Result>(
  folder: string,
  prefix: string,
  logger: FastifyBaseLogger,
  run: (dataDir: string) => Promise<Result>,
): Promise<Result> {
  const dataDir = await mkdtemp(join(folder, prefix))
  try {
    return await run(dataDir)
  } finally {
    await removeScratch(dataDir, logger)
  }
}
