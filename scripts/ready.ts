/**
 * `node scripts/ready.ts`: asks the process at `HOST` and `PORT` whether it can take requests. Ends with
 * 1 if it cannot; for what watches a container.
 */
import { readConfig } from '#/server/config/config.ts'

const everywhere = ['0.0.0.0', '::']

const { host, port } = readConfig()
const address = everywhere.includes(host) ? '127.0.0.1' : host
const answer = await fetch(`http://${address}:${port}/readyz`).catch(() => undefined)
process.exitCode = answer?.ok ? 0 : 1
