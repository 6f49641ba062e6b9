/**
 * `npm run year -- --seed N --days N --lead ID` has a year of invented requests pass, and checks after each
 * step what always holds. With a number of a lead it tells what happened to that request.
 */
import { parseArgs } from 'node:util'
import { lineOf } from '#/server/referrals/event-table.ts'
import { inWords } from '#/server/time/local-day.ts'
import { checks } from './checks.ts'
import { failureInWords, passYear, shrink } from './year.ts'

const { values } = parseArgs({
  options: { seed: { type: 'string' }, days: { type: 'string' }, lead: { type: 'string' } },
})
const plan = { seed: Number(values.seed ?? 1), days: Number(values.days ?? 365) }
const print = (line: string) => process.stdout.write(`${line}\n`)

const began = performance.now()
const { leads, offers, mails, steps, rulesChecked, failure, simulation } = await passYear(plan)
const seconds = ((performance.now() - began) / 1000).toFixed(1)
print(
  `Seed ${plan.seed}: ${plan.days} days, ${leads} requests, ${offers} offers, ${mails} mails, ${steps} steps in ${seconds} s; ` +
    `${Object.keys(checks).length + 2} rules checked ${rulesChecked} times.`,
)
const kept =
  values.lead === undefined ? undefined : simulation.world.requests.get(Number(values.lead))
if (values.lead !== undefined && !kept) print(`There is no request ${values.lead}.`)
const ofLead = kept?.state.offers ?? []
for (const event of kept?.events ?? []) {
  const offerId = 'offerId' in event ? event.offerId : null
  const company = ofLead.find(({ id }) => id === offerId)?.contractor.companyName ?? ''
  const line = lineOf(event, company)
  if (line) print([`${inWords(new Date(event.at))}:`, ...line].filter(Boolean).join(' '))
}
if (failure) {
  print(failureInWords(plan, await shrink(plan, failure)))
  process.exitCode = 1
}
