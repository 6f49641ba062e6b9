import { dayMs } from '#/contracts/days.ts'
import { embeddedRelease } from './binaries.ts'

/** A release of the embedded PostgreSQL that has become old, and what moves the data away from it. */
export type AgedRelease = {
  version: string
  /** An ISO 8601 date. */
  releasedOn: string
  /** Since it was released. */
  days: number
  /** What to do, with the commands in their order. */
  advice: string
  commands: string[]
}

/** PostgreSQL publishes security fixes every quarter; the packages follow some weeks later. */
const agedFromDays = 120

/** Where `deploy/install` puts releases of the product. */
const installedIn = '/opt/breezeway/releases/'

/** How to move the data to a PostgreSQL that is kept patched, where this code runs in `folder`. */
function wayOut(folder: string): Pick<AgedRelease, 'advice' | 'commands'> {
  if (folder.startsWith(installedIn)) {
    return {
      advice: 'Move the data to Debian’s PostgreSQL, which is patched by itself, as root:',
      commands: [
        "sed -i '$a DATABASE=postgresql' /etc/breezeway/settings",
        '/opt/breezeway/current/deploy/install',
      ],
    }
  }
  return {
    advice:
      'Move the data to a PostgreSQL that your system keeps patched, such as Debian’s. Make a database there (docs/operations.md, Growing), stop the site, and then:',
    commands: [
      'npm run backup -- move.backup',
      'DATABASE_URL="postgres://$USER@localhost/breezeway?host=/var/run/postgresql" npm run restore -- move.backup',
    ],
  }
}

/** The age of the embedded PostgreSQL; null while it is not old. */
export function findAgedRelease(now: Date, folder = import.meta.dirname): AgedRelease | null {
  const days = Math.floor((now.getTime() - Date.parse(embeddedRelease.releasedOn)) / dayMs)
  return days < agedFromDays ? null : { ...embeddedRelease, days, ...wayOut(folder) }
}
