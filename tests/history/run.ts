/**
 * `npm run faults -- history` and `-- failover`: visitors send requests to the product while its
 * processes, its database, its networks and its clock fail by a seed of chance; then what is stored,
 * what was mailed and what visitors were told are compared. `--seed N`, `--setup NAME`, `--leads N` and
 * `--faults N` run one again; with `--only FAULT` no other fault is made.
 */
import { Console } from 'node:console'
import { randomInt } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildIfStale } from '../../scripts/build.ts'
import { runHistory } from './run-history.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    setup: { type: 'string', multiple: true, default: ['embedded', 'processes'] },
    leads: { type: 'string', default: '5000' },
    faults: { type: 'string', default: '12' },
    only: { type: 'string', multiple: true },
    senders: { type: 'string', default: '24' },
  },
})
const { leads, faults, only, senders } = values
const screen = new Console(process.stdout)

await buildIfStale()
for (const setup of values.setup) {
  const seed = Number(values.seed ?? randomInt(1_000_000))
  const folder = mkdtempSync(join(tmpdir(), `breezeway-history-${setup}-${seed}-`))
  screen.log(`--seed ${seed} --setup ${setup} --leads ${leads} --faults ${faults}, logs: ${folder}`)
  const { problems, ...figures } = await runHistory({
    seed,
    setup,
    folder,
    leads: Number(leads),
    ...(only && { kinds: only }),
    faults: Number(faults),
    senders: Number(senders),
  }).catch(({ message, cause }: Error) => ({ problems: [`${message}: ${cause}`] }))
  screen.log(figures)
  screen.log(problems.length > 0 ? `PROBLEMS\n${problems.join('\n')}` : 'no problem')
  if (problems.length > 0) process.exitCode = 1
}
