import { appendFileSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import { ask, embeddedIn } from '#tests/support/database/ask-database.ts'
import { fillDataFolder } from '#tests/support/database/data-folder.ts'
import { type Network, openNetwork } from '#tests/support/machine/network.ts'
import { familyOf, isAlive, kill, pause } from '#tests/support/machine/processes.ts'
import { waitUntil } from '#tests/support/machine/wait.ts'
import { asSuperuser, postmasterOf, startPostgres } from '#tests/support/postgres-server.ts'
import { type ServerProcess, startServer } from '#tests/support/server-process.ts'
import type { PlannedFault } from './schedule.ts'

/** What a setup is started with. */
export type SetupOptions = {
  /** An empty folder for data and logs. */
  folder: string
  /** Settings for every process of the product. */
  env: Record<string, string>
}

/** What can go wrong, by names for the report. Those of one victim are made one at a time. */
export type Faults = Record<
  string,
  { victim: string; make: (fault: PlannedFault) => Promise<unknown> }
>

/** The product with its database, as an owner may run it, and what can happen to it. */
export type Setup = {
  /** Where visitors reach each product. Nothing answers there while it is down. */
  urls: readonly string[]
  faults: Faults
  /** Asks the database. Only while no fault is under way. */
  query: <Row>(statement: string) => Promise<Row[]>
  /** The data folder of each product. */
  dataDirs: readonly string[]
  /** Ends everything. */
  remove: () => Promise<void>
}

/** A product that is always meant to run, with a network between it and its visitors. */
type Place = { server: ServerProcess | undefined; network: Network }

/** Starts products, one for each of `envs`. */
export async function startProducts(envs: Record<string, string>[], { folder }: SetupOptions) {
  const start = (index: number) => startServer(envs[index] ?? {})
  async function end(server: ServerProcess | undefined, signal: 'SIGTERM' | 'SIGKILL') {
    await server?.end(signal)
    appendFileSync(join(folder, 'product.log'), server?.stderr() ?? '')
  }
  const places: Place[] = []
  for (const index of envs.keys()) {
    const place: Place = {
      server: await start(index),
      network: await openNetwork(() => {
        const { server } = place
        return server && { port: Number(new URL(server.url).port), host: '127.0.0.1' }
      }),
    }
    places.push(place)
  }
  const at = (number: number) => {
    const index = number % places.length
    return { index, place: places[index] as Place }
  }
  const ofProduct = (make: Faults[string]['make']) => ({ victim: 'product', make })
  const faults: Faults = {
    'product killed': ofProduct(async ({ place: number, lastsMs }) => {
      const { index, place } = at(number)
      const { server } = place
      place.server = undefined
      await end(server, 'SIGKILL')
      await sleep(lastsMs)
      place.server = await start(index)
    }),
    'product paused': ofProduct(({ place, lastsMs }) =>
      pause([at(place).place.server?.pid ?? 0].filter(Boolean), lastsMs),
    ),
    // As a supervisor does that starts the new version before it stops the old one.
    deploy: ofProduct(async ({ place: number }) => {
      const { index, place } = at(number)
      const old = place.server
      place.server = await start(index)
      await end(old, 'SIGTERM')
    }),
    ...networkFaults('network', (number) => at(number).place.network),
  }
  return {
    urls: places.map(({ network: { port } }) => `http://127.0.0.1:${port}`),
    faults,
    async remove() {
      for (const { network } of places) await network.close()
      for (const { server } of places) await end(server, 'SIGTERM')
    },
  }
}

/** What can happen to the networks of a kind, by names that begin with these words. */
function networkFaults(words: string, at: (place: number) => Network | undefined): Faults {
  return Object.fromEntries(
    (['cut', 'stall', 'slow'] as const).map((way) => [
      `${words} ${way}`,
      { victim: words, make: async ({ place, lastsMs }) => at(place)?.[way](lastsMs) },
    ]),
  )
}

/** What can happen to PostgreSQL on this machine. `restart` starts it if nothing else does. */
function databaseFaults(
  connection: () => ClientConfig,
  dataDir: string,
  restart: () => Promise<void>,
): Faults {
  /** Waits for a server that is being started: its file may have the number of an earlier process. */
  async function postmaster(): Promise<number> {
    await waitUntil('PostgreSQL runs', () => isAlive(postmasterOf(dataDir)))
    return postmasterOf(dataDir)
  }
  /** Repeats a statement until a server that starts or recovers has run it. */
  const askUntilDone = (statement: string) =>
    waitUntil(statement, async () => {
      await ask(connection(), statement)
      return true
    })
  const setReadOnly = async (value: 'on' | 'off') => {
    await askUntilDone(`alter system set default_transaction_read_only = ${value}`)
    await askUntilDone('select pg_reload_conf()')
  }
  const ofDatabase = (make: Faults[string]['make']) => ({ victim: 'database', make })
  return {
    'database killed': ofDatabase(async ({ lastsMs }) => {
      kill(await postmaster(), 'SIGKILL')
      await sleep(lastsMs)
      await restart()
    }),
    'backend killed': ofDatabase(async ({ place }) => {
      const pid = await postmaster()
      const [, ...backends] = familyOf(pid)
      if (!kill(backends[place % backends.length] ?? 0, 'SIGKILL')) return
      // With one of its processes the whole server ends, and whoever has started it starts it again.
      await waitUntil('PostgreSQL has ended', () => !isAlive(pid))
      await restart()
    }),
    'database paused': ofDatabase(async ({ lastsMs }) =>
      pause(familyOf(await postmaster()), lastsMs),
    ),
    'database read-only': ofDatabase(async ({ lastsMs }) => {
      await setReadOnly('on')
      await sleep(lastsMs)
      await setReadOnly('off')
    }),
  }
}

/** The most seconds that a clock jumps: repeats within ten minutes are the same lead. */
const mostSeconds = 500

/** A clock for products that can jump, where the machine has Debian's libfaketime. */
function jumpingClock(file: string) {
  const library = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0]
  if (!library) return { env: {}, faults: {} }
  const set = (seconds: number) => writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}`)
  set(0)
  return {
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      // Clocks jump; the time that has passed does not.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    faults: {
      'clock jumped': {
        victim: 'clock',
        async make({ place, lastsMs }: { place: number; lastsMs: number }) {
          set(place % 2 ? mostSeconds : -mostSeconds)
          await sleep(1_000 + lastsMs)
          set(0)
        },
      },
    },
  }
}

/** One product with the PostgreSQL that it starts by itself. */
export async function startEmbedded(options: SetupOptions): Promise<Setup> {
  const clock = jumpingClock(join(options.folder, 'clock'))
  const dataDir = join(options.folder, 'data')
  mkdirSync(dataDir)
  fillDataFolder(dataDir)
  const products = await startProducts(
    [{ ...options.env, ...clock.env, DATA_DIR: dataDir }],
    options,
  )
  // Two of them cannot run on it at once.
  delete products.faults.deploy
  const connection = () => embeddedIn(dataDir)
  // The product starts its database again by itself.
  const ofDatabase = databaseFaults(connection, dataDir, async () => {})
  return {
    ...products,
    faults: { ...products.faults, ...ofDatabase, ...clock.faults },
    query: (statement) => ask(connection(), statement),
    dataDirs: [dataDir],
  }
}

/** The data folder of each product: two of them share one. */
const folders = ['data-0', 'data-0', 'data-1']

/** Three products on one PostgreSQL, each with a network of its own to it. */
export async function startProcesses(options: SetupOptions): Promise<Setup> {
  const { folder, env } = options
  const postgres = await startPostgres()
  const url = new URL(postgres.urlOf('postgres'))
  const path = join(url.searchParams.get('host') ?? '', '.s.PGSQL.5432')
  const clock = jumpingClock(join(folder, 'clock'))
  const networks: Network[] = []
  const envs: Record<string, string>[] = []
  for (const [index, name] of folders.entries()) {
    const [dataDir, listenIn] = [join(folder, name), join(folder, `database-${index}`)]
    for (const each of [dataDir, listenIn]) mkdirSync(each, { recursive: true })
    networks.push(await openNetwork(() => ({ path }), { path: join(listenIn, '.s.PGSQL.5432') }))
    const own = new URL(url)
    own.searchParams.set('host', listenIn)
    envs.push({ ...env, ...clock.env, DATA_DIR: dataDir, DATABASE_URL: own.href })
  }
  const products = await startProducts(envs, options)
  const connection = () => ({ connectionString: asSuperuser(url.href) })
  return {
    urls: products.urls,
    faults: {
      ...products.faults,
      ...databaseFaults(connection, postgres.dataDir, postgres.start),
      ...clock.faults,
      ...networkFaults('database network', (place) => networks[place % networks.length]),
    },
    query: (statement) => ask(connection(), statement),
    dataDirs: folders.map((name) => join(folder, name)),
    async remove() {
      await products.remove()
      for (const { close } of networks) await close()
      await postgres.remove()
    },
  }
}
