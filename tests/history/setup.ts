import type { PlannedFault } from './schedule.ts'

/** Makes a fault, and resolves when it is over and what it broke is being mended. */
export type MakeFault = (fault: PlannedFault) => Promise<void>

/** What a setup is started with. */
export type SetupOptions = {
  /** An empty folder for data and logs. */
  folder: string
  /** Settings for every process of the product. */
  env: Record<string, string>
  /** It may mount a disk and let clocks jump, where this machine can. */
  usesMachine: boolean
  /** A copy of the product to run instead of this checkout. */
  checkout?: string | undefined
}

/** The product with its databases, as an owner may run it, and what can happen to it. */
export type Setup = {
  /** Where visitors reach each product. Nothing answers there while it is down. */
  urls: readonly string[]
  /** What can go wrong, by names for the report. Those of one victim are made one at a time. */
  faults: Record<string, { victim: string; make: MakeFault }>
  /** Asks the database. Only while no fault is under way. */
  query: <Row>(statement: string) => Promise<Row[]>
  /** The data folder of each product. */
  dataDirs: readonly string[]
  /** Ends everything. */
  remove: () => Promise<void>
}

/** Starts a setup. */
export type StartSetup = (options: SetupOptions) => Promise<Setup>
