/**
 * `npm run faults -- history`: visitors send requests to the product while its processes, its database,
 * its networks and its clock fail by a seed of chance, on each setup; then what is stored, what was
 * mailed and what visitors were told are compared. `--seed N`, `--setup NAME`, `--leads N` and
 * `--faults N` run one again; `--without hash`, `lease`, `journal` or `fsync` shows that the check
 * notices the lack.
 */
import { Console } from 'node:console'
import { randomInt } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildIfStale } from '../../scripts/build.ts'
import { runHistory } from './run-history.ts'
import { setups } from './setups.ts'
import { copyWithout } from './without.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    setup: { type: 'string' },
    leads: { type: 'string', default: '50000' },
    faults: { type: 'string', default: '50' },
    without: { type: 'string' },
    senders: { type: 'string', default: '24' },
  },
})
const { leads, faults, senders, without } = values
const screen = new Console(process.stdout)

await buildIfStale()
for (const setup of values.setup ? [values.setup] : Object.keys(setups)) {
  const seed = Number(values.seed ?? randomInt(1_000_000))
  const folder = mkdtempSync(join(tmpdir(), `breezeway-history-${setup}-${seed}-`))
  screen.log(`--seed ${seed} --setup ${setup} --leads ${leads} --faults ${faults}, logs: ${folder}`)
  const { problems, ...figures } = await runHistory({
    ...{ seed, setup, folder, leads: Number(leads) },
    ...{ faults: Number(faults), senders: Number(senders) },
    checkout: without && copyWithout(without, folder),
  }).catch(({ message, cause }: Error) => ({ problems: [`${message}: ${cause}`] }))
  screen.log(figures)
  screen.log(problems.length > 0 ? `PROBLEMS\n${problems.join('\n')}` : 'no problem')
  if (problems.length > 0) process.exitCode = 1
}
