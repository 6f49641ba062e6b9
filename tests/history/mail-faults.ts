import { setTimeout as sleep } from 'node:timers/promises'
import type { Mailbox } from '#tests/support/machine/mailbox.ts'
import type { MailServerMood } from '#tests/support/mail-server.ts'
import type { PlannedFault } from './schedule.ts'
import type { Faults } from './setups.ts'

/** What can happen to the mail server. */
export function mailFaults({ goAway, comeBack, setMood }: Mailbox): Faults {
  const inMood = (mood: MailServerMood) => ({
    victim: 'mail server',
    async make({ lastsMs }: PlannedFault) {
      setMood(mood)
      await sleep(lastsMs)
      setMood('accept')
    },
  })
  return {
    'mails refused for now': inMood('refuse for now'),
    'mails dropped': inMood('drop'),
    'mails not answered': inMood('hang'),
    'mail server gone': {
      victim: 'mail server',
      async make({ lastsMs }) {
        await goAway()
        await sleep(lastsMs)
        await comeBack()
      },
    },
  }
}
