import assert from 'node:assert/strict'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import type { Machine } from '#tests/support/machine/take-machine.ts'
import { connect, type Debian, makeDebian } from './debian.ts'
import {
  authority,
  copySettings,
  install,
  leaveForItself,
  linesBut,
  listFiles,
  runInstall,
  setSetting,
  site,
} from './looks.ts'

import { ask } from './move-data.ts'

const firstAddress = '10.91.0.1'
const otherAddress = '10.91.0.2'

type Pair = { first: Debian; other: Debian }

/** While both still have the network: the packages, the releases, and the settings of the other. */
async function prepare({ first, other }: Pair): Promise<void> {
  const settings = {
    ...{ DOMAIN: 'breezeway.test', TLS: 'internal', DATABASE: 'postgresql' },
    ...{ THIS_NODE: firstAddress, OTHER_NODES: otherAddress },
  }
  await copySettings(first, settings)
  // Listed before the one that has the usual port, and somebody else's.
  const packages = 'apt-get update -qq && apt-get install -y -qq --no-install-recommends postgresql'
  await first.run(['sh', '-ec', `export DEBIAN_FRONTEND=noninteractive; ${packages}`])
  await first.run(['pg_createcluster', '15', 'another'])
  await runInstall(first)
  await other.run(['mkdir', '-p', '/etc/breezeway'])
  giveSettings({ first, other })
  // Nothing listens there.
  setSetting(other, 'DATABASE_URL', 'postgres://breezeway@127.0.0.1:9/breezeway')
  const refused = await other.run([install]).catch((error: Error) => error.message)
  assert.match(refused, /cannot use the database, as said above. Nothing was switched/)
  giveSettings({ first, other })
}

/** The file that the first has made for the other. */
function giveSettings({ first, other }: Pair): void {
  const made = join(first.root, 'etc/breezeway/nodes', otherAddress)
  cpSync(made, join(other.root, 'etc/breezeway/settings'))
}

/** The first makes the database and the proxy, the other has neither. */
async function start({ first, other }: Pair): Promise<void> {
  for (const debian of [first, other]) await leaveForItself(debian)
  await connect([
    { debian: first, address: firstAddress },
    { debian: other, address: otherAddress },
  ])
  const onFirst = await runInstall(first)
  assert.match(onFirst, /^checked +a request through https:/m)
  const onOther = await runInstall(other)
  assert.match(onOther, /^checked +a request through http:\/\/10\.91\.0\.2:3001 was stored, found/m)
  const packages = await other.run(['dpkg', '--get-selections'])
  assert.deepEqual(
    packages.split('\n').filter((name) => /^(caddy|postgresql)/.test(name)),
    [],
  )
}

async function startAgain({ first, other }: Pair): Promise<void> {
  for (const debian of [first, other]) {
    const before = await listFiles(debian)
    const again = await runInstall(debian)
    assert.deepEqual(linesBut(again, /^unchanged /)[0]?.split(' ')[0], 'checked')
    assert.deepEqual(await listFiles(debian), before)
  }
}

/** The status of a request that is sent to the first, and then how many leads the database has. */
async function sendLead({ first }: Pair, name: string): Promise<string> {
  const fields = { name, email: 'nodes@example.com', phone: '3865550142', service: 'not-sure' }
  const curl = ['curl', '--silent', '--cacert', authority, '--output', '/dev/null']
  const data = Object.entries(fields).flatMap(([key, value]) => [
    '--data-urlencode',
    `${key}=${value}`,
  ])
  const status = ['--write-out', '%{http_code}', '--max-time', '20', '--data', 'page=/contact']
  return first.run([...curl, ...status, ...data, `${site}/api/contact`])
}

const processes = ['breezeway@3001', 'breezeway@3002']

/** With the processes of one node stopped, visitors are served by the other's. */
async function takeAway(pair: Pair): Promise<void> {
  const { first } = pair
  for (const [debian, name] of [
    [pair.first, 'Visitor Of The Other'],
    [pair.other, 'Visitor Of The First'],
  ] as const) {
    for (const unit of processes) await debian.run(['systemctl', 'stop', unit])
    assert.deepEqual(await sendLead(pair, name), '201')
    for (const unit of processes) await debian.run(['systemctl', 'start', unit])
  }
  const sql = "select name from leads where name like 'Visitor Of %' order by name"
  assert.deepEqual((await ask(first, sql)).split('\n'), [
    'Visitor Of The First',
    'Visitor Of The Other',
  ])
}

/** Makes one site of two bare Debians. */
export async function tryNodes(machine: Machine): Promise<string> {
  const pair = {
    first: await makeDebian('bookworm', machine),
    other: await makeDebian('trixie', machine),
  }
  await prepare(pair)
  await start(pair)
  await startAgain(pair)
  await takeAway(pair)
  return 'a second Debian joins the database of the first; a second run on each changes nothing; each serves the site while the other is stopped'
}
