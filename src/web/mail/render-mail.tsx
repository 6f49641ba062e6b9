import type { ReactNode } from 'react'
import { render } from 'react-email'
import { fillWords } from '#/content/business.ts'
import { confirmationMail, leadMail, testMail } from '#/content/mails.ts'
import { serviceLabel } from '#/content/service-label.ts'
import type { Site } from '#/contracts/documents.ts'
import type { MailToRender, RenderMail } from '#/contracts/mails.ts'
import { withoutDirectionMarks } from '#/contracts/text.ts'
import { LeadMail } from './lead-mail.tsx'
import { NoticeMail } from './notice-mail.tsx'
import { leadText, noticeText } from './plain-text.ts'

const longestNameInSubject = 60

function subjectOf(lead: { name: string; service: string }): string {
  const name = withoutDirectionMarks(lead.name).replace(/\s+/g, ' ').trim()
  const letters = [...name]
  const short =
    letters.length > longestNameInSubject
      ? `${letters.slice(0, longestNameInSubject).join('')}…`
      : name
  // A function, because `$&` in a replacement text has a meaning.
  return leadMail.subject
    .replace('{service}', serviceLabel(lead.service))
    .replace('{lead}', () => short)
}

type Composed = { subject: string; body: ReactNode; text: string }

function compose(wanted: MailToRender, site: Site): Composed {
  switch (wanted.kind) {
    case 'lead': {
      const { lead } = wanted
      const leadSourceMessage = wanted.leadSourceMessage ?? fillWords(leadMail.builtInSource, site)
      const body = <LeadMail lead={lead} leadSourceMessage={leadSourceMessage} site={site} />
      return { subject: subjectOf(lead), body, text: leadText(lead, leadSourceMessage, site) }
    }
    case 'confirmation':
    case 'test': {
      const notice = wanted.kind === 'test' ? testMail : confirmationMail
      const body = <NoticeMail notice={notice} site={site} />
      return { subject: fillWords(notice.subject, site), body, text: noticeText(notice, site) }
    }
  }
}

/** Renders a mail as HTML and as plain text. */
export const renderMail: RenderMail = async (wanted, site) => {
  const { subject, body, text } = compose(wanted, site)
  return { subject, html: await render(body), text }
}
