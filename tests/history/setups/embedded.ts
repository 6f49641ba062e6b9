import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fillDataFolder } from '#tests/support/data-folder.ts'
import { postmasterOf } from '#tests/support/postgres-server.ts'
import { pathsIn } from '../../../src/server/db/embedded/folders.ts'
import { takeMachine } from '../../platforms/machine.ts'
import { jumpingClock } from '../clock.ts'
import { ask, databaseFaults } from '../database.ts'
import { diskFaults, diskIfPossible } from '../disk-faults.ts'
import { startProducts } from '../products.ts'
import type { StartSetup } from '../setup.ts'
import { commandOf } from '../signals.ts'

const startMs = 60_000

/** Waits for a server that is being started: its file has no process id yet, or one of before. */
async function postmasterIn(dataDir: string): Promise<number> {
  for (const end = Date.now() + startMs; Date.now() < end; await sleep(20)) {
    try {
      const pid = postmasterOf(dataDir)
      if ((await commandOf(pid)).includes(dataDir)) return pid
    } catch {
      // There is no such file or process yet.
    }
  }
  throw new Error('nobody has started PostgreSQL')
}

/** One product with the PostgreSQL that it starts by itself. */
export const startEmbedded: StartSetup = async ({ folder, env, checkout, usesMachine }) => {
  const machine = takeMachine()
  const disk = usesMachine ? await diskIfPossible(machine) : undefined
  const clock = jumpingClock(usesMachine, join(folder, 'clock'))
  const dataDir = join(disk?.path ?? folder, 'data')
  mkdirSync(dataDir)
  fillDataFolder(dataDir)
  const products = await startProducts({
    envs: [{ ...env, ...clock.env, DATA_DIR: dataDir }],
    log: join(folder, 'product.log'),
    checkout,
  })
  const connection = () => ({
    host: realpathSync(pathsIn(dataDir).socket),
    user: 'breezeway',
    database: 'postgres',
  })
  const server = { connection, postmaster: () => postmasterIn(dataDir) }
  // The product starts its database again by itself.
  const restart = async () => {}
  return {
    urls: products.urls,
    faults: {
      ...products.faults,
      ...databaseFaults(server, restart),
      ...clock.faults,
      ...(disk && diskFaults(disk, products)),
    },
    query: (statement) => ask(connection(), statement),
    dataDirs: [dataDir],
    async remove() {
      await products.remove()
      await machine.restore()
    },
  }
}
