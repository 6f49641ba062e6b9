/** A mail server in a process of its own. It tells its parent its address, and how many it took. */
import { makeCertificate } from '#tests/support/certificate.ts'
import { startMailServer } from '#tests/support/mail-server.ts'

const { url, taken } = await startMailServer(await makeCertificate(), () => 'accept', {
  isSecure: false,
})
process.send?.(url)
let count = 0
setInterval(() => {
  // Whole mails would fill the memory.
  count += taken.splice(0).length
  process.send?.(count)
}, 20)
