import assert from 'node:assert/strict'
import type { Debian } from './debian.ts'
import { authority, linesBut, listFiles, runInstall, site } from './looks.ts'

/** Settings for a visitor who sends more than one would. */
export const manyRequests = { CONTACT_LIMIT_PER_MINUTE: '10000', CONTACT_LIMIT_PER_HOUR: '10000' }

/** While it has the network; another run of `deploy/install` finds them there. */
export async function installPostgres(debian: Debian): Promise<void> {
  const install = 'apt-get install -y -qq --no-install-recommends postgresql unattended-upgrades'
  await debian.run(['sh', '-ec', `export DEBIAN_FRONTEND=noninteractive; ${install}`])
}

/** What PostgreSQL of a Debian says to a statement. */
export const ask = (debian: Debian, sql: string) =>
  debian
    .run([
      ...['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups', 'env', '-C', '/'],
      ...['psql', '-At', 'breezeway', '-c', sql],
    ])
    .then((printed) => printed.trim())

/** As an owner runs it. It ends with 1, because there is no mail server. */
const doctor = (debian: Debian) =>
  debian.run(['bash', '-c', '/opt/breezeway/current/deploy/install run doctor || [ $? = 1 ]'])

const pages = '/run/pages-read'
const requests = '/run/requests-sent'

/** Reads pages and sends requests, one after the other, until /run/has-moved is there. */
function visit(debian: Debian): Promise<string> {
  const curl = `curl --silent --max-time 30 --cacert ${authority} --output /dev/null --write-out '%{http_code}\\n'`
  const fields = '--data email=mover@example.com --data phone=3865550142 --data service=not-sure'
  return debian.run([
    ...['bash', '-c'],
    `( until [ -e /run/has-moved ]; do ${curl} ${site}/contact >>${pages} || true; done ) &
     number=0
     until [ -e /run/has-moved ]; do
       number=$((number + 1))
       ${curl} ${fields} --data page=/contact --data-urlencode "name=Mover $number" ${site}/api/contact >>${requests} || true
       sleep 0.3
     done
     wait`,
  ])
}

/** The commands that the doctor names move the data, and every visitor is served meanwhile. */
export async function moveUnderVisitors(debian: Debian): Promise<void> {
  const found = await doctor(debian)
  const commands = found.match(/is patched by itself, as root:\n {10}(.*)\n {10}(.*)\n/)?.slice(1)
  if (!commands) throw new Error(`the doctor names no commands:\n${found}`)
  const visitors = visit(debian)
  // It ends with 2, because there is no mail server.
  const script = `${commands.join('\n')} || [ $? = 2 ]`
  const printed = await debian.run(['bash', '-ec', script])
  await debian.run(['touch', '/run/has-moved'])
  await visitors
  assert.match(printed, /^moving +the data into Debian's PostgreSQL/m)
  assert.match(printed, /^moved +\d+ leads and all that belongs to them/m)
  assert.match(printed, /^checked +a request through/m)
  const statuses = async (file: string) => (await debian.run(['cat', file])).trim().split('\n')
  const [read, sent] = [await statuses(pages), await statuses(requests)]
  assert.deepEqual(
    [read.filter((status) => status !== '200'), sent.filter((status) => status !== '201')],
    [[], []],
  )
  const stored = "select count(distinct name) from leads where name like 'Mover %'"
  for (let tries = 0; (await ask(debian, stored)) !== String(sent.length); tries += 1) {
    if (tries === 20) throw new Error(`of ${sent.length}: ${await ask(debian, stored)} are stored`)
    await debian.run(['sleep', '0.5'])
  }
  process.stdout.write(
    `  ${sent.length} requests and ${read.length} pages meanwhile, none refused\n`,
  )
  await debian.run(['test', '!', '-e', '/var/lib/breezeway/move.backup'])
  const before = await listFiles(debian)
  assert.deepEqual(linesBut(await runInstall(debian), /^unchanged /)[0]?.split(' ')[0], 'checked')
  assert.deepEqual(await listFiles(debian), before)
}

/** What a site has without being asked. */
export async function checkPostgres(debian: Debian): Promise<void> {
  const rights = `select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls,
    pg_has_role('breezeway', 'pg_execute_server_program', 'member'),
    (select bool_and(tableowner = 'breezeway') from pg_tables where schemaname = 'public')
    from pg_roles where rolname = 'breezeway'`
  assert.deepEqual(await ask(debian, rights), 'f|f|t')
  const updates = await debian.run(['apt-config', 'dump', 'APT::Periodic::Unattended-Upgrade'])
  assert.match(updates, /"1"/)
  const found = await doctor(debian)
  assert.match(found, /PostgreSQL 1[57]\.\d+ .* answers: the database at DATABASE_URL/)
  if (/embedded PostgreSQL|has the right/.test(found)) throw new Error(found)
}
