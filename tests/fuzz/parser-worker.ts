import { parentPort, workerData } from 'node:worker_threads'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { parserTargets } from './parsers/parser-targets.ts'
import { fuzzAndReport } from './report.ts'

/** The parsers, on a core of their own. */
const { seed, inputs } = workerData as { seed: number; inputs: number }
const folder = temporaryFolder()
parentPort?.postMessage(await fuzzAndReport(await parserTargets(folder.path), seed, inputs))
folder.remove()
